// The law of caches: throwing a scheduler away and making a new one changes no byte of any later
// plan. Checked after every step of random histories.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bayplan/delegate/kube_delegate.h"
#include "bayplan/match/fenzo_bin_packer.h"
#include "bayplan/pool/scheduler.h"
#include "bayplan/rank/priority_order.h"
#include "random_pool.h"

namespace bayplan {
namespace {

using MakeScheduler = std::function<std::unique_ptr<Scheduler>()>;

// One random history of a pool with a scheduler that lives through it.
class History {
 public:
  History(uint64_t seed, MakeScheduler make)
      : random_(seed), make_(std::move(make)), old_(make_()) {
    Apply(UpsertCluster{{"east", ClusterState::kRunning}});
    Apply(UpsertCluster{{"west", ClusterState::kRunning}});
  }

  void Step() {
    switch (random_.Below(9)) {
      case 0:
      case 1:
        return Apply(AddJob{testing::RandomJob(&random_, next_job_++)});
      case 2:
        return Apply(UpsertNode{testing::RandomNode(&random_, static_cast<int>(random_.Below(8)))});
      case 3:
        return random_.Below(3) == 0
                   ? Apply(RemoveNode{fmt::format("node-{:03}", random_.Below(8))})
                   : ObserveSome();
      case 4:
        return Apply(CancelJob{fmt::format("job-{}", random_.Below(Jobs()))});
      case 5:
        return ObserveSome();
      case 6:
        return Apply(UpsertCluster{
            {"west", random_.Below(2) == 0 ? ClusterState::kRunning : ClusterState::kDraining}});
      case 7:
        return WhatIf();
      default:
        return CommitSome();
    }
  }

  // The plan of the scheduler that lived through the history must equal a new one's.
  void CheckLaw() {
    max_assignments_ = static_cast<int64_t>(random_.Below(12));
    latest_ = Schedule(old_.get(), state_);
    const Plan fresh = Schedule(make_().get(), state_);
    REQUIRE(*latest_ == fresh);
    REQUIRE(latest_->id == fresh.id);
  }

 private:
  uint64_t Jobs() const { return static_cast<uint64_t>(next_job_) + 1; }

  void Apply(const Change& change) { state_.Apply(change).IgnoreError(); }

  Plan Schedule(Scheduler* scheduler, const PoolState& state) {
    PriorityOrder order;
    const auto jobs = order.Head(state, scheduler->ConsiderableLimit(state));
    absl::StatusOr<Plan> plan = scheduler->Schedule(
        state, jobs, {.now = Timestamp{now_}, .max_assignments = max_assignments_});
    REQUIRE(plan.ok());
    return *plan;
  }

  void CommitSome() {
    if (!latest_.has_value()) return;
    std::vector<uint8_t> accepted;
    for (size_t i = 0; i < latest_->assignments.size(); ++i) {
      accepted.push_back(random_.Below(4) != 0);
    }
    REQUIRE(state_.Commit(*latest_, accepted, Timestamp{now_++}).ok());
  }

  void ObserveSome() {
    Observation news{{fmt::format("job-{}", random_.Below(Jobs())), 1}, {}};
    const Stamp stamp{Timestamp{now_++}};
    news.instance.attempt = static_cast<uint32_t>(1 + random_.Below(2));
    switch (random_.Below(4)) {
      case 0:
        news.facts.submitted = stamp;
        break;
      case 1:
        news.facts.scheduled = Binding{stamp, "node-000"};
        break;
      default:
        news.facts.ended =
            End{stamp, random_.Below(2) == 0 ? EndCause::kSucceeded : EndCause::kNodeLost, {}};
    }
    Apply(Observe{news});
  }

  // The scheduler is lent to a fork that goes another way, and comes back.
  void WhatIf() {
    PoolState fork = state_.Fork();
    fork.Apply(UpsertNode{testing::RandomNode(&random_, 9)}).IgnoreError();
    const Plan plan = Schedule(old_.get(), fork);
    if (random_.Below(2) == 0) REQUIRE(fork.Commit(plan, {}, Timestamp{now_}).ok());
    Schedule(old_.get(), fork);
  }

  SplitMix random_;
  MakeScheduler make_;
  std::unique_ptr<Scheduler> old_;
  PoolState state_{testing::kPool};
  std::optional<Plan> latest_;
  int64_t max_assignments_ = 0;
  int next_job_ = 0;
  int64_t now_ = 0;
};

void CheckLawOver(int histories, int steps, const MakeScheduler& make) {
  for (int seed = 0; seed < histories; ++seed) {
    History history(static_cast<uint64_t>(seed), make);
    for (int step = 0; step < steps; ++step) {
      CAPTURE(seed);
      CAPTURE(step);
      history.Step();
      history.CheckLaw();
    }
  }
}

TEST_CASE("a packer that lived through a history plans as a new one does") {
  CheckLawOver(60, 80, [] {
    return *FenzoBinPacker::Create({.good_enough_fitness = 0.7, .max_jobs_considered = 12});
  });
}

TEST_CASE("a packer that slept for longer than the journal remembers plans as a new one does") {
  PoolState state(testing::kPool);
  SplitMix random(1);
  for (int i = 0; i < 8; ++i) {
    REQUIRE(state.Apply(UpsertNode{testing::RandomNode(&random, i)}).ok());
    REQUIRE(state.Apply(AddJob{testing::RandomJob(&random, i)}).ok());
  }
  const auto packer = *FenzoBinPacker::Create({});
  PriorityOrder order;
  const auto jobs = order.Head(state, 100);
  REQUIRE(packer->Schedule(state, jobs, {}).ok());
  for (size_t i = 0; i <= 2 * Journal::kKept; ++i) {
    Node node = testing::RandomNode(&random, static_cast<int>(i % 8));
    node.used_by_others.Set(Dimension::kPorts, static_cast<int64_t>(i));
    REQUIRE(state.Apply(UpsertNode{node}).ok());
  }
  const auto fresh = *FenzoBinPacker::Create({});
  CHECK(*packer->Schedule(state, jobs, {}) == *fresh->Schedule(state, jobs, {}));
}

TEST_CASE("a delegate that lived through a history plans as a new one does") {
  CheckLawOver(60, 80, [] { return *KubeDelegate::Create({.max_pending_pods = 3}); });
}

}  // namespace
}  // namespace bayplan
