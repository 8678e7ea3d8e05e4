#include "duplicates.h"

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "message_text.h"

namespace bayplan {

absl::Status CheckDuplicates(const EdnValue& value, std::string_view source) {
  if (value.kind != EdnKind::kMap && value.kind != EdnKind::kSet) return absl::OkStatus();
  const bool map = value.kind == EdnKind::kMap;
  absl::flat_hash_map<std::string, const EdnValue*> seen;
  for (size_t i = 0; i < value.items.size(); i += map ? 2 : 1) {
    const EdnValue& key = value.items[i];
    const auto [entry, inserted] = seen.try_emplace(PrintEdn(key), &key);
    if (inserted) continue;
    std::string first = "earlier";
    if (const auto& location = entry->second->location) {
      first = fmt::format("at line {}, column {}", location->line, location->column);
    }
    return absl::InvalidArgumentError(
        Located(source, key.location,
                fmt::format("the {} {} is given twice; first {}", map ? "key" : "element",
                            Shortened(entry->first), first)));
  }
  return absl::OkStatus();
}

}  // namespace bayplan
