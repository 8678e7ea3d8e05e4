// The nodes of the simulated cluster and what its pods take of them.
//
//   uint32_t slot = nodes.Add(node);
//   nodes.Take(slot, pod, request);
//   for (uint32_t s : nodes.InPool("batch")) ...     // in the order of names
//
// A node keeps its slot for life and a slot is never given again, so that a late event about a node
// that is gone cannot hit another.

#ifndef BAYPLAN_LIB_BACKEND_SIM_NODE_TABLE_H_
#define BAYPLAN_LIB_BACKEND_SIM_NODE_TABLE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "bayplan/base/resources.h"
#include "bayplan/model/node.h"
#include "event_queue.h"

namespace bayplan::sim_internal {

// A request as the scorer sees it: work that asks for no CPU or no memory counts as a little.
struct ScoredRequest {
  int64_t milli_cpu = 0;
  int64_t memory_bytes = 0;
};
ScoredRequest ScoredRequestOf(const Resources& request);

// What the scheduler's inner loop reads of a node, apart from the rest so that it stays in cache.
struct NodeRoom {
  Resources free;          // may be negative: a node can be overcommitted
  ScoredRequest scored;    // by pods and by others
  ScoredRequest capacity;  // of the same two dimensions
  bool schedulable = true;
};

struct SimNode {
  Node node;
  bool present = true;
  Resources used;  // by pods
  absl::btree_set<uint32_t> pods;

  bool added_by_autoscaler = false;
  std::optional<EventKey> idle_over;  // the timer of an added node without pods
};

class SimNodeTable {
 public:
  // There must be no node of that name. O(log n) plus O(nodes of the pool) to keep their order.
  uint32_t Add(const Node& node);
  // Replaces the description; the pool must be the same.
  void Update(uint32_t slot, const Node& node);
  // The node must have no pods.
  void Remove(uint32_t slot);
  std::optional<uint32_t> Find(std::string_view name) const;

  void Take(uint32_t slot, uint32_t pod, const Resources& request);
  void Free(uint32_t slot, uint32_t pod, const Resources& request);

  SimNode& at(uint32_t slot) { return slots_[slot]; }
  const SimNode& at(uint32_t slot) const { return slots_[slot]; }
  const NodeRoom& room(uint32_t slot) const { return rooms_[slot]; }
  // Slots ever given.
  size_t slot_count() const { return slots_.size(); }
  // Present nodes of a pool in the order of their names.
  const std::vector<uint32_t>& InPool(std::string_view pool) const;
  // All present nodes in the order of their names.
  const absl::btree_map<std::string, uint32_t, std::less<>>& by_name() const { return by_name_; }

 private:
  std::vector<uint32_t>::iterator Position(std::vector<uint32_t>* slots, std::string_view name);

  std::deque<SimNode> slots_;
  std::vector<NodeRoom> rooms_;  // by slot
  absl::btree_map<std::string, uint32_t, std::less<>> by_name_;
  absl::btree_map<std::string, std::vector<uint32_t>, std::less<>> by_pool_;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_NODE_TABLE_H_
