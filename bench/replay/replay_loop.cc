#include "replay_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/engine/engine.h"
#include "cluster_tap.h"
#include "job_ledger.h"
#include "left_reasons.h"
#include "node_groups.h"

namespace bayplan::replay {
namespace {

constexpr char kCluster[] = "sim";

struct PoolRun {
  std::string name;
  bool kubernetes = false;
  bool dirty = false;  // a cycle may change something
  std::optional<Timestamp> last_cycle;
  std::optional<Timestamp> not_before;
  LeftAfterCycle left;  // of the latest cycle
};

class Loop {
 public:
  Loop(const Workload& workload, const ReplayOptions& options, const ProgressFn& progress)
      : workload_(workload),
        options_(options),
        progress_(progress),
        ledger_(workload.jobs, workload.split.pool_of_job, workload.split.pools.size()) {}

  absl::Status Init() {
    absl::Status status = RoutePools();
    if (!status.ok()) return status;
    OrderArrivals();
    status = BuildCluster();
    if (!status.ok()) return status;
    tap_ = std::make_unique<ClusterTap>(world_->Connect());
    EngineOptions engine_options;
    engine_options.config = options_.config;
    engine_options.pools = workload_.split.pools;
    engine_options.clusters = {{{kCluster, ClusterState::kRunning}, tap_.get()}};
    absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create(std::move(engine_options));
    if (!engine.ok()) return engine.status();
    engine_ = *std::move(engine);
    return absl::OkStatus();
  }

  absl::StatusOr<ReplayResult> Run() {
    for (std::optional<Timestamp> next = NextTime(); next.has_value(); next = NextTime()) {
      if (options_.until.has_value() && *next > *options_.until) break;
      absl::Status status = Step(*next);
      if (!status.ok()) return status;
      if (progress_) progress_(static_cast<int64_t>(next_arrival_), ledger_.over(), now_);
    }
    if (options_.until.has_value() && *options_.until > now_) {
      absl::Status status = AdvanceTo(*options_.until);
      if (!status.ok()) return status;
    }
    for (const Observation& news : tap_->waiting().instances) ledger_.TakeLate(news);
    result_.end = now_;
    result_.cluster = world_->Counters();
    Settle();
    return std::move(result_);
  }

 private:
  absl::Status RoutePools() {
    absl::StatusOr<Router> router = Router::Create(options_.config, workload_.split.pools);
    if (!router.ok()) return router.status();
    for (const std::string& name : workload_.split.pools) {
      const config::SchedulerConfig& config = **router->Route(name);
      pools_.push_back({.name = name, .kubernetes = config.has_kubernetes()});
      pool_by_name_[name] = pools_.size() - 1;
      result_.schedulers.emplace_back(config.has_kubernetes() ? "kubernetes" : "fenzo");
    }
    result_.cycle_ns.resize(pools_.size());
    return absl::OkStatus();
  }

  void OrderArrivals() {
    arrivals_.resize(workload_.jobs.size());
    std::iota(arrivals_.begin(), arrivals_.end(), size_t{0});
    std::stable_sort(arrivals_.begin(), arrivals_.end(), [this](size_t a, size_t b) {
      return workload_.jobs[a].job.submitted_at < workload_.jobs[b].job.submitted_at;
    });
    if (!arrivals_.empty()) now_ = workload_.jobs[arrivals_[0]].job.submitted_at;
    result_.begin = now_;
  }

  absl::Status BuildCluster() {
    SimOptions sim{.seed = options_.seed, .start = now_};
    sim.pull_time = options_.pull_time;
    sim.pull_jitter = options_.pull_jitter;
    if (options_.autoscale_max_nodes > 0) {
      for (size_t i = 0; i < pools_.size(); ++i) {
        if (!pools_[i].kubernetes) continue;
        std::optional<NodeGroupOptions> group = MakeNodeGroup(workload_, i);
        if (!group.has_value()) continue;
        group->max_added_nodes = options_.autoscale_max_nodes;
        group->provision_delay = options_.autoscale_delay;
        sim.node_groups.push_back(*std::move(group));
      }
    }
    absl::StatusOr<std::unique_ptr<SimCluster>> world = SimCluster::Create(sim);
    if (!world.ok()) return world.status();
    world_ = *std::move(world);
    for (size_t i = 0; i < workload_.nodes.size(); ++i) {
      Node node = workload_.nodes[i].node;
      node.pool = workload_.split.pools[workload_.split.pool_of_node[i]];
      node.cluster = kCluster;
      absl::Status added = world_->AddNode(node);
      if (!added.ok()) return added;
    }
    return absl::OkStatus();
  }

