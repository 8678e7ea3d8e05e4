#include "bayplan/pool/shape_table.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace bayplan {
namespace {

TEST_CASE("operators hold as in Kubernetes, on nodes with and without the attribute") {
  const struct {
    Operator op;
    const char* node_value;  // null: the node lacks the attribute
    bool holds;
  } rows[] = {
      {Operator::kIn, "z1", true},
      {Operator::kIn, "z3", false},
      {Operator::kIn, nullptr, false},
      {Operator::kNotIn, "z1", false},
      {Operator::kNotIn, "z3", true},
      {Operator::kNotIn, nullptr, true},
      {Operator::kExists, "z1", true},
      {Operator::kExists, nullptr, false},
      {Operator::kDoesNotExist, "z1", false},
      {Operator::kDoesNotExist, nullptr, true},
  };
  for (const auto& row : rows) {
    Interner names;
    ShapeTable shapes;
    Job job;
    job.hard = {{"zone", row.op, {}}};
    if (row.op <= Operator::kNotIn) job.hard[0].values = {"z1", "z2"};
    const Shape& shape = shapes[shapes.Intern(job, &names)];
    std::vector<AttributeValue> attributes = {{names.Intern("other"), names.Intern("z1")}};
    if (row.node_value != nullptr) {
      attributes.push_back({names.Intern("zone"), names.Intern(row.node_value)});
    }
    std::sort(attributes.begin(), attributes.end(),
              [](const AttributeValue& a, const AttributeValue& b) { return a.name < b.name; });
    CAPTURE(shape.hard[0].text);
    CHECK(Holds(shape.hard[0], attributes) == row.holds);
  }
}

TEST_CASE("jobs share a shape exactly if request, constraints and clusters are equal") {
  Interner names;
  ShapeTable shapes;
  Job job;
  job.hard = {{"a", Operator::kIn, {"x", "y"}}};
  const uint32_t shape = shapes.Intern(job, &names);
  Job twin = job;
  twin.id = "twin";
  twin.priority = 3;
  CHECK(shapes.Intern(twin, &names) == shape);

  Job bigger = job;
  bigger.request.Set(Dimension::kPorts, 1);
  Job softer = job;
  std::swap(softer.hard, softer.soft);
  Job pinned = job;
  pinned.clusters = {"east"};
  // The same letters in other places.
  Job regrouped = job;
  regrouped.hard = {{"a", Operator::kIn, {"xy"}}};
  for (const Job& other : {bigger, softer, pinned, regrouped}) {
    CHECK(shapes.Intern(other, &names) != shape);
  }
}

}  // namespace
}  // namespace bayplan
