// What a cycle gave, as columns that live as long as the report.

#ifndef BAYPLAN_CAPI_SRC_REPORT_H_
#define BAYPLAN_CAPI_SRC_REPORT_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "bayplan/bayplan.h"
#include "bayplan/engine/engine.h"
#include "bayplan/pool/reason.h"
#include "columns.h"
#include "instance_columns.h"

namespace bayplan::capi {

class FinishedBuffer {
 public:
  explicit FinishedBuffer(absl::Span<const FinishedJob> jobs);
  bayplan_finished_columns view() const;

 private:
  StrBuffer job_, pool_;
  std::vector<uint8_t> outcome_;
};

class LeftBuffer {
 public:
  explicit LeftBuffer(absl::Span<const LeftJob> jobs);
  bayplan_left_columns view() const;

 private:
  StrBuffer job_;
  std::vector<uint32_t> table_;
};

class ReasonListBuffer {
 public:
  void Add(const std::vector<ReasonCount>& reasons);
  bayplan_reason_list_column view() const;

 private:
  std::vector<uint32_t> first_ = {0};
  std::vector<uint8_t> code_;
  StrBuffer detail_;
  std::vector<int64_t> places_;
};

class ReasonBuffer {
 public:
  explicit ReasonBuffer(absl::Span<const ReasonTable> tables);
  bayplan_reason_columns view() const;

 private:
  std::vector<int64_t> looked_at_;
  ReasonListBuffer first_, all_;
};

class FailureBuffer {
 public:
  void Add(std::string_view job, const absl::Status& why);
  bayplan_failure_columns view() const;

 private:
  StrBuffer job_, message_;
  std::vector<uint32_t> code_;
};

}  // namespace bayplan::capi

struct bayplan_report {
  explicit bayplan_report(const bayplan::CycleReport& cycle);

  bayplan_cycle_counters counters;
  bayplan::capi::InstanceBuffer records;
  bayplan::capi::FinishedBuffer finished;
  bayplan::capi::LeftBuffer left;
  bayplan::capi::ReasonBuffer reasons;
  bayplan::capi::FailureBuffer refused;
  bayplan::capi::FailureBuffer cluster_errors;
};

#endif  // BAYPLAN_CAPI_SRC_REPORT_H_
