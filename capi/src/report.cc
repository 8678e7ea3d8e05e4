#include "report.h"

#include <algorithm>

#include "error.h"
#include "sized.h"

namespace bayplan::capi {
namespace {

uint8_t Outcome(JobOutcome outcome) {
  switch (outcome) {
    case JobOutcome::kSucceeded:
      return BAYPLAN_OUTCOME_SUCCEEDED;
    case JobOutcome::kFailed:
      return BAYPLAN_OUTCOME_FAILED;
    case JobOutcome::kCancelled:
      return BAYPLAN_OUTCOME_CANCELLED;
    case JobOutcome::kNone:
    case JobOutcome::kRetry:
      break;
  }
  return 0;  // not over: such jobs are not in a report
}

bayplan_cycle_counters Counters(const CycleReport& cycle) {
  bayplan_cycle_counters counters = {};
  counters.size = sizeof(counters);
  counters.considered = cycle.considered;
  counters.assigned = cycle.assigned;
  counters.refused = static_cast<int64_t>(cycle.refused.size());
  counters.left = static_cast<int64_t>(cycle.left.size());
  counters.beyond_window = cycle.beyond_window;
  counters.evaluations = cycle.evaluations;
  counters.launched = cycle.launched;
  counters.window = BAYPLAN_ABSENT;
  counters.not_before_ms = cycle.not_before.value_or(Timestamp{BAYPLAN_ABSENT}).ms;
  if (cycle.scaleback.has_value()) {
    counters.window = cycle.scaleback->window;
    counters.floor_iterations = cycle.scaleback->floor_iterations;
    counters.floor_warning = cycle.scaleback->warn ? 1 : 0;
    counters.window_reset = cycle.scaleback->reset ? 1 : 0;
  }
  return counters;
}

// A part of a report, for a caller.
template <typename Columns>
bayplan_error* Give(const bayplan_report* report, Columns (*part)(const bayplan_report&),
                    Columns* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(report, "report");
    return given.ok() ? WriteSized(part(*report), "out", out) : given;
  });
}

}  // namespace

FinishedBuffer::FinishedBuffer(absl::Span<const FinishedJob> jobs) {
  for (const FinishedJob& job : jobs) {
    job_.Add(job.id);
    pool_.Add(job.pool);
    outcome_.push_back(Outcome(job.outcome));
  }
}

bayplan_finished_columns FinishedBuffer::view() const {
  return {sizeof(bayplan_finished_columns), outcome_.size(), job_.view(), pool_.view(),
          outcome_.data()};
}

LeftBuffer::LeftBuffer(absl::Span<const LeftJob> jobs) {
  for (const LeftJob& job : jobs) {
    job_.Add(job.id);
    table_.push_back(job.table);
  }
}

bayplan_left_columns LeftBuffer::view() const {
  return {sizeof(bayplan_left_columns), table_.size(), job_.view(), table_.data()};
}

void ReasonListBuffer::Add(const std::vector<ReasonCount>& reasons) {
  for (const ReasonCount& row : reasons) {
    code_.push_back(static_cast<uint8_t>(row.reason.code));
    detail_.Add(row.reason.detail);
    places_.push_back(row.count);
  }
  first_.push_back(static_cast<uint32_t>(code_.size()));
}

bayplan_reason_list_column ReasonListBuffer::view() const {
  return {first_.data(), code_.data(), detail_.view(), places_.data()};
}

ReasonBuffer::ReasonBuffer(absl::Span<const ReasonTable> tables) {
  for (const ReasonTable& table : tables) {
    looked_at_.push_back(table.looked_at);
    first_.Add(table.first);
    all_.Add(table.all);
  }
}

bayplan_reason_columns ReasonBuffer::view() const {
  return {sizeof(bayplan_reason_columns), looked_at_.size(), looked_at_.data(), first_.view(),
          all_.view()};
}

void FailureBuffer::Add(std::string_view job, const absl::Status& why) {
  job_.Add(job);
  code_.push_back(static_cast<uint32_t>(why.code()));
  message_.Add(std::string_view(why.message().data(), why.message().size()));
}

bayplan_failure_columns FailureBuffer::view() const {
  return {sizeof(bayplan_failure_columns), code_.size(), job_.view(), code_.data(),
          message_.view()};
}

}  // namespace bayplan::capi

bayplan_report::bayplan_report(const bayplan::CycleReport& cycle)
    : counters(bayplan::capi::Counters(cycle)),
      records(cycle.records),
      finished(cycle.finished),
      left(cycle.left),
      reasons(cycle.tables) {
  for (const bayplan::RefusedJob& job : cycle.refused) refused.Add(job.id, job.why);
  for (const absl::Status& error : cycle.cluster_errors) cluster_errors.Add("", error);
}

using bayplan::capi::Give;

void bayplan_report_destroy(bayplan_report* report) { delete report; }

bayplan_error* bayplan_report_counters(const bayplan_report* report, bayplan_cycle_counters* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.counters; }, out);
}
bayplan_error* bayplan_report_records(const bayplan_report* report, bayplan_instance_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.records.view(); }, out);
}
bayplan_error* bayplan_report_finished(const bayplan_report* report,
                                       bayplan_finished_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.finished.view(); }, out);
}
bayplan_error* bayplan_report_left(const bayplan_report* report, bayplan_left_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.left.view(); }, out);
}
bayplan_error* bayplan_report_reasons(const bayplan_report* report, bayplan_reason_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.reasons.view(); }, out);
}
bayplan_error* bayplan_report_refused(const bayplan_report* report, bayplan_failure_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.refused.view(); }, out);
}
bayplan_error* bayplan_report_cluster_errors(const bayplan_report* report,
                                             bayplan_failure_columns* out) {
  return Give(
      report, +[](const bayplan_report& r) { return r.cluster_errors.view(); }, out);
}