  std::optional<Timestamp> NextTime() const {
    std::optional<Timestamp> next = world_->NextEventTime();
    const auto consider = [&next](Timestamp time) { next = next ? std::min(*next, time) : time; };
    if (next_arrival_ < arrivals_.size()) {
      consider(workload_.jobs[arrivals_[next_arrival_]].job.submitted_at);
    }
    for (const PoolRun& pool : pools_) {
      if (pool.dirty) consider(std::max(now_, DueTime(pool)));
    }
    return next;
  }

  Timestamp DueTime(const PoolRun& pool) const {
    Timestamp due = pool.last_cycle ? *pool.last_cycle + options_.cycle_interval : now_;
    if (pool.not_before.has_value()) due = std::max(due, *pool.not_before);
    return due;
  }

  absl::Status Step(Timestamp time) {
    absl::Status status = AdvanceTo(time);
    if (status.ok()) status = SubmitArrivals();
    for (size_t i = 0; status.ok() && i < pools_.size(); ++i) {
      if (pools_[i].dirty && DueTime(pools_[i]) <= now_) status = Cycle(i);
    }
    // Launches may have been answered at once, with nothing to come.
    return status.ok() ? Fetch() : status;
  }

  absl::Status AdvanceTo(Timestamp time) {
    now_ = time;
    absl::Status status = world_->AdvanceTo(time);
    return status.ok() ? Fetch() : status;
  }

  absl::Status Fetch() {
    return tap_->Fetch(now_, [this](const PollBatch& news) { Look(news); });
  }

  // Notes which pools the news concerns.
  void Look(const PollBatch& news) {
    for (const NodeNews& node : news.nodes) LookAtNode(node);
    for (const Observation& seen : news.instances) {
      const std::optional<size_t> job = ledger_.Find(seen.instance.job);
      if (!job.has_value()) continue;
      PoolRun& pool = pools_[workload_.split.pool_of_job[*job]];
      const bool left_window = pool.kubernetes && seen.facts.scheduled.has_value();
      if (left_window || seen.facts.ended.has_value()) pool.dirty = true;
    }
  }

  void LookAtNode(const NodeNews& news) {
    const auto pool = pool_by_name_.find(news.node.pool);
    if (pool == pool_by_name_.end()) return;
    const Resources after = news.removed ? Resources() : Offer(news.node);
    const auto [known, is_new] = capacity_of_node_.try_emplace(news.node.name);
    if (news.removed && is_new) {
      capacity_of_node_.erase(known);
      return;
    }
    result_.capacity.push_back({.at = now_,
                                .pool = pool->second,
                                .nodes = news.removed ? -1 : (is_new ? 1 : 0),
                                .change = after - known->second});
    known->second = after;
    if (news.removed) capacity_of_node_.erase(known);
    // Where Kubernetes places, nodes are its business.
    if (!pools_[pool->second].kubernetes) pools_[pool->second].dirty = true;
  }

  absl::Status SubmitArrivals() {
    std::vector<std::vector<Job>> batches(pools_.size());
    for (; next_arrival_ < arrivals_.size(); ++next_arrival_) {
      const size_t index = arrivals_[next_arrival_];
      const TraceJob& job = workload_.jobs[index];
      if (job.job.submitted_at > now_) break;
      absl::Status described = world_->DescribeJob(job.job.id, job.script);
      if (!described.ok()) return described;
      batches[workload_.split.pool_of_job[index]].push_back(job.job);
      ledger_.Submit(index);
    }
    for (size_t i = 0; i < pools_.size(); ++i) {
      if (batches[i].empty()) continue;
      pools_[i].dirty = true;
      absl::Status submitted = engine_->SubmitJobs(pools_[i].name, batches[i]);
      if (!submitted.ok()) return submitted;
    }
    return absl::OkStatus();
  }

