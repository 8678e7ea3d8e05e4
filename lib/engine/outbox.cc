#include "outbox.h"

#include <algorithm>
#include <utility>

namespace bayplan::engine_internal {

std::vector<InstanceRecord> Outbox::Records() const {
  std::vector<InstanceRecord> records;
  records.reserve(records_.size());
  for (const auto& [name, record] : records_) records.push_back(record);
  return records;
}

bool Outbox::DropFreshLaunch(size_t cluster, const InstanceName& name) {
  if (!IsWaitingToLaunch(cluster, name)) return false;
  const size_t dropped = std::erase_if(launches_[cluster], [&](const WaitingLaunch& launch) {
    return !launch.repeated && launch.request.name == name;
  });
  if (dropped == 0) return false;
  waiting_[cluster].erase(name);
  return true;
}

bool Outbox::IsWaitingToLaunch(size_t cluster, const InstanceName& name) const {
  return waiting_[cluster].contains(name);
}

void Outbox::Forget(size_t cluster, const InstanceName& name) {
  kills_[cluster].erase(name);
  if (waiting_[cluster].erase(name) == 0) return;
  std::erase_if(launches_[cluster],
                [&](const WaitingLaunch& launch) { return launch.request.name == name; });
}

absl::Status Outbox::Flush(size_t cluster, ClusterBackend* backend, Duration grace, Timestamp now,
                           int64_t* launched) {
  absl::Status launch_status;
  if (!launches_[cluster].empty()) {
    std::vector<LaunchRequest> requests;
    requests.reserve(launches_[cluster].size());
    for (const WaitingLaunch& launch : launches_[cluster]) requests.push_back(launch.request);
    launch_status = backend->Launch(requests, now);
    if (launch_status.ok()) {
      *launched += static_cast<int64_t>(requests.size());
      launches_[cluster].clear();
      waiting_[cluster].clear();
    }
  }
  if (kills_[cluster].empty()) return launch_status;
  // Also if the launches failed: what is to end must not wait for what is to begin.
  const std::vector<InstanceName> names(kills_[cluster].begin(), kills_[cluster].end());
  absl::Status kill_status = backend->Kill(names, grace, now);
  return launch_status.ok() ? kill_status : launch_status;
}

}  // namespace bayplan::engine_internal
