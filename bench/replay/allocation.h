// How much of one dimension was taken, and was there, over time.
//
//   DimensionUse use = Integrate(steps, begin, end, /*buckets=*/48);
//
// Whole numbers only, so the result is the same on every machine.

#ifndef BAYPLAN_BENCH_REPLAY_ALLOCATION_H_
#define BAYPLAN_BENCH_REPLAY_ALLOCATION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bayplan/base/time.h"

namespace bayplan::replay {

// A change at a moment.
struct UseStep {
  Timestamp at;
  int64_t used = 0;
  int64_t capacity = 0;
};

struct DimensionUse {
  int64_t mean_used = 0;
  int64_t mean_capacity = 0;
  int64_t peak_used = 0;
  // The mean of each of equal parts of the time from begin to end.
  std::vector<int64_t> used;
  std::vector<int64_t> capacity;
};

// `steps` in any order; those outside [begin, end] count at its ends. All zero if end <= begin.
// O(steps log steps + buckets).
DimensionUse Integrate(std::vector<UseStep> steps, Timestamp begin, Timestamp end, size_t buckets);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_ALLOCATION_H_
