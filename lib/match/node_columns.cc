#include "node_columns.h"

#include <algorithm>

namespace bayplan::match_internal {
namespace {

bool TouchesAllNodes(const JournalEntry& entry) {
  return entry.kind == JournalKind::kNodeAdded || entry.kind == JournalKind::kNodeRemoved ||
         entry.kind == JournalKind::kClusterChanged;
}

}  // namespace

void NodeColumns::CatchUp(const PoolState& state) {
  const auto news = state.journal().Since(position_);
  if (!built_ || !news.has_value() || std::any_of(news->begin(), news->end(), TouchesAllNodes)) {
    Rebuild(state);
  } else {
    Undo(state);
    for (const JournalEntry& entry : *news) {
      if (entry.kind == JournalKind::kNodeChanged) Refresh(state, rank_of_row_[entry.slot]);
    }
  }
  position_ = state.journal().position();
}

void NodeColumns::Undo(const PoolState& state) {
  for (uint32_t rank : booked_) Refresh(state, rank);
  booked_.clear();
}

void NodeColumns::Book(uint32_t rank, const Resources& request) {
  for (size_t d = 0; d < kDimensionCount; ++d) used_[d][rank] += request.amount[d];
  booked_.push_back(rank);
}

void NodeColumns::Rebuild(const PoolState& state) {
  const absl::Span<const NodeSlot> order = state.nodes().ByName();
  slots_.assign(order.begin(), order.end());
  booked_.clear();
  schedulable_.resize(slots_.size());
  overfull_.resize(slots_.size());
  for (size_t d = 0; d < kDimensionCount; ++d) {
    capacity_[d].resize(slots_.size());
    used_[d].resize(slots_.size());
  }
  uint32_t rows = 0;
  for (NodeSlot slot : slots_) rows = std::max(rows, slot.index + 1);
  rank_of_row_.assign(rows, 0);
  for (uint32_t rank = 0; rank < size(); ++rank) {
    rank_of_row_[slots_[rank].index] = rank;
    Refresh(state, rank);
  }
  built_ = true;
}

void NodeColumns::Refresh(const PoolState& state, uint32_t rank) {
  const NodeRow& row = state.nodes().Row(slots_[rank]);
  schedulable_[rank] = state.TakesWork(slots_[rank]) ? 1 : 0;
  uint32_t overfull = 0;
  for (size_t d = 0; d < kDimensionCount; ++d) {
    capacity_[d][rank] = row.capacity.amount[d];
    used_[d][rank] = row.others.amount[d] + row.booked.amount[d];
    overfull |= static_cast<uint32_t>(used_[d][rank] > capacity_[d][rank]) << d;
  }
  overfull_[rank] = static_cast<uint8_t>(overfull);
}

}  // namespace bayplan::match_internal
