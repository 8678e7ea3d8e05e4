// A host's callbacks as the cluster that the engine talks to, and as the store that it writes to.

#ifndef BAYPLAN_CAPI_SRC_BACKEND_ADAPTER_H_
#define BAYPLAN_CAPI_SRC_BACKEND_ADAPTER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/bayplan.h"
#include "bayplan/engine/engine.h"

namespace bayplan::capi {

class HostBackend final : public ClusterBackend {
 public:
  // InvalidArgument names `field` and what is missing. `cluster` is what messages call it.
  static absl::StatusOr<std::unique_ptr<HostBackend>> Create(const bayplan_backend* backend,
                                                             std::string cluster,
                                                             std::string_view field);

  absl::Status Poll(Timestamp now, PollBatch* batch) override;
  absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) override;
  absl::Status Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) override;
  absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) override;
  BackendCapabilities Capabilities() const override;

 private:
  HostBackend(const bayplan_backend& host, std::string cluster)
      : host_(host), cluster_(std::move(cluster)) {}
  absl::Status Returned(int code, std::string_view callback) const;

  bayplan_backend host_;
  std::string cluster_;
};

class HostStore final : public InstanceStore {
 public:
  static absl::StatusOr<std::unique_ptr<HostStore>> Create(const bayplan_store* store);

  absl::Status Write(absl::Span<const InstanceRecord> records) override;

 private:
  explicit HostStore(const bayplan_store& host) : host_(host) {}

  bayplan_store host_;
};

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_BACKEND_ADAPTER_H_
