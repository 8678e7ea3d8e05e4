// Dense handles to the nodes and jobs of one PoolState.
//
// A slot is reused after its owner is gone; the generation tells the owners apart, so a stale
// handle is recognised and never mistaken for its successor. Slots mean nothing outside the
// PoolState (or its forks) and are never stored or sent: names are.

#ifndef BAYPLAN_POOL_SLOT_H_
#define BAYPLAN_POOL_SLOT_H_

#include <cstdint>

namespace bayplan {

struct NodeSlot {
  uint32_t index = 0;
  uint32_t generation = 0;

  friend constexpr bool operator==(const NodeSlot&, const NodeSlot&) = default;
};

struct JobSlot {
  uint32_t index = 0;
  uint32_t generation = 0;

  friend constexpr bool operator==(const JobSlot&, const JobSlot&) = default;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_SLOT_H_
