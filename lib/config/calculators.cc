#include "bayplan/config/calculators.h"

#include <algorithm>

namespace bayplan {

std::optional<std::string> CanonicalCalculator(std::string_view name,
                                               absl::Span<const std::string> registered) {
  if (std::find(registered.begin(), registered.end(), name) != registered.end()) {
    return std::string(name);
  }
  for (const BuiltinCalculator& builtin : kBuiltinCalculators) {
    if (!name.ends_with(builtin.name)) continue;
    std::string_view before = name.substr(0, name.size() - builtin.name.size());
    if (before.empty()) return std::string(builtin.name);
    const bool separated = before.back() == '/' || before.back() == '.';
    before.remove_suffix(1);
    if (separated && before == builtin.fenzo_class) return std::string(builtin.name);
  }
  return std::nullopt;
}

}  // namespace bayplan
