// What a job demands or prefers of a node's attributes, as data.
//
//   AttributeConstraint zone{"zone", Operator::kIn, {"z1", "z2"}};
//   AttributeConstraint elsewhere{kHostname, Operator::kNotIn, {"node-3"}};   // a novel host
//
// The same data is evaluated by the matcher, rendered as node affinity into a pod, and checked
// again when a plan is committed. Operators follow Kubernetes: kNotIn and kDoesNotExist hold on a
// node that lacks the attribute. Fenzo's HostAttrValue(attribute, value) is kIn with one value.

#ifndef BAYPLAN_MODEL_CONSTRAINT_H_
#define BAYPLAN_MODEL_CONSTRAINT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace bayplan {

// Every node carries this attribute with its own name as the value.
inline constexpr std::string_view kHostname = "HOSTNAME";

enum class Operator : uint8_t { kIn = 0, kNotIn = 1, kExists = 2, kDoesNotExist = 3 };

struct AttributeConstraint {
  std::string attribute;
  Operator op = Operator::kIn;
  std::vector<std::string> values;  // kIn, kNotIn: at least one; the others: none

  friend bool operator==(const AttributeConstraint&, const AttributeConstraint&) = default;
};

// "zone in (z1, z2)", "gpu exists": for reasons and reports.
std::string ConstraintText(const AttributeConstraint& constraint);

// InvalidArgument that names `field` if the attribute is empty or the values do not suit `op`.
absl::Status ValidateConstraint(const AttributeConstraint& constraint, std::string_view field);

}  // namespace bayplan

#endif  // BAYPLAN_MODEL_CONSTRAINT_H_
