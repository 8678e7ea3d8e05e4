#include "job_ledger.h"

#include <fmt/format.h>

#include <utility>

namespace bayplan::replay {
namespace {

bool IsOver(JobPhase phase) { return phase == JobPhase::kSucceeded || phase == JobPhase::kFailed; }

}  // namespace

JobLedger::JobLedger(absl::Span<const TraceJob> jobs, absl::Span<const size_t> pool_of_job,
                     size_t pools)
    : jobs_(jobs), pool_of_job_(pool_of_job), entries_(jobs.size()), totals_(pools) {
  job_by_id_.reserve(jobs.size());
  for (size_t i = 0; i < jobs.size(); ++i) job_by_id_[jobs[i].job.id] = i;
}

void JobLedger::Submit(size_t job) { SetPhase(job, JobPhase::kPending); }

absl::Status JobLedger::Take(const CycleReport& report) {
  for (const InstanceRecord& record : report.records) {
    const std::optional<size_t> job = Find(record.name.job);
    if (!job.has_value() || IsOver(entries_[*job].phase)) {
      return absl::InternalError(
          fmt::format("a record of \"{}\", which is not a live job", record.name.job));
    }
    SetRecord(*job, record);
    SetPhase(*job, record.facts.ended.has_value() ? JobPhase::kPending : JobPhase::kActive);
  }
  for (const FinishedJob& finished : report.finished) {
    const std::optional<size_t> job = Find(finished.id);
    if (!job.has_value() || IsOver(entries_[*job].phase)) {
      return absl::InternalError(
          fmt::format("job \"{}\" is over, but it is not a live job", finished.id));
    }
    const bool succeeded = finished.outcome == JobOutcome::kSucceeded;
    SetPhase(*job, succeeded ? JobPhase::kSucceeded : JobPhase::kFailed);
  }
  return absl::OkStatus();
}

void JobLedger::TakeLate(const Observation& news) {
  const std::optional<size_t> job = Find(news.instance.job);
  if (!job.has_value()) return;
  const LedgerEntry& entry = entries_[*job];
  if (!entry.record.has_value() || entry.record->name != news.instance) return;
  InstanceRecord record = *entry.record;
  if (!Fold(news.facts, &record.facts)) return;
  SetRecord(*job, record);
  if (!record.facts.ended.has_value() || IsOver(entry.phase)) return;
  switch (record.facts.ended->cause) {
    case EndCause::kSucceeded:
      SetPhase(*job, JobPhase::kSucceeded);
      break;
    case EndCause::kFailed:
      SetPhase(*job, JobPhase::kFailed);
      break;
    default:  // not the job's fault: it would be tried again
      SetPhase(*job, JobPhase::kPending);
  }
}

std::optional<size_t> JobLedger::Find(std::string_view job) const {
  const auto found = job_by_id_.find(absl::string_view(job.data(), job.size()));
  if (found == job_by_id_.end()) return std::nullopt;
  return found->second;
}

void JobLedger::SetPhase(size_t job, JobPhase phase) {
  PoolTotals& totals = totals_[pool_of_job_[job]];
  const JobPhase before = std::exchange(entries_[job].phase, phase);
  totals.pending += (phase == JobPhase::kPending) - (before == JobPhase::kPending);
  totals.active += (phase == JobPhase::kActive) - (before == JobPhase::kActive);
  over_ += IsOver(phase) - IsOver(before);
}

void JobLedger::SetRecord(size_t job, const InstanceRecord& record) {
  LedgerEntry& entry = entries_[job];
  Resources& allocated = totals_[pool_of_job_[job]].allocated;
  const bool has_node = record.facts.scheduled.has_value() || record.chosen_node.has_value();
  const bool before = std::exchange(entry.allocated, has_node && !record.facts.ended.has_value());
  if (entry.allocated && !before) allocated += jobs_[job].job.request;
  if (before && !entry.allocated) allocated -= jobs_[job].job.request;
  entry.record = record;
}

}  // namespace bayplan::replay
