#include "bayplan/pool/pool_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "content.h"

namespace bayplan {

using pool_internal::ContentOf;
using pool_internal::ProgressOf;

PoolState::PoolState(std::string name)
    : name_(std::move(name)),
      names_(std::make_shared<Interner>()),
      shapes_(std::make_shared<ShapeTable>()),
      nodes_(names_) {}

int64_t PoolState::WithoutNode(std::string_view cluster) const {
  const auto entry = without_node_->find(absl::string_view(cluster.data(), cluster.size()));
  return entry == without_node_->end() ? 0 : entry->second;
}

bool PoolState::TakesWork(NodeSlot node) const {
  const NodeRow& row = nodes_.Row(node);
  if (!row.schedulable) return false;
  const std::string_view name = names_->Name(row.cluster);
  const auto known = std::find_if(clusters_->begin(), clusters_->end(),
                                  [&](const Cluster& cluster) { return cluster.name == name; });
  return known == clusters_->end() || AcceptsJobs(known->state);
}

absl::StatusOr<Applied> PoolState::Apply(const Change& change) {
  return std::visit([this](const auto& one) { return Do(one); }, change);
}

PoolState PoolState::Fork() const {
  PoolState fork(*this);
  fork.journal_ = journal_.Branch();
  return fork;
}

// Jobs.

absl::StatusOr<Applied> PoolState::Do(const AddJob& change) {
  absl::Status valid = ValidateJob(change.job);
  if (!valid.ok()) return valid;
  if (jobs_.Find(change.job.id).has_value()) {
    return absl::AlreadyExistsError(
        fmt::format("job.id \"{}\" is a live job of pool \"{}\" already", change.job.id, name_));
  }
  const JobSlot slot = jobs_.Add(change.job, shapes_->Intern(change.job, names_.get()));
  journal_.Append(JournalKind::kJobChanged, slot.index, ContentOf(change.job));
  return Applied{.changed = true};
}

absl::StatusOr<Applied> PoolState::Do(const CancelJob& change) {
  const std::optional<JobSlot> slot = jobs_.Find(change.id);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("job.id \"{}\" is not a live job of pool \"{}\"", change.id, name_));
  }
  if (jobs_.Row(*slot).state == JobState::kPending) {
    jobs_.Remove(*slot);
    NoteJob(*slot);
    return Applied{.changed = true, .outcome = JobOutcome::kCancelled};
  }
  if (jobs_.Row(*slot).cancel_requested) return Applied{};
  jobs_.MutableRow(*slot).cancel_requested = true;
  NoteJob(*slot);
  return Applied{.changed = true};
}

// Nodes and clusters.

absl::StatusOr<Applied> PoolState::Do(const UpsertNode& change) {
  absl::Status valid = ValidateNode(change.node);
  if (!valid.ok()) return valid;
  if (change.node.pool != name_) {
    return absl::InvalidArgumentError(fmt::format("node \"{}\": pool is \"{}\"; valid is \"{}\"",
                                                  change.node.name, change.node.pool, name_));
  }
  const NodeTable::Upserted result = nodes_.Upsert(change.node);
  if (!result.changed) return Applied{};
  journal_.Append(result.added ? JournalKind::kNodeAdded : JournalKind::kNodeChanged,
                  result.slot.index, ContentOf(change.node));
  if (result.added) BookWaiting(result.slot);
  return Applied{.changed = true};
}

absl::StatusOr<Applied> PoolState::Do(const RemoveNode& change) {
  const std::optional<NodeSlot> slot = nodes_.Find(change.name);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("node \"{}\" is not a node of pool \"{}\"", change.name, name_));
  }
  for (size_t i = 0; i < jobs_.row_count(); ++i) {
    const JobRow& row = jobs_.RowAt(i);
    if (!row.live || row.booking != *slot) continue;
    const JobSlot job{static_cast<uint32_t>(i), row.generation};
    jobs_.MutableRow(job).booking.reset();
    waiting_for_node_.Mutable()[change.name].push_back(job);
  }
  nodes_.Remove(change.name);
  journal_.Append(JournalKind::kNodeRemoved, slot->index, slot->generation);
  return Applied{.changed = true};
}

absl::StatusOr<Applied> PoolState::Do(const UpsertCluster& change) {
  if (change.cluster.name.empty()) {
    return absl::InvalidArgumentError("cluster.name is empty; valid is a unique name");
  }
  const auto known =
      std::find_if(clusters_->begin(), clusters_->end(),
                   [&](const Cluster& cluster) { return cluster.name == change.cluster.name; });
  if (known != clusters_->end() && *known == change.cluster) return Applied{};
  const auto index = static_cast<size_t>(known - clusters_->begin());
  std::vector<Cluster>& clusters = clusters_.Mutable();
  if (index == clusters.size()) clusters.emplace_back();
  clusters[index] = change.cluster;
  journal_.Append(JournalKind::kClusterChanged, static_cast<uint32_t>(index),
                  ContentOf(change.cluster));
  return Applied{.changed = true};
}

// Instances.

absl::StatusOr<Applied> PoolState::Do(const Observe& change) {
  const InstanceName& name = change.observation.instance;
  const std::optional<JobSlot> slot = jobs_.Find(name.job);
  if (!slot.has_value()) return Applied{};
  const JobRow& row = jobs_.Row(*slot);
  if (row.state != JobState::kActive || row.attempt != name.attempt) return Applied{};

  InstanceRecord record = *row.instance;
  if (!Fold(change.observation.facts, &record.facts)) return Applied{};
  CountWithoutNode(*row.instance, -1);
  CountWithoutNode(record, +1);
  jobs_.MutableRow(*slot).instance = record;
  Applied applied{.changed = true, .outcome = JobOutcome::kNone, .record = std::move(record)};
  if (applied.record->facts.ended.has_value()) applied.outcome = SettleEnd(*slot);
  NoteJob(*slot);
  return applied;
}

