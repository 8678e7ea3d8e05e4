// The turns of the scheduler and of the autoscaler, and what wakes them.
#include <algorithm>

#include <fmt/format.h>

#include "sim_world.h"

namespace bayplan::sim_internal {

void SimWorld::EnqueuePod(uint32_t id) {
  pods_[id].phase = PodPhase::kPending;
  scheduler_.Enqueue(Queued(id));
  WakeScheduler();
  // A pod that joins a waiting shape is never tried, so the autoscaler hears of it here.
  if (scheduler_.IsWaiting(pods_[id].shape)) WakeAutoscaler(shapes_.at(pods_[id].shape).pool);
}

void SimWorld::WakeScheduler() {
  if (scheduler_busy_ || !scheduler_.HasWork()) return;
  scheduler_busy_ = true;
  events_.Push(now_ + options_.scheduling_interval, EventKind::kSchedule, 0);
}

void SimWorld::ScheduleOne() {
  scheduler_busy_ = false;
  // What it was working on may have been killed.
  if (!scheduler_.HasWork()) return;
  const KubeScheduler::Attempt attempt = scheduler_.TryNext();
  ++counters_.scheduling_attempts;
  if (attempt.node.has_value()) {
    Bind(attempt.pod.pod, *attempt.node);
  } else {
    ++counters_.failed_attempts;
    BackOff(attempt.pod.pod);
    WakeAutoscaler(shapes_.at(attempt.pod.shape).pool);
  }
  WakeScheduler();
}

void SimWorld::BackOff(uint32_t id) {
  SimPod& pod = pods_[id];
  Duration backoff = options_.initial_backoff;
  for (uint32_t i = 0; i < pod.failed_attempts && backoff < options_.max_backoff; ++i) {
    backoff = backoff + backoff;
  }
  ++pod.failed_attempts;
  pod.phase = PodPhase::kBackingOff;
  pod.timer =
      events_.Push(now_ + std::min(backoff, options_.max_backoff), EventKind::kBackoffOver, id);
}

void SimWorld::EndBackoff(uint32_t id) {
  pods_[id].timer.reset();
  pods_[id].phase = PodPhase::kPending;
  scheduler_.EndBackoff(Queued(id));
  scheduler_.Enqueue(Queued(id));
  WakeScheduler();
}

void SimWorld::NodeImproved(uint32_t slot) {
  scheduler_.NodeImproved(slot);
  WakeScheduler();
}

void SimWorld::WakeAutoscaler(std::string_view pool) {
  const auto found = group_by_pool_.find(pool);
  if (found == group_by_pool_.end()) return;
  NodeGroup& group = groups_[found->second];
  if (group.scan_pending || group.Headroom() == 0) return;
  // Without demand there is nothing to scan for; the next pod that waits wakes it again.
  if (scheduler_.WaitingShapes(pool).empty()) return;
  group.scan_pending = true;
  events_.Push(group.NextScan(now_), EventKind::kScan, found->second);
}

void SimWorld::Scan(uint32_t index) {
  NodeGroup& group = groups_[index];
  group.scan_pending = false;
  std::vector<ShapeDemand> demand;
  for (uint32_t shape : scheduler_.WaitingShapes(group.options().pool)) {
    demand.push_back({&shapes_.at(shape), scheduler_.PodsOf(shape)});
  }
  RequestNodes(index, group.NodesToRequest(demand));
}

void SimWorld::RequestNodes(uint32_t index, int64_t count) {
  NodeGroup& group = groups_[index];
  group.Requested(count);
  counters_.nodes_requested += count;
  for (int64_t i = 0; i < count; ++i) {
    events_.Push(now_ + group.options().provision_delay, EventKind::kNodeReady, index);
  }
}

void SimWorld::NodeArrives(uint32_t index) {
  const uint32_t slot = PutNode(groups_[index].Arrive(nodes_));
  nodes_.at(slot).added_by_autoscaler = true;
  WatchIdle(slot);
  // Pods of other shapes may have counted on this node.
  WakeAutoscaler(groups_[index].options().pool);
}

void SimWorld::WatchIdle(uint32_t slot) {
  SimNode& node = nodes_.at(slot);
  if (node.idle_over.has_value()) events_.Cancel(*node.idle_over);
  node.idle_over.reset();
  if (!node.present || !node.added_by_autoscaler || !node.pods.empty()) return;
  const NodeGroup& group = groups_[group_by_pool_.find(node.node.pool)->second];
  node.idle_over = events_.Push(now_ + group.options().idle_timeout, EventKind::kIdleOver, slot);
}

absl::Status SimWorld::Scale(absl::Span<const ScaleAction> actions) {
  for (size_t i = 0; i < actions.size(); ++i) {
    if (group_by_pool_.contains(actions[i].pool)) continue;
    return absl::InvalidArgumentError(
        fmt::format("actions[{}].pool \"{}\" has no node group; valid is a pool that has one", i,
                    actions[i].pool));
  }
  for (const ScaleAction& action : actions) {
    if (action.count < 0) {
      RemoveIdleNodes(action.pool, action.count);
    } else {
      const uint32_t group = group_by_pool_.find(action.pool)->second;
      RequestNodes(group, std::min(action.count, groups_[group].Headroom()));
    }
  }
  return absl::OkStatus();
}

void SimWorld::RemoveIdleNodes(std::string_view pool, int64_t count) {
  std::vector<uint32_t> idle;
  for (uint32_t slot : nodes_.InPool(pool)) {
    if (nodes_.at(slot).idle_over.has_value()) idle.push_back(slot);
  }
  // Newest first; `count` is negative.
  std::sort(idle.begin(), idle.end(), std::greater<>());
  for (uint32_t slot : idle) {
    if (count++ == 0) break;
    DropNode(slot);
  }
}

}  // namespace bayplan::sim_internal
