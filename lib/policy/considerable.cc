#include "bayplan/policy/considerable.h"

namespace bayplan {

Considerable SelectConsiderable(const PoolState& state, int64_t limit, PriorityOrder* order) {
  Considerable considerable;
  considerable.jobs = order->Head(state, limit);
  considerable.beyond_window = order->size() - static_cast<int64_t>(considerable.jobs.size());
  return considerable;
}

}  // namespace bayplan
