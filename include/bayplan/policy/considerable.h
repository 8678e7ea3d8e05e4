// Which jobs of the ordered queue a cycle considers.
//
//   const int64_t limit = scheduler->ConsiderableLimit(state);
//   Considerable considerable = SelectConsiderable(state, limit, &order);
//   scheduler->Schedule(state, considerable.jobs, options);
//
// Today the only filter is the scheduler's window.

#ifndef BAYPLAN_POLICY_CONSIDERABLE_H_
#define BAYPLAN_POLICY_CONSIDERABLE_H_

#include <cstdint>
#include <vector>

#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/slot.h"
#include "bayplan/rank/priority_order.h"

namespace bayplan {

struct Considerable {
  std::vector<JobSlot> jobs;  // in order of precedence
  int64_t beyond_window = 0;  // pending jobs that come later
};

// O(limit) plus what `order` needs to catch up with `state`.
Considerable SelectConsiderable(const PoolState& state, int64_t limit, PriorityOrder* order);

}  // namespace bayplan

#endif  // BAYPLAN_POLICY_CONSIDERABLE_H_
