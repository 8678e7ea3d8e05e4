#include "cluster_tap.h"

#include <iterator>
#include <utility>

namespace bayplan::replay {
namespace {

template <typename T>
void MoveAll(std::vector<T>* from, std::vector<T>* to) {
  to->insert(to->end(), std::make_move_iterator(from->begin()),
             std::make_move_iterator(from->end()));
  from->clear();
}

void MoveAll(PollBatch* from, PollBatch* to) {
  to->complete |= std::exchange(from->complete, false);
  MoveAll(&from->nodes, &to->nodes);
  MoveAll(&from->instances, &to->instances);
}

}  // namespace

absl::Status ClusterTap::Fetch(Timestamp now, absl::FunctionRef<void(const PollBatch&)> show) {
  PollBatch news;
  absl::Status status = cluster_->Poll(now, &news);
  if (!status.ok()) return status;
  show(news);
  MoveAll(&news, &waiting_);
  return absl::OkStatus();
}

absl::Status ClusterTap::Poll(Timestamp /*now*/, PollBatch* batch) {
  MoveAll(&waiting_, batch);
  return absl::OkStatus();
}

absl::Status ClusterTap::Launch(absl::Span<const LaunchRequest> requests, Timestamp now) {
  return cluster_->Launch(requests, now);
}

absl::Status ClusterTap::Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) {
  return cluster_->Kill(names, grace, now);
}

absl::Status ClusterTap::Scale(absl::Span<const ScaleAction> actions, Timestamp now) {
  return cluster_->Scale(actions, now);
}

}  // namespace bayplan::replay
