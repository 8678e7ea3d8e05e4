#include "shape_table.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace bayplan::sim_internal {
namespace {

// Lengths stand before strings, so that different lists never give the same text.
void AppendText(std::string_view text, std::string* key) {
  fmt::format_to(std::back_inserter(*key), "{}:", text.size());
  key->append(text);
}

void AppendConstraints(const std::vector<AttributeConstraint>& constraints, std::string* key) {
  fmt::format_to(std::back_inserter(*key), "{};", constraints.size());
  for (const AttributeConstraint& constraint : constraints) {
    AppendText(constraint.attribute, key);
    fmt::format_to(std::back_inserter(*key), "{},{};", static_cast<int>(constraint.op),
                   constraint.values.size());
    for (const std::string& value : constraint.values) AppendText(value, key);
  }
}

std::string ShapeKey(const PodTemplate& pod) {
  std::string key;
  AppendText(pod.pool, &key);
  for (int64_t amount : pod.request.amount) {
    fmt::format_to(std::back_inserter(key), "{},", amount);
  }
  AppendConstraints(pod.required, &key);
  AppendConstraints(pod.preferred, &key);
  return key;
}

}  // namespace

uint32_t SimShapeTable::Intern(const PodTemplate& pod) {
  const uint32_t id = ids_.Intern(ShapeKey(pod));
  if (id == shapes_.size()) {
    shapes_.push_back({pod.pool, pod.request, pod.required, pod.preferred});
  }
  return id;
}

}  // namespace bayplan::sim_internal
