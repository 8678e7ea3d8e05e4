#include "news.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "bayplan/model/pod_template.h"

namespace bayplan::engine_internal {

std::optional<size_t> Pools::Find(std::string_view pool) const {
  for (size_t i = 0; i < runners.size(); ++i) {
    if (runners[i].state.name() == pool) return i;
  }
  return std::nullopt;
}

std::optional<size_t> Pools::OfJob(std::string_view job) const {
  const auto entry = pool_of_job_.find(absl::string_view(job.data(), job.size()));
  if (entry == pool_of_job_.end()) return std::nullopt;
  return entry->second;
}

void News::Take(const PollBatch& batch, size_t index, ClusterLink* cluster, Timestamp now) {
  for (const NodeNews& node : batch.nodes) TakeNode(node, cluster);
  for (const Observation& observation : batch.instances) {
    if (Concerns(observation.instance, cluster->cluster.name)) TakeInstance(observation, index);
  }
  if (batch.complete) SettleMissing(batch, index, cluster, now);
}

bool News::Concerns(const InstanceName& instance, std::string_view cluster) const {
  const std::optional<size_t> pool = pools_.OfJob(instance.job);
  if (!pool.has_value()) return false;
  const JobTable& jobs = pools_.runners[*pool].state.jobs();
  const JobRow& row = jobs.Row(*jobs.Find(instance.job));
  return row.instance.has_value() && row.instance->cluster == cluster;
}

void News::TakeInstance(const Observation& observation, size_t cluster) {
  const std::optional<size_t> pool = pools_.OfJob(observation.instance.job);
  if (!pool.has_value()) return;
  const absl::StatusOr<Applied> applied = pools_.runners[*pool].state.Apply(Observe{observation});
  if (!applied.ok() || !applied->changed) return;
  outbox_.AddRecord(*applied->record);
  if (applied->record->facts.ended.has_value()) outbox_.Forget(cluster, observation.instance);
  if (applied->outcome == JobOutcome::kNone || applied->outcome == JobOutcome::kRetry) return;
  pools_.ForgetJob(observation.instance.job);
  report_.finished.push_back(
      {observation.instance.job, pools_.runners[*pool].state.name(), applied->outcome});
}

void News::TakeNode(const NodeNews& news, ClusterLink* cluster) {
  const std::optional<size_t> pool = pools_.Find(news.node.pool);
  const auto known = cluster->pool_of_node.find(news.node.name);
  const bool moves = known != cluster->pool_of_node.end() && known->second != pool;
  if (news.removed || moves) ForgetNode(news.node.name, cluster);
  if (news.removed || !pool.has_value() || !pools_.runners[*pool].wants_nodes()) return;

  Node node = news.node;
  node.cluster = cluster->cluster.name;
  const PoolState& state = pools_.runners[*pool].state;
  if (const auto slot = state.nodes().Find(node.name); slot.has_value()) {
    const std::string_view owner = state.NameOf(state.nodes().Row(*slot).cluster);
    if (owner != node.cluster) {
      report_.cluster_errors.push_back(absl::AlreadyExistsError(fmt::format(
          "node \"{}\" of cluster \"{}\": cluster \"{}\" has a node of that name in pool \"{}\"",
          node.name, node.cluster, owner, node.pool)));
      return;
    }
  }
  const absl::StatusOr<Applied> applied =
      pools_.runners[*pool].state.Apply(UpsertNode{std::move(node)});
  if (applied.ok()) {
    cluster->pool_of_node[news.node.name] = *pool;
  } else {
    report_.cluster_errors.push_back(applied.status());
  }
}

void News::ForgetNode(const std::string& name, ClusterLink* cluster) {
  const auto known = cluster->pool_of_node.find(name);
  if (known == cluster->pool_of_node.end()) return;
  pools_.runners[known->second].state.Apply(RemoveNode{name}).IgnoreError();
  cluster->pool_of_node.erase(known);
}

void News::SettleMissing(const PollBatch& batch, size_t index, ClusterLink* cluster,
                         Timestamp now) {
  absl::flat_hash_set<std::string> nodes;
  for (const NodeNews& news : batch.nodes) nodes.insert(news.node.name);
  std::vector<std::string> gone;
  for (const auto& [name, pool] : cluster->pool_of_node) {
    if (!nodes.contains(name)) gone.push_back(name);
  }
  std::sort(gone.begin(), gone.end());
  for (const std::string& name : gone) ForgetNode(name, cluster);

  absl::flat_hash_set<std::string> listed;
  for (const Observation& seen : batch.instances) listed.insert(InstanceNameText(seen.instance));
  for (PoolRunner& runner : pools_.runners) {
    for (size_t i = 0; i < runner.state.jobs().row_count(); ++i) {
      // A copy: settling changes the table.
      const JobRow row = runner.state.jobs().RowAt(i);
      if (!row.live || row.state != JobState::kActive) continue;
      if (row.instance->cluster != cluster->cluster.name) continue;
      if (listed.contains(InstanceNameText(row.instance->name))) continue;
      SettleMissingInstance(row, runner.state, index, now);
    }
  }
}

void News::SettleMissingInstance(const JobRow& row, const PoolState& pool, size_t cluster,
                                 Timestamp now) {
  const InstanceRecord& record = *row.instance;
  if (outbox_.IsWaitingToLaunch(cluster, record.name)) return;
  if (StateOf(record.facts) == InstanceState::kCommitted) {
    // Whether the launch got through is unknown; under the same name it happens once at most. That
    // holds for a cancelled instance too: the kill that follows must find it, not a late launch.
    outbox_.AddLaunch(cluster,
                      {record.name, MakePodTemplate(*row.job, pool.name(), record.chosen_node)},
                      /*repeated=*/true);
    return;
  }
  Observation gone{record.name, {}};
  gone.facts.ended = End{{now, Quality::kInferred, Source::kScheduler}, EndCause::kVanished, {}};
  TakeInstance(gone, cluster);
}

}  // namespace bayplan::engine_internal
