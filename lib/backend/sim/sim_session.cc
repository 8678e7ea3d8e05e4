#include "sim_session.h"

#include <algorithm>

namespace bayplan::sim_internal {

absl::Status SimSession::Begin(Timestamp now) {
  const absl::Status advanced = world_->AdvanceTo(now);
  if (!advanced.ok()) return advanced;
  return world_->TakeFailure();
}

absl::Status SimSession::Poll(Timestamp now, PollBatch* batch) {
  const absl::Status begun = Begin(now);
  if (!begun.ok()) return begun;
  const size_t end = world_->journal().size();
  if (!next_.has_value()) {
    ListEverything(batch);
    first_after_listing_ = end;
  } else {
    const size_t again =
        std::min<size_t>(*next_ - first_after_listing_, world_->options().redelivered_news);
    for (size_t i = *next_ - again; i < end; ++i) Report(world_->journal()[i], batch);
  }
  next_ = end;
  return absl::OkStatus();
}

absl::Status SimSession::Launch(absl::Span<const LaunchRequest> requests, Timestamp now) {
  const absl::Status begun = Begin(now);
  return begun.ok() ? world_->Launch(requests) : begun;
}

absl::Status SimSession::Kill(absl::Span<const InstanceName> names, Duration /*grace*/,
                              Timestamp now) {
  const absl::Status begun = Begin(now);
  if (begun.ok()) world_->Kill(names);
  return begun;
}

absl::Status SimSession::Scale(absl::Span<const ScaleAction> actions, Timestamp now) {
  const absl::Status begun = Begin(now);
  return begun.ok() ? world_->Scale(actions) : begun;
}

BackendCapabilities SimSession::Capabilities() const {
  return {.schedules_pods = true, .scales_nodes = !world_->options().node_groups.empty()};
}

void SimSession::ListEverything(PollBatch* batch) const {
  batch->complete = true;
  for (const auto& [name, slot] : world_->nodes().by_name()) {
    batch->nodes.push_back({world_->nodes().at(slot).node, /*removed=*/false});
  }
  const std::optional<Duration> kept = world_->options().ended_pods_kept;
  for (const SimPod& pod : world_->pods()) {
    const bool forgotten = kept.has_value() && pod.facts.ended.has_value() &&
                           world_->now() - pod.facts.ended->at.time > *kept;
    if (!forgotten) batch->instances.push_back({pod.name, pod.facts});
  }
}

void SimSession::Report(const SimJournalEntry& entry, PollBatch* batch) const {
  if (entry.kind == SimJournalEntry::kNode) {
    // A node is reported as it is now: of what came in between, nothing can be used any more.
    const SimNode& node = world_->nodes().at(entry.subject);
    batch->nodes.push_back({node.node, !node.present});
    return;
  }
  const SimPod& pod = world_->pods()[entry.subject];
  Observation& news = batch->instances.emplace_back();
  news.instance = pod.name;
  switch (entry.kind) {
    case SimJournalEntry::kSubmitted:
      news.facts.submitted = pod.facts.submitted;
      break;
    case SimJournalEntry::kScheduled:
      news.facts.scheduled = pod.facts.scheduled;
      break;
    case SimJournalEntry::kStarted:
      news.facts.started = pod.facts.started;
      break;
    case SimJournalEntry::kEnded:
    case SimJournalEntry::kNode:
      news.facts.ended = pod.facts.ended;
      break;
  }
}

}  // namespace bayplan::sim_internal
