// Replays a trace: jobs arrive, an embedded cluster lives, an engine makes cycles.
//
//   absl::StatusOr<ReplayResult> result = RunReplay(workload, options, nullptr);
//   result->jobs[7].outcome;   // kPlaced, kFailed or kLeft, exactly one for each job read
//
// Time jumps from event to event. A pool gets a cycle when something happened that can change its
// plans (a job came, an instance ended, a node changed, a pod that Kubernetes places got its node),
// at most one per `cycle_interval`; and again while a cycle's own outcome makes another worth
// while: jobs beyond the considerable window after something was placed or the window grew. The
// replay is over when nothing of that is left, or at `until`.

#ifndef BAYPLAN_BENCH_REPLAY_REPLAY_LOOP_H_
#define BAYPLAN_BENCH_REPLAY_REPLAY_LOOP_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/sim/sim_options.h"
#include "bayplan/base/resources.h"
#include "bayplan/base/time.h"
#include "bayplan/config/config.pb.h"
#include "pool_split.h"
#include "workload.h"

namespace bayplan::replay {

struct Workload {
  std::vector<TraceNode> nodes;
  std::vector<TraceJob> jobs;
  PoolSplit split;
};

struct ReplayOptions {
  config::Config config;
  uint64_t seed = 1;               // of the embedded cluster
  std::optional<Timestamp> until;  // absent: until nothing is left to happen
  Duration cycle_interval = Duration::Seconds(3);
  Duration pull_time;
  Duration pull_jitter;
  // Nodes that the cluster may add to each pool that Kubernetes places.
  int64_t autoscale_max_nodes = 0;
  Duration autoscale_delay = Duration::Minutes(5);
};

// Placed: it got a node and ran to its end, or runs still. Failed: its last attempt failed or the
// cluster refused it for good. Left: neither.
enum class Outcome : uint8_t { kPlaced, kFailed, kLeft };
std::string_view OutcomeName(Outcome outcome);

struct JobResult {
  Outcome outcome = Outcome::kLeft;
  std::optional<InstanceRecord> record;  // of the latest attempt
  std::string main_reason;               // left, failed: the one that most places gave
  std::string reason;                    // left, failed: all of it
};

// One cycle, without anything of the wall clock.
struct CycleRow {
  Timestamp at;
  size_t pool = 0;
  int64_t considered = 0;
  int64_t assigned = 0;
  int64_t refused = 0;
  int64_t left = 0;
  int64_t beyond_window = 0;
  int64_t evaluations = 0;
  std::optional<int64_t> window;  // the next cycle's, of a pool that has one
  int64_t finished = 0;           // jobs of any pool
  // The pool after the cycle.
  int64_t pending = 0;
  int64_t active = 0;
  Resources allocated;
};

// The capacity of a pool changed.
struct CapacityStep {
  Timestamp at;
  size_t pool = 0;
  int64_t nodes = 0;  // +1, 0 or -1
  Resources change;
};

struct ReplayResult {
  std::vector<JobResult> jobs;          // by position in the workload
  std::vector<std::string> schedulers;  // by pool: "fenzo", "kubernetes"
  std::vector<CycleRow> cycles;
  std::vector<std::vector<int64_t>> cycle_ns;  // by pool: what each cycle took on the wall clock
  std::vector<CapacityStep> capacity;
  Timestamp begin;
  Timestamp end;
  SimCounters cluster;
};

// How far it is: jobs that arrived, jobs that are over, and the time inside.
using ProgressFn = std::function<void(int64_t arrived, int64_t over, Timestamp now)>;

// Errors: those of the configuration, of the nodes, and whatever the engine or the cluster object
// to; none of them is a job's failure.
absl::StatusOr<ReplayResult> RunReplay(const Workload& workload, const ReplayOptions& options,
                                       const ProgressFn& progress);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_REPLAY_LOOP_H_
