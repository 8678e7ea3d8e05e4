// What a report says beside its numbers: where they come from, and how long it took.

#ifndef BAYPLAN_BENCH_REPLAY_RUN_SUMMARY_H_
#define BAYPLAN_BENCH_REPLAY_RUN_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace bayplan::replay {

struct RunSummary {
  std::string nodes;  // as given on the command line
  std::string jobs;
  // Rows that were passed over, with what was the matter with the first.
  int64_t bad_rows = 0;
  std::string first_bad_row;
  int64_t not_runnable = 0;
  std::string first_not_runnable;
};

// Of one pool's cycles, in nanoseconds of the wall clock.
struct CycleTime {
  int64_t mean = 0;
  int64_t p99 = 0;
  int64_t worst = 0;
};

struct WallTimes {
  int64_t replay_ns = 0;
  std::vector<CycleTime> cycles;  // by pool
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_RUN_SUMMARY_H_
