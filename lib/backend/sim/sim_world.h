// The state of the simulated cluster and everything that changes it.
//
// sim_world.cc    time, nodes, and what the cluster remembers
// pod_life.cc     a pod from its acceptance to its end
// scheduling.cc   the scheduler's and the autoscaler's turns
// sim_session.cc  what a host sees of it
//
// Every change that a host may see is an entry in the journal; a session is a place in the journal.

#ifndef BAYPLAN_LIB_BACKEND_SIM_SIM_WORLD_H_
#define BAYPLAN_LIB_BACKEND_SIM_SIM_WORLD_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "autoscaler.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/backend/sim/sim_options.h"
#include "event_queue.h"
#include "kube_scheduler.h"
#include "node_table.h"
#include "shape_table.h"

namespace bayplan::sim_internal {

enum class PodPhase : uint8_t { kPending, kBackingOff, kPulling, kRunning, kEnded };

struct SimPod {
  InstanceName name;
  uint32_t shape = 0;
  int32_t priority = 0;
  PodPhase phase = PodPhase::kPending;
  uint32_t failed_attempts = 0;
  std::optional<uint32_t> node;   // slot, while it takes room there
  std::optional<EventKey> timer;  // the one thing that is going to happen to it
  std::string refusal;            // why it was refused
  InstanceFacts facts;
};

// Which fact or which node became known. Facts never change, so a place and a kind are enough.
struct SimJournalEntry {
  enum Kind : uint8_t { kSubmitted, kScheduled, kStarted, kEnded, kNode } kind;
  uint32_t subject = 0;  // pod, or node slot
};

class SimWorld {
 public:
  explicit SimWorld(const SimOptions& options);

  absl::Status AdvanceTo(Timestamp time);
  absl::Status AddNode(const Node& node);
  absl::Status UpdateNode(const Node& node);
  absl::Status RemoveNode(std::string_view name);
  absl::Status DescribeJob(std::string_view job, const JobScript& script);

  absl::Status Launch(absl::Span<const LaunchRequest> requests);
  void Kill(absl::Span<const InstanceName> names);
  absl::Status Scale(absl::Span<const ScaleAction> actions);
  // Unavailable if a failure was ordered by FailNextCalls; counts it.
  absl::Status TakeFailure();
  void FailNextCalls(int64_t count) { failures_ordered_ = count; }

  std::vector<std::pair<std::string, int64_t>> WhyPending(const InstanceName& name) const;
  const SimPod* FindPod(const InstanceName& name) const;

  Timestamp now() const { return now_; }
  std::optional<Timestamp> NextEventTime() const { return events_.NextTime(); }
  const SimOptions& options() const { return options_; }
  const SimCounters& counters() const { return counters_; }
  const SimNodeTable& nodes() const { return nodes_; }
  const std::deque<SimPod>& pods() const { return pods_; }
  const std::vector<SimJournalEntry>& journal() const { return journal_; }
  int64_t pending_pods() const { return scheduler_.pending_pods(); }

 private:
  void Dispatch(const Event& event);
  void Write(SimJournalEntry::Kind kind, uint32_t subject) { journal_.push_back({kind, subject}); }

  // sim_world.cc
  uint32_t PutNode(const Node& node);
  void DropNode(uint32_t slot);

  // pod_life.cc
  void Accept(const LaunchRequest& request);
  void BindToNamedNode(uint32_t pod, const std::string& node);
  void Bind(uint32_t pod, uint32_t slot);
  void StartPod(uint32_t pod);
  void FinishPod(uint32_t pod);
  void KillPod(uint32_t pod);
  void EndPod(uint32_t pod, EndCause cause, std::optional<int32_t> exit_code);
  Duration PullTime(const InstanceName& name) const;
  QueuedPod Queued(uint32_t pod) const;

  // scheduling.cc
  void EnqueuePod(uint32_t pod);
  void WakeScheduler();
  void ScheduleOne();
  void BackOff(uint32_t pod);
  void EndBackoff(uint32_t pod);
  void NodeImproved(uint32_t slot);
  void WakeAutoscaler(std::string_view pool);
  void Scan(uint32_t group);
  void RequestNodes(uint32_t group, int64_t count);
  void NodeArrives(uint32_t group);
  void RemoveIdleNodes(std::string_view pool, int64_t count);
  // Starts the idle timer of an added node that has no pods, stops it otherwise.
  void WatchIdle(uint32_t slot);

  SimOptions options_;
  Timestamp now_;
  EventQueue events_;
  SimShapeTable shapes_;
  SimNodeTable nodes_;
  KubeScheduler scheduler_;
  bool scheduler_busy_ = false;
  std::vector<NodeGroup> groups_;
  absl::btree_map<std::string, uint32_t, std::less<>> group_by_pool_;

  std::deque<SimPod> pods_;  // in the order of acceptance
  absl::btree_map<InstanceName, uint32_t> pod_by_name_;
  absl::btree_map<std::string, JobScript, std::less<>> scripts_;
  std::vector<SimJournalEntry> journal_;
  SimCounters counters_;
  int64_t failures_ordered_ = 0;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_SIM_WORLD_H_
