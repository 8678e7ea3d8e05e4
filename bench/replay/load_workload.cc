#include "load_workload.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "bad_rows.h"
#include "bayplan/config/reader.h"
#include "bayplan_format.h"
#include "csv_reader.h"
#include "default_config.h"
#include "openb_format.h"
#include "swf_format.h"
#include "text_file.h"
#include "uniform_nodes.h"

namespace bayplan::replay {
namespace {

absl::StatusOr<NodeList> LoadNodes(const Sources& sources, const RowOptions& options,
                                   BadRows* bad) {
  if (IsUniformNodes(sources.nodes)) return MakeUniformNodes(sources.nodes);
  absl::StatusOr<CsvReader> rows = CsvReader::Open(sources.nodes);
  if (!rows.ok()) return rows.status();
  if (sources.format == Format::kOpenb) return ReadOpenbNodes(*std::move(rows), options, bad);
  // The Standard Workload Format has no nodes; Bayplan's list serves.
  return ReadBayplanNodes(*std::move(rows), options, bad);
}

absl::StatusOr<RowOptions> MakeRowOptions(const Sources& sources, const CsvReader* jobs) {
  if (!sources.pool_by.has_value()) {
    const bool named = sources.format == Format::kBayplan && jobs->Has("pool");
    return RowOptions{named && sources.pools.empty() ? "pool" : ""};
  }
  absl::StatusOr<std::string> column = ParsePoolBy(*sources.pool_by);
  if (!column.ok()) return column.status();
  return RowOptions{*std::move(column)};
}

// Both lists, read with the same options.
struct Lists {
  NodeList nodes;
  JobList jobs;
  std::string pool_column;
};

absl::StatusOr<Lists> LoadLists(const Sources& sources, BadRows* bad) {
  absl::StatusOr<JobList> jobs = JobList();
  absl::StatusOr<RowOptions> options = RowOptions();
  if (sources.format == Format::kSwf) {
    options = MakeRowOptions(sources, nullptr);
    if (!options.ok()) return options.status();
    absl::StatusOr<std::string> text = ReadTextFile(sources.jobs);
    if (!text.ok()) return text.status();
    jobs = ReadSwfJobs(sources.jobs, *text, *options, bad);
  } else {
    absl::StatusOr<CsvReader> rows = CsvReader::Open(sources.jobs);
    if (!rows.ok()) return rows.status();
    options = MakeRowOptions(sources, &*rows);
    if (!options.ok()) return options.status();
    jobs = sources.format == Format::kOpenb ? ReadOpenbJobs(*std::move(rows), *options, bad)
                                            : ReadBayplanJobs(*std::move(rows), *options, bad);
  }
  if (!jobs.ok()) return jobs.status();
  absl::StatusOr<NodeList> nodes = LoadNodes(sources, *options, bad);
  if (!nodes.ok()) return nodes.status();
  return Lists{*std::move(nodes), *std::move(jobs), options->pool_column};
}

}  // namespace

absl::StatusOr<Format> ParseFormat(std::string_view text) {
  if (text == "bayplan") return Format::kBayplan;
  if (text == "openb") return Format::kOpenb;
  if (text == "swf") return Format::kSwf;
  return absl::InvalidArgumentError(
      fmt::format("format is \"{}\"; valid are bayplan, openb and swf", text));
}

absl::StatusOr<Workload> LoadWorkload(const Sources& sources, RunSummary* summary) {
  BadRows bad(sources.skip_bad_rows);
  absl::StatusOr<Lists> lists = LoadLists(sources, &bad);
  if (!lists.ok()) return lists.status();
  summary->nodes = sources.nodes;
  summary->jobs = sources.jobs;
  summary->bad_rows = bad.count();
  summary->first_bad_row = bad.first();
  summary->not_runnable = lists->jobs.not_runnable;
  summary->first_not_runnable = lists->jobs.first_not_runnable;

  PoolBy by{lists->pool_column, sources.pools};
  if (by.pools.empty()) by.pools = {"k8s-exp", "default"};
  Workload workload;
  workload.nodes = std::move(lists->nodes.nodes);
  workload.jobs = std::move(lists->jobs.jobs);
  absl::StatusOr<PoolSplit> split = SplitPools(by, workload.jobs, workload.nodes);
  if (!split.ok()) return split.status();
  workload.split = *std::move(split);
  return workload;
}

absl::StatusOr<config::Config> LoadConfig(const std::string& path) {
  ReadOptions options{.source_name = path.empty() ? "built-in configuration" : path};
  std::string text(kDefaultConfigEdn);
  ConfigFormat format = ConfigFormat::kEdn;
  if (!path.empty()) {
    absl::StatusOr<std::string> read = ReadTextFile(path);
    if (!read.ok()) return read.status();
    text = *std::move(read);
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".json") format = ConfigFormat::kJson;
    if (extension == ".textproto" || extension == ".txtpb") format = ConfigFormat::kTextProto;
  }
  absl::StatusOr<ReadResult> result = ReadConfig(text, format, options);
  if (!result.ok()) return result.status();
  return std::move(result->config);
}

}  // namespace bayplan::replay
