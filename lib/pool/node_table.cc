#include "bayplan/pool/node_table.h"

#include <algorithm>
#include <string>

namespace bayplan {
namespace {

bool SameAttributes(absl::Span<const AttributeValue> a, absl::Span<const AttributeValue> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const AttributeValue& x, const AttributeValue& y) {
                      return x.name == y.name && x.value == y.value;
                    });
}

std::vector<AttributeValue> CompileAttributes(const Node& node, Interner* names) {
  std::vector<AttributeValue> attributes;
  const uint32_t hostname = names->Intern(kHostname);
  const uint32_t cluster = names->Intern(kClusterAttribute);
  attributes.push_back({hostname, names->Intern(node.name)});
  attributes.push_back({cluster, names->Intern(node.cluster)});
  for (const auto& [name, value] : node.attributes) {
    const uint32_t id = names->Intern(name);
    // What the node is called is not up to its labels.
    if (id != hostname && id != cluster) attributes.push_back({id, names->Intern(value)});
  }
  std::sort(attributes.begin(), attributes.end(),
            [](const AttributeValue& a, const AttributeValue& b) { return a.name < b.name; });
  return attributes;
}

}  // namespace

NodeTable::Upserted NodeTable::Upsert(const Node& node) {
  Upserted result;
  const uint32_t name = names_->Intern(node.name);
  const auto known = by_name_id_->find(name);
  result.added = known == by_name_id_->end();
  uint32_t index = 0;
  if (!result.added) {
    index = known->second;
  } else if (!free_rows_.empty()) {
    index = free_rows_.back();
    free_rows_.pop_back();
  } else {
    index = static_cast<uint32_t>(rows_.Grow());
  }

  const uint32_t cluster = names_->Intern(node.cluster);
  std::vector<AttributeValue> attributes = CompileAttributes(node, names_.get());
  const NodeRow& old = rows_[index];
  result.slot = {index, old.generation};
  result.changed = result.added || old.schedulable != node.schedulable || old.cluster != cluster ||
                   old.capacity != node.capacity || old.others != node.used_by_others ||
                   !SameAttributes(old.attributes, attributes);
  if (!result.changed) return result;

  NodeRow& row = rows_.Mutable(index);
  row.live = true;
  row.schedulable = node.schedulable;
  row.name = name;
  row.cluster = cluster;
  row.capacity = node.capacity;
  row.others = node.used_by_others;
  row.attributes = std::move(attributes);
  if (result.added) {
    by_name_id_.Mutable()[name] = index;
    std::vector<NodeSlot>& order = by_name_.Mutable();
    const auto at =
        std::lower_bound(order.begin(), order.end(), std::string_view(node.name),
                         [this](NodeSlot slot, std::string_view key) { return Name(slot) < key; });
    order.insert(at, result.slot);
  }
  return result;
}

bool NodeTable::Remove(std::string_view name) {
  const std::optional<NodeSlot> slot = Find(name);
  if (!slot.has_value()) return false;
  std::vector<NodeSlot>& order = by_name_.Mutable();
  order.erase(std::find(order.begin(), order.end(), *slot));
  by_name_id_.Mutable().erase(Row(*slot).name);
  NodeRow& row = rows_.Mutable(slot->index);
  const uint32_t generation = row.generation + 1;
  row = NodeRow();
  row.generation = generation;
  free_rows_.push_back(slot->index);
  return true;
}

std::optional<NodeSlot> NodeTable::Find(std::string_view name) const {
  const std::optional<uint32_t> id = names_->Find(name);
  if (!id.has_value()) return std::nullopt;
  const auto known = by_name_id_->find(*id);
  if (known == by_name_id_->end()) return std::nullopt;
  return NodeSlot{known->second, rows_[known->second].generation};
}

bool NodeTable::IsLive(NodeSlot slot) const {
  return slot.index < rows_.size() && rows_[slot.index].live &&
         rows_[slot.index].generation == slot.generation;
}

void NodeTable::Book(NodeSlot slot, const Resources& request) {
  rows_.Mutable(slot.index).booked += request;
}

void NodeTable::Release(NodeSlot slot, const Resources& request) {
  rows_.Mutable(slot.index).booked -= request;
}

}  // namespace bayplan