absl::StatusOr<Applied> PoolState::Do(const RestoreInstance& change) {
  const InstanceRecord& record = change.record;
  const std::optional<JobSlot> slot = jobs_.Find(record.name.job);
  if (!slot.has_value()) {
    return absl::NotFoundError(
        fmt::format("instance \"{}\": its job is not a live job of pool \"{}\"",
                    InstanceNameText(record.name), name_));
  }
  const JobRow& row = jobs_.Row(*slot);
  if (record.pool != name_) {
    return absl::InvalidArgumentError(
        fmt::format("instance \"{}\": pool is \"{}\"; valid is \"{}\"",
                    InstanceNameText(record.name), record.pool, name_));
  }
  if (row.state != JobState::kPending || record.name.attempt < row.attempt) {
    return absl::FailedPreconditionError(
        fmt::format("instance \"{}\": its job stands at attempt {}{}; records are restored in "
                    "order of attempts",
                    InstanceNameText(record.name), row.attempt,
                    row.state == JobState::kActive ? ", which is under way" : ""));
  }
  if (record.name.attempt == std::numeric_limits<uint32_t>::max()) {
    return absl::InvalidArgumentError(
        fmt::format("instance \"{}\": attempt is the last number", InstanceNameText(record.name)));
  }
  jobs_.MutableRow(*slot).attempt = record.name.attempt;
  Activate(*slot, record, 0);
  Applied applied{.changed = true, .outcome = JobOutcome::kNone, .record = record};
  if (record.facts.ended.has_value()) applied.outcome = SettleEnd(*slot);
  NoteJob(*slot);
  return applied;
}

void PoolState::Activate(JobSlot slot, InstanceRecord record, uint64_t plan_id) {
  CountWithoutNode(record, +1);
  const std::optional<std::string> node = record.chosen_node;
  JobRow& row = jobs_.MutableRow(slot);
  row.state = JobState::kActive;
  row.instance = std::move(record);
  row.plan_id = plan_id;
  if (!node.has_value()) return;
  if (const std::optional<NodeSlot> known = nodes_.Find(*node); known.has_value()) {
    Book(slot, *known);
  } else {
    waiting_for_node_.Mutable()[*node].push_back(slot);
  }
}

JobOutcome PoolState::SettleEnd(JobSlot slot) {
  ReleaseBooking(slot);
  JobRow& row = jobs_.MutableRow(slot);
  const EndCause cause = row.instance->facts.ended->cause;
  row.tally = CountEnd(cause, row.tally);
  JobOutcome outcome = JobOutcome::kFailed;
  if (cause == EndCause::kSucceeded) {
    outcome = JobOutcome::kSucceeded;
  } else if (row.cancel_requested) {
    outcome = JobOutcome::kCancelled;
  } else if (MayRetry(row.tally, row.job->max_attempts)) {
    outcome = JobOutcome::kRetry;
  }
  if (outcome != JobOutcome::kRetry) {
    jobs_.Remove(slot);
    return outcome;
  }
  row.state = JobState::kPending;
  row.instance.reset();
  row.plan_id = 0;
  ++row.attempt;
  return outcome;
}

void PoolState::Book(JobSlot slot, NodeSlot node) {
  jobs_.MutableRow(slot).booking = node;
  nodes_.Book(node, jobs_.Row(slot).job->request);
  NoteNode(JournalKind::kNodeChanged, node);
}

void PoolState::BookWaiting(NodeSlot node) {
  const std::string name(nodes_.Name(node));
  const auto entry = waiting_for_node_->find(name);
  if (entry == waiting_for_node_->end()) return;
  const std::vector<JobSlot> waiting = entry->second;
  waiting_for_node_.Mutable().erase(name);
  for (JobSlot job : waiting) {
    if (!jobs_.IsLive(job)) continue;
    const JobRow& row = jobs_.Row(job);
    // The job may have gone on to another attempt while the node was away.
    if (row.state != JobState::kActive || row.booking.has_value()) continue;
    if (row.instance->chosen_node == name) Book(job, node);
  }
}

void PoolState::ReleaseBooking(JobSlot slot) {
  const JobRow& row = jobs_.Row(slot);
  if (!row.booking.has_value()) {
    StopWaiting(slot);
    return;
  }
  const NodeSlot node = *row.booking;
  nodes_.Release(node, row.job->request);
  jobs_.MutableRow(slot).booking.reset();
  NoteNode(JournalKind::kNodeChanged, node);
}

void PoolState::StopWaiting(JobSlot slot) {
  const std::optional<std::string>& node = jobs_.Row(slot).instance->chosen_node;
  if (!node.has_value() || !waiting_for_node_->contains(*node)) return;
  std::vector<JobSlot>& waiting = waiting_for_node_.Mutable()[*node];
  waiting.erase(std::remove(waiting.begin(), waiting.end(), slot), waiting.end());
  if (waiting.empty()) waiting_for_node_.Mutable().erase(*node);
}

void PoolState::CountWithoutNode(const InstanceRecord& record, int64_t delta) {
  if (record.chosen_node.has_value() || StateOf(record.facts) > InstanceState::kSubmitted) return;
  without_node_.Mutable()[record.cluster] += delta;
}

void PoolState::NoteJob(JobSlot slot) {
  journal_.Append(JournalKind::kJobChanged, slot.index, ProgressOf(jobs_.RowAt(slot.index)));
}

void PoolState::NoteNode(JournalKind kind, NodeSlot slot) {
  journal_.Append(kind, slot.index, ContentOf(nodes_.Row(slot).booked));
}

}  // namespace bayplan
