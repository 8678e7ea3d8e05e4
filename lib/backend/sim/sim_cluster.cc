#include "bayplan/backend/sim/sim_cluster.h"

#include <fmt/format.h>

#include "sim_session.h"
#include "sim_world.h"

namespace bayplan {

using sim_internal::SimPod;
using sim_internal::SimSession;
using sim_internal::SimWorld;

absl::StatusOr<std::unique_ptr<SimCluster>> SimCluster::Create(const SimOptions& options) {
  const absl::Status valid = ValidateSimOptions(options);
  if (!valid.ok()) return valid;
  return std::unique_ptr<SimCluster>(new SimCluster(options));
}

SimCluster::SimCluster(const SimOptions& options) : world_(std::make_unique<SimWorld>(options)) {}
SimCluster::~SimCluster() = default;

std::unique_ptr<ClusterBackend> SimCluster::Connect() {
  return std::make_unique<SimSession>(world_.get());
}

absl::Status SimCluster::AdvanceTo(Timestamp time) { return world_->AdvanceTo(time); }
Timestamp SimCluster::Now() const { return world_->now(); }
std::optional<Timestamp> SimCluster::NextEventTime() const { return world_->NextEventTime(); }

absl::Status SimCluster::AddNode(const Node& node) { return world_->AddNode(node); }
absl::Status SimCluster::UpdateNode(const Node& node) { return world_->UpdateNode(node); }
absl::Status SimCluster::RemoveNode(std::string_view name) { return world_->RemoveNode(name); }

absl::Status SimCluster::DescribeJob(std::string_view job, const JobScript& script) {
  return world_->DescribeJob(job, script);
}

void SimCluster::FailNextCalls(int64_t count) { world_->FailNextCalls(count); }

std::vector<std::pair<std::string, int64_t>> SimCluster::WhyPending(
    const InstanceName& name) const {
  return world_->WhyPending(name);
}

std::optional<std::string> SimCluster::WhyRefused(const InstanceName& name) const {
  const SimPod* pod = world_->FindPod(name);
  if (pod == nullptr || pod->refusal.empty()) return std::nullopt;
  return pod->refusal;
}

std::optional<InstanceFacts> SimCluster::Facts(const InstanceName& name) const {
  const SimPod* pod = world_->FindPod(name);
  if (pod == nullptr) return std::nullopt;
  return pod->facts;
}

absl::StatusOr<Resources> SimCluster::UsedByPods(std::string_view node) const {
  const std::optional<uint32_t> slot = world_->nodes().Find(node);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("node \"{}\" is not there; valid is a present node", node));
  }
  return world_->nodes().at(*slot).used;
}

std::vector<Node> SimCluster::Nodes() const {
  std::vector<Node> nodes;
  for (const auto& [name, slot] : world_->nodes().by_name()) {
    nodes.push_back(world_->nodes().at(slot).node);
  }
  return nodes;
}

int64_t SimCluster::PendingPods() const { return world_->pending_pods(); }
const SimCounters& SimCluster::Counters() const { return world_->counters(); }

}  // namespace bayplan
