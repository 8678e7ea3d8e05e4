#include "bayplan/model/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace bayplan {

Resources Offer(const Node& node) {
  Resources free;
  for (Dimension d : kAllDimensions) {
    free.Set(d, std::max<int64_t>(0, node.capacity.Get(d) - node.used_by_others.Get(d)));
  }
  return free;
}

absl::Status ValidateNode(const Node& node) {
  if (node.name.empty()) {
    return absl::InvalidArgumentError("node.name is empty; valid is a unique name");
  }
  absl::Status status =
      ValidateAmounts(node.capacity, fmt::format("node \"{}\": capacity", node.name));
  if (!status.ok()) return status;
  status =
      ValidateAmounts(node.used_by_others, fmt::format("node \"{}\": used_by_others", node.name));
  if (!status.ok()) return status;

  std::vector<std::string_view> names;
  for (const auto& [name, value] : node.attributes) {
    if (name.empty()) {
      return absl::InvalidArgumentError(
          fmt::format("node \"{}\": an attribute has an empty name", node.name));
    }
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    return absl::InvalidArgumentError(fmt::format(
        "node \"{}\": attribute \"{}\" is given twice; valid is once", node.name, *twice));
  }
  return absl::OkStatus();
}

}  // namespace bayplan
