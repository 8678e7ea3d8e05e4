#include "hidden_entries.h"

#include <optional>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "message_text.h"
#include "pool_regex.h"

namespace bayplan {

std::vector<HiddenEntry> FindHiddenEntries(const config::Pools& pools) {
  std::vector<HiddenEntry> hidden;
  std::optional<HiddenEntry> by_universal;
  absl::flat_hash_map<std::string, size_t> first_with;
  for (size_t i = 0; i < static_cast<size_t>(pools.schedulers_size()); ++i) {
    const std::string& regex = pools.schedulers(static_cast<int>(i)).pool_regex();
    const auto [equal, inserted] = first_with.try_emplace(regex, i);
    if (!inserted && (!by_universal.has_value() || equal->second <= by_universal->hidden_by)) {
      hidden.push_back({i, equal->second, "comes first and has the same regex"});
    } else if (by_universal.has_value()) {
      hidden.push_back(*by_universal);
      hidden.back().entry = i;
    }
    if (by_universal.has_value()) continue;
    const Universal universal = MatchesEveryName(regex);
    if (universal == Universal::kUnknown) continue;
    by_universal = {i, i,
                    universal == Universal::kEveryName
                        ? "comes first and matches every name"
                        : "comes first and matches every name without a line break"};
  }
  return hidden;
}

std::string EntryText(const config::Pools& pools, size_t entry) {
  return fmt::format("entry {} (pool-regex {})", entry + 1,
                     Quoted(pools.schedulers(static_cast<int>(entry)).pool_regex()));
}

}  // namespace bayplan
