#include "pool_runner.h"

#include "bayplan/delegate/kube_delegate.h"
#include "bayplan/match/fenzo_bin_packer.h"

namespace bayplan::engine_internal {
namespace {

absl::StatusOr<Fitness> FindFitness(const std::string& name, const NamedFitness& registered) {
  for (const auto& [known, calculator] : registered) {
    if (known == name) return Fitness(calculator);
  }
  absl::StatusOr<BuiltinFitness> builtin = ParseBuiltinFitness(name);
  if (!builtin.ok()) return builtin.status();
  return Fitness(*builtin);
}

absl::StatusOr<std::unique_ptr<Scheduler>> MakeFenzo(const config::FenzoConfig& config,
                                                     const NamedFitness& registered) {
  absl::StatusOr<Fitness> fitness = FindFitness(config.fitness_calculator(), registered);
  if (!fitness.ok()) return fitness.status();
  return FenzoBinPacker::Create(
      {.fitness = *std::move(fitness),
       .good_enough_fitness = config.good_enough_fitness(),
       .max_jobs_considered = config.max_jobs_considered(),
       .scaleback = config.scaleback(),
       .floor_iterations_before_warn = config.floor_iterations_before_warn(),
       .floor_iterations_before_reset = config.floor_iterations_before_reset()});
}

absl::StatusOr<std::unique_ptr<Scheduler>> MakeKubernetes(const config::KubernetesConfig& config) {
  return KubeDelegate::Create(
      {.max_jobs_considered = config.max_jobs_considered(),
       .max_pending_pods = config.max_pending_pods(),
       .minimum_scheduling_capacity_threshold = config.minimum_scheduling_capacity_threshold(),
       .scheduling_pause = Duration{config.scheduling_pause_time_ms()}});
}

}  // namespace

absl::StatusOr<std::unique_ptr<Scheduler>> MakeScheduler(const config::SchedulerConfig& config,
                                                         const NamedFitness& fitness) {
  return config.has_kubernetes() ? MakeKubernetes(config.kubernetes())
                                 : MakeFenzo(config.fenzo(), fitness);
}

}  // namespace bayplan::engine_internal
