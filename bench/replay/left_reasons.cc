#include "left_reasons.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace bayplan::replay {
namespace {

using Counts = std::vector<std::pair<std::string, int64_t>>;

// What the cluster says of nodes of other pools too, so it explains a pod only if nothing else
// does.
constexpr std::string_view kWrongNode = "node(s) didn't match";

// The first of the largest counts is the main reason.
LeftReason FromCounts(const Counts& counts) {
  LeftReason reason;
  int64_t most = -1;
  for (const auto& [text, count] : counts) {
    const bool wrong_node = std::string_view(text).substr(0, kWrongNode.size()) == kWrongNode;
    if (wrong_node && reason.main.empty()) {
      reason.main = text;
    } else if (!wrong_node && count > most) {
      most = count;
      reason.main = text;
    }
    reason.text += fmt::format("{}{} {}", reason.text.empty() ? "" : "; ", count, text);
  }
  return reason;
}

LeftReason Same(const std::string& text) { return {text, text}; }

}  // namespace

LeftReasons::LeftReasons(const LeftAfterCycle& after) : after_(after) {
  for (const LeftJob& job : after.left) table_of_job_[job.id] = job.table;
}

LeftReason LeftReasons::Of(const std::string& job) const {
  const auto found = table_of_job_.find(job);
  if (found == table_of_job_.end()) {
    return Same(after_.beyond_window ? "beyond the considerable window" : "no cycle since");
  }
  const ReasonTable& table = after_.tables[found->second];
  if (table.looked_at == 0 && !table.first.empty()) {
    return Same(ReasonText(table.first.front().reason));
  }
  Counts counts;
  for (const ReasonCount& row : table.first) {
    counts.emplace_back(ReasonText(row.reason), row.count);
  }
  return FromCounts(counts);
}

LeftReason NotSubmitted() { return Same("not submitted before the end"); }

LeftReason WhyWithoutNode(const InstanceName& name, const SimCluster& cluster) {
  const Counts counts = cluster.WhyPending(name);
  return counts.empty() ? Same("waits for the cluster's scheduler") : FromCounts(counts);
}

std::string WhyFailed(const InstanceRecord& record, const SimCluster& cluster) {
  const std::optional<std::string> refused = cluster.WhyRefused(record.name);
  if (refused.has_value()) return fmt::format("refused: {}", *refused);
  if (!record.facts.ended.has_value()) return "unknown";
  if (record.facts.ended->exit_code.has_value()) {
    return fmt::format("exit code {}", *record.facts.ended->exit_code);
  }
  return std::string(EndCauseName(record.facts.ended->cause));
}

}  // namespace bayplan::replay
