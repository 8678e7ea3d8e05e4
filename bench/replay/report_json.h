// The report as JSON. Amounts are in base units (milli-CPU, bytes, milli-GPU), times in ms.

#ifndef BAYPLAN_BENCH_REPLAY_REPORT_JSON_H_
#define BAYPLAN_BENCH_REPLAY_REPORT_JSON_H_

#include <string>

#include "report.h"
#include "run_summary.h"

namespace bayplan::replay {

// Without `wall` (null) equal replays give equal bytes.
std::string ReportJson(const Report& report, const RunSummary& summary, const WallTimes* wall);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_REPORT_JSON_H_
