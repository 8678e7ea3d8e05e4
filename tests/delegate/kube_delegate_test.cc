#include "bayplan/delegate/kube_delegate.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <map>
#include <string>

#include "bayplan/rank/priority_order.h"

namespace bayplan {
namespace {

struct Fixture {
  PoolState state{"k8s"};
  PriorityOrder order;
  std::unique_ptr<KubeDelegate> delegate;

  explicit Fixture(KubeOptions options) { delegate = *KubeDelegate::Create(options); }
  void AddCluster(const char* name, ClusterState cluster = ClusterState::kRunning) {
    REQUIRE(state.Apply(UpsertCluster{{name, cluster}}).ok());
  }
  void AddJobs(int count, std::vector<std::string> clusters = {}) {
    for (int i = 0; i < count; ++i) {
      Job job;
      job.id = fmt::format("job-{:03}", state.jobs().size());
      job.clusters = clusters;
      REQUIRE(state.Apply(AddJob{job}).ok());
    }
  }
  Plan Schedule() {
    const auto jobs = order.Head(state, delegate->ConsiderableLimit(state));
    absl::StatusOr<Plan> plan = delegate->Schedule(state, jobs, {.now = Timestamp{1'000}});
    REQUIRE(plan.ok());
    return *plan;
  }
  std::map<std::string, int> CountByCluster(const Plan& plan) const {
    std::map<std::string, int> count;
    for (const Assignment& a : plan.assignments) ++count[state.clusters()[a.cluster].name];
    return count;
  }
};

TEST_CASE("the window bounds the pods without a node per cluster, whatever the number of cycles") {
  Fixture f({.max_pending_pods = 10});
  f.AddCluster("east");
  f.AddCluster("west");
  f.AddJobs(50);
  const Plan first = f.Schedule();
  CHECK(f.CountByCluster(first) == std::map<std::string, int>{{"east", 10}, {"west", 10}});
  REQUIRE(f.state.Commit(first, {}, Timestamp{1'000}).ok());
  const Plan full = f.Schedule();
  CHECK(full.assignments.empty());
  REQUIRE(full.tables.size() == 1);
  CHECK(full.tables[0].first == std::vector<ReasonCount>{{{ReasonCode::kWindowFull, ""}, 2}});

  // A pod that got a node makes room, in its cluster and for one.
  const InstanceRecord& pod = *f.state.jobs().Row(first.assignments[0].job).instance;
  Observation bound{pod.name, {}};
  bound.facts.scheduled = Binding{{Timestamp{2'000}}, "n1"};
  REQUIRE(f.state.Apply(Observe{bound}).ok());
  CHECK(f.CountByCluster(f.Schedule()) == std::map<std::string, int>{{pod.cluster, 1}});
}

TEST_CASE(
    "a cluster that is not running, or not acceptable to the job, gets nothing and is counted") {
  Fixture f({.max_pending_pods = 1});
  f.AddCluster("east", ClusterState::kDraining);
  f.AddCluster("north");
  f.AddCluster("west");
  f.AddJobs(3, {"north", "east"});
  const Plan plan = f.Schedule();
  CHECK(f.CountByCluster(plan) == std::map<std::string, int>{{"north", 1}});
  REQUIRE(plan.leftovers.size() == 2);
  CHECK(plan.tables[0].looked_at == 3);
  CHECK(plan.tables[0].first ==
        std::vector<ReasonCount>{{{ReasonCode::kClusterNotRunning, "draining"}, 1},
                                 {{ReasonCode::kClusterNotAcceptable, ""}, 1},
                                 {{ReasonCode::kWindowFull, ""}, 1}});
}

TEST_CASE("a pool without clusters says so") {
  Fixture f({});
  f.AddJobs(1);
  const Plan plan = f.Schedule();
  CHECK(plan.tables[0].first[0].reason.code == ReasonCode::kNoClusters);
}

TEST_CASE("below the capacity threshold nothing is submitted and the plan asks for the pause") {
  Fixture f({.max_pending_pods = 40,
             .minimum_scheduling_capacity_threshold = 40,
             .scheduling_pause = Duration{3'000}});
  f.AddCluster("small");
  f.AddJobs(2);
  const Plan plan = f.Schedule();
  CHECK(plan.assignments.empty());
  CHECK(plan.not_before == Timestamp{4'000});
  CHECK(plan.tables[0].first[0].reason.code == ReasonCode::kPaused);
}

TEST_CASE("by default a cluster with a small window is not excluded") {
  Fixture f({.max_pending_pods = 40});
  f.AddCluster("small");
  f.AddJobs(2);
  const Plan plan = f.Schedule();
  CHECK(plan.assignments.size() == 2);
  CHECK_FALSE(plan.not_before.has_value());
}

TEST_CASE("a cycle considers at most the configured number of jobs") {
  Fixture f({.max_jobs_considered = 7});
  f.AddCluster("east");
  f.AddJobs(20);
  CHECK(f.Schedule().counters.considered == 7);
}

TEST_CASE("options out of range are refused by name") {
  const std::pair<KubeOptions, const char*> rows[] = {
      {{.max_jobs_considered = 0}, "max_jobs_considered is 0"},
      {{.max_pending_pods = 0}, "max_pending_pods is 0"},
      {{.minimum_scheduling_capacity_threshold = -1},
       "minimum_scheduling_capacity_threshold is -1"},
      {{.scheduling_pause = Duration{-1}}, "scheduling_pause is -1 ms"},
  };
  for (const auto& [options, text] : rows) {
    const absl::Status status = KubeDelegate::Create(options).status();
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()).find(text) != std::string::npos);
  }
}

TEST_CASE("windows too large to add up are room, not a reason to pause") {
  Fixture f({.max_pending_pods = std::numeric_limits<int64_t>::max(),
             .minimum_scheduling_capacity_threshold = 1});
  f.AddCluster("east");
  f.AddCluster("west");
  f.AddJobs(1);
  CHECK(f.Schedule().assignments.size() == 1);
}

}  // namespace
}  // namespace bayplan
