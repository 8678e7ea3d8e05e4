#include "bayplan/delegate/kube_delegate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bayplan {
namespace {

absl::Status Validate(const KubeOptions& options) {
  const std::pair<std::string_view, int64_t> counts[] = {
      {"max_jobs_considered", options.max_jobs_considered},
      {"max_pending_pods", options.max_pending_pods}};
  for (const auto& [name, value] : counts) {
    if (value >= 1) continue;
    return absl::InvalidArgumentError(fmt::format("{} is {}; valid is 1 or more", name, value));
  }
  if (options.minimum_scheduling_capacity_threshold < 0) {
    return absl::InvalidArgumentError(
        fmt::format("minimum_scheduling_capacity_threshold is {}; valid is 0 or more",
                    options.minimum_scheduling_capacity_threshold));
  }
  if (options.scheduling_pause < Duration{0}) {
    return absl::InvalidArgumentError(
        fmt::format("scheduling_pause is {} ms; valid is 0 or more", options.scheduling_pause.ms));
  }
  return absl::OkStatus();
}

bool IsAcceptable(const Job& job, const Cluster& cluster) {
  return job.clusters.empty() ||
         std::find(job.clusters.begin(), job.clusters.end(), cluster.name) != job.clusters.end();
}

// One call of Schedule.
class Call {
 public:
  Call(const KubeOptions& delegate, const PoolState& state, const ScheduleOptions& options,
       Plan* plan)
      : delegate_(delegate), state_(state), options_(options), plan_(*plan) {
    for (const Cluster& cluster : state.clusters()) {
      room_.push_back(
          AcceptsJobs(cluster.state)
              ? std::max<int64_t>(0, delegate.max_pending_pods - state.WithoutNode(cluster.name))
              : 0);
    }
  }

  void Run(absl::Span<const JobSlot> jobs) {
    plan_.counters.considered = static_cast<int64_t>(jobs.size());
    if (IsPaused()) {
      plan_.not_before = options_.now + delegate_.scheduling_pause;
      Leave(jobs, NotSearched(ReasonCode::kPaused));
      return;
    }
    for (size_t i = 0; i < jobs.size(); ++i) {
      if (OutOfBudget()) {
        Leave(jobs.subspan(i), NotSearched(ReasonCode::kBudget));
        return;
      }
      Submit(jobs[i]);
    }
  }

 private:
  // Without a threshold a full window is an ordinary state with its own reason, not a pause.
  bool IsPaused() const {
    const int64_t threshold = delegate_.minimum_scheduling_capacity_threshold;
    if (threshold <= 0 || room_.empty()) return false;
    // Counts down from the threshold: the sum of all rooms may be too large for an int64.
    int64_t missing = threshold;
    for (int64_t room : room_) {
      if (room > missing) return false;
      missing -= room;
    }
    return true;
  }

  bool OutOfBudget() const {
    if (static_cast<int64_t>(plan_.assignments.size()) >= options_.max_assignments) return true;
    return options_.stop != nullptr && options_.stop(options_.stop_user_data);
  }

  void Submit(JobSlot slot) {
    const JobRow& row = state_.jobs().Row(slot);
    plan_.counters.evaluations += static_cast<int64_t>(room_.size());
    const std::optional<uint32_t> cluster = Choose(*row.job);
    if (!cluster.has_value()) {
      Leave({&slot, 1}, Explain(*row.job));
      return;
    }
    --room_[*cluster];
    plan_.assignments.push_back({.job = slot,
                                 .attempt = row.attempt,
                                 .node = std::nullopt,
                                 .cluster = *cluster,
                                 .fitness = 0});
  }

  std::optional<uint32_t> Choose(const Job& job) const {
    const std::vector<Cluster>& clusters = state_.clusters();
    std::optional<uint32_t> best;
    for (uint32_t i = 0; i < clusters.size(); ++i) {
      if (room_[i] == 0 || !IsAcceptable(job, clusters[i])) continue;
      if (!best.has_value() || room_[i] > room_[*best] ||
          (room_[i] == room_[*best] && clusters[i].name < clusters[*best].name)) {
        best = i;
      }
    }
    return best;
  }

  ReasonTable Explain(const Job& job) const {
    if (room_.empty()) return NotSearched(ReasonCode::kNoClusters);
    std::vector<Reason> reasons;
    for (const Cluster& cluster : state_.clusters()) {
      if (!AcceptsJobs(cluster.state)) {
        reasons.push_back(
            {ReasonCode::kClusterNotRunning, std::string(ClusterStateName(cluster.state))});
      } else if (!IsAcceptable(job, cluster)) {
        reasons.push_back({ReasonCode::kClusterNotAcceptable, ""});
      } else {
        reasons.push_back({ReasonCode::kWindowFull, ""});
      }
    }
    std::sort(reasons.begin(), reasons.end());
    ReasonTable table{.looked_at = static_cast<int64_t>(reasons.size())};
    for (Reason& reason : reasons) {
      if (table.first.empty() || table.first.back().reason != reason) {
        table.first.push_back({std::move(reason), 0});
      }
      ++table.first.back().count;
    }
    table.all = table.first;
    return table;
  }

  void Leave(absl::Span<const JobSlot> jobs, ReasonTable reasons) {
    const auto known = std::find(plan_.tables.begin(), plan_.tables.end(), reasons);
    const auto table = static_cast<uint32_t>(known - plan_.tables.begin());
    if (known == plan_.tables.end()) plan_.tables.push_back(std::move(reasons));
    for (JobSlot job : jobs) plan_.leftovers.push_back({job, table});
  }

  const KubeOptions& delegate_;
  const PoolState& state_;
  const ScheduleOptions& options_;
  Plan& plan_;
  std::vector<int64_t> room_;  // by cluster
};

}  // namespace

absl::StatusOr<std::unique_ptr<KubeDelegate>> KubeDelegate::Create(KubeOptions options) {
  absl::Status valid = Validate(options);
  if (!valid.ok()) return valid;
  return std::unique_ptr<KubeDelegate>(new KubeDelegate(options));
}

int64_t KubeDelegate::ConsiderableLimit(const PoolState&) const {
  return options_.max_jobs_considered;
}

absl::StatusOr<Plan> KubeDelegate::Schedule(const PoolState& state, absl::Span<const JobSlot> jobs,
                                            const ScheduleOptions& options) {
  absl::Status valid = CheckPendingJobs(state, jobs);
  if (!valid.ok()) return valid;
  Plan plan;
  plan.pool = state.name();
  plan.base = state.journal().position();
  Call(options_, state, options, &plan).Run(jobs);
  plan.id = PlanId(plan);
  return plan;
}

}  // namespace bayplan
