// The accounting's entry points: pure functions over plain structs.

#include <cstring>
#include <optional>
#include <string_view>

#include "bayplan/account/intervals.h"
#include "bayplan/account/retry.h"
#include "error.h"
#include "instance_columns.h"
#include "sized.h"
#include "text.h"

namespace bayplan::capi {
namespace {

absl::StatusOr<InstanceFacts> ReadFacts(const bayplan_facts* given, std::string_view field) {
  bayplan_facts facts = BAYPLAN_FACTS_INIT;
  absl::Status status = ReadSized(given, field, &facts);
  if (!status.ok()) return status;
  return ToFacts(facts, field);
}

bayplan_stamp ToCStamp(const std::optional<Stamp>& stamp) {
  if (!stamp.has_value()) return BAYPLAN_STAMP_INIT;
  return {stamp->time.ms, static_cast<uint32_t>(stamp->quality),
          static_cast<uint32_t>(stamp->source)};
}

// `node` is the memory that holds the node's name.
bayplan_facts ToCFacts(const InstanceFacts& facts, bayplan_str node) {
  bayplan_facts result = BAYPLAN_FACTS_INIT;
  result.submitted = ToCStamp(facts.submitted);
  result.started = ToCStamp(facts.started);
  if (facts.scheduled.has_value()) {
    result.scheduled = ToCStamp(facts.scheduled->at);
    result.node = node;
  }
  if (facts.ended.has_value()) {
    result.ended = ToCStamp(facts.ended->at);
    result.end_cause = static_cast<uint32_t>(facts.ended->cause);
    if (facts.ended->exit_code.has_value()) result.exit_code = *facts.ended->exit_code;
  }
  return result;
}

int64_t ToMs(const std::optional<Duration>& duration) {
  return duration.has_value() ? duration->ms : BAYPLAN_ABSENT;
}

bool HoldsNode(const InstanceFacts& facts, const std::string& node) {
  return facts.scheduled.has_value() && facts.scheduled->node == node;
}

}  // namespace
}  // namespace bayplan::capi

using bayplan::capi::Guarded;
using bayplan::capi::ReadFacts;
using bayplan::capi::RequireGiven;
using bayplan::capi::WriteSized;

bayplan_error* bayplan_facts_fold(const bayplan_facts* news, bayplan_facts* known,
                                  uint32_t* changed) {
  return Guarded([&]() -> absl::Status {
    absl::StatusOr<bayplan::InstanceFacts> from = ReadFacts(news, "news");
    if (!from.ok()) return from.status();
    const absl::StatusOr<bayplan::InstanceFacts> before = ReadFacts(known, "known");
    if (!before.ok()) return before.status();
    bayplan::InstanceFacts after = *before;
    const bool learnt = bayplan::Fold(*from, &after);
    bayplan_str node = {nullptr, 0};
    if (after.scheduled.has_value()) {
      node = bayplan::capi::HoldsNode(*before, after.scheduled->node) ? known->node : news->node;
    }
    absl::Status written = WriteSized(bayplan::capi::ToCFacts(after, node), "known", known);
    if (written.ok() && changed != nullptr) *changed = learnt ? 1 : 0;
    return written;
  });
}

bayplan_error* bayplan_facts_state(const bayplan_facts* facts, uint32_t* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<bayplan::InstanceFacts> read = ReadFacts(facts, "facts");
    if (!read.ok()) return read.status();
    *out = static_cast<uint32_t>(bayplan::StateOf(*read));
    return absl::OkStatus();
  });
}

bayplan_error* bayplan_facts_intervals(const bayplan_facts* facts, int64_t committed_ms,
                                       int64_t now_ms, bayplan_intervals* out) {
  return Guarded([&]() -> absl::Status {
    absl::StatusOr<bayplan::InstanceFacts> read = ReadFacts(facts, "facts");
    if (!read.ok()) return read.status();
    bayplan::InstanceRecord record;
    record.committed_at.ms = committed_ms;
    record.facts = *std::move(read);
    const bayplan::InstanceIntervals life = bayplan::ComputeIntervals(record, {now_ms});
    const bayplan_intervals intervals = {sizeof(intervals),
                                         bayplan::capi::ToMs(life.waiting_for_node),
                                         bayplan::capi::ToMs(life.starting),
                                         bayplan::capi::ToMs(life.running), life.since_commit.ms};
    return WriteSized(intervals, "out", out);
  });
}

uint32_t bayplan_end_is_mea_culpa(uint32_t end_cause) {
  if (end_cause < BAYPLAN_END_SUCCEEDED || end_cause > BAYPLAN_END_VANISHED) return 0;
  return bayplan::IsMeaCulpa(static_cast<bayplan::EndCause>(end_cause)) ? 1 : 0;
}

uint32_t bayplan_may_retry(uint32_t own_failures, uint32_t mea_culpa_failures,
                           uint32_t max_attempts) {
  return bayplan::MayRetry({own_failures, mea_culpa_failures}, max_attempts) ? 1 : 0;
}
