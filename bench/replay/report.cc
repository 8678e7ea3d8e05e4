#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "amount_text.h"
#include "bayplan/account/intervals.h"

namespace bayplan::replay {
namespace {

using Steps = std::array<std::vector<UseStep>, kReportedDimensions.size()>;

// What has to be looked at as a whole before it becomes numbers.
struct PoolMaterial {
  std::vector<int64_t> waits;
  std::map<std::string, int64_t> left_reasons;
  std::map<std::string, int64_t> failed_reasons;
  Steps steps;
  absl::int128 overcount_ms = 0;
  Overcount overcount;
};

void AddWork(const Resources& request, Duration time, Work* work) {
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    (*work)[i] += absl::int128(time.ms) * request.Get(kReportedDimensions[i]);
  }
}

void AddSteps(Timestamp at, const Resources& change, bool of_capacity, bool minus, Steps* steps) {
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    const int64_t amount = change.Get(kReportedDimensions[i]) * (minus ? -1 : 1);
    if (amount == 0) continue;
    (*steps)[i].push_back({at, of_capacity ? 0 : amount, of_capacity ? amount : 0});
  }
}

void AccountWork(const TraceJob& job, const JobResult& result, Timestamp end, WorkAccount* work) {
  AddWork(job.job.request, job.script.run, &work->total);
  const bool started = result.record && result.record->facts.started.has_value();
  if (result.outcome == Outcome::kLeft || (result.outcome == Outcome::kFailed && !started)) {
    AddWork(job.job.request, job.script.run, &work->not_run);
    return;
  }
  const std::optional<Duration> ran = ComputeIntervals(*result.record, end).running;
  const Duration done = ran.value_or(Duration{0});
  AddWork(job.job.request, done, &work->done);
  if (result.record->facts.ended.has_value()) return;
  AddWork(job.job.request, job.script.run - done, &work->unfinished);
}

void AccountLife(const TraceJob& job, const JobResult& result, Timestamp end,
                 PoolMaterial* material) {
  if (!result.record.has_value()) return;
  const InstanceFacts& facts = result.record->facts;
  if (facts.scheduled.has_value()) {
    AddSteps(facts.scheduled->at.time, job.job.request, false, false, &material->steps);
    if (facts.ended.has_value()) {
      AddSteps(facts.ended->at.time, job.job.request, false, true, &material->steps);
    }
  }
  if (!facts.started.has_value()) return;
  if (result.outcome == Outcome::kPlaced) {
    material->waits.push_back((facts.started->time - job.job.submitted_at).ms);
  }
  if (!facts.ended.has_value()) return;
  const InstanceIntervals life = ComputeIntervals(*result.record, end);
  const int64_t more = (life.since_commit - life.running.value_or(Duration{0})).ms;
  material->overcount_ms += more;
  material->overcount.worst_ms = std::max(material->overcount.worst_ms, more);
  ++material->overcount.instances;
}

void CountJob(const TraceJob& job, const JobResult& result, Timestamp end, PoolReport* pool,
              PoolMaterial* material) {
  ++pool->jobs;
  switch (result.outcome) {
    case Outcome::kPlaced:
      ++pool->placed;
      if (!result.record->facts.ended.has_value()) ++pool->running_at_end;
      break;
    case Outcome::kFailed:
      ++pool->failed;
      ++material->failed_reasons[result.main_reason];
      break;
    case Outcome::kLeft:
      ++pool->left;
      ++material->left_reasons[result.main_reason];
      break;
  }
  AccountWork(job, result, end, &pool->work);
  AccountLife(job, result, end, material);
}

std::vector<std::pair<std::string, int64_t>> MostFrequentFirst(
    const std::map<std::string, int64_t>& counts) {
  std::vector<std::pair<std::string, int64_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return rows;
}

void CountNodes(const ReplayResult& result, std::vector<PoolReport>* pools,
                std::vector<PoolMaterial>* materials) {
  for (const CapacityStep& step : result.capacity) {
    PoolReport& pool = (*pools)[step.pool];
    pool.nodes_at_end += step.nodes;
    pool.most_nodes = std::max(pool.most_nodes, pool.nodes_at_end);
    if (step.at == result.begin) pool.nodes_at_begin = pool.nodes_at_end;
    AddSteps(step.at, step.change, true, false, &(*materials)[step.pool].steps);
  }
}

