// Shapes: jobs with equal requests and constraints share one, so what is true of one is true of
// all.
//
//   ShapeTable shapes;
//   uint32_t id = shapes.Intern(job, &names);
//   bool fits = Holds(shapes[id].hard[0], node.attributes);
//
// Shapes are never removed: the table grows with the number of distinct shapes seen.

#ifndef BAYPLAN_POOL_SHAPE_TABLE_H_
#define BAYPLAN_POOL_SHAPE_TABLE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "bayplan/base/interner.h"
#include "bayplan/base/resources.h"
#include "bayplan/model/constraint.h"
#include "bayplan/model/job.h"

namespace bayplan {

// Every node carries the name of its cluster under this attribute; a job's list of acceptable
// clusters becomes a hard constraint on it.
inline constexpr std::string_view kClusterAttribute = "CLUSTER";

struct AttributeValue {
  uint32_t name = 0;  // ids of the pool's interner
  uint32_t value = 0;
};

// A constraint with its strings interned.
struct CompiledConstraint {
  uint32_t attribute = 0;
  Operator op = Operator::kIn;
  std::vector<uint32_t> values;
  std::string text;  // for reasons
};

// Whether `constraint` holds on a node with these attributes, sorted by name id.
// O(log attributes + values).
bool Holds(const CompiledConstraint& constraint, absl::Span<const AttributeValue> attributes);

struct Shape {
  Resources request;
  std::vector<CompiledConstraint> hard;
  std::vector<CompiledConstraint> soft;
};

class ShapeTable {
 public:
  // The id of the job's shape, made on first sight. Order of constraints matters: it decides which
  // failing one is reported.
  uint32_t Intern(const Job& job, Interner* names);
  const Shape& operator[](uint32_t id) const { return shapes_[id]; }

 private:
  std::deque<Shape> shapes_;
  absl::flat_hash_map<std::string, uint32_t> ids_;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_SHAPE_TABLE_H_
