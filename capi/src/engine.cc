// The engine's entry points. A handle lets one call in at a time, so that a callback that calls
// back gets an error and not a broken engine.

#include "bayplan/engine/engine.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backend_adapter.h"
#include "bayplan/bayplan_unstable.h"
#include "config.h"
#include "error.h"
#include "fitness_adapter.h"
#include "instance_columns.h"
#include "job_columns.h"
#include "report.h"
#include "sized.h"
#include "text.h"

struct bayplan_engine {
  std::vector<std::unique_ptr<bayplan::capi::HostBackend>> backends;
  std::unique_ptr<bayplan::capi::HostStore> store;
  std::unique_ptr<bayplan::Engine> engine;  // uses the others: goes first
  std::atomic<bool> busy{false};
  // An exception came through the engine: nobody knows what it left undone.
  bool broken = false;
};

namespace bayplan::capi {
namespace {

constexpr int64_t kDefaultKillGraceMs = 30'000;

// Runs `call` as the only one inside the engine.
template <typename Call>
bayplan_error* Entered(bayplan_engine* handle, Call&& call) noexcept {
  if (handle == nullptr) return Guarded([] { return RequireGiven(nullptr, "engine"); });
  if (handle->busy.exchange(true)) {
    return Guarded([] {
      return absl::FailedPreconditionError(
          "engine: a call is under way; valid is one at a time, and none from a callback");
    });
  }
  bayplan_error* error = Guarded([&]() -> absl::Status {
    if (handle->broken) {
      return absl::FailedPreconditionError(
          "engine: an earlier call was cut short; valid is only to destroy the engine");
    }
    handle->broken = true;
    absl::Status status = call(handle->engine.get());
    handle->broken = false;
    return status;
  });
  handle->busy = false;
  return error;
}

absl::StatusOr<ClusterState> ToClusterState(uint32_t state, std::string_view field) {
  if (state <= BAYPLAN_CLUSTER_DELETED) return static_cast<ClusterState>(state);
  return absl::InvalidArgumentError(
      fmt::format("{} is {}; valid is 0 (running) to 2 (deleted)", field, state));
}

absl::Status AddClusters(const bayplan_engine_options& host, bayplan_engine* handle,
                         EngineOptions* options) {
  absl::StatusOr<std::vector<bayplan_cluster>> clusters =
      ReadSizedArray(host.clusters, host.cluster_count, "options.clusters");
  if (!clusters.ok()) return clusters.status();
  for (size_t i = 0; i < clusters->size(); ++i) {
    const std::string field = fmt::format("options.clusters[{}]", i);
    const bayplan_cluster& cluster = (*clusters)[i];
    absl::StatusOr<std::string_view> name = ToView(cluster.name, field + ".name");
    if (!name.ok()) return name.status();
    absl::StatusOr<ClusterState> state = ToClusterState(cluster.state, field + ".state");
    if (!state.ok()) return state.status();
    absl::StatusOr<std::unique_ptr<HostBackend>> backend =
        HostBackend::Create(cluster.backend, std::string(*name), field + ".backend");
    if (!backend.ok()) return backend.status();
    handle->backends.push_back(*std::move(backend));
    options->clusters.push_back({{std::string(*name), *state}, handle->backends.back().get()});
  }
  return absl::OkStatus();
}

absl::Status AddFitness(const bayplan_engine_options& host, EngineOptions* options) {
  absl::StatusOr<std::vector<bayplan_fitness>> calculators =
      ReadSizedArray(host.fitness, host.fitness_count, "options.fitness");
  if (!calculators.ok()) return calculators.status();
  for (size_t i = 0; i < calculators->size(); ++i) {
    absl::StatusOr<NamedCalculator> calculator =
        MakeHostCalculator((*calculators)[i], fmt::format("options.fitness[{}]", i));
    if (!calculator.ok()) return calculator.status();
    options->fitness.push_back(*std::move(calculator));
  }
  return absl::OkStatus();
}

Duration KillGrace(int64_t ms) { return {ms == 0 ? kDefaultKillGraceMs : ms < 0 ? 0 : ms}; }

absl::StatusOr<std::unique_ptr<bayplan_engine>> MakeEngine(const bayplan_engine_options* given) {
  bayplan_engine_options host = {};
  absl::Status status = ReadSized(given, "options", &host);
  if (status.ok()) status = RequireGiven(host.config, "options.config");
  if (!status.ok()) return status;
  auto handle = std::make_unique<bayplan_engine>();
  EngineOptions options;
  options.config = host.config->result.config;
  options.kill_grace = KillGrace(host.kill_grace_ms);
  absl::StatusOr<std::vector<std::string>> pools =
      ToStrings(host.pools, host.pool_count, "options.pools");
  if (!pools.ok()) return pools.status();
  options.pools = *std::move(pools);
  status = AddClusters(host, handle.get(), &options);
  if (status.ok()) status = AddFitness(host, &options);
  if (!status.ok()) return status;
  if (host.store != nullptr) {
    absl::StatusOr<std::unique_ptr<HostStore>> store = HostStore::Create(host.store);
    if (!store.ok()) return store.status();
    handle->store = *std::move(store);
    options.store = handle->store.get();
  }
  absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create(std::move(options));
  if (!engine.ok()) return engine.status();
  handle->engine = *std::move(engine);
  return handle;
}

}  // namespace
}  // namespace bayplan::capi

