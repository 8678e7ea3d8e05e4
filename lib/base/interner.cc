#include "bayplan/base/interner.h"

#include "absl/strings/string_view.h"

namespace bayplan {
namespace {

absl::string_view Key(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

uint32_t Interner::Intern(std::string_view name) {
  auto [entry, inserted] = ids_.try_emplace(Key(name), size());
  if (inserted) names_.emplace_back(name);
  return entry->second;
}

std::optional<uint32_t> Interner::Find(std::string_view name) const {
  auto entry = ids_.find(Key(name));
  if (entry == ids_.end()) return std::nullopt;
  return entry->second;
}

}  // namespace bayplan
