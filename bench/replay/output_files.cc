#include "output_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "csv_reader.h"
#include "report_json.h"
#include "text_file.h"

namespace bayplan::replay {
namespace {

template <typename T>
std::string TimeField(const std::optional<T>& stamp) {
  if (!stamp.has_value()) return "";
  if constexpr (std::is_same_v<T, Stamp>) {
    return fmt::format("{}", stamp->time.ms);
  } else {
    return fmt::format("{}", stamp->at.time.ms);
  }
}

std::string NodeField(const InstanceRecord& record) {
  if (record.facts.scheduled.has_value()) return CsvField(record.facts.scheduled->node);
  return record.chosen_node.has_value() ? CsvField(*record.chosen_node) : std::string();
}

}  // namespace

std::string PlacementsCsv(const Workload& workload, const ReplayResult& result) {
  std::string text =
      "job,pool,outcome,attempt,node,submit_ms,committed_ms,scheduled_ms,started_ms,ended_ms,"
      "end_cause,reason\n";
  for (size_t i = 0; i < workload.jobs.size(); ++i) {
    const Job& job = workload.jobs[i].job;
    const JobResult& outcome = result.jobs[i];
    std::string instance = ",,,,,,";
    std::string attempt;
    if (outcome.record.has_value()) {
      const InstanceRecord& record = *outcome.record;
      const InstanceFacts& facts = record.facts;
      attempt = fmt::format("{},{}", record.name.attempt, NodeField(record));
      instance = fmt::format("{},{},{},{},{}", record.committed_at.ms, TimeField(facts.scheduled),
                             TimeField(facts.started), TimeField(facts.ended),
                             facts.ended ? EndCauseName(facts.ended->cause) : std::string_view());
    } else {
      attempt = ",";
      instance = ",,,,";
    }
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", CsvField(job.id),
                   CsvField(workload.split.pools[workload.split.pool_of_job[i]]),
                   OutcomeName(outcome.outcome), attempt, job.submitted_at.ms, instance,
                   CsvField(outcome.reason));
  }
  return text;
}

std::string CyclesCsv(const Workload& workload, const ReplayResult& result) {
  std::string text =
      "time_ms,pool,considered,assigned,refused,left,beyond_window,evaluations,window,finished,"
      "pending,active,allocated_milli_cpu,allocated_memory_bytes,allocated_milli_gpu\n";
  for (const CycleRow& row : result.cycles) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                   row.at.ms, CsvField(workload.split.pools[row.pool]), row.considered,
                   row.assigned, row.refused, row.left, row.beyond_window, row.evaluations,
                   row.window ? fmt::format("{}", *row.window) : "", row.finished, row.pending,
                   row.active, row.allocated.Get(Dimension::kMilliCpu),
                   row.allocated.Get(Dimension::kMemoryBytes),
                   row.allocated.Get(Dimension::kMilliGpu));
  }
  return text;
}

std::string ReportCsv(const Report& report) {
  std::string text = "pool,metric,value\n";
  for (const PoolReport& pool : report.pools) {
    const auto add = [&](std::string_view metric, int64_t value) {
      text += fmt::format("{},{},{}\n", CsvField(pool.pool), CsvField(metric), value);
    };
    add("nodes_at_begin", pool.nodes_at_begin);
    add("nodes_most", pool.most_nodes);
    add("jobs", pool.jobs);
    add("placed", pool.placed);
    add("running_at_end", pool.running_at_end);
    add("failed", pool.failed);
    add("left", pool.left);
    for (const auto& [reason, jobs] : pool.left_reasons) add("left: " + reason, jobs);
    for (const auto& [reason, jobs] : pool.failed_reasons) add("failed: " + reason, jobs);
    if (pool.wait_ms.has_value()) {
      add("wait_p50_ms", pool.wait_ms->p50);
      add("wait_p95_ms", pool.wait_ms->p95);
      add("wait_p99_ms", pool.wait_ms->p99);
    }
    for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
      const std::string_view name = DimensionName(kReportedDimensions[i]);
      add(fmt::format("{}_mean", name), pool.use[i].mean_used);
      add(fmt::format("{}_mean_capacity", name), pool.use[i].mean_capacity);
      add(fmt::format("{}_peak", name), pool.use[i].peak_used);
    }
    add("cycles", pool.cycles);
    add("evaluations", pool.evaluations);
    if (pool.overcount.has_value()) {
      add("run_time_from_submission_less_from_start_mean_ms", pool.overcount->mean_ms);
      add("run_time_from_submission_less_from_start_worst_ms", pool.overcount->worst_ms);
    }
  }
  return text;
}

absl::Status WriteOutputFiles(const std::string& folder, const Workload& workload,
                              const ReplayResult& result, const Report& report,
                              const RunSummary& summary) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return absl::UnavailableError(fmt::format("{}: {}", folder, error.message()));
  const std::pair<const char*, std::string> files[] = {
      {"placements.csv", PlacementsCsv(workload, result)},
      {"cycles.csv", CyclesCsv(workload, result)},
      {"report.csv", ReportCsv(report)},
      {"report.json", ReportJson(report, summary, /*wall=*/nullptr)}};
  for (const auto& [name, text] : files) {
    absl::Status status = WriteTextFile((std::filesystem::path(folder) / name).string(), text);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace bayplan::replay
