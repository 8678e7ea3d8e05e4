// Which pool each job and each node of a trace belongs to.
//
//   absl::StatusOr<PoolSplit> split = SplitPools({.pools = {"k8s-exp", "default"}}, jobs, nodes);
//   const std::string& pool = split->pools[split->pool_of_job[7]];
//
// By hash: a stable hash of the name picks one of the pools, the same on every machine and whatever
// the seed. By column: the value is the pool's name, and the pools are the values that occur, in
// byte order; nodes whose file has no such column are distributed over them by hash.

#ifndef BAYPLAN_BENCH_REPLAY_POOL_SPLIT_H_
#define BAYPLAN_BENCH_REPLAY_POOL_SPLIT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "workload.h"

namespace bayplan::replay {

struct PoolBy {
  std::string column;              // empty: by hash
  std::vector<std::string> pools;  // by hash: over these
};

// "hash", "qos" (= column:qos) or "column:NAME"; InvalidArgument for anything else. Returns the
// column, empty for hash.
absl::StatusOr<std::string> ParsePoolBy(std::string_view text);

// An index below `pools`, which must not be 0.
size_t PoolOfName(std::string_view name, size_t pools);

struct PoolSplit {
  std::vector<std::string> pools;
  std::vector<size_t> pool_of_job;  // by position in the list
  std::vector<size_t> pool_of_node;
};

// InvalidArgument if there is no pool, or a pool is named twice.
absl::StatusOr<PoolSplit> SplitPools(const PoolBy& by, absl::Span<const TraceJob> jobs,
                                     absl::Span<const TraceNode> nodes);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_POOL_SPLIT_H_
