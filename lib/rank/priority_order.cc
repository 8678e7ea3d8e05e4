#include "bayplan/rank/priority_order.h"

#include <tuple>

namespace bayplan {

bool PriorityOrder::Entry::operator<(const Entry& other) const {
  return std::make_tuple(-job->priority, job->submitted_at, std::string_view(job->id)) <
         std::make_tuple(-other.job->priority, other.job->submitted_at,
                         std::string_view(other.job->id));
}

std::vector<JobSlot> PriorityOrder::Head(const PoolState& state, int64_t limit) {
  CatchUp(state);
  std::vector<JobSlot> head;
  for (const Entry& entry : queue_) {
    if (static_cast<int64_t>(head.size()) >= limit) break;
    head.push_back(entry.slot);
  }
  return head;
}

void PriorityOrder::CatchUp(const PoolState& state) {
  const auto news = state.journal().Since(position_);
  if (!built_ || !news.has_value()) {
    queue_.clear();
    queued_.clear();
    for (size_t row = 0; row < state.jobs().row_count(); ++row) {
      Refresh(state, static_cast<uint32_t>(row));
    }
  } else {
    for (const JournalEntry& entry : *news) {
      if (entry.kind == JournalKind::kJobChanged) Refresh(state, entry.slot);
    }
  }
  built_ = true;
  position_ = state.journal().position();
}

void PriorityOrder::Refresh(const PoolState& state, uint32_t row) {
  if (row >= queued_.size()) queued_.resize(state.jobs().row_count());
  std::optional<Entry>& queued = queued_[row];
  if (queued.has_value()) queue_.erase(*queued);
  queued.reset();
  const JobRow& job = state.jobs().RowAt(row);
  if (!job.live || job.state != JobState::kPending) return;
  queued = Entry{job.job, {row, job.generation}};
  queue_.insert(*queued);
}

}  // namespace bayplan
