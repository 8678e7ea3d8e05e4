#include "kube_scheduler.h"

#include <algorithm>

#include "kube_filter.h"

namespace bayplan::sim_internal {
namespace {

constexpr int64_t kNodeAffinityWeight = 2;
constexpr int64_t kLeastAllocatedWeight = 1;

}  // namespace

KubeScheduler::KubeScheduler(const SimNodeTable* nodes, const SimShapeTable* shapes,
                             int32_t percentage_to_score)
    : nodes_(nodes), shapes_(shapes), percentage_to_score_(percentage_to_score) {}

void KubeScheduler::Enqueue(const QueuedPod& pod) {
  QueueOf(pod.shape).ready.insert({-int64_t{pod.priority}, pod.pod});
  ++pending_pods_;
  Refresh(pod.shape);
}

void KubeScheduler::Withdraw(const QueuedPod& pod, bool backing_off) {
  if (backing_off) {
    EndBackoff(pod);
    Refresh(pod.shape);
    return;
  }
  QueueOf(pod.shape).ready.erase({-int64_t{pod.priority}, pod.pod});
  --pending_pods_;
  Refresh(pod.shape);
}

void KubeScheduler::EndBackoff(const QueuedPod& pod) {
  --QueueOf(pod.shape).backing_off;
  --pending_pods_;
}

KubeScheduler::Attempt KubeScheduler::TryNext() {
  const auto [key, shape] = *heads_.begin();
  ShapeQueue& queue = QueueOf(shape);
  Attempt attempt{{key.pod, shape, static_cast<int32_t>(-key.minus_priority)}, ChooseNode(shape)};
  queue.ready.erase(key);
  if (attempt.node.has_value()) {
    --pending_pods_;
  } else {
    ++queue.backing_off;
    Narrow(shape);
  }
  Refresh(shape);
  return attempt;
}

void KubeScheduler::NodeImproved(uint32_t slot) {
  const auto found = narrowed_.find(nodes_->at(slot).node.pool);
  if (found == narrowed_.end()) return;
  std::vector<uint32_t> fitting;
  for (uint32_t shape : found->second) {
    if (IsFeasible(shapes_->at(shape), &queues_[shape], slot)) fitting.push_back(shape);
  }
  for (uint32_t shape : fitting) {
    std::vector<uint32_t>& hopes = QueueOf(shape).hopes;
    if (std::find(hopes.begin(), hopes.end(), slot) == hopes.end()) hopes.push_back(slot);
    if (hopes.size() > kMaxHopes) Widen(shape);
    Refresh(shape);
  }
}

void KubeScheduler::NodeChanged(uint32_t slot) {
  for (ShapeQueue& queue : queues_) {
    if (slot < queue.matches.size()) queue.matches[slot] = kUnknown;
  }
}

std::vector<uint32_t> KubeScheduler::WaitingShapes(std::string_view pool) const {
  std::vector<uint32_t> waiting;
  const auto found = narrowed_.find(pool);
  if (found == narrowed_.end()) return waiting;
  for (uint32_t shape : found->second) {
    if (queues_[shape].waiting()) waiting.push_back(shape);
  }
  return waiting;
}

bool KubeScheduler::IsWaiting(uint32_t shape) const {
  return shape < queues_.size() && queues_[shape].waiting();
}

int64_t KubeScheduler::PodsOf(uint32_t shape) const {
  if (shape >= queues_.size()) return 0;
  return static_cast<int64_t>(queues_[shape].ready.size()) + queues_[shape].backing_off;
}

KubeScheduler::ShapeQueue& KubeScheduler::QueueOf(uint32_t shape) {
  while (queues_.size() <= shape) queues_.emplace_back();
  return queues_[shape];
}

void KubeScheduler::Refresh(uint32_t shape) {
  ShapeQueue& queue = QueueOf(shape);
  if (queue.narrowed && PodsOf(shape) == 0) Widen(shape);
  std::optional<QueueKey> head;
  if (!queue.waiting() && !queue.ready.empty()) head = *queue.ready.begin();
  if (head == queue.head) return;
  if (queue.head.has_value()) heads_.erase(*queue.head);
  if (head.has_value()) heads_.emplace(*head, shape);
  queue.head = head;
}

void KubeScheduler::Narrow(uint32_t shape) {
  QueueOf(shape).narrowed = true;
  QueueOf(shape).hopes.clear();
  narrowed_[shapes_->at(shape).pool].insert(shape);
}

void KubeScheduler::Widen(uint32_t shape) {
  QueueOf(shape).narrowed = false;
  QueueOf(shape).hopes.clear();
  narrowed_[shapes_->at(shape).pool].erase(shape);
}

int16_t KubeScheduler::Matches(const SimShape& wants, ShapeQueue* queue, uint32_t slot) {
  if (wants.unconstrained()) return 0;
  std::vector<int16_t>& matches = queue->matches;
  if (matches.size() <= slot) matches.resize(nodes_->slot_count(), kUnknown);
  if (matches[slot] == kUnknown) {
    const Node& node = nodes_->at(slot).node;
    matches[slot] =
        SatisfiesAll(node, wants.required) ? CountSatisfied(node, wants.preferred) : kNoMatch;
  }
  return matches[slot];
}

bool KubeScheduler::IsFeasible(const SimShape& wants, ShapeQueue* queue, uint32_t slot) {
  const NodeRoom& room = nodes_->room(slot);
  return room.schedulable && !FirstShortage(wants.request, room).has_value() &&
         Matches(wants, queue, slot) != kNoMatch;
}

std::optional<uint32_t> KubeScheduler::ChooseNode(uint32_t shape) {
  const SimShape& wants = shapes_->at(shape);
  ShapeQueue& queue = QueueOf(shape);
  candidates_.clear();
  if (queue.narrowed) {
    FindCandidatesAmongHopes(wants, &queue);
  } else {
    FindCandidates(wants, &queue);
  }
  int16_t most_preferred = 0;
  for (const Candidate& c : candidates_) most_preferred = std::max(most_preferred, c.preferred);

  std::optional<uint32_t> best;
  int64_t best_score = 0;
  for (const Candidate& c : candidates_) {
    const int64_t affinity = most_preferred == 0 ? 0 : int64_t{100} * c.preferred / most_preferred;
    const int64_t score =
        kNodeAffinityWeight * affinity + kLeastAllocatedWeight * c.least_allocated;
    // Candidates come in no order of names: the search may begin anywhere in the pool.
    const bool better =
        !best.has_value() || score > best_score ||
        (score == best_score && nodes_->at(c.slot).node.name < nodes_->at(*best).node.name);
    if (!better) continue;
    best = c.slot;
    best_score = score;
  }
  return best;
}

void KubeScheduler::FindCandidates(const SimShape& wants, ShapeQueue* queue) {
  const std::vector<uint32_t>& nodes = nodes_->InPool(wants.pool);
  if (nodes.empty()) return;
  const ScoredRequest request = ScoredRequestOf(wants.request);
  const size_t enough = NodesToScore(nodes.size(), percentage_to_score_);
  size_t& start = next_start_[wants.pool];
  size_t next = start % nodes.size();
  for (size_t i = 0; i < nodes.size() && candidates_.size() < enough; ++i) {
    const uint32_t slot = nodes[next];
    if (++next == nodes.size()) next = 0;
    if (!IsFeasible(wants, queue, slot)) continue;
    candidates_.push_back(
        {slot, LeastAllocatedScore(request, nodes_->room(slot)), Matches(wants, queue, slot)});
  }
  start = next;
}

void KubeScheduler::FindCandidatesAmongHopes(const SimShape& wants, ShapeQueue* queue) {
  const ScoredRequest request = ScoredRequestOf(wants.request);
  for (uint32_t slot : queue->hopes) {
    if (!nodes_->at(slot).present || !IsFeasible(wants, queue, slot)) continue;
    candidates_.push_back(
        {slot, LeastAllocatedScore(request, nodes_->room(slot)), Matches(wants, queue, slot)});
  }
}

}  // namespace bayplan::sim_internal
