#include "pool_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "bayplan/base/fingerprint.h"
#include "bayplan/base/split_mix.h"

namespace bayplan::replay {
namespace {

size_t PoolOf(const std::optional<std::string>& value, std::string_view name,
              const std::vector<std::string>& pools) {
  if (!value.has_value()) return PoolOfName(name, pools.size());
  return static_cast<size_t>(std::find(pools.begin(), pools.end(), *value) - pools.begin());
}

}  // namespace

absl::StatusOr<std::string> ParsePoolBy(std::string_view text) {
  constexpr std::string_view kColumn = "column:";
  if (text == "hash") return std::string();
  if (text == "qos") return std::string("qos");
  if (text.substr(0, kColumn.size()) == kColumn && text.size() > kColumn.size()) {
    return std::string(text.substr(kColumn.size()));
  }
  return absl::InvalidArgumentError(
      fmt::format("pool-by is \"{}\"; valid are hash, qos and column:NAME", text));
}

size_t PoolOfName(std::string_view name, size_t pools) {
  // FNV leaves patterns of similar names in the low bits; SplitMix spreads them.
  return static_cast<size_t>(SplitMix(Fingerprint().Add(name).value()).Below(pools));
}

absl::StatusOr<PoolSplit> SplitPools(const PoolBy& by, absl::Span<const TraceJob> jobs,
                                     absl::Span<const TraceNode> nodes) {
  PoolSplit split{by.pools, {}, {}};
  if (!by.column.empty()) {
    std::set<std::string> values;
    for (const TraceJob& job : jobs) {
      if (job.pool_value.has_value()) values.insert(*job.pool_value);
    }
    for (const TraceNode& node : nodes) {
      if (node.pool_value.has_value()) values.insert(*node.pool_value);
    }
    split.pools.assign(values.begin(), values.end());
  }
  if (split.pools.empty()) return absl::InvalidArgumentError("there is no pool");
  const std::set<std::string> distinct(split.pools.begin(), split.pools.end());
  if (distinct.size() != split.pools.size()) {
    return absl::InvalidArgumentError("a pool is named twice; valid is once");
  }
  for (const TraceJob& job : jobs) {
    split.pool_of_job.push_back(PoolOf(job.pool_value, job.job.id, split.pools));
  }
  for (const TraceNode& node : nodes) {
    split.pool_of_node.push_back(PoolOf(node.pool_value, node.node.name, split.pools));
  }
  return split;
}

}  // namespace bayplan::replay