using bayplan::capi::Entered;
using bayplan::capi::Guarded;
using bayplan::capi::RequireGiven;
using bayplan::capi::ToView;

bayplan_error* bayplan_engine_create(bayplan_engine** out, const bayplan_engine_options* options) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<std::unique_ptr<bayplan_engine>> handle = bayplan::capi::MakeEngine(options);
    if (!handle.ok()) return handle.status();
    *out = handle->release();
    return absl::OkStatus();
  });
}

void bayplan_engine_destroy(bayplan_engine* engine) { delete engine; }

bayplan_error* bayplan_engine_submit_jobs(bayplan_engine* engine, bayplan_str pool,
                                          const bayplan_job_columns* jobs) {
  return Entered(engine, [&](bayplan::Engine* inner) -> absl::Status {
    absl::StatusOr<std::string_view> name = ToView(pool, "pool");
    if (!name.ok()) return name.status();
    absl::StatusOr<std::vector<bayplan::Job>> read = bayplan::capi::ReadJobs(jobs);
    return read.ok() ? inner->SubmitJobs(*name, *read) : read.status();
  });
}

bayplan_error* bayplan_engine_cancel_job(bayplan_engine* engine, bayplan_str job) {
  return Entered(engine, [&](bayplan::Engine* inner) -> absl::Status {
    absl::StatusOr<std::string_view> id = ToView(job, "job");
    return id.ok() ? inner->CancelJob(*id) : id.status();
  });
}

bayplan_error* bayplan_engine_restore(bayplan_engine* engine, bayplan_str pool,
                                      const bayplan_job_columns* jobs,
                                      const bayplan_instance_columns* records,
                                      bayplan_report** out) {
  return Entered(engine, [&](bayplan::Engine* inner) -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<std::string_view> name = ToView(pool, "pool");
    if (!name.ok()) return name.status();
    absl::StatusOr<std::vector<bayplan::Job>> read = bayplan::capi::ReadJobs(jobs);
    if (!read.ok()) return read.status();
    absl::StatusOr<std::vector<bayplan::InstanceRecord>> stored =
        bayplan::capi::ReadInstances(records);
    if (!stored.ok()) return stored.status();
    absl::StatusOr<std::vector<bayplan::FinishedJob>> finished =
        inner->Restore(*name, *read, *stored);
    if (!finished.ok()) return finished.status();
    bayplan::CycleReport report{.pool = std::string(*name)};
    report.finished = *std::move(finished);
    *out = new bayplan_report(report);
    return absl::OkStatus();
  });
}

bayplan_error* bayplan_engine_set_cluster_state(bayplan_engine* engine, bayplan_str cluster,
                                                uint32_t state) {
  return Entered(engine, [&](bayplan::Engine* inner) -> absl::Status {
    absl::StatusOr<std::string_view> name = ToView(cluster, "cluster");
    if (!name.ok()) return name.status();
    absl::StatusOr<bayplan::ClusterState> wanted = bayplan::capi::ToClusterState(state, "state");
    return wanted.ok() ? inner->SetClusterState(*name, *wanted) : wanted.status();
  });
}

bayplan_error* bayplan_engine_cycle(bayplan_engine* engine, bayplan_str pool, int64_t now_ms,
                                    bayplan_report** out) {
  return Entered(engine, [&](bayplan::Engine* inner) -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<std::string_view> name = ToView(pool, "pool");
    if (!name.ok()) return name.status();
    if (now_ms == BAYPLAN_ABSENT) {
      return absl::InvalidArgumentError("now_ms is BAYPLAN_ABSENT; valid is a time");
    }
    absl::StatusOr<bayplan::CycleReport> report = inner->Cycle(*name, {now_ms});
    if (!report.ok()) return report.status();
    *out = new bayplan_report(*report);
    return absl::OkStatus();
  });
}
