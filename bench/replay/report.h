// The numbers of a replay, per pool: what the text, JSON and CSV reports print.
//
//   Report report = MakeReport(workload, result);
//   absl::Status adds_up = CheckReport(report);
//
// Nothing in it depends on the wall clock.

#ifndef BAYPLAN_BENCH_REPLAY_REPORT_H_
#define BAYPLAN_BENCH_REPLAY_REPORT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "allocation.h"
#include "bayplan/base/resources.h"
#include "replay_loop.h"

namespace bayplan::replay {

struct Percentiles {
  int64_t p50 = 0;
  int64_t p95 = 0;
  int64_t p99 = 0;

  friend bool operator==(const Percentiles&, const Percentiles&) = default;
};

// Nearest rank: the p-th percentile of n values is the ceil(p * n / 100)-th smallest. Absent
// without values.
std::optional<Percentiles> NearestRank(std::vector<int64_t> values);

inline constexpr std::array kReportedDimensions = {Dimension::kMilliCpu, Dimension::kMemoryBytes,
                                                   Dimension::kMilliGpu};
inline constexpr size_t kBuckets = 40;

// Work = run time in ms times request, in the order of kReportedDimensions.
using Work = std::array<absl::int128, kReportedDimensions.size()>;

// Where the trace's work went. From the trace: total, not_run. From the clusters' facts: done. The
// rest of jobs under way at the end: unfinished.
struct WorkAccount {
  Work total{};
  Work not_run{};     // of jobs left, and of failed ones that never ran
  Work unfinished{};  // of jobs running at the end
  Work done{};        // containers' starts to their ends
};

// What counting run time from the moment of submission adds to it, over instances that ended.
struct Overcount {
  int64_t instances = 0;
  int64_t mean_ms = 0;
  int64_t worst_ms = 0;
};

struct PoolReport {
  std::string pool;
  std::string scheduler;
  int64_t nodes_at_begin = 0;
  int64_t most_nodes = 0;
  int64_t nodes_at_end = 0;
  int64_t jobs = 0;
  int64_t placed = 0;
  int64_t running_at_end = 0;  // of the placed
  int64_t failed = 0;
  int64_t left = 0;
  // Main reasons with the number of jobs, most frequent first.
  std::vector<std::pair<std::string, int64_t>> left_reasons;
  std::vector<std::pair<std::string, int64_t>> failed_reasons;
  // From a job's arrival to its container's start, over placed jobs that started.
  std::optional<Percentiles> wait_ms;
  std::array<DimensionUse, kReportedDimensions.size()> use;
  int64_t cycles = 0;
  int64_t considered = 0;
  int64_t evaluations = 0;
  std::optional<Overcount> overcount;
  WorkAccount work;
};

struct Report {
  Timestamp begin;
  Timestamp end;
  std::vector<PoolReport> pools;
  PoolReport all;  // sums only: counts and work
};

Report MakeReport(const Workload& workload, const ReplayResult& result);

// Internal if the jobs of a pool are not placed + failed + left, or the work done is not the total
// less what did not run.
absl::Status CheckReport(const Report& report);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_REPORT_H_
