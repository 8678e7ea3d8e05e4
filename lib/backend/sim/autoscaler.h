// The cluster autoscaler of one node group: how many nodes are needed, on the way, and there.
//
//   int64_t missing = group.NodesToRequest(demand);   // beyond those on the way
//   group.Requested(missing);  ...  group.Arrived();  ...  group.Removed();

#ifndef BAYPLAN_LIB_BACKEND_SIM_AUTOSCALER_H_
#define BAYPLAN_LIB_BACKEND_SIM_AUTOSCALER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "bayplan/backend/sim/sim_options.h"
#include "bayplan/base/time.h"
#include "node_table.h"
#include "shape_table.h"

namespace bayplan::sim_internal {

// Pods of one shape that wait for a node.
struct ShapeDemand {
  const SimShape* shape = nullptr;
  int64_t pods = 0;
};

class NodeGroup {
 public:
  explicit NodeGroup(const NodeGroupOptions& options);

  // How many nodes to ask for: the demand packed, first fit and shape by shape, on empty nodes of
  // the template, less the nodes on the way, within the group's limit. Pods that do not fit on an
  // empty node count as nothing. O(shapes x nodes needed).
  int64_t NodesToRequest(absl::Span<const ShapeDemand> demand) const;
  // How many more nodes the limit allows.
  int64_t Headroom() const;

  void Requested(int64_t nodes) { on_the_way_ += nodes; }
  // A requested node is ready: its description, under a name that is not in `taken`.
  Node Arrive(const SimNodeTable& taken);
  void Removed() { --present_; }

  // The first scan after `now`.
  Timestamp NextScan(Timestamp now) const;
  bool scan_pending = false;

  const NodeGroupOptions& options() const { return options_; }

 private:
  NodeGroupOptions options_;
  int64_t on_the_way_ = 0;
  int64_t present_ = 0;
  int64_t next_number_ = 1;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_AUTOSCALER_H_
