// The nodes of one pool: what they have, what is taken, and their order by name.
//
//   NodeTable nodes(names);
//   NodeSlot slot = nodes.Upsert(node).slot;
//   nodes.Book(slot, request);
//   int64_t free = nodes.Row(slot).Free(Dimension::kMilliCpu);
//
// Copying a table shares its rows in blocks of 64 (see cow.h). PoolState owns the only table that
// counts; nothing else writes it.

#ifndef BAYPLAN_POOL_NODE_TABLE_H_
#define BAYPLAN_POOL_NODE_TABLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "bayplan/base/cow.h"
#include "bayplan/base/interner.h"
#include "bayplan/base/resources.h"
#include "bayplan/model/node.h"
#include "bayplan/pool/shape_table.h"
#include "bayplan/pool/slot.h"

namespace bayplan {

struct NodeRow {
  uint32_t generation = 0;
  bool live = false;
  bool schedulable = false;
  uint32_t name = 0;     // interned
  uint32_t cluster = 0;  // interned
  Resources capacity;
  Resources others;                        // taken by work that Bayplan did not place
  Resources booked;                        // taken by instances that Bayplan placed
  std::vector<AttributeValue> attributes;  // sorted by name id; HOSTNAME and CLUSTER among them

  // Below 0 if a node shrank or others grew after the booking.
  int64_t Free(Dimension d) const { return capacity.Get(d) - others.Get(d) - booked.Get(d); }
};

class NodeTable {
 public:
  explicit NodeTable(std::shared_ptr<Interner> names) : names_(std::move(names)) {}

  struct Upserted {
    NodeSlot slot;
    bool added = false;    // false: the node was known
    bool changed = false;  // false: it was known with the same content
  };
  // Adds `node` or brings its row up to date; bookings stay. `node` must be valid. O(nodes) for a
  // new one (order by name), O(attributes log attributes) otherwise.
  Upserted Upsert(const Node& node);
  // Forgets the node and its bookings. False if it is unknown. O(nodes).
  bool Remove(std::string_view name);

  std::optional<NodeSlot> Find(std::string_view name) const;
  // True if `slot` still names the node that it was given for.
  bool IsLive(NodeSlot slot) const;
  // `slot` must be live.
  const NodeRow& Row(NodeSlot slot) const { return rows_[slot.index]; }
  std::string_view Name(NodeSlot slot) const { return names_->Name(Row(slot).name); }

  void Book(NodeSlot slot, const Resources& request);
  void Release(NodeSlot slot, const Resources& request);

  // Live nodes, smaller names (by bytes) first.
  absl::Span<const NodeSlot> ByName() const { return *by_name_; }
  size_t size() const { return by_name_->size(); }

 private:
  std::shared_ptr<Interner> names_;  // shared with the pool and its forks; only ever grows
  CowBlocks<NodeRow> rows_;
  Cow<absl::flat_hash_map<uint32_t, uint32_t>> by_name_id_;  // interned name -> row
  Cow<std::vector<NodeSlot>> by_name_;
  std::vector<uint32_t> free_rows_;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_NODE_TABLE_H_
