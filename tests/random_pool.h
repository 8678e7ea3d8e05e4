// Random nodes and jobs for property tests: small numbers, so that ties, full nodes and failing
// constraints are common.

#ifndef BAYPLAN_TESTS_RANDOM_POOL_H_
#define BAYPLAN_TESTS_RANDOM_POOL_H_

#include <fmt/format.h>

#include <string>

#include "bayplan/base/split_mix.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"

namespace bayplan::testing {

inline constexpr char kPool[] = "batch";

inline Node RandomNode(SplitMix* random, int number) {
  Node node;
  node.name = fmt::format("node-{:03}", number);
  node.pool = kPool;
  node.cluster = random->Below(2) == 0 ? "east" : "west";
  node.capacity.Set(Dimension::kMilliCpu, 1'000 * static_cast<int64_t>(random->Below(5)));
  node.capacity.Set(Dimension::kMemoryBytes, 1'024 * static_cast<int64_t>(random->Below(5)));
  node.capacity.Set(Dimension::kMilliGpu, 1'000 * static_cast<int64_t>(random->Below(2)));
  if (random->Below(4) == 0) node.used_by_others.Set(Dimension::kMilliCpu, 500);
  if (random->Below(3) != 0) {
    node.attributes.emplace_back("zone", fmt::format("z{}", random->Below(3)));
  }
  if (random->Below(2) == 0) node.attributes.emplace_back("fast", "yes");
  node.schedulable = random->Below(8) != 0;
  return node;
}

inline AttributeConstraint RandomConstraint(SplitMix* random) {
  switch (random->Below(4)) {
    case 0:
      return {"zone", Operator::kIn, {fmt::format("z{}", random->Below(3))}};
    case 1:
      return {"zone", Operator::kNotIn, {fmt::format("z{}", random->Below(3)), "z1"}};
    case 2:
      return {"fast", random->Below(2) == 0 ? Operator::kExists : Operator::kDoesNotExist, {}};
    default:
      return {
          std::string(kHostname), Operator::kNotIn, {fmt::format("node-{:03}", random->Below(4))}};
  }
}

inline Job RandomJob(SplitMix* random, int number) {
  Job job;
  job.id = fmt::format("job-{}", number);
  job.user = fmt::format("user-{}", random->Below(3));
  job.submitted_at = Timestamp{static_cast<int64_t>(random->Below(10))};
  job.priority = static_cast<int32_t>(random->Below(3)) * 10;
  job.request.Set(Dimension::kMilliCpu, 500 * static_cast<int64_t>(random->Below(5)));
  job.request.Set(Dimension::kMemoryBytes, 512 * static_cast<int64_t>(random->Below(5)));
  if (random->Below(4) == 0) job.request.Set(Dimension::kMilliGpu, 500);
  for (uint64_t n = random->Below(3); n > 0; --n) job.hard.push_back(RandomConstraint(random));
  for (uint64_t n = random->Below(3); n > 0; --n) job.soft.push_back(RandomConstraint(random));
  if (random->Below(5) == 0) job.clusters = {random->Below(2) == 0 ? "east" : "nowhere"};
  job.max_attempts = static_cast<uint32_t>(1 + random->Below(2));
  return job;
}

}  // namespace bayplan::testing

#endif  // BAYPLAN_TESTS_RANDOM_POOL_H_
