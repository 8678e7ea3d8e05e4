// What one host sees of the simulated cluster: a place in its journal.

#ifndef BAYPLAN_LIB_BACKEND_SIM_SIM_SESSION_H_
#define BAYPLAN_LIB_BACKEND_SIM_SIM_SESSION_H_

#include <cstddef>
#include <optional>

#include "bayplan/backend/cluster_backend.h"
#include "sim_world.h"

namespace bayplan::sim_internal {

class SimSession final : public ClusterBackend {
 public:
  // `world` must outlive the session.
  explicit SimSession(SimWorld* world) : world_(world) {}

  absl::Status Poll(Timestamp now, PollBatch* batch) override;
  absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) override;
  absl::Status Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) override;
  absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) override;
  BackendCapabilities Capabilities() const override;

 private:
  // Brings the world to `now`; fails if the call is to fail.
  absl::Status Begin(Timestamp now);
  void ListEverything(PollBatch* batch) const;
  void Report(const SimJournalEntry& entry, PollBatch* batch) const;

  SimWorld* world_;
  std::optional<size_t> next_;      // the first journal entry not delivered; absent: nothing was
  size_t first_after_listing_ = 0;  // redelivery does not go behind the complete listing
};

}  // namespace bayplan::sim_internal

#endif  // BAYPLAN_LIB_BACKEND_SIM_SIM_SESSION_H_
