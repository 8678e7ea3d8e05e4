// What has become of each job of a trace, from the engine's reports alone.
//
//   JobLedger ledger(workload);
//   ledger.Submit(7);
//   absl::Status counted = ledger.Take(report);
//   ledger.Entry(7).phase;   // kActive
//
// A job that the engine says is over a second time, or that the trace does not have, is an error:
// every job is accounted for exactly once.

#ifndef BAYPLAN_BENCH_REPLAY_JOB_LEDGER_H_
#define BAYPLAN_BENCH_REPLAY_JOB_LEDGER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/base/resources.h"
#include "bayplan/engine/engine.h"
#include "workload.h"

namespace bayplan::replay {

enum class JobPhase : uint8_t { kNotSubmitted, kPending, kActive, kSucceeded, kFailed };

struct LedgerEntry {
  JobPhase phase = JobPhase::kNotSubmitted;
  std::optional<InstanceRecord> record;  // of the latest attempt
  bool allocated = false;                // counted in PoolTotals::allocated
};

struct PoolTotals {
  int64_t pending = 0;
  int64_t active = 0;
  Resources allocated;  // by instances that have a node, or one chosen for them
};

class JobLedger {
 public:
  // `jobs` outlive the ledger; `pool_of_job` has an entry below `pools` for each of them.
  JobLedger(absl::Span<const TraceJob> jobs, absl::Span<const size_t> pool_of_job, size_t pools);

  void Submit(size_t job);
  // Takes over what a cycle reports. Internal if it contradicts what is known.
  absl::Status Take(const CycleReport& report);
  // Takes over news that no cycle will fold any more.
  void TakeLate(const Observation& news);

  std::optional<size_t> Find(std::string_view job) const;
  const LedgerEntry& Entry(size_t job) const { return entries_[job]; }
  const PoolTotals& Totals(size_t pool) const { return totals_[pool]; }
  int64_t over() const { return over_; }

 private:
  void SetPhase(size_t job, JobPhase phase);
  void SetRecord(size_t job, const InstanceRecord& record);

  absl::Span<const TraceJob> jobs_;
  absl::Span<const size_t> pool_of_job_;
  std::vector<LedgerEntry> entries_;
  std::vector<PoolTotals> totals_;
  absl::flat_hash_map<std::string, size_t> job_by_id_;
  int64_t over_ = 0;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_JOB_LEDGER_H_
