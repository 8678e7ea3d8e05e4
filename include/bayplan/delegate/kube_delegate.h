// Hands real job pods to clusters that place them themselves, a limited number at a time.
//
//   absl::StatusOr<std::unique_ptr<KubeDelegate>> delegate =
//       KubeDelegate::Create({.max_jobs_considered = 500, .max_pending_pods = 1000});
//   absl::StatusOr<Plan> plan = (*delegate)->Schedule(state, jobs, {.now = now});
//
// Bayplan decides which jobs, to which cluster, and how many: of each cluster at most
// `max_pending_pods` instances of the pool may be without a node at any time, those that the
// cluster has not answered for included. The count comes from the records (PoolState::WithoutNode),
// so it is right after a restart too. Where a pod runs is the cluster's business: no nodes are
// looked at, no fitness is computed, and there is no head-of-queue window to scale back.
//
// A job goes to the acceptable cluster with the most room left in its window, of equal ones to the
// smaller name. Cost: O(clusters) per job.

#ifndef BAYPLAN_DELEGATE_KUBE_DELEGATE_H_
#define BAYPLAN_DELEGATE_KUBE_DELEGATE_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/base/time.h"
#include "bayplan/pool/plan.h"
#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/scheduler.h"

namespace bayplan {

struct KubeOptions {
  int64_t max_jobs_considered = 500;  // at least 1
  int64_t max_pending_pods = 1000;    // per cluster; at least 1
  // While the windows of all clusters together have no more room than this, nothing is submitted
  // and the plan asks for a pause. At least 0. (Cook's is 50, which starves a pool of small
  // clusters.)
  int64_t minimum_scheduling_capacity_threshold = 0;
  Duration scheduling_pause{3'000};  // at least 0
};

class KubeDelegate final : public Scheduler {
 public:
  // InvalidArgument that names the option, its value and the valid range.
  static absl::StatusOr<std::unique_ptr<KubeDelegate>> Create(KubeOptions options);

  std::string_view kind() const override { return "kubernetes"; }
  int64_t ConsiderableLimit(const PoolState& state) const override;
  absl::StatusOr<Plan> Schedule(const PoolState& state, absl::Span<const JobSlot> jobs,
                                const ScheduleOptions& options) override;

 private:
  explicit KubeDelegate(KubeOptions options) : options_(options) {}

  KubeOptions options_;
};

}  // namespace bayplan

#endif  // BAYPLAN_DELEGATE_KUBE_DELEGATE_H_
