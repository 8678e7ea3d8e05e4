// The one interface behind which a pool's way of placing work stands.
//
//   std::unique_ptr<Scheduler> scheduler = ...;   // FenzoBinPacker or KubeDelegate
//   absl::StatusOr<Plan> plan = scheduler->Schedule(state, jobs, {.now = now});
//   if (plan.ok()) state.Commit(*plan, {}, now);
//
// A scheduler owns only what can be rebuilt from the PoolState: throwing it away and making a new
// one changes no byte of any later plan.

#ifndef BAYPLAN_POOL_SCHEDULER_H_
#define BAYPLAN_POOL_SCHEDULER_H_

#include <cstdint>
#include <limits>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/base/time.h"
#include "bayplan/pool/plan.h"
#include "bayplan/pool/pool_state.h"

namespace bayplan {

struct ScheduleOptions {
  Timestamp now;
  // At most so many assignments; jobs after the last one are left with kBudget.
  int64_t max_assignments = std::numeric_limits<int64_t>::max();
  // Asked before each job; true ends the call and leaves the remaining jobs with kBudget. May be
  // null. The library has no clock, so a time limit is the host's.
  bool (*stop)(void* user_data) = nullptr;
  void* stop_user_data = nullptr;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // "fenzo" or "kubernetes".
  virtual std::string_view kind() const = 0;

  // How many jobs from the head of the queue the next call should be given.
  virtual int64_t ConsiderableLimit(const PoolState& state) const = 0;

  // A plan for `jobs`, which are pending jobs of `state` in order of precedence, each at most once.
  // Earlier jobs take capacity from later ones; a job left over stops no other. Every job is either
  // assigned or left over with a reason table. `state` is not written.
  // InvalidArgument names a job that is not pending or listed twice; an error of a plug-in is
  // passed on. After any error the scheduler is as before the call.
  virtual absl::StatusOr<Plan> Schedule(const PoolState& state, absl::Span<const JobSlot> jobs,
                                        const ScheduleOptions& options) = 0;
};

// OK if every slot names a pending job and none twice; otherwise InvalidArgument. O(jobs).
absl::Status CheckPendingJobs(const PoolState& state, absl::Span<const JobSlot> jobs);

}  // namespace bayplan

#endif  // BAYPLAN_POOL_SCHEDULER_H_
