// The order of a pool's pending jobs: higher priority first, then earlier submission, then the
// smaller id.
//
//   PriorityOrder order;
//   std::vector<JobSlot> head = order.Head(state, 1000);
//
// It keeps a sorted copy of the queue that is brought up to date from the state's journal; throwing
// it away changes nothing. Cost: O(log jobs) per changed job, O(limit) for the head.

#ifndef BAYPLAN_RANK_PRIORITY_ORDER_H_
#define BAYPLAN_RANK_PRIORITY_ORDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "bayplan/pool/journal.h"
#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/slot.h"

namespace bayplan {

class PriorityOrder {
 public:
  // The first `limit` pending jobs of `state`. One thread at a time.
  std::vector<JobSlot> Head(const PoolState& state, int64_t limit);
  // All pending jobs of the state given to the latest Head.
  int64_t size() const { return static_cast<int64_t>(queue_.size()); }

 private:
  struct Entry {
    std::shared_ptr<const Job> job;
    JobSlot slot;

    bool operator<(const Entry& other) const;
  };

  void CatchUp(const PoolState& state);
  void Refresh(const PoolState& state, uint32_t row);

  JournalPosition position_;
  bool built_ = false;
  absl::btree_set<Entry> queue_;
  std::vector<std::optional<Entry>> queued_;  // by job row: what the queue holds of it
};

}  // namespace bayplan

#endif  // BAYPLAN_RANK_PRIORITY_ORDER_H_
