#include "bayplan/rank/priority_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "random_pool.h"

namespace bayplan {
namespace {

std::vector<std::string> Ids(const PoolState& state, const std::vector<JobSlot>& jobs) {
  std::vector<std::string> ids;
  for (JobSlot job : jobs) ids.push_back(state.jobs().Row(job).job->id);
  return ids;
}

std::vector<std::string> SortedFromScratch(const PoolState& state) {
  std::vector<const Job*> jobs;
  for (size_t i = 0; i < state.jobs().row_count(); ++i) {
    const JobRow& row = state.jobs().RowAt(i);
    if (row.live && row.state == JobState::kPending) jobs.push_back(row.job.get());
  }
  std::sort(jobs.begin(), jobs.end(), [](const Job* a, const Job* b) {
    return std::make_tuple(-a->priority, a->submitted_at, a->id) <
           std::make_tuple(-b->priority, b->submitted_at, b->id);
  });
  std::vector<std::string> ids;
  for (const Job* job : jobs) ids.push_back(job->id);
  return ids;
}

TEST_CASE("pending jobs are ordered by priority, then submission, then id") {
  PoolState state("p");
  const std::tuple<const char*, int, int64_t> rows[] = {
      {"d", 50, 2}, {"c", 50, 1}, {"b", 50, 1}, {"a", 10, 0}, {"e", 90, 9}};
  for (const auto& [id, priority, submitted] : rows) {
    Job job;
    job.id = id;
    job.priority = priority;
    job.submitted_at = Timestamp{submitted};
    REQUIRE(state.Apply(AddJob{job}).ok());
  }
  PriorityOrder order;
  CHECK(Ids(state, order.Head(state, 10)) == std::vector<std::string>{"e", "b", "c", "d", "a"});
  CHECK(Ids(state, order.Head(state, 2)) == std::vector<std::string>{"e", "b"});
  CHECK(order.size() == 5);
}

TEST_CASE("an order that followed the journal equals one made from scratch") {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SplitMix random(seed);
    PoolState state(testing::kPool);
    PriorityOrder order;
    int next = 0;
    for (int step = 0; step < 60; ++step) {
      if (random.Below(3) != 0) {
        REQUIRE(state.Apply(AddJob{testing::RandomJob(&random, next++)}).ok());
      } else if (next > 0) {
        const auto id = fmt::format("job-{}", random.Below(static_cast<uint64_t>(next)));
        state.Apply(CancelJob{id}).IgnoreError();
      }
      if (random.Below(4) == 0)
        REQUIRE(Ids(state, order.Head(state, 99)) == SortedFromScratch(state));
    }
    CHECK(Ids(state, order.Head(state, 99)) == SortedFromScratch(state));
  }
}

}  // namespace
}  // namespace bayplan
