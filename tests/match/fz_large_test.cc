// The larger FZ workloads; minutes under a sanitizer.

#include <doctest/doctest.h>

#include "bayplan/match/fenzo_bin_packer.h"
#include "match/fz_workload.h"

namespace bayplan {
namespace {

TEST_CASE("ten thousand jobs on ten thousand nodes land where Fenzo put them") {
  for (int nodes : {5'000, 10'000}) {
    PoolState state("fz");
    for (const Node& node : testing::FzNodes(nodes, true, "fz")) {
      REQUIRE(state.Apply(UpsertNode{node}).ok());
    }
    std::vector<JobSlot> slots;
    for (const Job& job : testing::FzJobs(10'000, 0xF3A20002, "task", false)) {
      REQUIRE(state.Apply(AddJob{job}).ok());
      slots.push_back(*state.jobs().Find(job.id));
    }
    auto packer =
        FenzoBinPacker::Create({.good_enough_fitness = 1.0, .max_jobs_considered = 100'000});
    const absl::StatusOr<Plan> plan = (*packer)->Schedule(state, slots, {});
    REQUIRE(plan.ok());
    CHECK(plan->assignments.size() == 10'000);
    testing::FzFingerprint fingerprint;
    for (const Assignment& a : plan->assignments) {
      fingerprint.Add(state.jobs().Row(a.job).job->id, state.nodes().Name(*a.node));
    }
    CHECK(fingerprint.value() == 0xee58d23458928e24);
  }
}

}  // namespace
}  // namespace bayplan
