#include "instance_columns.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "sized.h"
#include "text.h"

namespace bayplan::capi {
namespace {

absl::Status OutOfRange(std::string_view field, int64_t value, std::string_view valid) {
  return absl::InvalidArgumentError(fmt::format("{} is {}; valid is {}", field, value, valid));
}

bayplan_stamp StampOf(const bayplan_stamp_columns& columns, size_t row) {
  return {RowOr<int64_t>(columns.ms, row, BAYPLAN_ABSENT), RowOr<uint8_t>(columns.quality, row, 0),
          RowOr<uint8_t>(columns.source, row, 0)};
}

bayplan_facts FactsOf(const bayplan_instance_columns& columns, const StrColumn& node, size_t row) {
  bayplan_facts facts = BAYPLAN_FACTS_INIT;
  facts.submitted = StampOf(columns.submitted, row);
  facts.scheduled = StampOf(columns.scheduled, row);
  facts.started = StampOf(columns.started, row);
  facts.ended = StampOf(columns.ended, row);
  facts.node = ToStr(node[row]);
  facts.end_cause = RowOr<uint8_t>(columns.end_cause, row, 0);
  facts.exit_code = RowOr<int64_t>(columns.exit_code, row, BAYPLAN_ABSENT);
  return facts;
}

absl::StatusOr<End> ToEnd(const Stamp& at, const bayplan_facts& facts, std::string_view field) {
  End end{at, {}, {}};
  if (facts.end_cause < BAYPLAN_END_SUCCEEDED || facts.end_cause > BAYPLAN_END_VANISHED) {
    return OutOfRange(fmt::format("{}.end_cause", field), facts.end_cause, "1 to 7");
  }
  end.cause = static_cast<EndCause>(facts.end_cause);
  if (facts.exit_code == BAYPLAN_ABSENT) return end;
  if (facts.exit_code < std::numeric_limits<int32_t>::min() ||
      facts.exit_code > std::numeric_limits<int32_t>::max()) {
    return OutOfRange(fmt::format("{}.exit_code", field), facts.exit_code,
                      "a 32-bit number or BAYPLAN_ABSENT");
  }
  end.exit_code = static_cast<int32_t>(facts.exit_code);
  return end;
}

}  // namespace

absl::StatusOr<std::optional<Stamp>> ToStamp(int64_t ms, uint32_t quality, uint32_t source,
                                             std::string_view field) {
  if (ms == BAYPLAN_ABSENT) return std::nullopt;
  if (quality > BAYPLAN_QUALITY_INFERRED) {
    return OutOfRange(fmt::format("{}.quality", field), quality, "0 to 3");
  }
  if (source > BAYPLAN_SOURCE_SCHEDULER) {
    return OutOfRange(fmt::format("{}.source", field), source, "0 or 1");
  }
  return Stamp{{ms}, static_cast<Quality>(quality), static_cast<Source>(source)};
}

absl::StatusOr<InstanceFacts> ToFacts(const bayplan_facts& facts, std::string_view field) {
  InstanceFacts result;
  const auto read = [&field](const bayplan_stamp& stamp, std::string_view milestone) {
    return ToStamp(stamp.ms, stamp.quality, stamp.source, fmt::format("{}.{}", field, milestone));
  };
  absl::StatusOr<std::optional<Stamp>> submitted = read(facts.submitted, "submitted");
  if (!submitted.ok()) return submitted.status();
  absl::StatusOr<std::optional<Stamp>> scheduled = read(facts.scheduled, "scheduled");
  if (!scheduled.ok()) return scheduled.status();
  absl::StatusOr<std::optional<Stamp>> started = read(facts.started, "started");
  if (!started.ok()) return started.status();
  absl::StatusOr<std::optional<Stamp>> ended = read(facts.ended, "ended");
  if (!ended.ok()) return ended.status();

  result.submitted = *submitted;
  result.started = *started;
  if (scheduled->has_value()) {
    absl::StatusOr<std::string_view> node = ToView(facts.node, fmt::format("{}.node", field));
    if (!node.ok()) return node.status();
    if (node->empty()) {
      return absl::InvalidArgumentError(
          fmt::format("{}.node is empty; valid with scheduled is the node's name", field));
    }
    result.scheduled = Binding{**scheduled, std::string(*node)};
  }
  if (ended->has_value()) {
    absl::StatusOr<End> end = ToEnd(**ended, facts, field);
    if (!end.ok()) return end.status();
    result.ended = *std::move(end);
  }
  return result;
}

absl::StatusOr<std::vector<InstanceRecord>> ReadInstances(const bayplan_instance_columns* given) {
  bayplan_instance_columns columns = {};
  absl::Status status = ReadSized(given, "instances", &columns);
  if (!status.ok()) return status;
  const size_t count = columns.count;
  absl::StatusOr<StrColumn> job = StrColumn::Read(columns.job, count, "instances.job");
  if (!job.ok()) return job.status();
  absl::StatusOr<StrColumn> pool = StrColumn::Read(columns.pool, count, "instances.pool");
  if (!pool.ok()) return pool.status();
  absl::StatusOr<StrColumn> cluster = StrColumn::Read(columns.cluster, count, "instances.cluster");
  if (!cluster.ok()) return cluster.status();
  absl::StatusOr<StrColumn> chosen =
      StrColumn::Read(columns.chosen_node, count, "instances.chosen_node");
  if (!chosen.ok()) return chosen.status();
  absl::StatusOr<StrColumn> node = StrColumn::Read(columns.node, count, "instances.node");
  if (!node.ok()) return node.status();

  std::vector<InstanceRecord> records(count);
  for (size_t row = 0; row < count; ++row) {
    InstanceRecord& record = records[row];
    record.name = {std::string((*job)[row]), RowOr<uint32_t>(columns.attempt, row, 1)};
    if (record.name.job.empty() || record.name.attempt == 0) {
      return absl::InvalidArgumentError(
          fmt::format("instances[{}]: \"{}\" attempt {}; valid is a job and an attempt from 1", row,
                      record.name.job, record.name.attempt));
    }
    record.pool = (*pool)[row];
    record.cluster = (*cluster)[row];
    if (!(*chosen)[row].empty()) record.chosen_node = (*chosen)[row];
    record.committed_at.ms = RowOr<int64_t>(columns.committed_ms, row, 0);
    absl::StatusOr<InstanceFacts> facts =
        ToFacts(FactsOf(columns, *node, row), fmt::format("instances[{}]", row));
    if (!facts.ok()) return facts.status();
    record.facts = *std::move(facts);
  }
  return records;
}

void StampBuffer::Add(const std::optional<Stamp>& stamp) {
  const Stamp value = stamp.value_or(Stamp{{BAYPLAN_ABSENT}});
  ms_.push_back(value.time.ms);
  quality_.push_back(static_cast<uint8_t>(value.quality));
  source_.push_back(static_cast<uint8_t>(value.source));
}

InstanceBuffer::InstanceBuffer(absl::Span<const InstanceRecord> records) {
  for (const InstanceRecord& record : records) {
    job_.Add(record.name.job);
    attempt_.push_back(record.name.attempt);
    pool_.Add(record.pool);
    cluster_.Add(record.cluster);
    chosen_node_.Add(record.chosen_node.value_or(""));
    committed_ms_.push_back(record.committed_at.ms);
    AddFacts(record.facts);
  }
}

void InstanceBuffer::AddFacts(const InstanceFacts& facts) {
  submitted_.Add(facts.submitted);
  const bool scheduled = facts.scheduled.has_value();
  scheduled_.Add(scheduled ? std::optional<Stamp>(facts.scheduled->at) : std::nullopt);
  node_.Add(scheduled ? facts.scheduled->node : "");
  started_.Add(facts.started);
  const bool ended = facts.ended.has_value();
  ended_.Add(ended ? std::optional<Stamp>(facts.ended->at) : std::nullopt);
  end_cause_.push_back(ended ? static_cast<uint8_t>(facts.ended->cause) : uint8_t{0});
  exit_code_.push_back(ended && facts.ended->exit_code.has_value() ? *facts.ended->exit_code
                                                                   : BAYPLAN_ABSENT);
  state_.push_back(static_cast<uint8_t>(StateOf(facts)));
}

bayplan_instance_columns InstanceBuffer::view() const {
  bayplan_instance_columns columns = {};
  columns.size = sizeof(columns);
  columns.count = attempt_.size();
  columns.job = job_.view();
  columns.attempt = attempt_.data();
  columns.pool = pool_.view();
  columns.cluster = cluster_.view();
  columns.chosen_node = chosen_node_.view();
  columns.committed_ms = committed_ms_.data();
  columns.submitted = submitted_.view();
  columns.scheduled = scheduled_.view();
  columns.started = started_.view();
  columns.ended = ended_.view();
  columns.node = node_.view();
  columns.end_cause = end_cause_.data();
  columns.exit_code = exit_code_.data();
  columns.state = state_.data();
  return columns;
}

}  // namespace bayplan::capi
