// A backend that looks at a cluster's news before the engine does.
//
//   ClusterTap tap(world->Connect());
//   tap.Fetch(now, [](const PollBatch& news) { ... });   // the engine's next Poll gets them too
//
// An engine polls only inside a cycle; the replay has to know which pools have news, so that it
// makes cycles for those alone.

#ifndef BAYPLAN_BENCH_REPLAY_CLUSTER_TAP_H_
#define BAYPLAN_BENCH_REPLAY_CLUSTER_TAP_H_

#include <memory>

#include "absl/functional/function_ref.h"
#include "bayplan/backend/cluster_backend.h"

namespace bayplan::replay {

class ClusterTap final : public ClusterBackend {
 public:
  explicit ClusterTap(std::unique_ptr<ClusterBackend> cluster) : cluster_(std::move(cluster)) {}

  // Polls the cluster, shows what is new, and keeps it. Called once before the first Poll, so that
  // the engine's first batch is the complete listing.
  absl::Status Fetch(Timestamp now, absl::FunctionRef<void(const PollBatch&)> show);
  // What the engine has not taken yet.
  const PollBatch& waiting() const { return waiting_; }

  absl::Status Poll(Timestamp now, PollBatch* batch) override;
  absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) override;
  absl::Status Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) override;
  absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) override;
  BackendCapabilities Capabilities() const override { return cluster_->Capabilities(); }

 private:
  std::unique_ptr<ClusterBackend> cluster_;
  PollBatch waiting_;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_CLUSTER_TAP_H_
