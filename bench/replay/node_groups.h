// What a replayed cluster's autoscaler adds: more of what a pool mostly has.

#ifndef BAYPLAN_BENCH_REPLAY_NODE_GROUPS_H_
#define BAYPLAN_BENCH_REPLAY_NODE_GROUPS_H_

#include <cstddef>
#include <optional>

#include "replay_loop.h"

namespace bayplan::replay {

// A node group of `pool` whose template is the pool's most common kind of node (equal capacity and
// attributes; of equally common ones the first in the file), or the trace's if the pool has no
// nodes. Absent if there are no nodes at all. Limits are the caller's to set.
std::optional<NodeGroupOptions> MakeNodeGroup(const Workload& workload, size_t pool);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_NODE_GROUPS_H_
