// PoolState::Commit: a plan becomes part of the state, one assignment at a time.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bayplan/pool/pool_state.h"
#include "content.h"

namespace bayplan {

absl::StatusOr<CommitResult> PoolState::Commit(const Plan& plan, absl::Span<const uint8_t> accepted,
                                               Timestamp now) {
  if (plan.pool != name_) {
    return absl::InvalidArgumentError(
        fmt::format("plan.pool is \"{}\"; valid is \"{}\"", plan.pool, name_));
  }
  if (!accepted.empty() && accepted.size() != plan.assignments.size()) {
    return absl::InvalidArgumentError(
        fmt::format("accepted has {} flags; valid is 0 or {}, one per assignment", accepted.size(),
                    plan.assignments.size()));
  }
  if (!journal_.Since(plan.base).has_value()) {
    return absl::FailedPreconditionError(fmt::format(
        "plan.base {} is not in the journal of pool \"{}\" (now at {}); make a new plan",
        plan.base.sequence, name_, journal_.position().sequence));
  }

  CommitResult result;
  for (uint32_t i = 0; i < plan.assignments.size(); ++i) {
    if (!accepted.empty() && accepted[i] == 0) continue;
    const Assignment& assignment = plan.assignments[i];
    if (jobs_.IsLive(assignment.job)) {
      const JobRow& row = jobs_.Row(assignment.job);
      // This very assignment was committed before.
      if (row.state == JobState::kActive && row.plan_id == plan.id &&
          row.attempt == assignment.attempt) {
        result.records.push_back(*row.instance);
        continue;
      }
    }
    absl::Status status = CheckAssignment(assignment);
    if (!status.ok()) {
      result.refusals.push_back({i, std::move(status)});
      continue;
    }
    InstanceRecord record = MakeRecord(assignment, now);
    result.records.push_back(record);
    Activate(assignment.job, std::move(record), plan.id);
    NoteJob(assignment.job);
  }
  CommitScaleback(plan);
  return result;
}

absl::Status PoolState::CheckAssignment(const Assignment& assignment) const {
  if (!jobs_.IsLive(assignment.job)) {
    return absl::NotFoundError("the job is gone: cancelled, or over");
  }
  const JobRow& row = jobs_.Row(assignment.job);
  if (row.state != JobState::kPending || row.attempt != assignment.attempt) {
    return absl::FailedPreconditionError(fmt::format(
        "job \"{}\" stands at attempt {}{}; the plan has attempt {}", row.job->id, row.attempt,
        row.state == JobState::kActive ? ", which is under way" : "", assignment.attempt));
  }
  return assignment.node.has_value() ? CheckNode(row, *assignment.node)
                                     : CheckCluster(row, assignment.cluster);
}

absl::Status PoolState::CheckNode(const JobRow& job, NodeSlot node) const {
  if (!nodes_.IsLive(node)) {
    return absl::NotFoundError(fmt::format("job \"{}\": its node is gone", job.job->id));
  }
  const NodeRow& row = nodes_.Row(node);
  const std::string_view name = nodes_.Name(node);
  if (!TakesWork(node)) {
    return absl::FailedPreconditionError(
        fmt::format("job \"{}\": node \"{}\" takes no new work", job.job->id, name));
  }
  const Shape& need = shape(job.shape);
  for (const CompiledConstraint& constraint : need.hard) {
    if (Holds(constraint, row.attributes)) continue;
    return absl::FailedPreconditionError(fmt::format(
        "job \"{}\": node \"{}\" no longer satisfies {}", job.job->id, name, constraint.text));
  }
  for (Dimension d : kAllDimensions) {
    if (need.request.Get(d) <= row.Free(d)) continue;
    return absl::ResourceExhaustedError(
        fmt::format("job \"{}\" asks {} of {}; node \"{}\" has {} left", job.job->id,
                    need.request.Get(d), DimensionName(d), name, row.Free(d)));
  }
  return absl::OkStatus();
}

absl::Status PoolState::CheckCluster(const JobRow& job, uint32_t cluster) const {
  if (cluster >= clusters_->size()) {
    return absl::NotFoundError(fmt::format("job \"{}\": cluster {} is not one of the pool's {}",
                                           job.job->id, cluster, clusters_->size()));
  }
  const Cluster& target = (*clusters_)[cluster];
  const std::vector<std::string>& acceptable = job.job->clusters;
  if (!acceptable.empty() &&
      std::find(acceptable.begin(), acceptable.end(), target.name) == acceptable.end()) {
    return absl::FailedPreconditionError(
        fmt::format("job \"{}\" does not accept cluster \"{}\"", job.job->id, target.name));
  }
  if (AcceptsJobs(target.state)) return absl::OkStatus();
  return absl::FailedPreconditionError(fmt::format("job \"{}\": cluster \"{}\" is {}", job.job->id,
                                                   target.name, ClusterStateName(target.state)));
}

InstanceRecord PoolState::MakeRecord(const Assignment& assignment, Timestamp now) const {
  InstanceRecord record;
  record.name = {jobs_.Row(assignment.job).job->id, assignment.attempt};
  record.pool = name_;
  record.committed_at = now;
  if (assignment.node.has_value()) {
    record.cluster = names_->Name(nodes_.Row(*assignment.node).cluster);
    record.chosen_node = std::string(nodes_.Name(*assignment.node));
  } else {
    record.cluster = (*clusters_)[assignment.cluster].name;
  }
  return record;
}

void PoolState::CommitScaleback(const Plan& plan) {
  // An older plan, or this one again, does not turn the window back.
  if (!plan.scaleback.has_value() || plan.base.sequence < scaleback_sequence_) return;
  scaleback_sequence_ = plan.base.sequence;
  // Nothing to change, and another plan from the same state may still change it.
  if (scaleback_ == plan.scaleback) return;
  ++scaleback_sequence_;
  scaleback_ = plan.scaleback;
  journal_.Append(JournalKind::kDecisionState, 0, pool_internal::ContentOf(*scaleback_));
}

}  // namespace bayplan
