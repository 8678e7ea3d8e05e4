// The report as a table for people, one column per pool.

#ifndef BAYPLAN_BENCH_REPLAY_REPORT_TEXT_H_
#define BAYPLAN_BENCH_REPLAY_REPORT_TEXT_H_

#include <string>

#include "report.h"
#include "run_summary.h"

namespace bayplan::replay {

// Without `wall` (null) nothing of the wall clock is in it.
std::string ReportText(const Report& report, const RunSummary& summary, const WallTimes* wall);

// "work: 696,691 core-hours in the trace = 696,691 done + 0 not run", a line per dimension.
std::string WorkLine(const Report& report);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_REPORT_TEXT_H_
