// A host whose process dies at a chosen step of a cycle, around a world and a store that survive
// it.

#ifndef BAYPLAN_TESTS_ENGINE_CRASHING_HOST_H_
#define BAYPLAN_TESTS_ENGINE_CRASHING_HOST_H_

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/config/reader.h"
#include "bayplan/engine/engine.h"

namespace bayplan::testing {

// Between which two steps the process dies. The steps of a cycle: poll, plan, commit, store,
// launch.
enum class CrashPoint {
  kNever,
  kBeforeStore,   // the plan is committed in memory, nothing is stored
  kAfterStore,    // stored, not launched
  kDuringLaunch,  // the cluster took half of the launches
  kAfterLaunch,   // launched, the cluster's answer not seen
  kAfterPoll,     // the news of a poll was read and nothing of it stored
};

// Takes calls through to a real connection until the process dies, then refuses everything.
class CrashingBackend final : public ClusterBackend {
 public:
  CrashingBackend(std::unique_ptr<ClusterBackend> inner, CrashPoint* next)
      : inner_(std::move(inner)), next_(next) {}

  absl::Status Poll(Timestamp now, PollBatch* batch) override {
    if (dead_) return Dead();
    absl::Status status = inner_->Poll(now, batch);
    if (*next_ == CrashPoint::kAfterPoll) Die();
    return dead_ ? Dead() : status;
  }
  absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) override {
    if (*next_ == CrashPoint::kAfterStore) Die();
    if (dead_) return Dead();
    const bool half = *next_ == CrashPoint::kDuringLaunch;
    const size_t count = half ? requests.size() / 2 : requests.size();
    absl::Status status = inner_->Launch(requests.subspan(0, count), now);
    if (half || *next_ == CrashPoint::kAfterLaunch) Die();
    return status;
  }
  absl::Status Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) override {
    return dead_ ? Dead() : inner_->Kill(names, grace, now);
  }
  absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) override {
    return dead_ ? Dead() : inner_->Scale(actions, now);
  }
  BackendCapabilities Capabilities() const override { return inner_->Capabilities(); }
  bool dead() const { return dead_; }

 private:
  static absl::Status Dead() { return absl::UnavailableError("the process is dead"); }
  void Die() { dead_ = true; }

  std::unique_ptr<ClusterBackend> inner_;
  CrashPoint* next_;
  bool dead_ = false;
};

class DurableStore final : public InstanceStore {
 public:
  explicit DurableStore(CrashPoint* next) : next_(next) {}
  absl::Status Write(absl::Span<const InstanceRecord> records) override {
    if (*next_ == CrashPoint::kBeforeStore) dead_ = true;
    if (dead_) return absl::UnavailableError("the process is dead");
    for (const InstanceRecord& record : records) records_[record.name] = record;
    return absl::OkStatus();
  }
  const std::map<InstanceName, InstanceRecord>& records() const { return records_; }
  bool dead() const { return dead_; }
  void Revive() { dead_ = false; }

 private:
  CrashPoint* next_;
  std::map<InstanceName, InstanceRecord> records_;
  bool dead_ = false;
};

// The host: keeps jobs and records, runs an engine, starts a new one when the process died.
class CrashingHost {
 public:
  CrashingHost(SimCluster* world, const config::Config& config, std::string pool)
      : world_(*world), config_(config), pool_(std::move(pool)), store_(&next_) {
    Start();
  }

  void Submit(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) jobs_[job.id] = job;
    REQUIRE(engine_->SubmitJobs(pool_, jobs).ok());
  }

  // One cycle at `now`; the process dies at `crash` and a new one starts.
  void Cycle(Timestamp now, CrashPoint crash) {
    next_ = crash;
    const absl::StatusOr<CycleReport> report = engine_->Cycle(pool_, now);
    next_ = CrashPoint::kNever;
    if (backend_->dead() || store_.dead()) {
      ++crashes_;
      store_.Revive();
      Start();
      return;
    }
    REQUIRE(report.ok());
    for (const FinishedJob& job : report->finished) Finish(job);
  }

  const std::map<std::string, JobOutcome>& finished() const { return finished_; }
  const std::map<InstanceName, InstanceRecord>& records() const { return store_.records(); }
  bool HasLiveJobs() const { return !jobs_.empty(); }
  int crashes() const { return crashes_; }

 private:
  void Start() {
    backend_ = std::make_unique<CrashingBackend>(world_.Connect(), &next_);
    EngineOptions options;
    options.config = config_;
    options.pools = {pool_};
    options.clusters = {{{"sim", ClusterState::kRunning}, backend_.get()}};
    options.store = &store_;
    absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create(std::move(options));
    REQUIRE(engine.ok());
    engine_ = *std::move(engine);
    std::vector<Job> jobs;
    for (const auto& [id, job] : jobs_) jobs.push_back(job);
    std::vector<InstanceRecord> records;
    for (const auto& [name, record] : store_.records()) {
      if (jobs_.contains(name.job)) records.push_back(record);
    }
    const absl::StatusOr<std::vector<FinishedJob>> finished =
        engine_->Restore(pool_, jobs, records);
    REQUIRE(finished.ok());
    for (const FinishedJob& job : *finished) Finish(job);
  }

  void Finish(const FinishedJob& job) {
    // Over once and for all.
    REQUIRE(finished_.emplace(job.id, job.outcome).second);
    REQUIRE(jobs_.erase(job.id) == 1);
  }

  SimCluster& world_;
  config::Config config_;
  std::string pool_;
  CrashPoint next_ = CrashPoint::kNever;
  DurableStore store_;
  std::unique_ptr<CrashingBackend> backend_;
  std::unique_ptr<Engine> engine_;
  std::map<std::string, Job> jobs_;  // live, on disk
  std::map<std::string, JobOutcome> finished_;
  int crashes_ = 0;
};

}  // namespace bayplan::testing

#endif  // BAYPLAN_TESTS_ENGINE_CRASHING_HOST_H_
