#include "report_json.h"

#include <sstream>

#include "json_writer.h"

namespace bayplan::replay {
namespace {

void AddReasons(std::string_view key, const std::vector<std::pair<std::string, int64_t>>& rows,
                JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const auto& [reason, jobs] : rows) {
    json->BeginObject().Key("reason").String(reason).Key("jobs").Number(jobs).EndObject();
  }
  json->EndArray();
}

void AddWait(const PoolReport& pool, JsonWriter* json) {
  json->Key("wait_ms");
  if (!pool.wait_ms.has_value()) {
    json->Null();
    return;
  }
  json->BeginObject();
  json->Key("p50").Number(pool.wait_ms->p50);
  json->Key("p95").Number(pool.wait_ms->p95);
  json->Key("p99").Number(pool.wait_ms->p99);
  json->EndObject();
}

void AddUse(const PoolReport& pool, JsonWriter* json) {
  json->Key("allocated").BeginObject();
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    const DimensionUse& use = pool.use[i];
    json->Key(DimensionName(kReportedDimensions[i])).BeginObject();
    json->Key("mean").Number(use.mean_used);
    json->Key("mean_capacity").Number(use.mean_capacity);
    json->Key("peak").Number(use.peak_used);
    json->Key("over_time").Numbers(use.used);
    json->Key("capacity_over_time").Numbers(use.capacity);
    json->EndObject();
  }
  json->EndObject();
}

void AddOvercount(const PoolReport& pool, JsonWriter* json) {
  json->Key("run_time_from_submission_less_from_start_ms");
  if (!pool.overcount.has_value()) {
    json->Null();
    return;
  }
  json->BeginObject();
  json->Key("instances").Number(pool.overcount->instances);
  json->Key("mean").Number(pool.overcount->mean_ms);
  json->Key("worst").Number(pool.overcount->worst_ms);
  json->EndObject();
}

void AddWork(std::string_view key, const Work& work, JsonWriter* json) {
  json->Key(key).BeginObject();
  for (size_t i = 0; i < kReportedDimensions.size(); ++i) {
    std::ostringstream digits;
    digits << work[i];
    json->Key(DimensionName(kReportedDimensions[i])).Raw(digits.str());
  }
  json->EndObject();
}

void AddWorkAccount(const WorkAccount& work, JsonWriter* json) {
  json->Key("work_ms").BeginObject();
  AddWork("total", work.total, json);
  AddWork("done", work.done, json);
  AddWork("not_run", work.not_run, json);
  AddWork("unfinished", work.unfinished, json);
  json->EndObject();
}

void AddCounts(const PoolReport& pool, JsonWriter* json) {
  json->Key("jobs").Number(pool.jobs);
  json->Key("placed").Number(pool.placed);
  json->Key("running_at_end").Number(pool.running_at_end);
  json->Key("failed").Number(pool.failed);
  json->Key("left").Number(pool.left);
}

void AddPool(const PoolReport& pool, const CycleTime* time, JsonWriter* json) {
  json->BeginObject();
  json->Key("pool").String(pool.pool);
  json->Key("scheduler").String(pool.scheduler);
  json->Key("nodes").BeginObject();
  json->Key("at_begin").Number(pool.nodes_at_begin);
  json->Key("most").Number(pool.most_nodes);
  json->Key("at_end").Number(pool.nodes_at_end);
  json->EndObject();
  AddCounts(pool, json);
  AddReasons("left_reasons", pool.left_reasons, json);
  AddReasons("failed_reasons", pool.failed_reasons, json);
  AddWait(pool, json);
  AddUse(pool, json);
  AddOvercount(pool, json);
  json->Key("cycles").Number(pool.cycles);
  json->Key("considered").Number(pool.considered);
  json->Key("evaluations").Number(pool.evaluations);
  AddWorkAccount(pool.work, json);
  if (time != nullptr) {
    json->Key("wall_ns_per_cycle").BeginObject();
    json->Key("mean").Number(time->mean);
    json->Key("p99").Number(time->p99);
    json->Key("worst").Number(time->worst);
    json->EndObject();
  }
  json->EndObject();
}

}  // namespace

std::string ReportJson(const Report& report, const RunSummary& summary, const WallTimes* wall) {
  JsonWriter json;
  json.BeginObject();
  json.Key("nodes").String(summary.nodes);
  json.Key("jobs").String(summary.jobs);
  json.Key("bad_rows").Number(summary.bad_rows);
  json.Key("not_runnable").Number(summary.not_runnable);
  json.Key("begin_ms").Number(report.begin.ms);
  json.Key("end_ms").Number(report.end.ms);
  if (wall != nullptr) json.Key("wall_ns").Number(wall->replay_ns);
  json.Key("pools").BeginArray();
  for (size_t i = 0; i < report.pools.size(); ++i) {
    AddPool(report.pools[i], wall == nullptr ? nullptr : &wall->cycles[i], &json);
  }
  json.EndArray();
  json.Key("all").BeginObject();
  AddCounts(report.all, &json);
  AddWorkAccount(report.all.work, &json);
  json.EndObject();
  json.EndObject();
  return json.text();
}

}  // namespace bayplan::replay
