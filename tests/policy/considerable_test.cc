#include "bayplan/policy/considerable.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace bayplan {
namespace {

TEST_CASE("the considerable jobs are the head of the queue and the rest is counted") {
  PoolState state("p");
  for (int i = 0; i < 5; ++i) {
    Job job;
    job.id = fmt::format("job-{}", i);
    job.priority = 10 * i;
    REQUIRE(state.Apply(AddJob{job}).ok());
  }
  PriorityOrder order;
  const Considerable some = SelectConsiderable(state, 2, &order);
  REQUIRE(some.jobs.size() == 2);
  CHECK(state.jobs().Row(some.jobs[0]).job->id == "job-4");
  CHECK(state.jobs().Row(some.jobs[1]).job->id == "job-3");
  CHECK(some.beyond_window == 3);

  const Considerable all = SelectConsiderable(state, 100, &order);
  CHECK(all.jobs.size() == 5);
  CHECK(all.beyond_window == 0);
}

}  // namespace
}  // namespace bayplan
