// The files of --out. Equal replays give equal bytes: nothing of the wall clock is in them.

#ifndef BAYPLAN_BENCH_REPLAY_OUTPUT_FILES_H_
#define BAYPLAN_BENCH_REPLAY_OUTPUT_FILES_H_

#include <string>

#include "absl/status/status.h"
#include "replay_loop.h"
#include "report.h"
#include "run_summary.h"

namespace bayplan::replay {

// One row per job, in the order of the trace.
std::string PlacementsCsv(const Workload& workload, const ReplayResult& result);
// One row per cycle, in order of time.
std::string CyclesCsv(const Workload& workload, const ReplayResult& result);
// One row per pool and metric.
std::string ReportCsv(const Report& report);

// Writes placements.csv, cycles.csv, report.csv and report.json into `folder`, which is made if it
// is not there. Errors name the file.
absl::Status WriteOutputFiles(const std::string& folder, const Workload& workload,
                              const ReplayResult& result, const Report& report,
                              const RunSummary& summary);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_OUTPUT_FILES_H_
