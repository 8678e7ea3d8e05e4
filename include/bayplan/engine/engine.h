// A ready loop for hosts that want one: a pool's cycle from news to launches, driven by the host.
//
//   absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create(std::move(options));
//   (*engine)->SubmitJobs("batch", jobs);
//   absl::StatusOr<CycleReport> report = (*engine)->Cycle("batch", now);   // every few seconds
//   for (const FinishedJob& job : report->finished) ...
//
// One cycle: poll the clusters and fold their news into the records; order the pending jobs and
// take the considerable ones; let the pool's scheduler plan; commit; hand the changed records to
// the host's store; launch and kill. The engine has no clock and no threads: time comes as an
// argument and everything happens inside the calls, on the calling thread.
//
// Nothing that was accepted is lost or done twice. Records are stored before their instances are
// launched, and an instance's name is fixed by job and attempt, so after a crash a new engine that
// is given the stored jobs and records (Restore) settles each of them with the first complete
// listing: seen there; launched again under the same name; or, if the cluster had confirmed it
// before, gone.

#ifndef BAYPLAN_ENGINE_ENGINE_H_
#define BAYPLAN_ENGINE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/base/time.h"
#include "bayplan/config/config.pb.h"
#include "bayplan/config/router.h"
#include "bayplan/match/fitness.h"
#include "bayplan/model/cluster.h"
#include "bayplan/model/job.h"
#include "bayplan/pool/change.h"
#include "bayplan/pool/plan.h"
#include "bayplan/pool/pool_state.h"

namespace bayplan {

// Where the host keeps instance records across crashes.
class InstanceStore {
 public:
  virtual ~InstanceStore() = default;
  // Keeps `records`, replacing older ones of the same names, all or none. They are on disk (or
  // wherever the host wants them to be) when it returns OK: launches follow. On an error the cycle
  // ends with it and the same records come again with the next cycle.
  virtual absl::Status Write(absl::Span<const InstanceRecord> records) = 0;
};

struct EngineCluster {
  Cluster cluster;
  ClusterBackend* backend = nullptr;  // borrowed; outlives the engine
};

struct EngineOptions {
  config::Config config;
  std::vector<std::string> pools;
  std::vector<EngineCluster> clusters;
  // The host's own calculators, by the names that the configuration uses.
  std::vector<std::pair<std::string, std::shared_ptr<const FitnessCalculator>>> fitness;
  InstanceStore* store = nullptr;  // borrowed; null: nothing is stored
  Duration kill_grace = Duration::Seconds(30);
};

struct FinishedJob {
  std::string id;
  std::string pool;
  JobOutcome outcome = JobOutcome::kNone;

  friend bool operator==(const FinishedJob&, const FinishedJob&) = default;
};

// A job that the cycle considered and left.
struct LeftJob {
  std::string id;
  uint32_t table = 0;  // index into CycleReport::tables
};

// An assignment that Commit refused.
struct RefusedJob {
  std::string id;
  absl::Status why;
};

struct CycleReport {
  std::string pool;
  std::string_view scheduler;  // "fenzo" or "kubernetes"
  // considered = assigned + refused + left; pending jobs beyond the window were not looked at.
  int64_t considered = 0;
  int64_t assigned = 0;
  int64_t beyond_window = 0;
  int64_t evaluations = 0;
  std::vector<RefusedJob> refused;
  std::vector<LeftJob> left;
  std::vector<ReasonTable> tables;
  std::optional<Scaleback> scaleback;
  std::optional<Timestamp> not_before;
  // Records that changed in this cycle, of every pool (clusters are polled for all of them); the
  // store, if there is one, has them.
  std::vector<InstanceRecord> records;
  std::vector<FinishedJob> finished;  // of every pool
  int64_t launched = 0;               // requests handed to clusters
  // What went wrong with single clusters; they contributed nothing and are asked again next time.
  std::vector<absl::Status> cluster_errors;
};

class Engine {
 public:
  // Makes an engine or says what is wrong with `options`: the configuration (see Router::Create), a
  // pool or cluster named twice, a missing backend, an unknown calculator.
  static absl::StatusOr<std::unique_ptr<Engine>> Create(EngineOptions options);
  ~Engine();

  // Takes over pending jobs, all of them or (on error) none. Ids are unique over all pools, and for
  // ever: an instance is named by its job, and clusters do not launch a name again.
  absl::Status SubmitJobs(std::string_view pool, absl::Span<const Job> jobs);

  // The user no longer wants the job. A pending one is over at once; of one with an instance under
  // way the instance is killed and the job ends with it. NotFound if the job is not live.
  absl::Status CancelJob(std::string_view id);

  // After a restart, before the first Cycle of any pool (FailedPrecondition later: a cycle reads
  // the listings that settle restored instances): the pool's live jobs and their stored records,
  // ended attempts included, in order of attempts. A cancelled job whose instance is not known to
  // be over is given too, and cancelled again. All or none. Returns the jobs that their records
  // show to be over.
  absl::StatusOr<std::vector<FinishedJob>> Restore(std::string_view pool,
                                                   absl::Span<const Job> jobs,
                                                   absl::Span<const InstanceRecord> records);

  // A cluster that is not running gets nothing new; what runs there goes on.
  absl::Status SetClusterState(std::string_view cluster, ClusterState state);

  // One cycle of one pool at `now`, which must not lie before the previous cycle's. NotFound for an
  // unknown pool. An error of a fitness plug-in is passed on after everything else was done; with
  // an error of the store nothing was launched. What such an error kept back (records without a
  // store, finished jobs, launches) comes with a later cycle.
  absl::StatusOr<CycleReport> Cycle(std::string_view pool, Timestamp now);

  // Null if the pool is unknown. Valid until the next call of a non-const function.
  const PoolState* FindPool(std::string_view pool) const;
  const Router& router() const;

 private:
  class Impl;

  explicit Engine(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace bayplan

#endif  // BAYPLAN_ENGINE_ENGINE_H_
