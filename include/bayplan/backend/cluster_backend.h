// The pluggable border between Bayplan and a cluster.
//
//   PollBatch news;
//   absl::Status status = backend->Poll(now, &news);       // what happened since the last call
//   status = backend->Launch({{{"job-7", 1}, pod}}, now);  // ask; the answer comes with a Poll
//   status = backend->Kill({{"job-7", 1}}, Duration::Seconds(30), now);
//
// Contract for implementations:
//  * All calls take arrays and none waits for the cluster. The outcome of a launch (accepted,
//    refused, unknown) is news, never a return value: a failed status means that nothing of the
//    call was handed over and that it may be repeated.
//  * A request carries the deterministic instance name. Launching a name that exists or
//    existed is harmless and has no effect; killing an unknown name is legal and has no effect.
//  * News is delivered at least once and in order per instance. The first batch of a connection
//    is a complete listing (`PollBatch::complete`): every instance that the cluster knows of, ended
//    ones included as long as the cluster remembers them, and every node.
//  * One thread at a time. No call may call back into the engine.

#ifndef BAYPLAN_BACKEND_CLUSTER_BACKEND_H_
#define BAYPLAN_BACKEND_CLUSTER_BACKEND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/base/time.h"
#include "bayplan/model/node.h"
#include "bayplan/model/pod_template.h"

namespace bayplan {

// A node appeared or changed (`removed` false: `node` is its present state) or went away.
struct NodeNews {
  Node node;
  bool removed = false;  // only `node.name` and `node.pool` count
};

// What a cluster reports in one Poll.
struct PollBatch {
  // True: the batch is a complete listing. What it does not name, the cluster does not know.
  bool complete = false;
  std::vector<NodeNews> nodes;
  std::vector<Observation> instances;  // in order per instance
};

struct LaunchRequest {
  InstanceName name;
  PodTemplate pod;
};

// Ask for `count` more (or, if negative, fewer) nodes of a kind that suits `pool`.
struct ScaleAction {
  std::string pool;
  int64_t count = 0;
};

struct BackendCapabilities {
  bool schedules_pods = false;  // places pods that name no node
  bool scales_nodes = false;    // Scale has an effect
};

class ClusterBackend {
 public:
  virtual ~ClusterBackend() = default;

  // Appends the news up to `now` to `batch`. On error the batch is unspecified and its content must
  // be delivered again by a later call.
  virtual absl::Status Poll(Timestamp now, PollBatch* batch) = 0;
  virtual absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) = 0;
  virtual absl::Status Kill(absl::Span<const InstanceName> names, Duration grace,
                            Timestamp now) = 0;
  virtual absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) = 0;
  virtual BackendCapabilities Capabilities() const = 0;
};

}  // namespace bayplan

#endif  // BAYPLAN_BACKEND_CLUSTER_BACKEND_H_
