// Pods with equal requests share a shape: what the scheduler decides for one holds for all.
//
//   uint32_t shape = shapes.Intern(pod);
//   const SimShape& wants = shapes.at(shape);

#ifndef BAYPLAN_LIB_BACKEND_SIM_SHAPE_TABLE_H_
#define BAYPLAN_LIB_BACKEND_SIM_SHAPE_TABLE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bayplan/base/interner.h"
#include "bayplan/base/resources.h"
#include "bayplan/model/constraint.h"
#include "bayplan/model/pod_template.h"

namespace bayplan::sim_internal {

struct SimShape {
  std::string pool;
  Resources request;
  std::vector<AttributeConstraint> required;
  std::vector<AttributeConstraint> preferred;

  // True if all nodes of the pool are alike to it but for their room.
  bool unconstrained() const { return required.empty() && preferred.empty(); }
};

class SimShapeTable {
 public:
  // The id of the pod's shape, from 0 in order of first sight. O(size of the pod).
  uint32_t Intern(const PodTemplate& pod);
  const SimShape& at(uint32_t id) const { return shapes_[id]; }
  uint32_t size() const { return static_cast<uint32_t>(shapes_.size()); }

 private:
  Interner ids_;
  std::deque<SimShape> shapes_;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_SHAPE_TABLE_H_
