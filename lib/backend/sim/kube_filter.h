// The scheduler's filters and scores as pure functions, with Kubernetes' rules and messages.
//
//   if (auto no = FirstRejection(shape, nodes.at(slot).node, nodes.room(slot))) Report(*no);
//   int64_t score = LeastAllocatedScore(ScoredRequestOf(shape.request), nodes.room(slot));
//
// All arithmetic is on int64 and divisions truncate, as in Kubernetes.

#ifndef BAYPLAN_LIB_BACKEND_SIM_KUBE_FILTER_H_
#define BAYPLAN_LIB_BACKEND_SIM_KUBE_FILTER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bayplan/base/resources.h"
#include "bayplan/model/constraint.h"
#include "bayplan/model/node.h"
#include "node_table.h"
#include "shape_table.h"

namespace bayplan::sim_internal {

// True if `node` satisfies `constraint`. Every node has the attribute HOSTNAME.
bool Satisfies(const Node& node, const AttributeConstraint& constraint);
bool SatisfiesAll(const Node& node, const std::vector<AttributeConstraint>& constraints);
int16_t CountSatisfied(const Node& node, const std::vector<AttributeConstraint>& constraints);

// The first dimension in which `request` does not fit in the room. A dimension of which
// nothing is asked never refuses, even on a node that is overcommitted in it.
inline std::optional<Dimension> FirstShortage(const Resources& request, const NodeRoom& room) {
  for (Dimension d : kAllDimensions) {
    const int64_t asked = request.Get(d);
    if (asked != 0 && asked > room.free.Get(d)) return d;
  }
  return std::nullopt;
}

// The first filter that fails, in Kubernetes' order.
struct Rejection {
  enum Kind : uint8_t { kUnschedulable, kAffinity, kInsufficient } kind;
  Dimension dimension = Dimension::kMilliCpu;  // of kInsufficient
};
std::optional<Rejection> FirstRejection(const SimShape& shape, const Node& node,
                                        const NodeRoom& room);
std::string RejectionText(const Rejection& rejection);

// 0 to 100: the mean of the free shares of CPU and memory if the pod were there.
int64_t LeastAllocatedScore(const ScoredRequest& request, const NodeRoom& room);

// How many feasible nodes are enough among `nodes`; see SimOptions::percentage_of_nodes_to_score.
size_t NodesToScore(size_t nodes, int32_t percentage);

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_KUBE_FILTER_H_
