#include "bayplan_format.h"

#include <fmt/format.h>

#include "row_reading.h"

namespace bayplan::replay {
namespace {

constexpr int64_t kMaxMilliseconds = int64_t{1} << 50;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    if (end != 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

Resources ReadAmounts(CsvReader* row) {
  return Resources()
      .Set(Dimension::kMilliCpu, row->Integer("milli_cpu", 0, kMaxAmount))
      .Set(Dimension::kMemoryBytes, row->Integer("memory_bytes", 0, kMaxAmount))
      .Set(Dimension::kMilliGpu, row->Integer("milli_gpu", 0, kMaxAmount));
}

// Calls `take` with both sides of each "name=value" of a column.
template <typename Take>
void ReadPairs(CsvReader* row, std::string_view column, const Take& take) {
  for (std::string_view part : Split(row->Text(column), ';')) {
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == part.size()) {
      row->Blame(column, fmt::format("has \"{}\"; valid is name=value", part));
      return;
    }
    take(part.substr(0, equals), part.substr(equals + 1));
  }
}

TraceNode ReadNode(CsvReader* row, const RowOptions& options) {
  TraceNode node;
  node.node.name = row->Name("name");
  node.node.capacity = ReadAmounts(row);
  ReadPairs(row, "attributes", [&](std::string_view name, std::string_view value) {
    node.node.attributes.emplace_back(name, value);
  });
  // Nodes without the column are distributed by hash.
  if (row->Has(options.pool_column)) node.pool_value = PoolValue(row, options.pool_column);
  return node;
}

TraceJob ReadJob(CsvReader* row, const RowOptions& options) {
  TraceJob item;
  item.job.id = row->Name("id");
  item.job.user = row->Text("user");
  item.job.submitted_at.ms = row->Integer("submit_ms", 0, kMaxMilliseconds);
  item.job.request = ReadAmounts(row);
  item.script.run.ms = row->Integer("run_ms", 0, kMaxMilliseconds);
  if (row->Has("priority")) {
    item.job.priority = static_cast<int32_t>(row->Integer("priority", 0, 100));
  }
  if (row->Has("exit_code")) {
    item.script.exit_code = static_cast<int32_t>(row->Integer("exit_code", 0, 255));
  }
  ReadPairs(row, "hard", [&](std::string_view attribute, std::string_view values) {
    AttributeConstraint constraint{std::string(attribute), Operator::kIn, {}};
    for (std::string_view value : Split(values, '|')) constraint.values.emplace_back(value);
    item.job.hard.push_back(std::move(constraint));
  });
  item.pool_value = PoolValue(row, options.pool_column);
  const absl::Status valid = ValidateJob(item.job);
  if (!valid.ok()) row->Blame("id", fmt::format("is not a job: {}", std::string(valid.message())));
  return item;
}

}  // namespace

absl::StatusOr<NodeList> ReadBayplanNodes(CsvReader rows, const RowOptions& options, BadRows* bad) {
  absl::Status header = rows.Require({"name", "milli_cpu", "memory_bytes", "milli_gpu"});
  if (!header.ok()) return header;
  NodeList list;
  absl::Status read = ReadRows(
      &rows, "name", [&](CsvReader* row) { return ReadNode(row, options); }, bad, &list.nodes);
  if (!read.ok()) return read;
  return list;
}

absl::StatusOr<JobList> ReadBayplanJobs(CsvReader rows, const RowOptions& options, BadRows* bad) {
  absl::Status header =
      rows.Require({"id", "user", "submit_ms", "run_ms", "milli_cpu", "memory_bytes", "milli_gpu"});
  if (header.ok() && !options.pool_column.empty()) header = rows.Require({options.pool_column});
  if (!header.ok()) return header;
  JobList list;
  absl::Status read = ReadRows(
      &rows, "id", [&](CsvReader* row) { return ReadJob(row, options); }, bad, &list.jobs);
  if (!read.ok()) return read;
  return list;
}

}  // namespace bayplan::replay
