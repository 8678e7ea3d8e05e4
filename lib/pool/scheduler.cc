#include "bayplan/pool/scheduler.h"

#include <fmt/format.h>

#include "absl/container/flat_hash_set.h"

namespace bayplan {

absl::Status CheckPendingJobs(const PoolState& state, absl::Span<const JobSlot> jobs) {
  absl::flat_hash_set<uint32_t> seen;
  seen.reserve(jobs.size());
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (!state.jobs().IsLive(jobs[i])) {
      return absl::InvalidArgumentError(fmt::format(
          "jobs[{}] of pool \"{}\": no such job; valid is a pending job", i, state.name()));
    }
    const JobRow& row = state.jobs().Row(jobs[i]);
    if (row.state != JobState::kPending) {
      return absl::InvalidArgumentError(fmt::format(
          "jobs[{}] (\"{}\") has an instance under way; valid is a pending job", i, row.job->id));
    }
    if (!seen.insert(jobs[i].index).second) {
      return absl::InvalidArgumentError(
          fmt::format("jobs[{}] (\"{}\") is listed twice; valid is once", i, row.job->id));
    }
  }
  return absl::OkStatus();
}

}  // namespace bayplan
