// The kube-scheduler stand-in: a queue of pods without a node and the choice of a node for one.
//
//   scheduler.Enqueue({pod, shape, priority});
//   while (scheduler.HasWork()) {
//     KubeScheduler::Attempt attempt = scheduler.TryNext();   // takes the pod off the queue
//     if (attempt.node) Bind(attempt.pod, *attempt.node);     // else it backs off, its shape waits
//   }
//   scheduler.NodeImproved(slot);   // a pod left: shapes that fit there now are tried again
//
// A failed attempt shows that no node takes the shape. That stays true until a node improves so
// that the shape fits on that very node, so a waiting shape needs no other trial, and no periodic
// flush.

#ifndef BAYPLAN_LIB_BACKEND_SIM_KUBE_SCHEDULER_H_
#define BAYPLAN_LIB_BACKEND_SIM_KUBE_SCHEDULER_H_

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "node_table.h"
#include "shape_table.h"

namespace bayplan::sim_internal {

struct QueuedPod {
  uint32_t pod = 0;  // in the order in which pods were accepted
  uint32_t shape = 0;
  int32_t priority = 0;
};

class KubeScheduler {
 public:
  // Both tables must outlive the scheduler.
  KubeScheduler(const SimNodeTable* nodes, const SimShapeTable* shapes,
                int32_t percentage_to_score);

  // A new pod, or one whose backoff is over.
  void Enqueue(const QueuedPod& pod);
  // The pod is gone. `backing_off` says where it is.
  void Withdraw(const QueuedPod& pod, bool backing_off);
  // To be followed by Enqueue: the pod's backoff is over.
  void EndBackoff(const QueuedPod& pod);

  // True if some pod is ready to be tried.
  bool HasWork() const { return !heads_.empty(); }
  struct Attempt {
    QueuedPod pod;
    std::optional<uint32_t> node;  // absent: no node took it; the pod backs off
  };
  // Takes the first pod in order off the queue and looks for a node. HasWork() must hold. The
  // caller books the pod on the node before the next call.
  Attempt TryNext();

  // A node is new, was changed, or has more room. O(narrowed shapes of its pool).
  void NodeImproved(uint32_t slot);
  // What is remembered of the node's attributes no longer holds.
  void NodeChanged(uint32_t slot);

  // The shapes that wait in `pool` for a node to improve, in order of first sight.
  std::vector<uint32_t> WaitingShapes(std::string_view pool) const;
  bool IsWaiting(uint32_t shape) const;
  // Pods of `shape` without a node, backing off or not.
  int64_t PodsOf(uint32_t shape) const;
  int64_t pending_pods() const { return pending_pods_; }

 private:
  // Higher priority first, then earlier accepted.
  struct QueueKey {
    int64_t minus_priority = 0;
    uint32_t pod = 0;

    friend auto operator<=>(const QueueKey&, const QueueKey&) = default;
  };
  // Of a shape and a node: not looked at yet, attributes do not match, or the number of preferred
  // constraints that hold.
  static constexpr int16_t kUnknown = -2;
  static constexpr int16_t kNoMatch = -1;

  // So few nodes are looked at anyway, whatever the share to score, that hopes miss none.
  static constexpr size_t kMaxHopes = 64;

  struct ShapeQueue {
    absl::btree_set<QueueKey> ready;
    int64_t backing_off = 0;
    bool narrowed = false;         // the shape fits on no node outside `hopes`
    std::vector<uint32_t> hopes;   // slots, distinct, in order of improvement
    std::optional<QueueKey> head;  // as entered in `heads_`

    bool waiting() const { return narrowed && hopes.empty(); }
    std::vector<int16_t> matches;  // by node slot; empty for unconstrained shapes
  };
  struct Candidate {
    uint32_t slot = 0;
    int64_t least_allocated = 0;
    int16_t preferred = 0;
  };

  ShapeQueue& QueueOf(uint32_t shape);
  // Brings the shape's entry in `heads_` up to date; a shape without pods is no longer followed.
  void Refresh(uint32_t shape);
  void Narrow(uint32_t shape);
  void Widen(uint32_t shape);
  int16_t Matches(const SimShape& wants, ShapeQueue* queue, uint32_t slot);
  bool IsFeasible(const SimShape& wants, ShapeQueue* queue, uint32_t slot);
  std::optional<uint32_t> ChooseNode(uint32_t shape);
  void FindCandidates(const SimShape& wants, ShapeQueue* queue);
  void FindCandidatesAmongHopes(const SimShape& wants, ShapeQueue* queue);

  const SimNodeTable* nodes_;
  const SimShapeTable* shapes_;
  int32_t percentage_to_score_;
  std::deque<ShapeQueue> queues_;              // by shape
  absl::btree_map<QueueKey, uint32_t> heads_;  // first ready pod of each shape that does not wait
  absl::btree_map<std::string, absl::btree_set<uint32_t>, std::less<>> narrowed_;  // by pool
  absl::btree_map<std::string, size_t, std::less<>> next_start_;  // where the next search begins
  std::vector<Candidate> candidates_;                             // scratch
  int64_t pending_pods_ = 0;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_KUBE_SCHEDULER_H_
