#include "sim_world.h"

#include <fmt/format.h>

#include "kube_filter.h"

namespace bayplan::sim_internal {

SimWorld::SimWorld(const SimOptions& options)
    : options_(options),
      now_(options.start),
      scheduler_(&nodes_, &shapes_, options.percentage_of_nodes_to_score) {
  for (const NodeGroupOptions& group : options.node_groups) {
    group_by_pool_.emplace(group.pool, static_cast<uint32_t>(groups_.size()));
    groups_.emplace_back(group);
  }
}

absl::Status SimWorld::AdvanceTo(Timestamp time) {
  if (time < now_) {
    return absl::InvalidArgumentError(fmt::format(
        "time {} ms lies before the cluster's {} ms; valid is that or later", time.ms, now_.ms));
  }
  for (auto next = events_.NextTime(); next.has_value() && *next <= time;
       next = events_.NextTime()) {
    const Event event = events_.Pop();
    now_ = event.key.at;
    Dispatch(event);
  }
  now_ = time;
  return absl::OkStatus();
}

void SimWorld::Dispatch(const Event& event) {
  switch (event.kind) {
    case EventKind::kPodStarts:
      return StartPod(event.subject);
    case EventKind::kPodFinishes:
      return FinishPod(event.subject);
    case EventKind::kBackoffOver:
      return EndBackoff(event.subject);
    case EventKind::kSchedule:
      return ScheduleOne();
    case EventKind::kScan:
      return Scan(event.subject);
    case EventKind::kNodeReady:
      return NodeArrives(event.subject);
    case EventKind::kIdleOver:
      nodes_.at(event.subject).idle_over.reset();
      return DropNode(event.subject);
  }
}

absl::Status SimWorld::AddNode(const Node& node) {
  const absl::Status valid = ValidateNode(node);
  if (!valid.ok()) return valid;
  if (nodes_.Find(node.name).has_value()) {
    return absl::AlreadyExistsError(fmt::format(
        "node.name \"{}\" is there already; valid is a name that no present node has", node.name));
  }
  PutNode(node);
  return absl::OkStatus();
}

uint32_t SimWorld::PutNode(const Node& node) {
  const uint32_t slot = nodes_.Add(node);
  ++counters_.nodes_added;
  Write(SimJournalEntry::kNode, slot);
  NodeImproved(slot);
  return slot;
}

absl::Status SimWorld::UpdateNode(const Node& node) {
  const absl::Status valid = ValidateNode(node);
  if (!valid.ok()) return valid;
  const std::optional<uint32_t> slot = nodes_.Find(node.name);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("node.name \"{}\" is not there; valid is a present node", node.name));
  }
  const std::string& pool = nodes_.at(*slot).node.pool;
  if (node.pool != pool) {
    return absl::InvalidArgumentError(
        fmt::format("node.pool of \"{}\" is \"{}\"; valid is \"{}\": a node cannot change its pool",
                    node.name, node.pool, pool));
  }
  nodes_.Update(*slot, node);
  scheduler_.NodeChanged(*slot);
  Write(SimJournalEntry::kNode, *slot);
  NodeImproved(*slot);
  return absl::OkStatus();
}

absl::Status SimWorld::RemoveNode(std::string_view name) {
  const std::optional<uint32_t> slot = nodes_.Find(name);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("node \"{}\" is not there; valid is a present node", name));
  }
  DropNode(*slot);
  return absl::OkStatus();
}

void SimWorld::DropNode(uint32_t slot) {
  SimNode& node = nodes_.at(slot);
  // Gone first: the room of its pods must not make anybody hope.
  nodes_.Remove(slot);
  while (!node.pods.empty()) EndPod(*node.pods.begin(), EndCause::kNodeLost, std::nullopt);
  WatchIdle(slot);
  ++counters_.nodes_removed;
  Write(SimJournalEntry::kNode, slot);
  if (!node.added_by_autoscaler) return;
  groups_[group_by_pool_.find(node.node.pool)->second].Removed();
  WakeAutoscaler(node.node.pool);
}

absl::Status SimWorld::DescribeJob(std::string_view job, const JobScript& script) {
  if (script.run < Duration{0}) {
    return absl::InvalidArgumentError(
        fmt::format("script.run of job \"{}\" is {} ms; valid is 0 or more", job, script.run.ms));
  }
  scripts_.insert_or_assign(std::string(job), script);
  return absl::OkStatus();
}

absl::Status SimWorld::TakeFailure() {
  if (failures_ordered_ <= 0) return absl::OkStatus();
  --failures_ordered_;
  return absl::UnavailableError("the simulated cluster was told to fail this call");
}

const SimPod* SimWorld::FindPod(const InstanceName& name) const {
  const auto found = pod_by_name_.find(name);
  return found == pod_by_name_.end() ? nullptr : &pods_[found->second];
}

std::vector<std::pair<std::string, int64_t>> SimWorld::WhyPending(const InstanceName& name) const {
  const SimPod* pod = FindPod(name);
  if (pod == nullptr) return {};
  if (pod->phase != PodPhase::kPending && pod->phase != PodPhase::kBackingOff) return {};
  absl::btree_map<std::string, int64_t> counts;
  for (const auto& [node, slot] : nodes_.by_name()) {
    const std::optional<Rejection> no =
        FirstRejection(shapes_.at(pod->shape), nodes_.at(slot).node, nodes_.room(slot));
    if (no.has_value()) ++counts[RejectionText(*no)];
  }
  return {counts.begin(), counts.end()};
}

}  // namespace bayplan::sim_internal