void Finish(const ReplayResult& result, PoolMaterial material, PoolReport* pool) {
  pool->left_reasons = MostFrequentFirst(material.left_reasons);
  pool->failed_reasons = MostFrequentFirst(material.failed_reasons);
  pool->wait_ms = NearestRank(std::move(material.waits));
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    pool->use[i] = Integrate(std::move(material.steps[i]), result.begin, result.end, kBuckets);
  }
  if (material.overcount.instances == 0) return;
  pool->overcount = material.overcount;
  pool->overcount->mean_ms =
      static_cast<int64_t>(material.overcount_ms / material.overcount.instances);
}

void AddPool(const PoolReport& pool, PoolReport* all) {
  for (auto member :
       {&PoolReport::nodes_at_begin, &PoolReport::nodes_at_end, &PoolReport::jobs,
        &PoolReport::placed, &PoolReport::running_at_end, &PoolReport::failed, &PoolReport::left,
        &PoolReport::cycles, &PoolReport::considered, &PoolReport::evaluations}) {
    all->*member += pool.*member;
  }
  for (auto work :
       {&WorkAccount::total, &WorkAccount::not_run, &WorkAccount::unfinished, &WorkAccount::done}) {
    for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
      (all->work.*work)[i] += (pool.work.*work)[i];
    }
  }
}

absl::Status CheckPool(const PoolReport& pool) {
  if (pool.jobs != pool.placed + pool.failed + pool.left) {
    return absl::InternalError(
        fmt::format("{}: {} jobs were read, but {} placed + {} failed + {} left", pool.pool,
                    pool.jobs, pool.placed, pool.failed, pool.left));
  }
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    const WorkAccount& work = pool.work;
    const absl::int128 due = work.total[i] - work.not_run[i] - work.unfinished[i];
    if (work.done[i] == due) continue;
    const Dimension d = kReportedDimensions[i];
    return absl::InternalError(fmt::format(
        "{}: work in {}: {} {} times hours were done, but the trace less what did not run has {}",
        pool.pool, DimensionName(d), WorkText(d, work.done[i]), UnitName(d), WorkText(d, due)));
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<Percentiles> NearestRank(std::vector<int64_t> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto at = [&values](size_t percent) {
    const size_t rank = (percent * values.size() + 99) / 100;
    return values[rank - 1];
  };
  return Percentiles{at(50), at(95), at(99)};
}

Report MakeReport(const Workload& workload, const ReplayResult& result) {
  Report report{.begin = result.begin, .end = result.end, .pools = {}, .all = {}};
  std::vector<PoolMaterial> materials(workload.split.pools.size());
  for (size_t i = 0; i < workload.split.pools.size(); ++i) {
    PoolReport& pool = report.pools.emplace_back();
    pool.pool = workload.split.pools[i];
    pool.scheduler = result.schedulers[i];
  }
  for (size_t i = 0; i < workload.jobs.size(); ++i) {
    const size_t pool = workload.split.pool_of_job[i];
    CountJob(workload.jobs[i], result.jobs[i], result.end, &report.pools[pool], &materials[pool]);
  }
  for (const CycleRow& cycle : result.cycles) {
    PoolReport& pool = report.pools[cycle.pool];
    ++pool.cycles;
    pool.considered += cycle.considered;
    pool.evaluations += cycle.evaluations;
  }
  CountNodes(result, &report.pools, &materials);
  report.all.pool = "all";
  for (size_t i = 0; i < report.pools.size(); ++i) {
    Finish(result, std::move(materials[i]), &report.pools[i]);
    AddPool(report.pools[i], &report.all);
  }
  return report;
}

absl::Status CheckReport(const Report& report) {
  for (const PoolReport& pool : report.pools) {
    absl::Status status = CheckPool(pool);
    if (!status.ok()) return status;
  }
  return CheckPool(report.all);
}

}  // namespace bayplan::replay
