// The router's entry points.

#include "bayplan/config/router.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config.h"
#include "error.h"
#include "sized.h"
#include "text.h"

struct bayplan_router {
  bayplan::Router router;
  bayplan::capi::FindingBuffer findings;
};

namespace bayplan::capi {
namespace {

bayplan_route ToRoute(const config::SchedulerConfig& config) {
  bayplan_route route = {};
  route.size = sizeof(route);
  if (config.has_kubernetes()) {
    const config::KubernetesConfig& kubernetes = config.kubernetes();
    route.scheduler = BAYPLAN_SCHEDULER_KUBERNETES;
    route.max_jobs_considered = kubernetes.max_jobs_considered();
    route.minimum_scheduling_capacity_threshold =
        kubernetes.minimum_scheduling_capacity_threshold();
    route.scheduling_pause_ms = kubernetes.scheduling_pause_time_ms();
    route.max_pending_pods = kubernetes.max_pending_pods();
    return route;
  }
  const config::FenzoConfig& fenzo = config.fenzo();
  route.scheduler = BAYPLAN_SCHEDULER_FENZO;
  route.max_jobs_considered = fenzo.max_jobs_considered();
  route.good_enough_fitness = fenzo.good_enough_fitness();
  route.scaleback = fenzo.scaleback();
  route.floor_iterations_before_warn = fenzo.floor_iterations_before_warn();
  route.floor_iterations_before_reset = fenzo.floor_iterations_before_reset();
  route.fitness_calculator = ToStr(fenzo.fitness_calculator());
  return route;
}

}  // namespace
}  // namespace bayplan::capi

using bayplan::capi::Guarded;
using bayplan::capi::RequireGiven;
using bayplan::capi::ToView;
using bayplan::capi::WriteSized;

bayplan_error* bayplan_router_create(bayplan_router** out, const bayplan_config* config,
                                     const bayplan_str* pools, size_t pool_count) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (given.ok()) given = RequireGiven(config, "config");
    if (!given.ok()) return given;
    absl::StatusOr<std::vector<std::string>> names =
        bayplan::capi::ToStrings(pools, pool_count, "pools");
    if (!names.ok()) return names.status();
    absl::StatusOr<bayplan::Router> router =
        bayplan::Router::Create(config->result.config, *names, config->calculators);
    if (!router.ok()) return router.status();
    bayplan::capi::FindingBuffer findings(router->findings());
    *out = new bayplan_router{*std::move(router), std::move(findings)};
    return absl::OkStatus();
  });
}

void bayplan_router_destroy(bayplan_router* router) { delete router; }

bayplan_error* bayplan_router_route(const bayplan_router* router, bayplan_str pool,
                                    bayplan_route* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(router, "router");
    if (!given.ok()) return given;
    absl::StatusOr<std::string_view> name = ToView(pool, "pool");
    if (!name.ok()) return name.status();
    absl::StatusOr<const bayplan::config::SchedulerConfig*> config = router->router.Route(*name);
    if (!config.ok()) return config.status();
    return WriteSized(bayplan::capi::ToRoute(**config), "out", out);
  });
}

bayplan_error* bayplan_router_explain(const bayplan_router* router, bayplan_str pool,
                                      bayplan_bytes** out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(router, "router");
    if (given.ok()) given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<std::string_view> name = ToView(pool, "pool");
    if (!name.ok()) return name.status();
    *out = new bayplan_bytes{router->router.Explain(*name).Text()};
    return absl::OkStatus();
  });
}

bayplan_error* bayplan_router_findings(const bayplan_router* router, bayplan_finding_columns* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(router, "router");
    return given.ok() ? WriteSized(router->findings.view(), "out", out) : given;
  });
}
