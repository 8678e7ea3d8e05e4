// What is going to happen in the simulated cluster, by time and then in order of entry.
//
//   EventKey key = events.Push(now + pull, EventKind::kPodStarts, pod);
//   events.Cancel(key);                               // killed first: it never happens
//   while (events.NextTime() <= until) Dispatch(events.Pop());
//
// Cancelled events are really gone, so NextTime never names a moment at which nothing happens.

#ifndef BAYPLAN_LIB_BACKEND_SIM_EVENT_QUEUE_H_
#define BAYPLAN_LIB_BACKEND_SIM_EVENT_QUEUE_H_

#include <compare>
#include <cstdint>
#include <optional>

#include "absl/container/btree_map.h"
#include "bayplan/base/time.h"

namespace bayplan::sim_internal {

enum class EventKind : uint8_t {
  kPodStarts,    // subject: pod
  kPodFinishes,  // subject: pod
  kBackoffOver,  // subject: pod
  kSchedule,     // the scheduler has finished work on one pod
  kScan,         // subject: node group
  kNodeReady,    // subject: node group
  kIdleOver,     // subject: node
};

struct EventKey {
  Timestamp at;
  uint64_t sequence = 0;

  friend auto operator<=>(const EventKey&, const EventKey&) = default;
};

struct Event {
  EventKey key;
  EventKind kind = EventKind::kSchedule;
  uint32_t subject = 0;
};

class EventQueue {
 public:
  EventKey Push(Timestamp at, EventKind kind, uint32_t subject) {
    const EventKey key{at, next_sequence_++};
    events_.emplace(key, Event{key, kind, subject});
    return key;
  }
  void Cancel(const EventKey& key) { events_.erase(key); }
  std::optional<Timestamp> NextTime() const {
    if (events_.empty()) return std::nullopt;
    return events_.begin()->first.at;
  }
  // The queue must not be empty.
  Event Pop() {
    const Event event = events_.begin()->second;
    events_.erase(events_.begin());
    return event;
  }

 private:
  absl::btree_map<EventKey, Event> events_;
  uint64_t next_sequence_ = 0;
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_EVENT_QUEUE_H_
