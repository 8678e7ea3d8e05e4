#include "progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "amount_text.h"

namespace bayplan::replay {
namespace {

constexpr int64_t kCells = 24;
constexpr auto kDrawInterval = std::chrono::milliseconds(100);
// Looking at the clock costs more than most steps of a replay.
constexpr int64_t kCallsPerLook = 64;

}  // namespace

std::string ProgressText(const Progress& progress) {
  const int64_t all = std::max<int64_t>(1, 2 * progress.jobs);
  const int64_t done = std::clamp<int64_t>(progress.arrived + progress.over, 0, all);
  const int64_t cells = done * kCells / all;
  std::string text =
      fmt::format("[{:#>{}}{:->{}}] {:3} %  {} of {} jobs over", "", cells, "", kCells - cells,
                  done * 100 / all, CountText(progress.over), CountText(progress.jobs));
  if (progress.elapsed_ms > 0) {
    text += fmt::format(", {}/s", CountText(progress.over * 1'000 / progress.elapsed_ms));
    if (done > 0) {
      const int64_t left_ms = progress.elapsed_ms * (all - done) / done;
      text += fmt::format(", {} left", DurationText({left_ms / 1'000 * 1'000}));
    }
  }
  return text + fmt::format(", {} simulated", DurationText(progress.simulated));
}

ProgressBar::ProgressBar(int64_t jobs, bool enabled)
    : jobs_(jobs), enabled_(enabled), begin_(Clock::now()), last_draw_(begin_) {}

void ProgressBar::Update(int64_t arrived, int64_t over, Timestamp now) {
  if (!enabled_) return;
  if (!first_.has_value()) first_ = now;
  if (calls_++ % kCallsPerLook != 0) return;
  const Clock::time_point time = Clock::now();
  if (time - last_draw_ < kDrawInterval) return;
  last_draw_ = time;
  drawn_ = true;
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(time - begin_);
  const std::string text = ProgressText({.jobs = jobs_,
                                         .arrived = arrived,
                                         .over = over,
                                         .simulated = now - *first_,
                                         .elapsed_ms = elapsed.count()});
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void ProgressBar::Clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace bayplan::replay
