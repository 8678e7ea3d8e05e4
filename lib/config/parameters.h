// The tables of the configuration: every key that Bayplan reads, and every key of Cook's that it
// knows and does not use.

#ifndef BAYPLAN_LIB_CONFIG_PARAMETERS_H_
#define BAYPLAN_LIB_CONFIG_PARAMETERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"

namespace bayplan {

// A key of a scheduler-config beside `scheduler`.
struct Parameter {
  enum class Type {
    kInteger,     // at least 1, or 0
    kFraction,    // greater than 0, or at least 0; at most 1
    kCalculator,  // the name of a fitness calculator; kDefaultCalculator by default
  };
  std::string_view key;    // in EDN and JSON
  std::string_view field;  // in config.proto
  Type type;
  bool zero_allowed;
  double default_value;
};

inline constexpr Parameter kFenzoParameters[] = {
    {"good-enough-fitness", "good_enough_fitness", Parameter::Type::kFraction, true, 0.8},
    {"fenzo-fitness-calculator", "fitness_calculator", Parameter::Type::kCalculator, false, 0},
    {"fenzo-max-jobs-considered", "max_jobs_considered", Parameter::Type::kInteger, false, 1000},
    {"fenzo-scaleback", "scaleback", Parameter::Type::kFraction, false, 0.95},
    {"fenzo-floor-iterations-before-warn", "floor_iterations_before_warn",
     Parameter::Type::kInteger, false, 10},
    {"fenzo-floor-iterations-before-reset", "floor_iterations_before_reset",
     Parameter::Type::kInteger, false, 1000},
};

inline constexpr Parameter kKubernetesParameters[] = {
    {"max-jobs-considered", "max_jobs_considered", Parameter::Type::kInteger, false, 500},
    // Cook's default is 50, with which a pool of less capacity never schedules anything.
    {"minimum-scheduling-capacity-threshold", "minimum_scheduling_capacity_threshold",
     Parameter::Type::kInteger, true, 0},
    {"scheduling-pause-time-ms", "scheduling_pause_time_ms", Parameter::Type::kInteger, true, 3000},
    // Not a key of Cook's.
    {"max-pending-pods", "max_pending_pods", Parameter::Type::kInteger, false, 1000},
};

// A value of `scheduler`; the name is the field of SchedulerConfig too.
struct SchedulerKind {
  std::string_view name;
  absl::Span<const Parameter> parameters;
};
inline constexpr std::string_view kFenzo = "fenzo";
inline constexpr std::string_view kKubernetes = "kubernetes";
inline constexpr SchedulerKind kSchedulerKinds[] = {
    {kFenzo, kFenzoParameters},
    {kKubernetes, kKubernetesParameters},
};

// A key that is no parameter of a scheduler.
struct StructureKey {
  std::string_view key;
  std::string_view field;
  std::string_view parent;  // the key of the map that it belongs in, empty for the outermost
};
inline constexpr StructureKey kStructureKeys[] = {
    {"pools", "pools", ""},
    {"default", "default_pool", "pools"},
    {"schedulers", "schedulers", "pools"},
    {"pool-regex", "pool_regex", "schedulers"},
    {"scheduler-config", "scheduler_config", "schedulers"},
    {"scheduler", "scheduler", "scheduler-config"},
};

// Cook's own, in the outermost map.
inline constexpr std::string_view kIgnoredSections[] = {
    "agent-query-cache",
    "api-only?",
    "authorization",
    "authorization-config",
    "cache-working-set-size",
    "cluster-dns-name",
    "compute-cluster-options",
    "compute-clusters",
    "constraint-attribute->transformation",
    "container-defaults",
    "cors-origins",
    "data-local",
    "database",
    "estimated-completion-constraint",
    "executor",
    "exit-code-syncer",
    "hostname",
    "job-routing",
    "kubernetes",
    "log",
    "mesos",
    "metrics",
    "nrepl",
    "offer-matching",
    "optimizer",
    "pg-config",
    "plugins",
    "port",
    "progress",
    "queue-limits",
    "quota-grouping",
    "rank",
    "rate-limit",
    "rebalancer",
    "sandbox-syncer",
    "scheduler",
    "ssl",
    "unhandled-exceptions",
    "zookeeper",
    // Settings of Cook's simulator, and its schema.
    "cook-api-uri",
    "cook-db-uri",
    "cycle-step-ms",
    "process-count",
    "scheduler-config",
    "shares",
    "sim-db-uri",
    "sim-model",
    "model",
    "test",
    "sim",
    "job",
};

// Cook's own, in the map of `pools`.
inline constexpr std::string_view kIgnoredPoolsKeys[] = {
    "default-containers",
    "default-env",
    "default-job-constraints",
    "default-pod-labels",
    "disk",
    "job-resource-adjustment",
    "quotas",
    "valid-gpu-models",
};

// The kind called `name`, or null.
const SchedulerKind* FindSchedulerKind(std::string_view name);

// The parameter of `kind` with this key, or null.
const Parameter* FindParameter(const SchedulerKind& kind, std::string_view key);

// The name in config.proto of a key, and the name in EDN of a field of the message that `kind`
// names (null for messages of structure). A name that is not in the tables comes back as it is.
std::string_view FieldOfKey(std::string_view key);
std::string_view KeyOfField(const SchedulerKind* kind, std::string_view field);

// The keys of the map that `parent` names ("" for the outermost), and of a scheduler-config.
std::vector<std::string> StructureKeys(std::string_view parent);
std::vector<std::string> ParameterKeys(const SchedulerKind& kind);

// The parameter with this key, of whichever scheduler (no two share a key), or null.
const Parameter* FindParameterOfAny(std::string_view key);

// The key of the map that `key` belongs in, if it is a key of Bayplan's.
std::optional<std::string_view> ParentOfKey(std::string_view key);

// What a parameter's value may be: "an integer from 1 to 9223372036854775807".
std::string ValidValues(const Parameter& parameter);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_PARAMETERS_H_
