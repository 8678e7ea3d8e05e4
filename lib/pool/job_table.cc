#include "bayplan/pool/job_table.h"

#include "absl/strings/string_view.h"

namespace bayplan {

JobSlot JobTable::Add(const Job& job, uint32_t shape) {
  uint32_t index = 0;
  if (free_rows_.empty()) {
    index = static_cast<uint32_t>(rows_.Grow());
  } else {
    index = free_rows_.back();
    free_rows_.pop_back();
  }
  JobRow& row = rows_.Mutable(index);
  row.live = true;
  row.shape = shape;
  row.job = std::make_shared<const Job>(job);
  ids_.Mutable()[job.id] = index;
  return {index, row.generation};
}

void JobTable::Remove(JobSlot slot) {
  JobRow& row = rows_.Mutable(slot.index);
  ids_.Mutable().erase(row.job->id);
  const uint32_t generation = row.generation + 1;
  row = JobRow();
  row.generation = generation;
  free_rows_.push_back(slot.index);
}

std::optional<JobSlot> JobTable::Find(std::string_view id) const {
  const auto known = ids_->find(absl::string_view(id.data(), id.size()));
  if (known == ids_->end()) return std::nullopt;
  return JobSlot{known->second, rows_[known->second].generation};
}

bool JobTable::IsLive(JobSlot slot) const {
  return slot.index < rows_.size() && rows_[slot.index].live &&
         rows_[slot.index].generation == slot.generation;
}

}  // namespace bayplan
