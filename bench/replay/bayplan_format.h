// Bayplan's own node and job lists: one CSV file each, with a column per field. The columns are
// listed in docs/replay.md.

#ifndef BAYPLAN_BENCH_REPLAY_BAYPLAN_FORMAT_H_
#define BAYPLAN_BENCH_REPLAY_BAYPLAN_FORMAT_H_

#include "absl/status/statusor.h"
#include "bad_rows.h"
#include "csv_reader.h"
#include "workload.h"

namespace bayplan::replay {

absl::StatusOr<NodeList> ReadBayplanNodes(CsvReader rows, const RowOptions& options, BadRows* bad);
absl::StatusOr<JobList> ReadBayplanJobs(CsvReader rows, const RowOptions& options, BadRows* bad);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_BAYPLAN_FORMAT_H_
