#include "node_table.h"

#include <algorithm>

namespace bayplan::sim_internal {
namespace {

// Kubernetes' defaults for scoring; filters count what was asked for.
constexpr int64_t kDefaultMilliCpu = 100;
constexpr int64_t kDefaultMemoryBytes = int64_t{200} << 20;

}  // namespace

ScoredRequest ScoredRequestOf(const Resources& request) {
  const int64_t milli_cpu = request.Get(Dimension::kMilliCpu);
  const int64_t memory_bytes = request.Get(Dimension::kMemoryBytes);
  return {milli_cpu == 0 ? kDefaultMilliCpu : milli_cpu,
          memory_bytes == 0 ? kDefaultMemoryBytes : memory_bytes};
}

uint32_t SimNodeTable::Add(const Node& node) {
  const auto slot = static_cast<uint32_t>(slots_.size());
  slots_.emplace_back();
  rooms_.emplace_back();
  by_name_.emplace(node.name, slot);
  std::vector<uint32_t>& pool = by_pool_[node.pool];
  pool.insert(Position(&pool, node.name), slot);
  Update(slot, node);
  return slot;
}

void SimNodeTable::Update(uint32_t slot, const Node& node) {
  const Node& before = slots_[slot].node;
  NodeRoom& room = rooms_[slot];
  room.free += (node.capacity - node.used_by_others) - (before.capacity - before.used_by_others);
  room.scored.milli_cpu += node.used_by_others.Get(Dimension::kMilliCpu) -
                           before.used_by_others.Get(Dimension::kMilliCpu);
  room.scored.memory_bytes += node.used_by_others.Get(Dimension::kMemoryBytes) -
                              before.used_by_others.Get(Dimension::kMemoryBytes);
  room.capacity = {node.capacity.Get(Dimension::kMilliCpu),
                   node.capacity.Get(Dimension::kMemoryBytes)};
  room.schedulable = node.schedulable;
  slots_[slot].node = node;
}

void SimNodeTable::Remove(uint32_t slot) {
  SimNode& entry = slots_[slot];
  std::vector<uint32_t>& pool = by_pool_[entry.node.pool];
  pool.erase(Position(&pool, entry.node.name));
  by_name_.erase(entry.node.name);
  entry.present = false;
}

std::optional<uint32_t> SimNodeTable::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void SimNodeTable::Take(uint32_t slot, uint32_t pod, const Resources& request) {
  const ScoredRequest scored = ScoredRequestOf(request);
  slots_[slot].used += request;
  slots_[slot].pods.insert(pod);
  rooms_[slot].free -= request;
  rooms_[slot].scored.milli_cpu += scored.milli_cpu;
  rooms_[slot].scored.memory_bytes += scored.memory_bytes;
}

void SimNodeTable::Free(uint32_t slot, uint32_t pod, const Resources& request) {
  const ScoredRequest scored = ScoredRequestOf(request);
  slots_[slot].used -= request;
  slots_[slot].pods.erase(pod);
  rooms_[slot].free += request;
  rooms_[slot].scored.milli_cpu -= scored.milli_cpu;
  rooms_[slot].scored.memory_bytes -= scored.memory_bytes;
}

const std::vector<uint32_t>& SimNodeTable::InPool(std::string_view pool) const {
  static const std::vector<uint32_t> kNone;
  const auto found = by_pool_.find(pool);
  return found == by_pool_.end() ? kNone : found->second;
}

std::vector<uint32_t>::iterator SimNodeTable::Position(std::vector<uint32_t>* slots,
                                                       std::string_view name) {
  return std::lower_bound(
      slots->begin(), slots->end(), name,
      [this](uint32_t slot, std::string_view key) { return slots_[slot].node.name < key; });
}

}  // namespace bayplan::sim_internal
