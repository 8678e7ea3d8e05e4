// How long each part of an instance's life took, from what is known of it.
//
//   InstanceIntervals life = ComputeIntervals(record, now);
//   if (life.running.has_value()) Bill(life.running->ms);
//   Duration overcharge = *life.since_commit - life.running.value_or(Duration{0});
//
// Cook counts run time from the moment a job was handed over, so minutes of waiting for a new node
// are billed, limited and compared as if the job had run. Here the two are separate values.
// Intervals are half-open and never negative: the clocks of nodes and API servers differ, and a
// difference below zero is given as zero. Pure functions, O(1).

#ifndef BAYPLAN_ACCOUNT_INTERVALS_H_
#define BAYPLAN_ACCOUNT_INTERVALS_H_

#include <optional>

#include "bayplan/account/instance_record.h"
#include "bayplan/base/time.h"

namespace bayplan {

// Each interval is absent while its beginning is unknown. An interval that is still open ends at
// `now`; once a later milestone is known it ends there. An instance that ended early (killed while
// pulling, say) closes its last open interval at its end and has no later ones.
struct InstanceIntervals {
  std::optional<Duration> waiting_for_node;  // accepted by the cluster, no node yet
  std::optional<Duration> starting;          // on a node, container not running yet
  std::optional<Duration> running;           // container started until the end
  // From the commit until the end: what a scheduler that counts from submission calls run time.
  Duration since_commit;
};

// Intervals of `record` as seen at `now`. `now` must not lie before the record's times by more than
// clock skew; intervals that would be negative are 0.
InstanceIntervals ComputeIntervals(const InstanceRecord& record, Timestamp now);

}  // namespace bayplan

#endif  // BAYPLAN_ACCOUNT_INTERVALS_H_
