// bayplan-replay: replays a trace against an embedded cluster and prints what became of it.
// docs/replay.md has the options, the formats and how to read the report.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>

#include "load_workload.h"
#include "output_files.h"
#include "progress_bar.h"
#include "replay_loop.h"
#include "report.h"
#include "report_json.h"
#include "report_text.h"

namespace bayplan::replay {
namespace {

// Exit codes beside CLI11's own for a bad command line.
constexpr int kBadInput = 2;
constexpr int kDoesNotAddUp = 3;

struct CommandLine {
  Sources sources;
  std::string format = "bayplan";
  std::string config;
  ReplayOptions replay;
  std::string out;
  bool json = false;
  bool quiet = false;
};

void AddOptions(CLI::App* app, CommandLine* line) {
  app->add_option("--nodes", line->sources.nodes, "File of nodes, or uniform:COUNTxCPUS")
      ->required();
  app->add_option("--jobs", line->sources.jobs, "File of jobs")->required();
  app->add_option("--format", line->format, "bayplan, openb or swf")->capture_default_str();
  app->add_option("--config", line->config, "Configuration of the pools (.edn, .json, .textproto)");
  app->add_option("--pool", line->sources.pools, "A pool's name; repeat for more")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--pool-by", line->sources.pool_by, "hash, qos or column:NAME");
  app->add_option("--seed", line->replay.seed, "Seed of the embedded cluster")
      ->capture_default_str();
  app->add_option_function<int64_t>(
      "--until", [line](int64_t ms) { line->replay.until = Timestamp{ms}; },
      "Stop at this time of the trace, in ms");
  app->add_option("--cycle-ms", line->replay.cycle_interval.ms, "At most one cycle per pool in it")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app->add_option("--pull-ms", line->replay.pull_time.ms, "Time to pull an image")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--pull-jitter-ms", line->replay.pull_jitter.ms, "Up to so much more")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--autoscale", line->replay.autoscale_max_nodes,
                  "Nodes that the cluster may add to each pool that Kubernetes places")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--autoscale-delay-ms", line->replay.autoscale_delay.ms,
                  "From the request of a node until it is ready")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app->add_option("--out", line->out, "Folder for CSV and JSON files");
  app->add_flag("--json", line->json, "Print the report as JSON");
  app->add_flag("--quiet", line->quiet, "Print neither report nor progress");
  app->add_flag("--skip-bad-rows", line->sources.skip_bad_rows,
                "Count rows that cannot be read and go on");
}

WallTimes MeasureCycles(const ReplayResult& result, int64_t replay_ns) {
  WallTimes wall{replay_ns, {}};
  for (const std::vector<int64_t>& times : result.cycle_ns) {
    CycleTime& time = wall.cycles.emplace_back();
    const std::optional<Percentiles> ranks = NearestRank(times);
    if (!ranks.has_value()) continue;
    time.p99 = ranks->p99;
    time.worst = *std::max_element(times.begin(), times.end());
    time.mean = std::accumulate(times.begin(), times.end(), int64_t{0}) /
                static_cast<int64_t>(times.size());
  }
  return wall;
}

int Fail(const absl::Status& status, int code) {
  fmt::print(stderr, "bayplan-replay: {}\n", std::string(status.message()));
  return code;
}

void Print(const CommandLine& line, const Report& report, const RunSummary& summary,
           const WallTimes& wall) {
  if (line.json) {
    fmt::print("{}", ReportJson(report, summary, &wall));
  } else if (!line.quiet) {
    fmt::print("{}", ReportText(report, summary, &wall));
  }
}

int Run(CommandLine line) {
  absl::StatusOr<Format> format = ParseFormat(line.format);
  if (!format.ok()) return Fail(format.status(), kBadInput);
  line.sources.format = *format;
  absl::StatusOr<config::Config> config = LoadConfig(line.config);
  if (!config.ok()) return Fail(config.status(), kBadInput);
  line.replay.config = *std::move(config);
  RunSummary summary;
  absl::StatusOr<Workload> workload = LoadWorkload(line.sources, &summary);
  if (!workload.ok()) return Fail(workload.status(), kBadInput);

  ProgressBar bar(static_cast<int64_t>(workload->jobs.size()),
                  !line.quiet && isatty(STDERR_FILENO) != 0);
  const auto begin = std::chrono::steady_clock::now();
  absl::StatusOr<ReplayResult> result = RunReplay(
      *workload, line.replay,
      [&bar](int64_t arrived, int64_t over, Timestamp now) { bar.Update(arrived, over, now); });
  const auto took = std::chrono::steady_clock::now() - begin;
  bar.Clear();
  if (!result.ok()) return Fail(result.status(), kBadInput);

  const Report report = MakeReport(*workload, *result);
  const WallTimes wall =
      MeasureCycles(*result, std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  Print(line, report, summary, wall);
  absl::Status adds_up = CheckReport(report);
  if (!adds_up.ok()) return Fail(adds_up, kDoesNotAddUp);
  if (line.out.empty()) return 0;
  absl::Status written = WriteOutputFiles(line.out, *workload, *result, report, summary);
  return written.ok() ? 0 : Fail(written, kBadInput);
}

}  // namespace
}  // namespace bayplan::replay

int main(int argc, char** argv) {
  CLI::App app{"Replays a trace of jobs against an embedded cluster."};
  bayplan::replay::CommandLine line;
  bayplan::replay::AddOptions(&app, &line);
  CLI11_PARSE(app, argc, argv);
  return bayplan::replay::Run(std::move(line));
}
