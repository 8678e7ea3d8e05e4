// Jobs and nodes as a caller gives them.

#ifndef BAYPLAN_CAPI_SRC_JOB_COLUMNS_H_
#define BAYPLAN_CAPI_SRC_JOB_COLUMNS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/bayplan.h"
#include "bayplan/model/job.h"

namespace bayplan::capi {

// InvalidArgument that names the column for what cannot be read; values are the engine's to check.
absl::StatusOr<std::vector<Job>> ReadJobs(const bayplan_job_columns* columns);
absl::StatusOr<std::vector<NodeNews>> ReadNodes(const bayplan_node_columns* columns);

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_JOB_COLUMNS_H_
