#include "uniform_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "csv_reader.h"

namespace bayplan::replay {
namespace {

constexpr std::string_view kPrefix = "uniform:";
constexpr int64_t kMaxNodes = 1'000'000;

}  // namespace

bool IsUniformNodes(std::string_view text) { return text.substr(0, kPrefix.size()) == kPrefix; }

absl::StatusOr<NodeList> MakeUniformNodes(std::string_view text) {
  const std::string_view size = text.substr(std::min(kPrefix.size(), text.size()));
  const size_t x = size.find('x');
  if (!IsUniformNodes(text) || x == std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("nodes \"{}\": valid is a file or uniform:COUNTxCPUS", text));
  }
  absl::StatusOr<int64_t> count =
      ParseInteger("the number of nodes", size.substr(0, x), 1, kMaxNodes);
  if (!count.ok()) return count.status();
  absl::StatusOr<int64_t> cpus =
      ParseInteger("the CPUs of a node", size.substr(x + 1), 1, kMaxAmount / 1'000);
  if (!cpus.ok()) return cpus.status();
  const size_t digits = fmt::formatted_size("{}", *count);
  NodeList list;
  for (int64_t i = 1; i <= *count; ++i) {
    TraceNode& node = list.nodes.emplace_back();
    node.node.name = fmt::format("node-{:0{}}", i, digits);
    node.node.capacity.Set(Dimension::kMilliCpu, *cpus * 1'000);
  }
  return list;
}

}  // namespace bayplan::replay
