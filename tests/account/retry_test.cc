#include <doctest/doctest.h>

#include <string>

#include "bayplan/account/retry.h"

namespace bayplan {
namespace {

constexpr EndCause kAllCauses[] = {
    EndCause::kSucceeded, EndCause::kFailed,    EndCause::kKilled,   EndCause::kLaunchRefused,
    EndCause::kNodeLost,  EndCause::kPreempted, EndCause::kVanished,
};

TEST_CASE("what the cluster did is mea culpa, what the job or we did is not") {
  struct Row {
    EndCause cause;
    const char* name;
    bool mea_culpa;
    AttemptTally tally;  // of one such end
  };
  const Row rows[] = {
      {EndCause::kSucceeded, "succeeded", false, {0, 0}},
      {EndCause::kFailed, "failed", false, {1, 0}},
      {EndCause::kKilled, "killed", false, {1, 0}},
      {EndCause::kLaunchRefused, "launch-refused", true, {0, 1}},
      {EndCause::kNodeLost, "node-lost", true, {0, 1}},
      {EndCause::kPreempted, "preempted", true, {0, 1}},
      {EndCause::kVanished, "vanished", true, {0, 1}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(std::string(EndCauseName(row.cause)) == row.name);
    CHECK(IsMeaCulpa(row.cause) == row.mea_culpa);
    CHECK(CountEnd(row.cause, {}) == row.tally);
  }
}

TEST_CASE("own failures use up attempts, mea culpa ones only beyond the free five") {
  struct Row {
    AttemptTally tally;
    uint32_t max_attempts;
    bool may_retry;
  };
  const Row rows[] = {
      {{0, 0}, 1, true},
      {{0, 0}, 0, false},  // no attempt was ever allowed
      {{1, 0}, 1, false},
      {{1, 0}, 2, true},
      {{2, 0}, 2, false},
      {{0, 1}, 1, true},
      {{0, 5}, 1, true},   // the last free one
      {{0, 6}, 1, false},  // max(0, 6 - 5) = 1 attempt used
      {{0, 6}, 2, true},
      {{1, 5}, 2, true},
      {{1, 6}, 2, false},
      {{3, 7}, 6, true},  // 3 + 2
      {{3, 7}, 5, false},
      {{4294967295u, 4294967295u}, 4294967295u, false},  // sums do not wrap around
  };
  for (const Row& row : rows) {
    CAPTURE(row.tally.own_failures);
    CAPTURE(row.tally.mea_culpa_failures);
    CAPTURE(row.max_attempts);
    CHECK(MayRetry(row.tally, row.max_attempts) == row.may_retry);
  }
}

TEST_CASE("a job that always ends the same way comes to an end, and not too early") {
  for (EndCause cause : kAllCauses) {
    if (cause == EndCause::kSucceeded) continue;
    CAPTURE(std::string(EndCauseName(cause)));
    AttemptTally tally;
    uint32_t attempts = 0;
    while (MayRetry(tally, 3)) {
      tally = CountEnd(cause, tally);
      ++attempts;
    }
    CHECK(attempts == (IsMeaCulpa(cause) ? 3 + kFreeMeaCulpaFailures : 3));
  }
}

}  // namespace
}  // namespace bayplan
