// The packer against results recorded from Netflix Fenzo.

#include <doctest/doctest.h>

#include "bayplan/match/fenzo_bin_packer.h"
#include "match/fz_workload.h"

namespace bayplan {
namespace {

struct Row {
  int nodes;
  int jobs;
  bool heterogeneous;
  bool attr;
  int64_t placed;
  uint64_t fingerprint;
};

void CheckRow(const Row& row) {
  CAPTURE(row.nodes);
  CAPTURE(row.jobs);
  CAPTURE(row.heterogeneous);
  CAPTURE(row.attr);
  PoolState state("fz");
  for (const Node& node : testing::FzNodes(row.nodes, row.heterogeneous, "fz")) {
    REQUIRE(state.Apply(UpsertNode{node}).ok());
  }
  std::vector<JobSlot> slots;
  for (const Job& job : testing::FzJobs(row.jobs, 0xF3A20002, "task", row.attr)) {
    REQUIRE(state.Apply(AddJob{job}).ok());
    slots.push_back(*state.jobs().Find(job.id));
  }
  auto packer =
      FenzoBinPacker::Create({.good_enough_fitness = 1.0, .max_jobs_considered = 100'000});
  const absl::StatusOr<Plan> plan = (*packer)->Schedule(state, slots, {});
  REQUIRE(plan.ok());
  CHECK(static_cast<int64_t>(plan->assignments.size()) == row.placed);
  testing::FzFingerprint fingerprint;
  for (const Assignment& a : plan->assignments) {
    fingerprint.Add(state.jobs().Row(a.job).job->id, state.nodes().Name(*a.node));
  }
  CHECK(fingerprint.value() == row.fingerprint);
}

TEST_CASE("small FZ workloads land where Fenzo put them") {
  const Row rows[] = {
      {100, 400, true, true, 400, 0xc9332f90b77a5ddc},
      {100, 400, true, false, 400, 0xa47515fc7f6f366f},
      {100, 400, false, true, 400, 0x94ab523fa4201426},
      {100, 400, false, false, 400, 0xc94c6fa17bcdc561},
      {100, 1000, true, true, 1000, 0x03f11013c0c2ef50},
      {100, 1000, true, false, 1000, 0x00e75b3873407d41},
      {100, 1000, false, true, 1000, 0xbfab16f44257285f},
      {100, 1000, false, false, 1000, 0xce9ef4ae0ad0e092},
      {100, 10000, true, true, 2803, 0x917aa1e6fe5aa402},
      {100, 10000, true, false, 2817, 0x6931d389c1ada736},
      {100, 10000, false, true, 2928, 0xe448c73c5bcee281},
      {100, 10000, false, false, 2899, 0x687ef57fb5f640dc},
      {1000, 400, true, true, 400, 0x6e1bdaf1013bd3bb},
      {1000, 1000, true, true, 1000, 0x8861ed78bbf5cbb8},
      {1000, 1000, true, false, 1000, 0xe58f5804160a2123},
  };
  for (const Row& row : rows) CheckRow(row);
}

}  // namespace
}  // namespace bayplan
