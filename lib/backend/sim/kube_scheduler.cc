#include "kube_scheduler.h"

#include <algorithm>

#include "kube_filter.h"

namespace bayplan {
namespace {

constexpr int64_t kNodeAffinityWeight = 2;
constexpr int64_t kLeastAllocatedWeight = 1;

}  // namespace

KubeScheduler::KubeScheduler(const NodeTable* nodes, const ShapeTable* shapes,
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
    SetWaiting(shape, true);
  }
  Refresh(shape);
  return attempt;
}

void KubeScheduler::NodeImproved(uint32_t slot) {
  const auto found = waiting_.find(nodes_->at(slot).node.pool);
  if (found == waiting_.end()) return;
  std::vector<uint32_t> fitting;
  for (uint32_t shape : found->second) {
    if (IsFeasible(shape, slot)) fitting.push_back(shape);
  }
  for (uint32_t shape : fitting) {
    SetWaiting(shape, false);
    Refresh(shape);
  }
}

void KubeScheduler::NodeChanged(uint32_t slot) {
  for (ShapeQueue& queue : queues_) {
    if (slot < queue.matches.size()) queue.matches[slot] = kUnknown;
  }
}

std::vector<uint32_t> KubeScheduler::WaitingShapes(std::string_view pool) const {
  const auto found = waiting_.find(pool);
  if (found == waiting_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

bool KubeScheduler::IsWaiting(uint32_t shape) const {
  return shape < queues_.size() && queues_[shape].waiting;
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
  if (queue.waiting && PodsOf(shape) == 0) SetWaiting(shape, false);
  std::optional<QueueKey> head;
  if (!queue.waiting && !queue.ready.empty()) head = *queue.ready.begin();
  if (head == queue.head) return;
  if (queue.head.has_value()) heads_.erase(*queue.head);
  if (head.has_value()) heads_.emplace(*head, shape);
  queue.head = head;
}

void KubeScheduler::SetWaiting(uint32_t shape, bool waiting) {
  QueueOf(shape).waiting = waiting;
  absl::btree_set<uint32_t>& shapes = waiting_[shapes_->at(shape).pool];
  if (waiting) {
    shapes.insert(shape);
  } else {
    shapes.erase(shape);
  }
}

int16_t KubeScheduler::Matches(uint32_t shape, uint32_t slot) {
  const Shape& wants = shapes_->at(shape);
  if (wants.unconstrained()) return 0;
  std::vector<int16_t>& matches = QueueOf(shape).matches;
  if (matches.size() <= slot) matches.resize(nodes_->slot_count(), kUnknown);
  if (matches[slot] == kUnknown) {
    const Node& node = nodes_->at(slot).node;
    matches[slot] =
        SatisfiesAll(node, wants.required) ? CountSatisfied(node, wants.preferred) : kNoMatch;
  }
  return matches[slot];
}

bool KubeScheduler::IsFeasible(uint32_t shape, uint32_t slot) {
  const SimNode& node = nodes_->at(slot);
  return node.node.schedulable && !FirstShortage(shapes_->at(shape).request, node).has_value() &&
         Matches(shape, slot) != kNoMatch;
}

std::optional<uint32_t> KubeScheduler::ChooseNode(uint32_t shape) {
  const std::vector<uint32_t>& nodes = nodes_->InPool(shapes_->at(shape).pool);
  FindCandidates(shape, nodes);
  int16_t most_preferred = 0;
  for (const Candidate& c : candidates_) most_preferred = std::max(most_preferred, c.preferred);

  const Candidate* best = nullptr;
  int64_t best_score = 0;
  for (const Candidate& c : candidates_) {
    const int64_t affinity = most_preferred == 0 ? 0 : int64_t{100} * c.preferred / most_preferred;
    const int64_t score =
        kNodeAffinityWeight * affinity + kLeastAllocatedWeight * c.least_allocated;
    // The search may begin anywhere in the pool, so the smallest name is not always met first.
    const bool better =
        best == nullptr || score > best_score || (score == best_score && c.index < best->index);
    if (!better) continue;
    best = &c;
    best_score = score;
  }
  if (best == nullptr) return std::nullopt;
  return nodes[best->index];
}

void KubeScheduler::FindCandidates(uint32_t shape, const std::vector<uint32_t>& nodes) {
  candidates_.clear();
  if (nodes.empty()) return;
  const Shape& wants = shapes_->at(shape);
  const ScoredRequest request = ScoredRequestOf(wants.request);
  const size_t enough = NodesToScore(nodes.size(), percentage_to_score_);
  size_t& start = next_start_[wants.pool];
  start %= nodes.size();
  size_t looked_at = 0;
  for (; looked_at < nodes.size() && candidates_.size() < enough; ++looked_at) {
    const size_t index = (start + looked_at) % nodes.size();
    if (!IsFeasible(shape, nodes[index])) continue;
    candidates_.push_back({index, LeastAllocatedScore(request, nodes_->at(nodes[index])),
                           Matches(shape, nodes[index])});
  }
  start = (start + looked_at) % nodes.size();
}

}  // namespace bayplan
