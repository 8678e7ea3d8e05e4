#include "kube_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace bayplan::sim_internal {
namespace {

std::optional<std::string_view> AttributeOf(const Node& node, std::string_view name) {
  if (name == kHostname) return node.name;
  for (const auto& [attribute, value] : node.attributes) {
    if (attribute == name) return value;
  }
  return std::nullopt;
}

int64_t LeastAllocated(int64_t requested, int64_t capacity) {
  if (capacity == 0 || requested > capacity) return 0;
  return (capacity - requested) * 100 / capacity;
}

}  // namespace

bool Satisfies(const Node& node, const AttributeConstraint& constraint) {
  const std::optional<std::string_view> value = AttributeOf(node, constraint.attribute);
  const bool listed =
      value.has_value() && std::find(constraint.values.begin(), constraint.values.end(), *value) !=
                               constraint.values.end();
  switch (constraint.op) {
    case Operator::kIn:
      return listed;
    case Operator::kNotIn:
      return !listed;
    case Operator::kExists:
      return value.has_value();
    case Operator::kDoesNotExist:
      return !value.has_value();
  }
  return false;
}

bool SatisfiesAll(const Node& node, const std::vector<AttributeConstraint>& constraints) {
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](const AttributeConstraint& c) { return Satisfies(node, c); });
}

int16_t CountSatisfied(const Node& node, const std::vector<AttributeConstraint>& constraints) {
  const auto count =
      std::count_if(constraints.begin(), constraints.end(),
                    [&](const AttributeConstraint& c) { return Satisfies(node, c); });
  return static_cast<int16_t>(std::min<std::ptrdiff_t>(count, INT16_MAX));
}

std::optional<Rejection> FirstRejection(const SimShape& shape, const Node& node,
                                        const NodeRoom& room) {
  if (!node.schedulable) return Rejection{Rejection::kUnschedulable};
  if (node.pool != shape.pool || !SatisfiesAll(node, shape.required)) {
    return Rejection{Rejection::kAffinity};
  }
  const std::optional<Dimension> shortage = FirstShortage(shape.request, room);
  if (shortage.has_value()) return Rejection{Rejection::kInsufficient, *shortage};
  return std::nullopt;
}

std::string RejectionText(const Rejection& rejection) {
  switch (rejection.kind) {
    case Rejection::kUnschedulable:
      return "node(s) were unschedulable";
    case Rejection::kAffinity:
      return "node(s) didn't match Pod's node affinity/selector";
    case Rejection::kInsufficient:
      return fmt::format("Insufficient {}", DimensionName(rejection.dimension));
  }
  return "unknown";
}

int64_t LeastAllocatedScore(const ScoredRequest& request, const NodeRoom& room) {
  const int64_t cpu =
      LeastAllocated(room.scored.milli_cpu + request.milli_cpu, room.capacity.milli_cpu);
  const int64_t memory =
      LeastAllocated(room.scored.memory_bytes + request.memory_bytes, room.capacity.memory_bytes);
  return (cpu + memory) / 2;
}

size_t NodesToScore(size_t nodes, int32_t percentage) {
  constexpr size_t kMinNodes = 100;
  if (nodes < kMinNodes || percentage >= 100) return nodes;
  size_t percent = static_cast<size_t>(percentage);
  if (percentage == 0) percent = nodes / 125 >= 45 ? 5 : 50 - nodes / 125;
  return std::max(kMinNodes, nodes * percent / 100);
}

}  // namespace bayplan::sim_internal
