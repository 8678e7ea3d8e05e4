// A pod from its acceptance to its end: pending, bound and pulling, running, ended.
#include <fmt/format.h>

#include "bayplan/base/fingerprint.h"
#include "bayplan/base/split_mix.h"
#include "kube_filter.h"
#include "sim_world.h"

namespace bayplan::sim_internal {
namespace {

constexpr int32_t kExitOfKilled = 143;  // SIGTERM

absl::Status ValidateRequest(const LaunchRequest& request, size_t index) {
  const std::string field = fmt::format("requests[{}]", index);
  if (request.name.job.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("{}.name.job is empty; valid is the id of a job", field));
  }
  if (request.name.attempt == 0) {
    return absl::InvalidArgumentError(
        fmt::format("{}.name.attempt of \"{}\" is 0; valid is 1 or more", field, request.name.job));
  }
  absl::Status status = ValidateAmounts(request.pod.request, field + ".pod.request");
  for (size_t i = 0; status.ok() && i < request.pod.required.size(); ++i) {
    status =
        ValidateConstraint(request.pod.required[i], fmt::format("{}.pod.required[{}]", field, i));
  }
  for (size_t i = 0; status.ok() && i < request.pod.preferred.size(); ++i) {
    status =
        ValidateConstraint(request.pod.preferred[i], fmt::format("{}.pod.preferred[{}]", field, i));
  }
  return status;
}

}  // namespace

absl::Status SimWorld::Launch(absl::Span<const LaunchRequest> requests) {
  for (size_t i = 0; i < requests.size(); ++i) {
    const absl::Status valid = ValidateRequest(requests[i], i);
    if (!valid.ok()) return valid;
  }
  for (const LaunchRequest& request : requests) Accept(request);
  return absl::OkStatus();
}

void SimWorld::Kill(absl::Span<const InstanceName> names) {
  for (const InstanceName& name : names) {
    const auto found = pod_by_name_.find(name);
    if (found != pod_by_name_.end()) KillPod(found->second);
  }
}

void SimWorld::Accept(const LaunchRequest& request) {
  const auto id = static_cast<uint32_t>(pods_.size());
  if (!pod_by_name_.emplace(request.name, id).second) return;
  SimPod& pod = pods_.emplace_back();
  pod.name = request.name;
  pod.shape = shapes_.Intern(request.pod);
  pod.priority = request.pod.priority;
  pod.facts.submitted = Stamp{now_};
  ++counters_.pods_accepted;
  Write(SimJournalEntry::kSubmitted, id);
  if (request.pod.node.has_value()) {
    BindToNamedNode(id, *request.pod.node);
  } else {
    EnqueuePod(id);
  }
}

void SimWorld::BindToNamedNode(uint32_t id, const std::string& node) {
  SimPod& pod = pods_[id];
  const std::optional<uint32_t> slot = nodes_.Find(node);
  if (!slot.has_value()) {
    pod.refusal = fmt::format("node \"{}\" is not there", node);
  } else {
    // A cordon stops the scheduler, not the node.
    const SimShape& shape = shapes_.at(pod.shape);
    const Node& target = nodes_.at(*slot).node;
    if (target.pool != shape.pool || !SatisfiesAll(target, shape.required)) {
      pod.refusal = RejectionText({Rejection::kAffinity});
    } else if (const auto shortage = FirstShortage(shape.request, nodes_.room(*slot))) {
      pod.refusal = RejectionText({Rejection::kInsufficient, *shortage});
    }
  }
  if (pod.refusal.empty()) {
    Bind(id, *slot);
    return;
  }
  ++counters_.pods_refused;
  // Never queued: end it as a pod that waits for nothing.
  pod.phase = PodPhase::kPulling;
  EndPod(id, EndCause::kLaunchRefused, std::nullopt);
}

void SimWorld::Bind(uint32_t id, uint32_t slot) {
  SimPod& pod = pods_[id];
  nodes_.Take(slot, id, shapes_.at(pod.shape).request);
  WatchIdle(slot);
  pod.phase = PodPhase::kPulling;
  pod.node = slot;
  pod.facts.scheduled = Binding{Stamp{now_}, nodes_.at(slot).node.name};
  pod.timer = events_.Push(now_ + PullTime(pod.name), EventKind::kPodStarts, id);
  ++counters_.pods_bound;
  Write(SimJournalEntry::kScheduled, id);
}

void SimWorld::StartPod(uint32_t id) {
  SimPod& pod = pods_[id];
  const auto script = scripts_.find(pod.name.job);
  const Duration run = script == scripts_.end() ? options_.default_script.run : script->second.run;
  pod.phase = PodPhase::kRunning;
  pod.facts.started = Stamp{now_};
  pod.timer = events_.Push(now_ + run, EventKind::kPodFinishes, id);
  Write(SimJournalEntry::kStarted, id);
}

void SimWorld::FinishPod(uint32_t id) {
  const auto script = scripts_.find(pods_[id].name.job);
  const int32_t exit_code =
      script == scripts_.end() ? options_.default_script.exit_code : script->second.exit_code;
  pods_[id].timer.reset();
  EndPod(id, exit_code == 0 ? EndCause::kSucceeded : EndCause::kFailed, exit_code);
}

void SimWorld::KillPod(uint32_t id) {
  if (pods_[id].phase == PodPhase::kEnded) return;
  std::optional<int32_t> exit_code;
  if (pods_[id].phase == PodPhase::kRunning) exit_code = kExitOfKilled;
  EndPod(id, EndCause::kKilled, exit_code);
}

void SimWorld::EndPod(uint32_t id, EndCause cause, std::optional<int32_t> exit_code) {
  SimPod& pod = pods_[id];
  if (pod.timer.has_value()) events_.Cancel(*pod.timer);
  pod.timer.reset();
  if (pod.phase == PodPhase::kPending || pod.phase == PodPhase::kBackingOff) {
    scheduler_.Withdraw(Queued(id), pod.phase == PodPhase::kBackingOff);
  }
  pod.phase = PodPhase::kEnded;
  pod.facts.ended = End{Stamp{now_}, cause, exit_code};
  ++counters_.pods_ended;
  Write(SimJournalEntry::kEnded, id);
  if (!pod.node.has_value()) return;
  const uint32_t slot = *pod.node;
  pod.node.reset();
  nodes_.Free(slot, id, shapes_.at(pod.shape).request);
  if (!nodes_.at(slot).present) return;
  WatchIdle(slot);
  NodeImproved(slot);
}

Duration SimWorld::PullTime(const InstanceName& name) const {
  if (options_.pull_jitter == Duration{0}) return options_.pull_time;
  const uint64_t own = Fingerprint().Add(name.job).Add(static_cast<int64_t>(name.attempt)).value();
  SplitMix random(options_.seed ^ own);
  const auto jitter = random.Below(static_cast<uint64_t>(options_.pull_jitter.ms) + 1);
  return options_.pull_time + Duration{static_cast<int64_t>(jitter)};
}

QueuedPod SimWorld::Queued(uint32_t id) const { return {id, pods_[id].shape, pods_[id].priority}; }

}  // namespace bayplan::sim_internal
