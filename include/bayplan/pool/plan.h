// What a scheduler proposes: placements (job -> node) or submissions (job -> cluster), and why the
// other jobs were left over. A plan is a value; nothing happens until it is committed.
//
//   absl::StatusOr<Plan> plan = scheduler->Schedule(state, jobs, options);
//   for (const Assignment& a : plan->assignments) { ... }
//   absl::StatusOr<CommitResult> done = state.Commit(*plan, {}, now);

#ifndef BAYPLAN_POOL_PLAN_H_
#define BAYPLAN_POOL_PLAN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bayplan/base/time.h"
#include "bayplan/pool/journal.h"
#include "bayplan/pool/reason.h"
#include "bayplan/pool/slot.h"

namespace bayplan {

// The considerable window of a pool whose head of queue did not match ("scaleback").
struct Scaleback {
  int64_t window = 0;            // jobs considered in the next cycle
  int64_t floor_iterations = 0;  // cycles in a row that the window has been 1
  bool warn = false;             // the floor lasted long enough to warn an operator
  bool reset = false;            // the floor lasted too long: the window was opened again

  friend bool operator==(const Scaleback&, const Scaleback&) = default;
};

struct Assignment {
  JobSlot job;
  uint32_t attempt = 1;
  std::optional<NodeSlot> node;  // absent: the cluster picks the node
  uint32_t cluster = 0;          // index into PoolState::clusters(); only without a node
  double fitness = 0;            // combined fitness; 0 without a node

  friend bool operator==(const Assignment&, const Assignment&) = default;
};

struct Leftover {
  JobSlot job;
  uint32_t table = 0;  // index into Plan::tables

  friend bool operator==(const Leftover&, const Leftover&) = default;
};

// How much work a call was.
struct PlanCounters {
  int64_t considered = 0;   // jobs passed in: assignments + leftovers
  int64_t evaluations = 0;  // (job, node) or (job, cluster) pairs looked at

  friend bool operator==(const PlanCounters&, const PlanCounters&) = default;
};

struct Plan {
  uint64_t id = 0;  // a fingerprint of everything below: equal plans have equal ids
  std::string pool;
  JournalPosition base;  // the state that was looked at
  std::vector<Assignment> assignments;
  std::vector<Leftover> leftovers;
  std::vector<ReasonTable> tables;  // leftovers of one shape share one
  PlanCounters counters;
  // The changes of decision state that go with the plan.
  std::optional<Scaleback> scaleback;
  // Before this time another call is not worth making; absent: any time.
  std::optional<Timestamp> not_before;

  friend bool operator==(const Plan&, const Plan&) = default;
};

// Fingerprint over every field but `id`. Schedulers call it last. O(size of the plan).
uint64_t PlanId(const Plan& plan);

}  // namespace bayplan

#endif  // BAYPLAN_POOL_PLAN_H_
