// Why a job has no node when a replay is over.

#ifndef BAYPLAN_BENCH_REPLAY_LEFT_REASONS_H_
#define BAYPLAN_BENCH_REPLAY_LEFT_REASONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/engine/engine.h"

namespace bayplan::replay {

struct LeftReason {
  std::string main;  // the reason that most places gave: "insufficient gpu"
  std::string text;  // all: "312 insufficient gpu; 5 constraint zone in (z1)"
};

// What a pool's latest cycle left.
struct LeftAfterCycle {
  std::vector<LeftJob> left;
  std::vector<ReasonTable> tables;
  bool beyond_window = false;  // there were jobs that it did not look at
};

// Looks jobs up in what a cycle left, which must outlive it.
class LeftReasons {
 public:
  explicit LeftReasons(const LeftAfterCycle& after);
  LeftReason Of(const std::string& job) const;

 private:
  const LeftAfterCycle& after_;
  absl::flat_hash_map<std::string, uint32_t> table_of_job_;
};

// For a job that had not arrived.
LeftReason NotSubmitted();
// For a pod that the cluster holds without a node.
LeftReason WhyWithoutNode(const InstanceName& name, const SimCluster& cluster);
// For a job whose last attempt failed.
std::string WhyFailed(const InstanceRecord& record, const SimCluster& cluster);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_LEFT_REASONS_H_
