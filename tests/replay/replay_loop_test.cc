// Whole replays of small generated traces.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "bayplan/base/split_mix.h"
#include "load_workload.h"
#include "output_files.h"
#include "replay_loop.h"
#include "report.h"
#include "report_json.h"
#include "report_text.h"

namespace bayplan::replay {
namespace {

TraceNode MakeNode(const std::string& name, int64_t cores, int64_t gpus) {
  TraceNode node;
  node.node.name = name;
  node.node.capacity.Set(Dimension::kMilliCpu, cores * 1'000)
      .Set(Dimension::kMemoryBytes, cores << 32)
      .Set(Dimension::kMilliGpu, gpus * 1'000);
  return node;
}

// Jobs of all kinds, some that fail and some that fit nowhere, over two pools.
Workload MakeWorkload(uint64_t seed, int jobs) {
  SplitMix random(seed);
  Workload workload;
  for (int i = 0; i < 8; ++i) {
    workload.nodes.push_back(MakeNode(fmt::format("n{}", i), 8 + 8 * (i % 2), i % 3));
  }
  for (int i = 0; i < jobs; ++i) {
    TraceJob& item = workload.jobs.emplace_back();
    item.job.id = fmt::format("job-{:03}", i);
    item.job.submitted_at.ms = static_cast<int64_t>(random.Below(3'600'000));
    item.job.request.Set(Dimension::kMilliCpu, static_cast<int64_t>(500 * (1 + random.Below(12))))
        .Set(Dimension::kMemoryBytes, static_cast<int64_t>(random.Below(16)) << 30)
        .Set(Dimension::kMilliGpu, random.Below(8) == 0 ? 1'000 : 0);
    if (random.Below(50) == 0) item.job.request.Set(Dimension::kMilliCpu, 64'000);
    item.script.run.ms = static_cast<int64_t>(random.Below(600'000));
    item.script.exit_code = random.Below(20) == 0 ? 1 : 0;
  }
  workload.split = *SplitPools({"", {"k8s-exp", "default"}}, workload.jobs, workload.nodes);
  return workload;
}

ReplayOptions MakeOptions() {
  ReplayOptions options;
  options.config = *LoadConfig("");
  return options;
}

struct Totals {
  int64_t placed = 0;
  int64_t failed = 0;
  int64_t left = 0;
};

Totals Count(const ReplayResult& result) {
  std::map<Outcome, int64_t> counts;
  for (const JobResult& job : result.jobs) ++counts[job.outcome];
  return {counts[Outcome::kPlaced], counts[Outcome::kFailed], counts[Outcome::kLeft]};
}

TEST_CASE("every job is accounted for once and the work adds up, whatever the load") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const Workload workload = MakeWorkload(seed, 50 * static_cast<int>(seed));
    ReplayOptions options = MakeOptions();
    options.pull_time = Duration::Seconds(static_cast<int64_t>(seed) % 3 * 10);
    options.autoscale_max_nodes = static_cast<int64_t>(seed % 2) * 2;
    const absl::StatusOr<ReplayResult> result = RunReplay(workload, options, nullptr);
    REQUIRE(result.ok());
    const Totals totals = Count(*result);
    CHECK(totals.placed + totals.failed + totals.left ==
          static_cast<int64_t>(workload.jobs.size()));
    for (size_t i = 0; i < workload.jobs.size(); ++i) {
      const TraceJob& job = workload.jobs[i];
      const JobResult& outcome = result->jobs[i];
      CAPTURE(job.job.id);
      // Small jobs fit somewhere in the end; large ones never do.
      if (job.job.request.Get(Dimension::kMilliCpu) == 64'000) {
        CHECK(outcome.outcome == Outcome::kLeft);
        CHECK_FALSE(outcome.reason.empty());
      } else if (job.job.request.Get(Dimension::kMilliGpu) == 0) {
        CHECK(outcome.outcome == (job.script.exit_code == 0 ? Outcome::kPlaced : Outcome::kFailed));
        const InstanceFacts& facts = outcome.record->facts;
        CHECK(facts.ended->at.time - facts.started->time == job.script.run);
      }
    }
    const Report report = MakeReport(workload, *result);
    CHECK(CheckReport(report).ok());
    CHECK(report.all.jobs == static_cast<int64_t>(workload.jobs.size()));
  }
}

TEST_CASE("stopped early, what runs counts as placed and what did not come as left") {
  const Workload workload = MakeWorkload(3, 200);
  ReplayOptions options = MakeOptions();
  options.until = Timestamp{1'800'000};
  const absl::StatusOr<ReplayResult> result = RunReplay(workload, options, nullptr);
  REQUIRE(result.ok());
  CHECK(result->end == Timestamp{1'800'000});
  for (size_t i = 0; i < workload.jobs.size(); ++i) {
    if (workload.jobs[i].job.submitted_at <= *options.until) continue;
    CHECK(result->jobs[i].outcome == Outcome::kLeft);
    CHECK(result->jobs[i].reason == "not submitted before the end");
  }
  const Report report = MakeReport(workload, *result);
  CHECK(report.all.running_at_end > 0);
  CHECK(CheckReport(report).ok());
}

TEST_CASE("the same trace and seed give the same bytes, files and report alike") {
  const Workload workload = MakeWorkload(5, 300);
  ReplayOptions options = MakeOptions();
  options.pull_time = Duration::Seconds(10);
  options.pull_jitter = Duration::Seconds(10);
  options.autoscale_max_nodes = 3;
  const absl::StatusOr<ReplayResult> first = RunReplay(workload, options, nullptr);
  const absl::StatusOr<ReplayResult> second = RunReplay(workload, options, nullptr);
  options.seed = 2;
  const absl::StatusOr<ReplayResult> other = RunReplay(workload, options, nullptr);
  REQUIRE((first.ok() && second.ok() && other.ok()));
  CHECK(PlacementsCsv(workload, *first) == PlacementsCsv(workload, *second));
  CHECK(CyclesCsv(workload, *first) == CyclesCsv(workload, *second));
  const Report report = MakeReport(workload, *first);
  const Report again = MakeReport(workload, *second);
  CHECK(ReportCsv(report) == ReportCsv(again));
  CHECK(ReportJson(report, {}, nullptr) == ReportJson(again, {}, nullptr));
  CHECK(ReportText(report, {}, nullptr) == ReportText(again, {}, nullptr));
  CHECK(PlacementsCsv(workload, *first) != PlacementsCsv(workload, *other));
}

TEST_CASE("cycles of a pool keep their distance") {
  const Workload workload = MakeWorkload(4, 300);
  const absl::StatusOr<ReplayResult> result = RunReplay(workload, MakeOptions(), nullptr);
  REQUIRE(result.ok());
  std::map<size_t, Timestamp> last;
  for (const CycleRow& row : result->cycles) {
    if (last.contains(row.pool)) CHECK(row.at - last[row.pool] >= Duration::Seconds(3));
    last[row.pool] = row.at;
  }
  CHECK(last.size() == 2);
}

TEST_CASE("run time counted from submission is longer by the wait for a node and the pull") {
  Workload workload;
  workload.nodes = {MakeNode("n0", 4, 0)};
  for (int i = 0; i < 2; ++i) {
    TraceJob& item = workload.jobs.emplace_back();
    item.job.id = fmt::format("job-{}", i);
    item.job.request.Set(Dimension::kMilliCpu, 4'000);
    item.script.run = Duration::Minutes(1);
  }
  workload.split = *SplitPools({"", {"k8s-exp"}}, workload.jobs, workload.nodes);
  ReplayOptions options = MakeOptions();
  options.pull_time = Duration::Seconds(20);
  const absl::StatusOr<ReplayResult> result = RunReplay(workload, options, nullptr);
  REQUIRE(result.ok());
  const Report report = MakeReport(workload, *result);
  REQUIRE(report.pools[0].overcount.has_value());
  // The first is bound at once and pulls; the second waits for it to end, too. The cluster's
  // scheduler takes some milliseconds.
  const Overcount& overcount = *report.pools[0].overcount;
  CHECK(overcount.instances == 2);
  CHECK(overcount.worst_ms >= 100'000);
  CHECK(overcount.worst_ms < 111'000);
  CHECK(overcount.mean_ms >= 60'000);
  CHECK(report.pools[0].wait_ms->p99 == overcount.worst_ms);
}

TEST_CASE("a tampered account is noticed") {
  const Workload workload = MakeWorkload(2, 60);
  absl::StatusOr<ReplayResult> result = RunReplay(workload, MakeOptions(), nullptr);
  REQUIRE(result.ok());
  Report lost = MakeReport(workload, *result);
  --lost.pools[0].placed;
  CHECK_FALSE(CheckReport(lost).ok());
  for (JobResult& job : result->jobs) {
    if (job.outcome != Outcome::kPlaced) continue;
    job.record->facts.started->time = job.record->facts.started->time + Duration{-1};
    break;
  }
  CHECK_FALSE(CheckReport(MakeReport(workload, *result)).ok());
}

TEST_CASE("a pool that no entry of the configuration matches is refused by name") {
  Workload workload = MakeWorkload(1, 5);
  ReplayOptions options = MakeOptions();
  options.config.mutable_pools()->mutable_schedulers()->RemoveLast();
  const absl::Status status = RunReplay(workload, options, nullptr).status();
  CHECK(std::string(status.message()).find("default") != std::string::npos);
}

}  // namespace
}  // namespace bayplan::replay
