// The packer's copy of the nodes: integers in columns, in order of names.
//
// It stands at "a state, plus what the latest call booked". CatchUp refreshes exactly the rows that
// the journal names and those that the latest call booked, from the state itself. A booking that
// was committed is in the state by then and one that was not is not, so the refresh keeps the one
// and undoes the other without having to tell them apart.

#ifndef BAYPLAN_LIB_MATCH_NODE_COLUMNS_H_
#define BAYPLAN_LIB_MATCH_NODE_COLUMNS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "bayplan/base/resources.h"
#include "bayplan/pool/journal.h"
#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/slot.h"

namespace bayplan::match_internal {

class NodeColumns {
 public:
  // Brings the columns to the present of `state`.
  void CatchUp(const PoolState& state);
  // Takes back every booking since CatchUp.
  void Undo(const PoolState& state);

  uint32_t size() const { return static_cast<uint32_t>(slots_.size()); }
  NodeSlot Slot(uint32_t rank) const { return slots_[rank]; }
  bool Schedulable(uint32_t rank) const { return schedulable_[rank] != 0; }
  Resources Used(uint32_t rank) const { return Gather(used_, rank); }
  Resources Capacity(uint32_t rank) const { return Gather(capacity_, rank); }
  int64_t Used(uint32_t rank, Dimension d) const { return used_[static_cast<size_t>(d)][rank]; }
  int64_t Capacity(uint32_t rank, Dimension d) const {
    return capacity_[static_cast<size_t>(d)][rank];
  }
  // One bit per dimension that `request` would overfill on the node; 0 if it fits. `asked` are the
  // dimensions of which `request` is not 0: in the others only a node that is overfull already
  // lacks something.
  uint32_t Shortages(uint32_t rank, const Resources& request,
                     const std::vector<uint8_t>& asked) const {
    uint32_t mask = overfull_[rank];
    for (const uint8_t d : asked) {
      const bool lacks = used_[d][rank] + request.amount[d] > capacity_[d][rank];
      mask |= static_cast<uint32_t>(lacks) << d;
    }
    return mask;
  }

  void Book(uint32_t rank, const Resources& request);

 private:
  using Columns = std::array<std::vector<int64_t>, kDimensionCount>;

  static Resources Gather(const Columns& columns, uint32_t rank) {
    Resources row;
    for (size_t d = 0; d < kDimensionCount; ++d) row.amount[d] = columns[d][rank];
    return row;
  }
  void Rebuild(const PoolState& state);
  void Refresh(const PoolState& state, uint32_t rank);

  JournalPosition position_;
  bool built_ = false;
  std::vector<NodeSlot> slots_;
  std::vector<uint32_t> rank_of_row_;  // by NodeSlot::index
  std::vector<uint8_t> schedulable_;
  std::vector<uint8_t> overfull_;  // one bit per dimension
  Columns capacity_;
  Columns used_;
  std::vector<uint32_t> booked_;  // ranks booked since CatchUp
};

}  // namespace bayplan::match_internal

#endif  // BAYPLAN_LIB_MATCH_NODE_COLUMNS_H_
