#include "bayplan/pool/shape_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace bayplan {
namespace {

// An unambiguous key: every part carries its length or has a fixed width.
class Key {
 public:
  Key& Add(int64_t number) {
    const auto bits = static_cast<uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) text_.push_back(static_cast<char>(bits >> shift));
    return *this;
  }
  Key& Add(std::string_view text) {
    Add(static_cast<int64_t>(text.size()));
    text_.append(text);
    return *this;
  }
  Key& Add(const std::vector<AttributeConstraint>& constraints) {
    Add(static_cast<int64_t>(constraints.size()));
    for (const AttributeConstraint& constraint : constraints) {
      Add(constraint.attribute).Add(static_cast<int64_t>(constraint.op));
      Add(static_cast<int64_t>(constraint.values.size()));
      for (const std::string& value : constraint.values) Add(value);
    }
    return *this;
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::vector<AttributeConstraint> HardConstraints(const Job& job) {
  std::vector<AttributeConstraint> hard;
  if (!job.clusters.empty()) {
    hard.push_back({std::string(kClusterAttribute), Operator::kIn, job.clusters});
  }
  hard.insert(hard.end(), job.hard.begin(), job.hard.end());
  return hard;
}

std::vector<CompiledConstraint> Compile(const std::vector<AttributeConstraint>& constraints,
                                        Interner* names) {
  std::vector<CompiledConstraint> compiled;
  for (const AttributeConstraint& constraint : constraints) {
    CompiledConstraint& c = compiled.emplace_back();
    c.attribute = names->Intern(constraint.attribute);
    c.op = constraint.op;
    for (const std::string& value : constraint.values) c.values.push_back(names->Intern(value));
    c.text = ConstraintText(constraint);
  }
  return compiled;
}

}  // namespace

bool Holds(const CompiledConstraint& constraint, absl::Span<const AttributeValue> attributes) {
  const auto at =
      std::lower_bound(attributes.begin(), attributes.end(), constraint.attribute,
                       [](const AttributeValue& a, uint32_t name) { return a.name < name; });
  const bool present = at != attributes.end() && at->name == constraint.attribute;
  const auto listed = [&] {
    return std::find(constraint.values.begin(), constraint.values.end(), at->value) !=
           constraint.values.end();
  };
  switch (constraint.op) {
    case Operator::kIn:
      return present && listed();
    case Operator::kNotIn:
      return !present || !listed();
    case Operator::kExists:
      return present;
    case Operator::kDoesNotExist:
      return !present;
  }
  return false;
}

uint32_t ShapeTable::Intern(const Job& job, Interner* names) {
  const std::vector<AttributeConstraint> hard = HardConstraints(job);
  Key key;
  for (int64_t amount : job.request.amount) key.Add(amount);
  key.Add(hard).Add(job.soft);
  const auto [entry, inserted] =
      ids_.try_emplace(key.Take(), static_cast<uint32_t>(shapes_.size()));
  if (inserted) {
    shapes_.push_back({job.request, Compile(hard, names), Compile(job.soft, names)});
  }
  return entry->second;
}

}  // namespace bayplan
