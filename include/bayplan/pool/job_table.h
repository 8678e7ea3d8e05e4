// The live jobs of one pool: pending or with exactly one instance under way.
//
//   JobSlot slot = jobs.Add(job, shape);
//   const JobRow& row = jobs.Row(slot);
//   if (row.state == JobState::kPending) ...
//
// A job that is over is removed; its records are the host's. PoolState owns the only table that
// counts; nothing else writes it. Copying shares rows in blocks of 64.

#ifndef BAYPLAN_POOL_JOB_TABLE_H_
#define BAYPLAN_POOL_JOB_TABLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/account/retry.h"
#include "bayplan/base/cow.h"
#include "bayplan/model/job.h"
#include "bayplan/pool/slot.h"

namespace bayplan {

enum class JobState : uint8_t { kPending = 0, kActive = 1 };

struct JobRow {
  uint32_t generation = 0;
  bool live = false;
  JobState state = JobState::kPending;
  bool cancel_requested = false;  // the instance under way is to be killed; no further attempt
  uint32_t shape = 0;
  uint32_t attempt = 1;  // pending: the next one; active: the one under way
  AttemptTally tally;
  std::shared_ptr<const Job> job;
  // Only while active:
  std::optional<InstanceRecord> instance;
  std::optional<NodeSlot> booking;
  uint64_t plan_id = 0;  // the plan that made the instance; 0 if it was restored
};

class JobTable {
 public:
  // The id must be new.
  JobSlot Add(const Job& job, uint32_t shape);
  void Remove(JobSlot slot);

  std::optional<JobSlot> Find(std::string_view id) const;
  bool IsLive(JobSlot slot) const;
  // `slot` must be live.
  const JobRow& Row(JobSlot slot) const { return rows_[slot.index]; }
  JobRow& MutableRow(JobSlot slot) { return rows_.Mutable(slot.index); }

  // Rows ever used; JobRow::live tells which are jobs. For walking the table in a fixed order.
  size_t row_count() const { return rows_.size(); }
  const JobRow& RowAt(size_t index) const { return rows_[index]; }
  size_t size() const { return ids_->size(); }

 private:
  CowBlocks<JobRow> rows_;
  Cow<absl::flat_hash_map<std::string, uint32_t>> ids_;
  std::vector<uint32_t> free_rows_;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_JOB_TABLE_H_
