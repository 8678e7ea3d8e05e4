#include "openb_format.h"

#include <fmt/format.h>

#include "row_reading.h"

namespace bayplan::replay {
namespace {

constexpr int64_t kMaxSeconds = int64_t{1} << 40;
constexpr int64_t kMaxGpus = int64_t{1} << 20;

// "A|B" as a list; empty parts are dropped.
std::vector<std::string> Alternatives(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = text.find('|');
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

TraceNode ReadNode(CsvReader* row, const RowOptions& options) {
  TraceNode node;
  node.node.name = row->Name("sn");
  node.node.capacity.Set(Dimension::kMilliCpu, row->Integer("cpu_milli", 0, kMaxAmount))
      .Set(Dimension::kMemoryBytes, row->Integer("memory_mib", 0, kMaxAmount >> 20) << 20)
      .Set(Dimension::kMilliGpu, row->Integer("gpu", 0, kMaxGpus) * 1'000);
  const std::string_view model = row->Text("model");
  if (!model.empty())
    node.node.attributes = {{std::string(kGpuModelAttribute), std::string(model)}};
  // Nodes without the column are distributed by hash.
  if (row->Has(options.pool_column)) node.pool_value = PoolValue(row, options.pool_column);
  return node;
}

Duration ReadRun(CsvReader* row, int64_t creation) {
  const bool scheduled = !row->Text("scheduled_time").empty();
  const int64_t start = scheduled ? row->Integer("scheduled_time", 0, kMaxSeconds) : creation;
  const int64_t deletion = row->Integer("deletion_time", 0, kMaxSeconds);
  if (deletion < start) {
    row->Blame("deletion_time",
               fmt::format("is {}; valid is {} (its start) or later", deletion, start));
  }
  return Duration::Seconds(deletion - start);
}

TraceJob ReadJob(CsvReader* row, const RowOptions& options) {
  TraceJob pod;
  pod.job.id = row->Name("name");
  pod.job.request.Set(Dimension::kMilliCpu, row->Integer("cpu_milli", 0, kMaxAmount))
      .Set(Dimension::kMemoryBytes, row->Integer("memory_mib", 0, kMaxAmount >> 20) << 20)
      .Set(Dimension::kMilliGpu,
           row->Integer("num_gpu", 0, kMaxGpus) * row->Integer("gpu_milli", 0, 1'000));
  std::vector<std::string> models = Alternatives(row->Text("gpu_spec"));
  if (!models.empty()) {
    pod.job.hard = {{std::string(kGpuModelAttribute), Operator::kIn, std::move(models)}};
  }
  const int64_t creation = row->Integer("creation_time", 0, kMaxSeconds);
  pod.job.submitted_at = Timestamp{} + Duration::Seconds(creation);
  pod.script.run = ReadRun(row, creation);
  pod.pool_value = PoolValue(row, options.pool_column);
  const absl::Status valid = ValidateJob(pod.job);
  if (!valid.ok())
    row->Blame("name", fmt::format("is not a job: {}", std::string(valid.message())));
  return pod;
}

}  // namespace

absl::StatusOr<NodeList> ReadOpenbNodes(CsvReader rows, const RowOptions& options, BadRows* bad) {
  absl::Status header = rows.Require({"sn", "cpu_milli", "memory_mib", "gpu", "model"});
  if (!header.ok()) return header;
  NodeList list;
  absl::Status read = ReadRows(
      &rows, "sn", [&](CsvReader* row) { return ReadNode(row, options); }, bad, &list.nodes);
  if (!read.ok()) return read;
  return list;
}

absl::StatusOr<JobList> ReadOpenbJobs(CsvReader rows, const RowOptions& options, BadRows* bad) {
  absl::Status header = rows.Require({"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli",
                                      "creation_time", "deletion_time"});
  if (header.ok() && !options.pool_column.empty()) header = rows.Require({options.pool_column});
  if (!header.ok()) return header;
  JobList list;
  absl::Status read = ReadRows(
      &rows, "name", [&](CsvReader* row) { return ReadJob(row, options); }, bad, &list.jobs);
  if (!read.ok()) return read;
  return list;
}

}  // namespace bayplan::replay
