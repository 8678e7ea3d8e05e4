// How an embedded cluster behaves: its scheduler, its kubelets, its autoscaler, its jobs.
//
//   SimOptions options;
//   options.default_script = {Duration::Minutes(5), /*exit_code=*/0};
//   options.pull_time = Duration::Seconds(3);
//   options.node_groups = {{.pool = "batch", .node_template = big, .max_added_nodes = 100}};
//   auto cluster = SimCluster::Create(options);

#ifndef BAYPLAN_BACKEND_SIM_SIM_OPTIONS_H_
#define BAYPLAN_BACKEND_SIM_SIM_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bayplan/base/time.h"
#include "bayplan/model/node.h"

namespace bayplan {

// What the pods of a job do once their container runs.
struct JobScript {
  Duration run = Duration::Minutes(1);  // not negative
  int32_t exit_code = 0;
};

// A set of equal machines that the cluster autoscaler may grow and shrink: one per pool at most.
struct NodeGroupOptions {
  std::string pool;
  // Capacity, attributes and cluster of a new node. Name and pool are set by the autoscaler: nodes
  // are called "{pool}-auto-000001" and so on, numbers already in use being skipped.
  Node node_template;
  int64_t max_added_nodes = 0;                      // alive and on the way, together
  Duration provision_delay = Duration::Minutes(5);  // from the request until the node is ready
  Duration idle_timeout = Duration::Minutes(10);    // an added node without pods goes after it
  Duration scan_interval = Duration::Seconds(10);   // positive
};

struct SimOptions {
  uint64_t seed = 1;
  Timestamp start;  // the time at which the world begins
  // For jobs without a script of their own.
  JobScript default_script;

  // From the bind until the container runs: `pull_time` plus a whole number of milliseconds from 0
  // to `pull_jitter`, drawn from the seed and the instance name, so that it does not depend on what
  // else happens.
  Duration pull_time;
  Duration pull_jitter;

  // The time the scheduler works on one pod; it decides at the end of it.
  Duration scheduling_interval{10};
  // The scheduler stops looking once this share of a pool's nodes was found to be feasible (never
  // fewer than 100 nodes). 0: as Kubernetes by default, 50 % less one for every 125 nodes, at least
  // 5 %. 100: every node is looked at.
  int32_t percentage_of_nodes_to_score = 0;
  Duration initial_backoff = Duration::Seconds(1);  // after a failed attempt, doubling ...
  Duration max_backoff = Duration::Seconds(10);     // ... up to this

  std::vector<NodeGroupOptions> node_groups;

  // For how long an ended pod stays in complete listings. Absent: for ever.
  std::optional<Duration> ended_pods_kept;
  // Each Poll after the first repeats this many of the latest news that were delivered before.
  int64_t redelivered_news = 0;
};

// InvalidArgument that names the field, its value and what is valid; OK otherwise.
absl::Status ValidateSimOptions(const SimOptions& options);

// Totals since the world began.
struct SimCounters {
  int64_t pods_accepted = 0;  // refused ones included
  int64_t pods_bound = 0;
  int64_t pods_refused = 0;  // ended as launch-refused
  int64_t pods_ended = 0;    // for any reason, refused ones included
  int64_t nodes_added = 0;   // by AddNode and by the autoscaler
  int64_t nodes_removed = 0;
  int64_t nodes_requested = 0;  // by the autoscaler or by Scale
  int64_t scheduling_attempts = 0;
  int64_t failed_attempts = 0;  // no node was feasible

  friend bool operator==(const SimCounters&, const SimCounters&) = default;
};

}  // namespace bayplan

#endif  // BAYPLAN_BACKEND_SIM_SIM_OPTIONS_H_
