// The node and pod lists of the public trace "openb" (cluster-trace-gpu-v2023), unchanged.
//
// A pod arrives at its creation and runs from `scheduled_time` (if empty, creation) to deletion.
// Its GPU request is num_gpu * gpu_milli; gpu_spec "A|B" restricts it to nodes of model A or B.
// Times are seconds, memory is MiB. pod_phase is not used.

#ifndef BAYPLAN_BENCH_REPLAY_OPENB_FORMAT_H_
#define BAYPLAN_BENCH_REPLAY_OPENB_FORMAT_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "bad_rows.h"
#include "csv_reader.h"
#include "workload.h"

namespace bayplan::replay {

// The node attribute that holds the column `model`.
inline constexpr std::string_view kGpuModelAttribute = "gpu-model";

// Errors: a missing column, or what `bad` makes of a bad row. So for the other formats.
absl::StatusOr<NodeList> ReadOpenbNodes(CsvReader rows, const RowOptions& options, BadRows* bad);
absl::StatusOr<JobList> ReadOpenbJobs(CsvReader rows, const RowOptions& options, BadRows* bad);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_OPENB_FORMAT_H_
