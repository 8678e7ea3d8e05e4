// Why a job was left over, in countable form.
//
//   const ReasonTable& table = plan.tables[plan.leftovers[0].table];
//   for (const ReasonCount& row : table.first) {
//     fmt::print("{} of {}: {}\n", row.count, table.looked_at, ReasonText(row.reason));
//   }
//
// `first` holds one reason per place (node or cluster) that was looked at, so its counts add up to
// `looked_at`. `all` counts every shortage, so a node that lacks CPU and memory is in it twice.

#ifndef BAYPLAN_POOL_REASON_H_
#define BAYPLAN_POOL_REASON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bayplan {

// The numbers are stable: they are stored and cross the C API.
enum class ReasonCode : uint8_t {
  // A place is a node.
  kNoNodes = 1,         // the pool has none: looked_at is 0 and the one row counts 0
  kUnschedulable = 2,   // the node is cordoned or draining
  kConstraint = 3,      // detail: the constraint
  kInsufficient = 4,    // detail: the dimension
  kFitnessRefused = 5,  // the calculator refused the node
  // A place is a cluster.
  kNoClusters = 20,            // the pool has none: looked_at is 0 and the one row counts 0
  kClusterNotRunning = 21,     // detail: its state
  kClusterNotAcceptable = 22,  // the job does not list it
  kWindowFull = 23,            // enough pods of the pool wait there for a node
  // The search did not take place: looked_at is 0 and the one row counts 0.
  kBudget = 40,  // the call's limit of assignments or the host's stop came first
  kPaused = 41,  // total capacity is not above the configured threshold
};

struct Reason {
  ReasonCode code = ReasonCode::kNoNodes;
  std::string detail;

  friend auto operator<=>(const Reason&, const Reason&) = default;
  friend bool operator==(const Reason&, const Reason&) = default;
};

struct ReasonCount {
  Reason reason;
  int64_t count = 0;  // places

  friend bool operator==(const ReasonCount&, const ReasonCount&) = default;
};

struct ReasonTable {
  int64_t looked_at = 0;  // places
  std::vector<ReasonCount> first;
  std::vector<ReasonCount> all;

  friend bool operator==(const ReasonTable&, const ReasonTable&) = default;
};

// A short word for the code: "insufficient", "window-full".
std::string_view ReasonCodeName(ReasonCode code);

// "insufficient cpu", "constraint zone in (z1)".
std::string ReasonText(const Reason& reason);

// A table for a search that did not take place.
ReasonTable NotSearched(ReasonCode code);

}  // namespace bayplan

#endif  // BAYPLAN_POOL_REASON_H_
