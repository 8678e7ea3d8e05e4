// One pool inside an engine: its state, its scheduler and the order of its queue.

#ifndef BAYPLAN_LIB_ENGINE_POOL_RUNNER_H_
#define BAYPLAN_LIB_ENGINE_POOL_RUNNER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bayplan/config/config.pb.h"
#include "bayplan/match/fitness.h"
#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/scheduler.h"
#include "bayplan/rank/priority_order.h"

namespace bayplan::engine_internal {

using NamedFitness = std::vector<std::pair<std::string, std::shared_ptr<const FitnessCalculator>>>;

// The scheduler that `config` describes; all its fields must be set (readers and routers set them).
absl::StatusOr<std::unique_ptr<Scheduler>> MakeScheduler(const config::SchedulerConfig& config,
                                                         const NamedFitness& fitness);

struct PoolRunner {
  PoolState state;
  std::unique_ptr<Scheduler> scheduler;
  PriorityOrder order;

  // A pool whose clusters place the pods themselves needs no nodes.
  bool wants_nodes() const { return scheduler->kind() == "fenzo"; }
};

}  // namespace bayplan::engine_internal

#endif  // BAYPLAN_LIB_ENGINE_POOL_RUNNER_H_
