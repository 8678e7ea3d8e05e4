#include "backend_adapter.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>
#include <vector>

#include "columns.h"
#include "error.h"
#include "instance_columns.h"
#include "job_columns.h"
#include "sized.h"

struct bayplan_poll_batch {
  bayplan::PollBatch* news = nullptr;
};

namespace bayplan::capi {
namespace {

// The columns of launch requests, or of names alone.
class LaunchBuffer {
 public:
  void AddName(const InstanceName& name) {
    job_.Add(name.job);
    attempt_.push_back(name.attempt);
  }

  void Add(const LaunchRequest& request) {
    AddName(request.name);
    pool_.Add(request.pod.pool);
    user_.Add(request.pod.user);
    request_.Add(request.pod.request);
    priority_.push_back(request.pod.priority);
    node_.Add(request.pod.node.value_or(""));
    required_.Add(request.pod.required);
    preferred_.Add(request.pod.preferred);
  }

  bayplan_name_columns names() const {
    return {sizeof(bayplan_name_columns), attempt_.size(), job_.view(), attempt_.data()};
  }

  bayplan_launch_columns requests() const {
    return {sizeof(bayplan_launch_columns),
            attempt_.size(),
            job_.view(),
            attempt_.data(),
            pool_.view(),
            user_.view(),
            request_.view(),
            priority_.data(),
            node_.view(),
            required_.view(),
            preferred_.view()};
  }

 private:
  StrBuffer job_, pool_, user_, node_;
  std::vector<uint32_t> attempt_;
  ResourceBuffer request_;
  std::vector<int32_t> priority_;
  ConstraintBuffer required_, preferred_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<HostBackend>> HostBackend::Create(const bayplan_backend* backend,
                                                                 std::string cluster,
                                                                 std::string_view field) {
  bayplan_backend host = {};
  absl::Status status = ReadSized(backend, field, &host);
  if (!status.ok()) return status;
  if (host.poll == nullptr || host.launch == nullptr || host.kill == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("{}: poll, launch and kill are required; one is NULL", field));
  }
  return std::unique_ptr<HostBackend>(new HostBackend(host, std::move(cluster)));
}

absl::Status HostBackend::Returned(int code, std::string_view callback) const {
  return CallbackStatus(code, fmt::format("cluster \"{}\": {}", cluster_, callback));
}

absl::Status HostBackend::Poll(Timestamp now, PollBatch* batch) {
  bayplan_poll_batch handle{batch};
  return Returned(host_.poll(host_.user_data, now.ms, &handle), "poll");
}

absl::Status HostBackend::Launch(absl::Span<const LaunchRequest> requests, Timestamp now) {
  LaunchBuffer buffer;
  for (const LaunchRequest& request : requests) buffer.Add(request);
  const bayplan_launch_columns columns = buffer.requests();
  return Returned(host_.launch(host_.user_data, &columns, now.ms), "launch");
}

absl::Status HostBackend::Kill(absl::Span<const InstanceName> names, Duration grace,
                               Timestamp now) {
  LaunchBuffer buffer;
  for (const InstanceName& name : names) buffer.AddName(name);
  const bayplan_name_columns columns = buffer.names();
  return Returned(host_.kill(host_.user_data, &columns, grace.ms, now.ms), "kill");
}

absl::Status HostBackend::Scale(absl::Span<const ScaleAction> actions, Timestamp now) {
  if (host_.scale == nullptr) {
    return absl::UnimplementedError(fmt::format("cluster \"{}\" does not scale", cluster_));
  }
  StrBuffer pool;
  std::vector<int64_t> nodes;
  for (const ScaleAction& action : actions) {
    pool.Add(action.pool);
    nodes.push_back(action.count);
  }
  const bayplan_scale_columns columns = {sizeof(columns), nodes.size(), pool.view(), nodes.data()};
  return Returned(host_.scale(host_.user_data, &columns, now.ms), "scale");
}

BackendCapabilities HostBackend::Capabilities() const {
  return {.schedules_pods = (host_.capabilities & BAYPLAN_BACKEND_SCHEDULES_PODS) != 0,
          .scales_nodes = host_.scale != nullptr};
}

absl::StatusOr<std::unique_ptr<HostStore>> HostStore::Create(const bayplan_store* store) {
  bayplan_store host = {};
  absl::Status status = ReadSized(store, "options.store", &host);
  if (status.ok() && host.write == nullptr) {
    status = absl::InvalidArgumentError("options.store: write is NULL; it is required");
  }
  if (!status.ok()) return status;
  return std::unique_ptr<HostStore>(new HostStore(host));
}

absl::Status HostStore::Write(absl::Span<const InstanceRecord> records) {
  const InstanceBuffer buffer(records);
  const bayplan_instance_columns columns = buffer.view();
  return CallbackStatus(host_.write(host_.user_data, &columns), "store: write");
}

}  // namespace bayplan::capi

using bayplan::capi::Guarded;
using bayplan::capi::RequireGiven;

bayplan_error* bayplan_poll_batch_add_nodes(bayplan_poll_batch* batch,
                                            const bayplan_node_columns* nodes) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(batch, "batch");
    if (!given.ok()) return given;
    absl::StatusOr<std::vector<bayplan::NodeNews>> news = bayplan::capi::ReadNodes(nodes);
    if (!news.ok()) return news.status();
    std::move(news->begin(), news->end(), std::back_inserter(batch->news->nodes));
    return absl::OkStatus();
  });
}

bayplan_error* bayplan_poll_batch_add_instances(bayplan_poll_batch* batch,
                                                const bayplan_instance_columns* instances) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(batch, "batch");
    if (!given.ok()) return given;
    absl::StatusOr<std::vector<bayplan::InstanceRecord>> records =
        bayplan::capi::ReadInstances(instances);
    if (!records.ok()) return records.status();
    for (bayplan::InstanceRecord& record : *records) {
      batch->news->instances.push_back({std::move(record.name), std::move(record.facts)});
    }
    return absl::OkStatus();
  });
}

void bayplan_poll_batch_set_complete(bayplan_poll_batch* batch) {
  if (batch != nullptr) batch->news->complete = true;
}
