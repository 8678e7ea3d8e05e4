// The same jobs through both schedulers, behind the one interface.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bayplan/delegate/kube_delegate.h"
#include "bayplan/match/fenzo_bin_packer.h"
#include "bayplan/pool/scheduler.h"
#include "bayplan/rank/priority_order.h"

namespace bayplan {
namespace {

PoolState MakePool() {
  PoolState state("batch");
  REQUIRE(state.Apply(UpsertCluster{{"east", ClusterState::kRunning}}).ok());
  for (int i = 0; i < 4; ++i) {
    Node node;
    node.name = fmt::format("n{}", i);
    node.pool = "batch";
    node.cluster = "east";
    node.capacity.Set(Dimension::kMilliCpu, 2'000);
    REQUIRE(state.Apply(UpsertNode{node}).ok());
  }
  for (int i = 0; i < 20; ++i) {
    Job job;
    job.id = fmt::format("job-{:02}", i);
    job.request.Set(Dimension::kMilliCpu, 1'000);
    REQUIRE(state.Apply(AddJob{job}).ok());
  }
  return state;
}

std::vector<std::unique_ptr<Scheduler>> BothSchedulers() {
  std::vector<std::unique_ptr<Scheduler>> both;
  both.push_back(*FenzoBinPacker::Create({.good_enough_fitness = 1.0}));
  both.push_back(*KubeDelegate::Create({.max_pending_pods = 8}));
  return both;
}

// Ends everything that runs; returns the ids of the jobs that are over.
void EndAll(PoolState* state, std::multiset<std::string>* done) {
  for (size_t i = 0; i < state->jobs().row_count(); ++i) {
    const JobRow row = state->jobs().RowAt(i);
    if (!row.live || row.state != JobState::kActive) continue;
    Observation end{row.instance->name, {}};
    end.facts.ended = End{{Timestamp{9}}, EndCause::kSucceeded, 0};
    const absl::StatusOr<Applied> applied = state->Apply(Observe{end});
    REQUIRE(applied.ok());
    REQUIRE(applied->outcome == JobOutcome::kSucceeded);
    done->insert(row.job->id);
  }
}

TEST_CASE("both schedulers bring the same jobs to their end, each exactly once") {
  for (const std::unique_ptr<Scheduler>& scheduler : BothSchedulers()) {
    CAPTURE(scheduler->kind());
    PoolState state = MakePool();
    PriorityOrder order;
    std::multiset<std::string> done;
    for (int cycle = 0; cycle < 10 && done.size() < 20; ++cycle) {
      const auto jobs = order.Head(state, scheduler->ConsiderableLimit(state));
      const absl::StatusOr<Plan> plan = scheduler->Schedule(state, jobs, {});
      REQUIRE(plan.ok());
      CHECK(plan->assignments.size() + plan->leftovers.size() == jobs.size());
      CHECK(plan->assignments.size() <= 8);
      for (const Leftover& left : plan->leftovers) {
        const ReasonTable& table = plan->tables.at(left.table);
        int64_t sum = 0;
        for (const ReasonCount& row : table.first) sum += row.count;
        CHECK(sum == table.looked_at);
        CHECK_FALSE(table.first.empty());
      }
      const absl::StatusOr<CommitResult> committed = state.Commit(*plan, {}, Timestamp{cycle});
      REQUIRE(committed.ok());
      CHECK(committed->refusals.empty());
      for (const InstanceRecord& record : committed->records) {
        CHECK(record.cluster == "east");
        CHECK(record.chosen_node.has_value() == (scheduler->kind() == "fenzo"));
        CHECK(record.facts == InstanceFacts{});
      }
      EndAll(&state, &done);
    }
    CHECK(done.size() == 20);
    CHECK(std::set<std::string>(done.begin(), done.end()).size() == 20);
    CHECK(state.jobs().size() == 0);
  }
}

TEST_CASE("a plan of either scheduler is a pure function of the state and the jobs") {
  for (int which = 0; which < 2; ++which) {
    std::vector<Plan> plans;
    for (int run = 0; run < 2; ++run) {
      PoolState state = MakePool();
      PriorityOrder order;
      const auto both = BothSchedulers();
      plans.push_back(
          *both[static_cast<size_t>(which)]->Schedule(state, order.Head(state, 100), {}));
    }
    CHECK(plans[0] == plans[1]);
    CHECK(plans[0].id != 0);
  }
}

}  // namespace
}  // namespace bayplan
