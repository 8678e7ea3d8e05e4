// Logs in the Standard Workload Format, version 2.2, unchanged.
//
// A job of p processors (column 5, if unknown column 8) is p CPUs on one node: gangs over several
// nodes do not exist yet. It arrives at its submit time (column 2) and runs for its run time
// (column 4); user is column 12. Every job ends well, whatever its status in the log: how it ended
// there is no property of the scheduler. A run time or size that the log does not know (-1) makes a
// job that cannot be replayed; it is counted apart and is no error.

#ifndef BAYPLAN_BENCH_REPLAY_SWF_FORMAT_H_
#define BAYPLAN_BENCH_REPLAY_SWF_FORMAT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bad_rows.h"
#include "workload.h"

namespace bayplan::replay {

// The columns by which jobs may be given to pools: "user", "group", "application", "queue" and
// "partition". InvalidArgument for a pool column that is none of them; `name` is what messages call
// `text`.
absl::StatusOr<JobList> ReadSwfJobs(const std::string& name, std::string_view text,
                                    const RowOptions& options, BadRows* bad);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_SWF_FORMAT_H_
