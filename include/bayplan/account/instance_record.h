// What is known of one instance (one attempt of a job), and how news about it is folded in.
//
//   InstanceRecord record;
//   record.name = {"job-7", 1};
//   Observation seen{{"job-7", 1}, {}};
//   seen.facts.started = Stamp{Timestamp{5'000}, Quality::kExact, Source::kBackend};
//   Fold(seen.facts, &record.facts);   // true: something new was learnt
//
// Facts form a join-semilattice: folding is idempotent, commutative and associative, so news may
// arrive late, twice and in any order, and every host that has seen the same news holds the same
// record. A fact that is not known is absent; nothing stands in for it.

#ifndef BAYPLAN_ACCOUNT_INSTANCE_RECORD_H_
#define BAYPLAN_ACCOUNT_INSTANCE_RECORD_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bayplan/base/time.h"

namespace bayplan {

// One attempt of a job. The name is deterministic, so repeating a launch under it is harmless.
struct InstanceName {
  std::string job;
  uint32_t attempt = 1;  // counts from 1

  friend auto operator<=>(const InstanceName&, const InstanceName&) = default;
  friend bool operator==(const InstanceName&, const InstanceName&) = default;
};

// "job/attempt". The job part may contain slashes: the last one separates.
std::string InstanceNameText(const InstanceName& name);
// Inverse of InstanceNameText; InvalidArgument names the text and what is wrong with it.
absl::StatusOr<InstanceName> ParseInstanceName(std::string_view text);

// How a time was learnt, best first.
enum class Quality : uint8_t {
  kExact = 0,      // the cluster's own record of the very event
  kCondition = 1,  // a status condition that changes together with the event
  kObserved = 2,   // when somebody first saw the effect
  kInferred = 3,   // concluded from something else, e.g. from an absence
};

enum class Source : uint8_t { kBackend = 0, kScheduler = 1 };

// A time and how good it is. Ordered by preference: better quality, then earlier, then source.
struct Stamp {
  Timestamp time;
  Quality quality = Quality::kExact;
  Source source = Source::kBackend;

  friend constexpr bool operator==(const Stamp&, const Stamp&) = default;
  friend constexpr std::strong_ordering operator<=>(const Stamp& a, const Stamp& b) {
    if (auto order = a.quality <=> b.quality; order != 0) return order;
    if (auto order = a.time <=> b.time; order != 0) return order;
    return a.source <=> b.source;
  }
};

// The instance got a node.
struct Binding {
  Stamp at;
  std::string node;

  friend auto operator<=>(const Binding&, const Binding&) = default;
  friend bool operator==(const Binding&, const Binding&) = default;
};

// Why an instance ended. The numbers are stable: they are stored and cross the C API.
enum class EndCause : uint8_t {
  kSucceeded = 1,
  kFailed = 2,         // the job's own process failed
  kKilled = 3,         // we asked for it
  kLaunchRefused = 4,  // the cluster did not take the instance
  kNodeLost = 5,
  kPreempted = 6,
  kVanished = 7,  // gone from the cluster without a word
};
std::string_view EndCauseName(EndCause cause);

// The instance is over. Ordered by preference like Stamp, then by cause and exit code.
struct End {
  Stamp at;
  EndCause cause = EndCause::kSucceeded;
  std::optional<int32_t> exit_code;

  friend constexpr std::strong_ordering operator<=>(const End& a, const End& b) {
    if (auto order = a.at <=> b.at; order != 0) return order;
    if (auto order = a.cause <=> b.cause; order != 0) return order;
    // A known exit code is better than none.
    if (a.exit_code.has_value() != b.exit_code.has_value()) {
      return a.exit_code.has_value() ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    return a.exit_code <=> b.exit_code;
  }
  friend bool operator==(const End&, const End&) = default;
};

// The milestones of an instance's life, each absent until known.
struct InstanceFacts {
  std::optional<Stamp> submitted;    // the cluster accepted the instance
  std::optional<Binding> scheduled;  // it got a node
  std::optional<Stamp> started;      // the job's container started to run
  std::optional<End> ended;          // it is over

  friend bool operator==(const InstanceFacts&, const InstanceFacts&) = default;
};

// News about one instance: the facts that the reporter knows, the others absent.
struct Observation {
  InstanceName instance;
  InstanceFacts facts;
};

// Everything the host stores of an instance.
struct InstanceRecord {
  InstanceName name;
  std::string pool;
  std::string cluster;
  // The node chosen by a scheduler that chooses nodes; absent when the cluster chooses. What the
  // cluster did is in `facts.scheduled`.
  std::optional<std::string> chosen_node;
  // When the decision was committed: before the cluster knew of the instance.
  Timestamp committed_at;
  InstanceFacts facts;

  friend bool operator==(const InstanceRecord&, const InstanceRecord&) = default;
};

// Folds `news` into `known`; true if `known` changed. For each milestone the better stamp stays
// (quality, then earlier time, then source); equal stamps are settled by the remaining fields, so
// the result does not depend on the order of calls. O(1) apart from copying a node name.
bool Fold(const InstanceFacts& news, InstanceFacts* known);

enum class InstanceState : uint8_t {
  kCommitted = 0,  // decided, the cluster has not answered yet
  kSubmitted = 1,  // accepted by the cluster, without a node
  kScheduled = 2,  // on a node, not running yet
  kRunning = 3,
  kEnded = 4,
};
std::string_view InstanceStateName(InstanceState state);

// The furthest milestone that is known.
InstanceState StateOf(const InstanceFacts& facts);

}  // namespace bayplan

#endif  // BAYPLAN_ACCOUNT_INSTANCE_RECORD_H_
