#include "bayplan/engine/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "bayplan/model/pod_template.h"
#include "bayplan/policy/considerable.h"
#include "news.h"
#include "outbox.h"
#include "pool_runner.h"

namespace bayplan {

using engine_internal::ClusterLink;
using engine_internal::News;
using engine_internal::Outbox;
using engine_internal::PoolRunner;
using engine_internal::Pools;

namespace {

absl::Status CheckOptions(const EngineOptions& options) {
  if (options.kill_grace < Duration{0}) {
    return absl::InvalidArgumentError(
        fmt::format("kill_grace is {} ms; valid is 0 or more", options.kill_grace.ms));
  }
  absl::flat_hash_set<std::string> pools;
  for (const std::string& pool : options.pools) {
    if (pool.empty()) return absl::InvalidArgumentError("pools: a name is empty");
    if (!pools.insert(pool).second) {
      return absl::InvalidArgumentError(
          fmt::format("pools: \"{}\" is given twice; valid is once", pool));
    }
  }
  absl::flat_hash_set<std::string> clusters;
  for (const EngineCluster& link : options.clusters) {
    if (!clusters.insert(link.cluster.name).second) {
      return absl::InvalidArgumentError(
          fmt::format("clusters: \"{}\" is given twice; valid is once", link.cluster.name));
    }
    if (link.backend == nullptr) {
      return absl::InvalidArgumentError(
          fmt::format("clusters: \"{}\" has no backend", link.cluster.name));
    }
  }
  return absl::OkStatus();
}

}  // namespace

class Engine::Impl {
 public:
  Impl(EngineOptions options, Router router)
      : options_(std::move(options)),
        router_(std::move(router)),
        outbox_(options_.clusters.size()) {
    for (const EngineCluster& link : options_.clusters) {
      clusters_.push_back({link.cluster, link.backend, {}});
    }
  }

  // Makes the pools' states and schedulers.
  absl::Status Init() {
    for (const std::string& pool : options_.pools) {
      absl::StatusOr<const config::SchedulerConfig*> config = router_.Route(pool);
      if (!config.ok()) return config.status();
      absl::StatusOr<std::unique_ptr<Scheduler>> scheduler =
          engine_internal::MakeScheduler(**config, options_.fitness);
      if (!scheduler.ok()) return scheduler.status();
      pools_.runners.push_back({PoolState(pool), *std::move(scheduler), {}});
      for (const ClusterLink& link : clusters_) {
        absl::Status status =
            pools_.runners.back().state.Apply(UpsertCluster{link.cluster}).status();
        if (!status.ok()) return status;
      }
    }
    return absl::OkStatus();
  }

  absl::Status SubmitJobs(std::string_view pool, absl::Span<const Job> jobs) {
    absl::StatusOr<size_t> index = PoolIndex(pool);
    if (!index.ok()) return index.status();
    absl::Status valid = CheckNewJobs(jobs);
    if (!valid.ok()) return valid;
    for (const Job& job : jobs) {
      absl::Status added = pools_.runners[*index].state.Apply(AddJob{job}).status();
      if (!added.ok()) return added;
      pools_.SetJob(job.id, *index);
    }
    return absl::OkStatus();
  }

