// The laws of folding: whatever news arrives, in whatever order and however often, the result is
// the same.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "bayplan/account/instance_record.h"
#include "bayplan/base/split_mix.h"

namespace bayplan {
namespace {

// Few distinct values, so that equal and nearly equal stamps are common.
Stamp AnyStamp(SplitMix* random) {
  return {Timestamp{static_cast<int64_t>(random->Below(3))}, static_cast<Quality>(random->Below(4)),
          static_cast<Source>(random->Below(2))};
}

InstanceFacts AnyFacts(SplitMix* random) {
  InstanceFacts facts;
  if (random->Below(2) == 0) facts.submitted = AnyStamp(random);
  if (random->Below(2) == 0) {
    facts.scheduled = Binding{AnyStamp(random), random->Below(2) == 0 ? "n1" : "n2"};
  }
  if (random->Below(2) == 0) facts.started = AnyStamp(random);
  if (random->Below(2) == 0) {
    facts.ended = End{AnyStamp(random), static_cast<EndCause>(1 + random->Below(7)), std::nullopt};
    if (random->Below(2) == 0) facts.ended->exit_code = static_cast<int32_t>(random->Below(2));
  }
  return facts;
}

InstanceFacts Joined(InstanceFacts a, const InstanceFacts& b) {
  Fold(b, &a);
  return a;
}

void Shuffle(SplitMix* random, std::vector<InstanceFacts>* news) {
  for (size_t i = news->size(); i > 1; --i) std::swap((*news)[i - 1], (*news)[random->Below(i)]);
}

TEST_CASE("folding is idempotent, commutative and associative") {
  SplitMix random(1);
  for (int i = 0; i < 20'000; ++i) {
    const InstanceFacts a = AnyFacts(&random);
    const InstanceFacts b = AnyFacts(&random);
    const InstanceFacts c = AnyFacts(&random);
    REQUIRE(Joined(a, a) == a);
    REQUIRE(Joined(a, b) == Joined(b, a));
    REQUIRE(Joined(Joined(a, b), c) == Joined(a, Joined(b, c)));
    REQUIRE(Joined(a, InstanceFacts()) == a);
  }
}

TEST_CASE("news in any order and any number of copies gives the same facts") {
  SplitMix random(2);
  for (int i = 0; i < 500; ++i) {
    std::vector<InstanceFacts> news(1 + random.Below(8));
    for (InstanceFacts& facts : news) facts = AnyFacts(&random);
    InstanceFacts expected;
    for (const InstanceFacts& facts : news) Fold(facts, &expected);
    for (size_t copies = random.Below(8); copies > 0; --copies) {
      news.push_back(news[random.Below(news.size())]);
    }
    Shuffle(&random, &news);
    InstanceFacts known;
    for (const InstanceFacts& facts : news) Fold(facts, &known);
    REQUIRE(known == expected);
  }
}

TEST_CASE("folding says whether something new was learnt") {
  SplitMix random(3);
  for (int i = 0; i < 20'000; ++i) {
    const InstanceFacts before = AnyFacts(&random);
    const InstanceFacts news = AnyFacts(&random);
    InstanceFacts after = before;
    const bool changed = Fold(news, &after);
    REQUIRE(changed == (after != before));
    REQUIRE_FALSE(Fold(news, &after));
  }
}

TEST_CASE("the better stamp stays: quality, then the earlier time, then the cluster's word") {
  struct Row {
    Stamp better;
    Stamp worse;
  };
  const Row rows[] = {
      {{Timestamp{900}, Quality::kExact, Source::kScheduler},
       {Timestamp{100}, Quality::kCondition, Source::kBackend}},
      {{Timestamp{900}, Quality::kCondition, Source::kBackend},
       {Timestamp{100}, Quality::kObserved, Source::kBackend}},
      {{Timestamp{900}, Quality::kObserved, Source::kBackend},
       {Timestamp{100}, Quality::kInferred, Source::kBackend}},
      {{Timestamp{100}, Quality::kExact, Source::kScheduler},
       {Timestamp{101}, Quality::kExact, Source::kBackend}},
      {{Timestamp{100}, Quality::kExact, Source::kBackend},
       {Timestamp{100}, Quality::kExact, Source::kScheduler}},
  };
  for (const Row& row : rows) {
    InstanceFacts better;
    better.started = row.better;
    InstanceFacts worse;
    worse.started = row.worse;
    CHECK(Joined(worse, better).started == row.better);
    CHECK(Joined(better, worse).started == row.better);
  }
}

TEST_CASE("of two ends at one time a known exit code beats none") {
  InstanceFacts known;
  known.ended = End{Stamp{Timestamp{5}}, EndCause::kKilled, 143};
  InstanceFacts unknown;
  unknown.ended = End{Stamp{Timestamp{5}}, EndCause::kKilled, std::nullopt};
  CHECK(Joined(unknown, known) == known);
  CHECK(Joined(known, unknown) == known);
}

TEST_CASE("the state is the furthest milestone known, whatever is missing before it") {
  InstanceFacts facts;
  CHECK(StateOf(facts) == InstanceState::kCommitted);
  facts.submitted = Stamp{Timestamp{1}};
  CHECK(StateOf(facts) == InstanceState::kSubmitted);
  facts.scheduled = Binding{Stamp{Timestamp{2}}, "n1"};
  CHECK(StateOf(facts) == InstanceState::kScheduled);
  facts.started = Stamp{Timestamp{3}};
  CHECK(StateOf(facts) == InstanceState::kRunning);
  facts.submitted.reset();
  facts.scheduled.reset();
  CHECK(StateOf(facts) == InstanceState::kRunning);
  facts.ended = End{Stamp{Timestamp{4}}, EndCause::kFailed, 1};
  CHECK(StateOf(facts) == InstanceState::kEnded);
}

}  // namespace
}  // namespace bayplan
