// The host dies at each step between Schedule and Poll: nothing is lost and nothing happens twice.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "bayplan/base/split_mix.h"
#include "engine/crashing_host.h"

namespace bayplan {
namespace {

using testing::CrashingHost;
using testing::CrashPoint;

constexpr char kConfig[] = R"({:pools {:schedulers [
    {:pool-regex "^k8s" :scheduler-config {:scheduler "kubernetes" :max-pending-pods 4}}
    {:pool-regex "" :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0}}]}})";

constexpr CrashPoint kAllPoints[] = {CrashPoint::kNever,       CrashPoint::kBeforeStore,
                                     CrashPoint::kAfterStore,  CrashPoint::kDuringLaunch,
                                     CrashPoint::kAfterLaunch, CrashPoint::kAfterPoll};
constexpr int kJobs = 12;

std::unique_ptr<SimCluster> MakeWorld(const std::string& pool) {
  SimOptions options;
  options.pull_time = Duration::Seconds(2);
  options.redelivered_news = 3;
  std::unique_ptr<SimCluster> world = *SimCluster::Create(options);
  for (int i = 0; i < 3; ++i) {
    Node node;
    node.name = fmt::format("n{}", i);
    node.pool = pool;
    node.capacity.Set(Dimension::kMilliCpu, 2'000);
    REQUIRE(world->AddNode(node).ok());
  }
  for (int i = 0; i < kJobs; ++i) {
    REQUIRE(
        world->DescribeJob(fmt::format("job-{:02}", i), {Duration::Seconds(3 + i % 5), 0}).ok());
  }
  return world;
}

std::vector<Job> MakeJobs() {
  std::vector<Job> jobs;
  for (int i = 0; i < kJobs; ++i) {
    Job& job = jobs.emplace_back();
    job.id = fmt::format("job-{:02}", i);
    job.request.Set(Dimension::kMilliCpu, 1'000);
  }
  return jobs;
}

// Runs until every job is over; `crash(cycle)` says where the process dies. Returns how often it
// did.
template <typename Crash>
int RunToEnd(const std::string& pool, const Crash& crash) {
  const std::unique_ptr<SimCluster> world = MakeWorld(pool);
  const absl::StatusOr<ReadResult> config = ReadEdn(kConfig, {});
  REQUIRE(config.ok());
  CrashingHost host(world.get(), config->config, pool);
  host.Submit(MakeJobs());
  for (int cycle = 0; cycle < 200 && host.HasLiveJobs(); ++cycle) {
    host.Cycle(Timestamp{1'000 * cycle}, crash(cycle));
  }

  // Nothing lost: every job is over, and well.
  REQUIRE(host.finished().size() == kJobs);
  for (const auto& [id, outcome] : host.finished()) CHECK(outcome == JobOutcome::kSucceeded);
  // Nothing twice: one pod was accepted per job, under its one name, and it ran.
  CHECK(world->Counters().pods_accepted == kJobs);
  CHECK(world->Counters().pods_ended == kJobs);
  REQUIRE(host.records().size() == kJobs);
  for (const auto& [name, record] : host.records()) {
    CHECK(name.attempt == 1);
    CHECK(record.facts == *world->Facts(name));
  }
  return host.crashes();
}

TEST_CASE("a host that dies once, at any step of any cycle, loses nothing and does nothing twice") {
  for (const char* pool : {"batch", "k8s-batch"}) {
    for (CrashPoint point : kAllPoints) {
      int crashes = 0;
      for (int when = 0; when < 12; ++when) {
        CAPTURE(pool);
        CAPTURE(static_cast<int>(point));
        CAPTURE(when);
        crashes +=
            RunToEnd(pool, [&](int cycle) { return cycle == when ? point : CrashPoint::kNever; });
      }
      // The point was reached, or this test would show nothing.
      CHECK((crashes > 0) == (point != CrashPoint::kNever));
    }
  }
}

TEST_CASE("a host that dies again and again still brings every job to its end once") {
  for (const char* pool : {"batch", "k8s-batch"}) {
    int crashes = 0;
    for (uint64_t seed = 0; seed < 100; ++seed) {
      SplitMix random(seed);
      CAPTURE(pool);
      CAPTURE(seed);
      crashes += RunToEnd(pool, [&](int) {
        return random.Below(2) == 0 ? CrashPoint::kNever : kAllPoints[random.Below(6)];
      });
    }
    CHECK(crashes >= 300);
  }
}

}  // namespace
}  // namespace bayplan
