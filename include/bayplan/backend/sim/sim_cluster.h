// An embedded cluster with virtual time: nodes, pods with a life, a kube-scheduler stand-in and a
// cluster autoscaler. Scheduling code runs against it as against a real one, days in seconds.
//
//   std::unique_ptr<SimCluster> world = *SimCluster::Create(options);
//   world->AddNode(node).IgnoreError();
//   world->DescribeJob("job-7", {Duration::Minutes(30), 0}).IgnoreError();
//   std::unique_ptr<ClusterBackend> backend = world->Connect();
//   while (auto next = world->NextEventTime()) RunHost(*backend, *next);   // Poll, Launch, ...
//
// The world outlives its hosts: a host that crashes drops its connection and connects again; what
// runs in the world goes on. It must outlive its connections. The same calls in the same order give
// the same news: no clock, no threads, no randomness other than the seed in the options.
//
// What a pod does: accepted -> (scheduler) bound -> pulling -> running -> ended. Every milestone is
// reported with its exact time. A pod that names a node bypasses the scheduler: the node takes it
// at once or, lacking room or the right pool or attributes, refuses it (launch-refused); a cordon
// does not stop it. A pod that no node can take waits.
//
// The scheduler takes one pod at a time: the highest priority first, then the earliest accepted.
// Filters: cordon, pool, required attributes, room in every dimension. Score: twice the share of
// preferred attributes (0 to 100, the best node is 100) plus LeastAllocated over CPU and memory;
// the smallest node name wins a tie. When a pod finds no node, all pods of its shape (equal
// requests) wait without being tried until a node changes so that the shape fits on it; the pod
// itself also backs off. No pod is preempted.
//
// The autoscaler packs the waiting pods, first fit, on imaginary nodes of its template, asks for as
// many as are needed beyond those on the way, and removes an added node that has been empty for the
// idle timeout.
//
// One thread at a time for a world and all its connections. Costs: O(log n) per event; a scheduling
// attempt looks at the nodes of the pool, a node with new room at the shapes that wait in its pool,
// an autoscaler scan at (shapes that wait) x (nodes on the way or needed).

#ifndef BAYPLAN_BACKEND_SIM_SIM_CLUSTER_H_
#define BAYPLAN_BACKEND_SIM_SIM_CLUSTER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/backend/sim/sim_options.h"
#include "bayplan/base/resources.h"
#include "bayplan/base/time.h"
#include "bayplan/model/node.h"

namespace bayplan {

namespace sim_internal {
class SimWorld;
}

class SimCluster {
 public:
  // InvalidArgument if `options` are not valid.
  static absl::StatusOr<std::unique_ptr<SimCluster>> Create(const SimOptions& options);
  ~SimCluster();
  SimCluster(const SimCluster&) = delete;
  SimCluster& operator=(const SimCluster&) = delete;

  // A connection of a host. Its calls move the world to their `now` first and fail with
  // InvalidArgument, changing nothing, if that lies before Now(). Launch also fails so for a
  // request with an empty job, attempt 0, an amount out of range or an invalid constraint; Scale
  // for a pool without a node group. A negative Scale removes empty added nodes, newest first.
  // Kill ends a pod at once, whatever the grace: 143 if it was running, no exit code otherwise.
  std::unique_ptr<ClusterBackend> Connect();

  // Processes all events up to and at `time`, by time, then in the order in which they came up.
  // InvalidArgument if `time` lies before Now().
  absl::Status AdvanceTo(Timestamp time);
  Timestamp Now() const;
  // When something is going to happen without anybody's doing; absent if nothing is. The series
  // ends: there are no periodic events.
  std::optional<Timestamp> NextEventTime() const;

  // InvalidArgument if `node` is not valid, AlreadyExists if a node of that name is there.
  absl::Status AddNode(const Node& node);
  // Replaces what is known of a node (cordon, attributes, capacity, use by others; not the pool).
  // Its pods stay, even if they no longer fit. NotFound if there is no such node.
  absl::Status UpdateNode(const Node& node);
  // The node goes and its pods end as node-lost. NotFound if there is no such node.
  absl::Status RemoveNode(std::string_view name);

  // What the pods of `job` do; looked up when a container starts. InvalidArgument if `run` is
  // negative.
  absl::Status DescribeJob(std::string_view job, const JobScript& script);

  // The next `count` calls of any connection fail with Unavailable and have no effect but time.
  void FailNextCalls(int64_t count);

  // For a pod that waits for a node: why each node of the cluster does not take it now, counted by
  // its first reason, ordered by text. The counts add up to the number of nodes unless some node
  // could take it. Empty for other pods. O(nodes).
  std::vector<std::pair<std::string, int64_t>> WhyPending(const InstanceName& name) const;
  // Why a pod ended as launch-refused; absent for other pods.
  std::optional<std::string> WhyRefused(const InstanceName& name) const;

  // What the cluster knows of an instance; absent if it was never accepted.
  std::optional<InstanceFacts> Facts(const InstanceName& name) const;
  // The requests of the pods on a node, NotFound if there is no such node.
  absl::StatusOr<Resources> UsedByPods(std::string_view node) const;
  // Present nodes in the order of their names.
  std::vector<Node> Nodes() const;
  // Pods that are accepted and have no node.
  int64_t PendingPods() const;
  const SimCounters& Counters() const;

 private:
  explicit SimCluster(const SimOptions& options);

  std::unique_ptr<sim_internal::SimWorld> world_;
};

}  // namespace bayplan

#endif  // BAYPLAN_BACKEND_SIM_SIM_CLUSTER_H_
