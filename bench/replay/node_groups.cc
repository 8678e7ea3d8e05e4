#include "node_groups.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bayplan::replay {
namespace {

struct Kind {
  const Node* node = nullptr;
  int64_t count = 0;
};

bool IsSameKind(const Node& a, const Node& b) {
  return a.capacity == b.capacity && a.attributes == b.attributes;
}

}  // namespace

std::optional<NodeGroupOptions> MakeNodeGroup(const Workload& workload, size_t pool) {
  const std::vector<size_t>& pool_of_node = workload.split.pool_of_node;
  const bool has_nodes =
      std::find(pool_of_node.begin(), pool_of_node.end(), pool) != pool_of_node.end();
  std::vector<Kind> kinds;
  for (size_t i = 0; i < workload.nodes.size(); ++i) {
    if (has_nodes && pool_of_node[i] != pool) continue;
    const Node& node = workload.nodes[i].node;
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const Kind& k) { return IsSameKind(*k.node, node); });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {&node, 0});
    ++kind->count;
  }
  if (kinds.empty()) return std::nullopt;
  const auto most = std::max_element(
      kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) { return a.count < b.count; });
  NodeGroupOptions group;
  group.pool = workload.split.pools[pool];
  group.node_template = *most->node;
  return group;
}

}  // namespace bayplan::replay
