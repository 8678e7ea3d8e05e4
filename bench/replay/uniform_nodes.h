// A cluster of equal nodes, given by one word: "uniform:COUNTxCPUS".

#ifndef BAYPLAN_BENCH_REPLAY_UNIFORM_NODES_H_
#define BAYPLAN_BENCH_REPLAY_UNIFORM_NODES_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "workload.h"

namespace bayplan::replay {

bool IsUniformNodes(std::string_view text);
// "uniform:170x144": nodes "node-001" to "node-170" of 144 CPUs each and nothing else.
// InvalidArgument if the text is not of that form.
absl::StatusOr<NodeList> MakeUniformNodes(std::string_view text);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_UNIFORM_NODES_H_
