#include <doctest/doctest.h>

#include <optional>

#include "bayplan/account/intervals.h"
#include "bayplan/base/split_mix.h"

namespace bayplan {
namespace {

constexpr std::optional<int64_t> kAbsent = std::nullopt;

InstanceRecord RecordOf(std::optional<int64_t> submitted, std::optional<int64_t> scheduled,
                        std::optional<int64_t> started, std::optional<int64_t> ended) {
  InstanceRecord record;
  record.name = {"job", 1};
  record.committed_at = Timestamp{100};
  if (submitted) record.facts.submitted = Stamp{Timestamp{*submitted}};
  if (scheduled) record.facts.scheduled = Binding{Stamp{Timestamp{*scheduled}}, "n1"};
  if (started) record.facts.started = Stamp{Timestamp{*started}};
  if (ended) record.facts.ended = End{Stamp{Timestamp{*ended}}, EndCause::kSucceeded, 0};
  return record;
}

std::optional<int64_t> Ms(const std::optional<Duration>& duration) {
  if (!duration.has_value()) return std::nullopt;
  return duration->ms;
}

TEST_CASE("each part of a life has its own interval, absent until it begins") {
  struct Row {
    const char* why;
    std::optional<int64_t> submitted, scheduled, started, ended;
    std::optional<int64_t> waiting, starting, running;
    int64_t since_commit;
  };
  // Committed at 100, seen at 1'000.
  const Row rows[] = {
      {"only committed", kAbsent, kAbsent, kAbsent, kAbsent, kAbsent, kAbsent, kAbsent, 900},
      {"waits for a node", 110, kAbsent, kAbsent, kAbsent, 890, kAbsent, kAbsent, 900},
      {"pulls", 110, 400, kAbsent, kAbsent, 290, 600, kAbsent, 900},
      {"runs", 110, 400, 450, kAbsent, 290, 50, 550, 900},
      {"ended", 110, 400, 450, 950, 290, 50, 500, 850},
      {"killed while it waited", 110, kAbsent, kAbsent, 500, 390, kAbsent, kAbsent, 400},
      {"killed while it pulled", 110, 400, kAbsent, 500, 290, 100, kAbsent, 400},
      {"ran for no time", 110, 400, 450, 450, 290, 50, 0, 350},
      {"the bind was missed", 110, kAbsent, 450, 950, 340, kAbsent, 500, 850},
      {"only the run was seen", kAbsent, kAbsent, 450, 950, kAbsent, kAbsent, 500, 850},
      {"only the end was seen", kAbsent, kAbsent, kAbsent, 950, kAbsent, kAbsent, kAbsent, 850},
      {"the node's clock is behind", 110, 400, 390, 950, 290, 0, 560, 850},
      {"it ended before it began", 110, 400, 450, 440, 290, 50, 0, 340},
      {"the cluster's clock is ahead", 1'100, 1'200, 1'300, kAbsent, 100, 100, 0, 900},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    const InstanceIntervals life = ComputeIntervals(
        RecordOf(row.submitted, row.scheduled, row.started, row.ended), Timestamp{1'000});
    CHECK(Ms(life.waiting_for_node) == row.waiting);
    CHECK(Ms(life.starting) == row.starting);
    CHECK(Ms(life.running) == row.running);
    CHECK(life.since_commit.ms == row.since_commit);
  }
}

TEST_CASE("waiting for a new node is not run time") {
  // Five minutes of autoscaling, one of running.
  const InstanceRecord record = RecordOf(100, 300'100, 310'100, 370'100);
  const InstanceIntervals life = ComputeIntervals(record, Timestamp{999'999});
  CHECK(life.running == Duration::Minutes(1));
  CHECK(life.since_commit == Duration{370'000});
}

TEST_CASE("no interval is ever negative and an ended life no longer grows") {
  SplitMix random(4);
  const auto any = [&random]() -> std::optional<int64_t> {
    if (random.Below(3) == 0) return std::nullopt;
    return static_cast<int64_t>(random.Below(2'000));
  };
  for (int i = 0; i < 20'000; ++i) {
    const InstanceRecord record = RecordOf(any(), any(), any(), any());
    const Timestamp now{static_cast<int64_t>(random.Below(2'000))};
    const InstanceIntervals life = ComputeIntervals(record, now);
    const InstanceIntervals later = ComputeIntervals(record, now + Duration{77});
    REQUIRE(life.waiting_for_node.value_or(Duration{0}) >= Duration{0});
    REQUIRE(life.starting.value_or(Duration{0}) >= Duration{0});
    REQUIRE(life.running.value_or(Duration{0}) >= Duration{0});
    REQUIRE(life.since_commit >= Duration{0});
    REQUIRE(life.running.has_value() == record.facts.started.has_value());
    if (!record.facts.ended.has_value()) continue;
    REQUIRE(later.running == life.running);
    REQUIRE(later.since_commit == life.since_commit);
  }
}

}  // namespace
}  // namespace bayplan