  absl::Status Cycle(size_t index) {
    PoolRun& pool = pools_[index];
    const auto begin = std::chrono::steady_clock::now();
    absl::StatusOr<CycleReport> report = engine_->Cycle(pool.name, now_);
    const auto took = std::chrono::steady_clock::now() - begin;
    if (!report.ok()) return report.status();
    if (!report->cluster_errors.empty()) return report->cluster_errors.front();
    result_.cycle_ns[index].push_back(
        std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    absl::Status taken = ledger_.Take(*report);
    if (!taken.ok()) return taken;
    NoteCycle(index, *report);
    pool.last_cycle = now_;
    pool.not_before = report->not_before;
    // The jobs that were looked at and left will not fit before something happens; those beyond the
    // window might.
    const bool grew = report->scaleback && report->scaleback->window > report->considered;
    pool.dirty =
        !report->refused.empty() || (report->beyond_window > 0 && (report->assigned > 0 || grew));
    pool.left = {std::move(report->left), std::move(report->tables), report->beyond_window > 0};
    return absl::OkStatus();
  }

  void NoteCycle(size_t index, const CycleReport& report) {
    const PoolTotals& totals = ledger_.Totals(index);
    CycleRow& row = result_.cycles.emplace_back();
    row.at = now_;
    row.pool = index;
    row.considered = report.considered;
    row.assigned = report.assigned;
    row.refused = static_cast<int64_t>(report.refused.size());
    row.left = static_cast<int64_t>(report.left.size());
    row.beyond_window = report.beyond_window;
    row.evaluations = report.evaluations;
    if (report.scaleback.has_value()) row.window = report.scaleback->window;
    row.finished = static_cast<int64_t>(report.finished.size());
    row.pending = totals.pending;
    row.active = totals.active;
    row.allocated = totals.allocated;
  }

  // Gives each job its outcome.
  void Settle() {
    std::vector<LeftReasons> reasons;
    for (const PoolRun& pool : pools_) reasons.emplace_back(pool.left);
    for (size_t i = 0; i < workload_.jobs.size(); ++i) {
      const LedgerEntry& entry = ledger_.Entry(i);
      JobResult job{.record = entry.record};
      const bool bound = entry.record && entry.record->facts.scheduled.has_value();
      if (entry.phase == JobPhase::kFailed) {
        job.outcome = Outcome::kFailed;
        job.reason = WhyFailed(*entry.record, *world_);
        job.main_reason = job.reason;
      } else if (entry.phase == JobPhase::kSucceeded ||
                 (entry.phase == JobPhase::kActive && bound)) {
        job.outcome = Outcome::kPlaced;
      } else {
        const LeftReason why =
            entry.phase == JobPhase::kNotSubmitted ? NotSubmitted()
            : entry.phase == JobPhase::kActive
                ? WhyWithoutNode(entry.record->name, *world_)
                : reasons[workload_.split.pool_of_job[i]].Of(workload_.jobs[i].job.id);
        job.main_reason = why.main;
        job.reason = why.text;
      }
      result_.jobs.push_back(std::move(job));
    }
  }

  const Workload& workload_;
  const ReplayOptions& options_;
  const ProgressFn& progress_;
  JobLedger ledger_;
  std::vector<PoolRun> pools_;
  absl::flat_hash_map<std::string, size_t> pool_by_name_;
  absl::flat_hash_map<std::string, Resources> capacity_of_node_;
  std::vector<size_t> arrivals_;  // jobs in order of arrival
  size_t next_arrival_ = 0;
  Timestamp now_;
  std::unique_ptr<SimCluster> world_;
  std::unique_ptr<ClusterTap> tap_;
  std::unique_ptr<Engine> engine_;
  ReplayResult result_;
};

}  // namespace

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPlaced:
      return "placed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kLeft:
      return "left";
  }
  return "unknown";
}

absl::StatusOr<ReplayResult> RunReplay(const Workload& workload, const ReplayOptions& options,
                                       const ProgressFn& progress) {
  Loop loop(workload, options, progress);
  absl::Status ready = loop.Init();
  if (!ready.ok()) return ready;
  return loop.Run();
}

}  // namespace bayplan::replay
