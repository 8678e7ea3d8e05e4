#include "bayplan/backend/sim/sim_options.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace bayplan {
namespace {

absl::Status ValidateAtLeast(std::string_view field, int64_t value, int64_t least) {
  if (value >= least) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{}: {} is out of range; valid is {} or more", field, value, least));
}

absl::Status ValidateNodeGroup(const NodeGroupOptions& group, std::string_view field) {
  Node sample = group.node_template;
  sample.name = "template";
  absl::Status status = ValidateNode(sample);
  const auto check = [&](std::string_view name, int64_t value, int64_t least) {
    if (status.ok()) status = ValidateAtLeast(fmt::format("{}.{}", field, name), value, least);
  };
  check("max_added_nodes", group.max_added_nodes, 0);
  check("provision_delay.ms", group.provision_delay.ms, 0);
  // At 0 an empty node would go in the moment it comes, and be asked for again for ever.
  check("idle_timeout.ms", group.idle_timeout.ms, 1);
  check("scan_interval.ms", group.scan_interval.ms, 1);
  return status;
}

}  // namespace

absl::Status ValidateSimOptions(const SimOptions& options) {
  absl::Status status;
  const auto check = [&status](std::string_view field, int64_t value, int64_t least) {
    if (status.ok()) status = ValidateAtLeast(field, value, least);
  };
  check("default_script.run.ms", options.default_script.run.ms, 0);
  check("pull_time.ms", options.pull_time.ms, 0);
  check("pull_jitter.ms", options.pull_jitter.ms, 0);
  check("scheduling_interval.ms", options.scheduling_interval.ms, 0);
  check("percentage_of_nodes_to_score", options.percentage_of_nodes_to_score, 0);
  check("initial_backoff.ms", options.initial_backoff.ms, 1);
  check("max_backoff.ms", options.max_backoff.ms, 1);
  check("redelivered_news", options.redelivered_news, 0);
  if (options.ended_pods_kept.has_value()) {
    check("ended_pods_kept.ms", options.ended_pods_kept->ms, 0);
  }
  if (status.ok() && options.percentage_of_nodes_to_score > 100) {
    status = absl::InvalidArgumentError(
        fmt::format("percentage_of_nodes_to_score: {} is out of range; valid is 0 to 100",
                    options.percentage_of_nodes_to_score));
  }
  std::set<std::string_view> pools;
  for (size_t i = 0; status.ok() && i < options.node_groups.size(); ++i) {
    const std::string field = fmt::format("node_groups[{}]", i);
    status = ValidateNodeGroup(options.node_groups[i], field);
    if (status.ok() && !pools.insert(options.node_groups[i].pool).second) {
      status = absl::InvalidArgumentError(
          fmt::format("{}.pool: \"{}\" has a node group already; valid is one per pool", field,
                      options.node_groups[i].pool));
    }
  }
  return status;
}

}  // namespace bayplan
