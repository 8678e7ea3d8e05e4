#include "bayplan/model/constraint.h"

#include <doctest/doctest.h>

#include <string>

namespace bayplan {
namespace {

TEST_CASE("a constraint reads as a sentence") {
  struct Row {
    AttributeConstraint constraint;
    const char* text;
  };
  const Row rows[] = {
      {{"zone", Operator::kIn, {"z1"}}, "zone in (z1)"},
      {{"zone", Operator::kIn, {"z1", "z2"}}, "zone in (z1, z2)"},
      {{"zone", Operator::kNotIn, {"z1", "z2"}}, "zone not in (z1, z2)"},
      {{"gpu", Operator::kExists, {}}, "gpu exists"},
      {{"gpu", Operator::kDoesNotExist, {}}, "gpu does not exist"},
  };
  for (const Row& row : rows) {
    CHECK(ConstraintText(row.constraint) == row.text);
    CHECK(ValidateConstraint(row.constraint, "c").ok());
  }
}

TEST_CASE("a constraint that makes no sense is refused by field") {
  struct Row {
    AttributeConstraint constraint;
    const char* message;
  };
  const Row rows[] = {
      {{"", Operator::kExists, {}},
       "job.hard[2].attribute is empty; valid is the name of an attribute"},
      {{"zone", Operator::kIn, {}},
       "job.hard[2].values is empty; \"zone in\" needs at least one value"},
      {{"zone", Operator::kNotIn, {}},
       "job.hard[2].values is empty; \"zone not in\" needs at least one value"},
      {{"gpu", Operator::kExists, {"x"}},
       "job.hard[2].values has 1 values; \"gpu exists\" takes none"},
      {{"gpu", Operator::kDoesNotExist, {"x", "y"}},
       "job.hard[2].values has 2 values; \"gpu does not exist\" takes none"},
      {{"gpu", static_cast<Operator>(4), {}},
       "job.hard[2].op: 4 is not an operator; valid is 0 (in) to 3 (does not exist)"},
  };
  for (const Row& row : rows) {
    const absl::Status status = ValidateConstraint(row.constraint, "job.hard[2]");
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()) == row.message);
  }
}

}  // namespace
}  // namespace bayplan