  // By value: the caller's text may be the job's own, which goes with the job.
  absl::Status CancelJob(std::string id) {
    const std::optional<size_t> pool = pools_.OfJob(id);
    if (!pool.has_value()) {
      return absl::NotFoundError(fmt::format("job.id \"{}\" is not a live job", id));
    }
    PoolState& state = pools_.runners[*pool].state;
    absl::StatusOr<Applied> applied = state.Apply(bayplan::CancelJob{id});
    if (!applied.ok()) return applied.status();
    if (applied->outcome == JobOutcome::kCancelled) {
      pools_.ForgetJob(id);
      finished_.push_back({std::move(id), state.name(), JobOutcome::kCancelled});
      return absl::OkStatus();
    }
    const InstanceName name = state.jobs().Row(*state.jobs().Find(id)).instance->name;
    const size_t cluster =
        *ClusterIndex(state.jobs().Row(*state.jobs().Find(id)).instance->cluster);
    if (!outbox_.DropFreshLaunch(cluster, name)) {
      outbox_.AddKill(cluster, name);
      return absl::OkStatus();
    }
    // The cluster never heard of the instance, so there is nobody to report its end but us.
    Observation unlaunched{name, {}};
    unlaunched.facts.ended =
        End{{*latest_, Quality::kExact, Source::kScheduler}, EndCause::kKilled, {}};
    CycleReport report;
    News(&pools_, &outbox_, &report).TakeInstance(unlaunched, cluster);
    finished_.insert(finished_.end(), report.finished.begin(), report.finished.end());
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<FinishedJob>> Restore(std::string_view pool,
                                                   absl::Span<const Job> jobs,
                                                   absl::Span<const InstanceRecord> records) {
    absl::StatusOr<size_t> index = PoolIndex(pool);
    if (!index.ok()) return index.status();
    if (latest_.has_value()) {
      // The complete listings, which settle restored instances, have been read.
      return absl::FailedPreconditionError(fmt::format(
          "pool \"{}\" is restored after a cycle at {} ms; valid is before the first cycle of any "
          "pool",
          pool, latest_->ms));
    }
    absl::Status valid = CheckNewJobs(jobs);
    if (valid.ok()) valid = CheckClusters(records);
    if (!valid.ok()) return valid;
    // On a fork, so that an error in the middle leaves nothing behind.
    PoolState state = pools_.runners[*index].state.Fork();
    std::vector<FinishedJob> finished;
    for (const Job& job : jobs) {
      absl::Status status = state.Apply(AddJob{job}).status();
      if (!status.ok()) return status;
    }
    for (const InstanceRecord& record : records) {
      absl::StatusOr<Applied> applied = state.Apply(RestoreInstance{record});
      if (!applied.ok()) return applied.status();
      if (applied->outcome == JobOutcome::kNone || applied->outcome == JobOutcome::kRetry) continue;
      finished.push_back({record.name.job, state.name(), applied->outcome});
    }
    pools_.runners[*index].state = std::move(state);
    for (const Job& job : jobs) pools_.SetJob(job.id, *index);
    for (const FinishedJob& job : finished) pools_.ForgetJob(job.id);
    return finished;
  }

  absl::Status SetClusterState(std::string_view name, ClusterState state) {
    const std::optional<size_t> index = ClusterIndex(name);
    if (!index.has_value()) {
      return absl::NotFoundError(fmt::format("cluster \"{}\" is not one of the engine's", name));
    }
    clusters_[*index].cluster.state = state;
    for (PoolRunner& runner : pools_.runners) {
      absl::Status status = runner.state.Apply(UpsertCluster{clusters_[*index].cluster}).status();
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<CycleReport> Cycle(std::string_view pool, Timestamp now) {
    absl::StatusOr<size_t> index = PoolIndex(pool);
    if (!index.ok()) return index.status();
    if (latest_.has_value() && now < *latest_) {
      return absl::InvalidArgumentError(fmt::format(
          "now is {} ms; valid is {} ms (the previous cycle's) or later", now.ms, latest_->ms));
    }
    latest_ = now;
    PoolRunner& runner = pools_.runners[*index];
    CycleReport report{.pool = runner.state.name(), .scheduler = runner.scheduler->kind()};
    report.finished = std::exchange(finished_, {});
    PollClusters(now, &report);
    absl::Status done = Plan(&runner, now, &report);
    // A plug-in that fails for ever must not keep news from the store or kills from the clusters.
    absl::Status sent = Send(now, &report);
    if (done.ok()) done = std::move(sent);
    if (!done.ok()) {
      finished_ = std::move(report.finished);
      return done;
    }
    if (options_.store == nullptr) outbox_.RecordsTaken();
    return report;
  }

  const PoolState* FindPool(std::string_view pool) const {
    const std::optional<size_t> index = pools_.Find(pool);
    return index.has_value() ? &pools_.runners[*index].state : nullptr;
  }

  const Router& router() const { return router_; }

 private:
  absl::StatusOr<size_t> PoolIndex(std::string_view pool) const {
    const std::optional<size_t> index = pools_.Find(pool);
    if (index.has_value()) return *index;
    return absl::NotFoundError(fmt::format("pool \"{}\" is not one of the engine's", pool));
  }

  std::optional<size_t> ClusterIndex(std::string_view name) const {
    for (size_t i = 0; i < clusters_.size(); ++i) {
      if (clusters_[i].cluster.name == name) return i;
    }
    return std::nullopt;
  }

  absl::Status CheckNewJobs(absl::Span<const Job> jobs) const {
    absl::flat_hash_set<std::string> ids;
    for (size_t i = 0; i < jobs.size(); ++i) {
      absl::Status valid = ValidateJob(jobs[i]);
      if (!valid.ok()) return valid;
      if (pools_.OfJob(jobs[i].id).has_value() || !ids.insert(jobs[i].id).second) {
        return absl::AlreadyExistsError(
            fmt::format("jobs[{}]: id \"{}\" is a live job's; valid is an id that no job has had",
                        i, jobs[i].id));
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckClusters(absl::Span<const InstanceRecord> records) const {
    for (const InstanceRecord& record : records) {
      if (record.facts.ended.has_value() || ClusterIndex(record.cluster).has_value()) continue;
      return absl::InvalidArgumentError(
          fmt::format("instance \"{}\": cluster \"{}\" is not one of the engine's",
                      InstanceNameText(record.name), record.cluster));
    }
    return absl::OkStatus();
  }

  void PollClusters(Timestamp now, CycleReport* report) {
    News news(&pools_, &outbox_, report);
    for (size_t i = 0; i < clusters_.size(); ++i) {
      PollBatch batch;
      absl::Status status = clusters_[i].backend->Poll(now, &batch);
      if (status.ok()) {
        news.Take(batch, i, &clusters_[i], now);
      } else {
        report->cluster_errors.push_back(std::move(status));
      }
    }
  }

  absl::Status Plan(PoolRunner* runner, Timestamp now, CycleReport* report) {
    PoolState& state = runner->state;
    const Considerable considerable =
        SelectConsiderable(state, runner->scheduler->ConsiderableLimit(state), &runner->order);
    absl::StatusOr<bayplan::Plan> plan =
        runner->scheduler->Schedule(state, considerable.jobs, {.now = now});
    if (!plan.ok()) return plan.status();
    report->considered = plan->counters.considered;
    report->evaluations = plan->counters.evaluations;
    report->beyond_window = considerable.beyond_window;
    report->scaleback = plan->scaleback;
    report->not_before = plan->not_before;
    for (const Leftover& left : plan->leftovers) {
      report->left.push_back({state.jobs().Row(left.job).job->id, left.table});
    }
    absl::StatusOr<CommitResult> committed = state.Commit(*plan, {}, now);
    if (!committed.ok()) return committed.status();
    for (Refusal& refusal : committed->refusals) {
      const JobSlot job = plan->assignments[refusal.assignment].job;
      report->refused.push_back({state.jobs().Row(job).job->id, std::move(refusal.why)});
    }
    report->assigned = static_cast<int64_t>(committed->records.size());
    for (const InstanceRecord& record : committed->records) Dispatch(state, record);
    report->tables = std::move(plan->tables);
    return absl::OkStatus();
  }

  // Puts a fresh record and its launch into the outbox.
  void Dispatch(const PoolState& state, const InstanceRecord& record) {
    outbox_.AddRecord(record);
    const Job& job = *state.jobs().Row(*state.jobs().Find(record.name.job)).job;
    if (const std::optional<size_t> cluster = ClusterIndex(record.cluster); cluster.has_value()) {
      outbox_.AddLaunch(*cluster,
                        {record.name, MakePodTemplate(job, state.name(), record.chosen_node)},
                        /*repeated=*/false);
    }
  }

  absl::Status Send(Timestamp now, CycleReport* report) {
    report->records = outbox_.Records();
    if (options_.store != nullptr && !report->records.empty()) {
      absl::Status stored = options_.store->Write(report->records);
      if (!stored.ok()) return stored;
      outbox_.RecordsTaken();
    }
    for (size_t i = 0; i < clusters_.size(); ++i) {
      absl::Status status =
          outbox_.Flush(i, clusters_[i].backend, options_.kill_grace, now, &report->launched);
      if (!status.ok()) report->cluster_errors.push_back(std::move(status));
    }
    return absl::OkStatus();
  }

  EngineOptions options_;
  Router router_;
  Pools pools_;
  std::vector<ClusterLink> clusters_;
  Outbox outbox_;
  std::optional<Timestamp> latest_;
  // Over since the latest report, or in a report that an error kept from the host.
  std::vector<FinishedJob> finished_;
};

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;

absl::StatusOr<std::unique_ptr<Engine>> Engine::Create(EngineOptions options) {
  absl::Status valid = CheckOptions(options);
  if (!valid.ok()) return valid;
  std::vector<std::string> calculators;
  for (const auto& [name, calculator] : options.fitness) calculators.push_back(name);
  absl::StatusOr<Router> router = Router::Create(options.config, options.pools, calculators);
  if (!router.ok()) return router.status();
  auto impl = std::make_unique<Impl>(std::move(options), *std::move(router));
  absl::Status ready = impl->Init();
  if (!ready.ok()) return ready;
  return std::unique_ptr<Engine>(new Engine(std::move(impl)));
}

absl::Status Engine::SubmitJobs(std::string_view pool, absl::Span<const Job> jobs) {
  return impl_->SubmitJobs(pool, jobs);
}
absl::Status Engine::CancelJob(std::string_view id) { return impl_->CancelJob(std::string(id)); }
absl::StatusOr<std::vector<FinishedJob>> Engine::Restore(std::string_view pool,
                                                         absl::Span<const Job> jobs,
                                                         absl::Span<const InstanceRecord> records) {
  return impl_->Restore(pool, jobs, records);
}
absl::Status Engine::SetClusterState(std::string_view cluster, ClusterState state) {
  return impl_->SetClusterState(cluster, state);
}
absl::StatusOr<CycleReport> Engine::Cycle(std::string_view pool, Timestamp now) {
  return impl_->Cycle(pool, now);
}
const PoolState* Engine::FindPool(std::string_view pool) const { return impl_->FindPool(pool); }
const Router& Engine::router() const { return impl_->router(); }

}  // namespace bayplan
