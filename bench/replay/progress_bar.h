// A progress bar with rate and remaining time, for terminals.
//
//   ProgressBar bar(jobs, /*enabled=*/isatty(2));
//   bar.Update(arrived, over, now);   // as often as wanted; draws a few times a second
//   bar.Clear();

#ifndef BAYPLAN_BENCH_REPLAY_PROGRESS_BAR_H_
#define BAYPLAN_BENCH_REPLAY_PROGRESS_BAR_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "bayplan/base/time.h"

namespace bayplan::replay {

struct Progress {
  int64_t jobs = 0;  // of the trace
  int64_t arrived = 0;
  int64_t over = 0;
  Duration simulated;
  int64_t elapsed_ms = 0;  // wall clock
};

// "[########--------]  52 %  4,312 of 8,152 jobs over, 1,234/s, 3s left, 78d10h simulated". A job
// counts half when it arrives and half when it is over. The remaining time is absent at the start.
std::string ProgressText(const Progress& progress);

class ProgressBar {
 public:
  // Does nothing if not `enabled`.
  ProgressBar(int64_t jobs, bool enabled);
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(int64_t arrived, int64_t over, Timestamp now);
  // Takes the bar off the terminal.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  int64_t jobs_;
  bool enabled_;
  bool drawn_ = false;
  int64_t calls_ = 0;
  Clock::time_point begin_;
  Clock::time_point last_draw_;
  std::optional<Timestamp> first_;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_PROGRESS_BAR_H_
