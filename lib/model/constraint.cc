#include "bayplan/model/constraint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bayplan {
namespace {

bool TakesValues(Operator op) { return op == Operator::kIn || op == Operator::kNotIn; }

std::string_view OperatorName(Operator op) {
  switch (op) {
    case Operator::kIn:
      return "in";
    case Operator::kNotIn:
      return "not in";
    case Operator::kExists:
      return "exists";
    case Operator::kDoesNotExist:
      return "does not exist";
  }
  return "unknown";
}

}  // namespace

std::string ConstraintText(const AttributeConstraint& constraint) {
  if (!TakesValues(constraint.op)) {
    return fmt::format("{} {}", constraint.attribute, OperatorName(constraint.op));
  }
  return fmt::format("{} {} ({})", constraint.attribute, OperatorName(constraint.op),
                     fmt::join(constraint.values, ", "));
}

absl::Status ValidateConstraint(const AttributeConstraint& constraint, std::string_view field) {
  if (constraint.op > Operator::kDoesNotExist) {
    return absl::InvalidArgumentError(
        fmt::format("{}.op: {} is not an operator; valid is 0 (in) to 3 (does not exist)", field,
                    static_cast<int>(constraint.op)));
  }
  if (constraint.attribute.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("{}.attribute is empty; valid is the name of an attribute", field));
  }
  if (TakesValues(constraint.op) && constraint.values.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("{}.values is empty; \"{} {}\" needs at least one value", field,
                    constraint.attribute, OperatorName(constraint.op)));
  }
  if (!TakesValues(constraint.op) && !constraint.values.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("{}.values has {} values; \"{} {}\" takes none", field,
                    constraint.values.size(), constraint.attribute, OperatorName(constraint.op)));
  }
  return absl::OkStatus();
}

}  // namespace bayplan
