// A trace as every format is read into: nodes, and jobs with what they will do.

#ifndef BAYPLAN_BENCH_REPLAY_WORKLOAD_H_
#define BAYPLAN_BENCH_REPLAY_WORKLOAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bayplan/backend/sim/sim_options.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"

namespace bayplan::replay {

struct TraceJob {
  Job job;
  JobScript script;
  std::optional<std::string> pool_value;  // of the column that names the pool, if one does
};

struct TraceNode {
  Node node;  // without pool
  std::optional<std::string> pool_value;
};

struct NodeList {
  std::vector<TraceNode> nodes;
};

struct JobList {
  std::vector<TraceJob> jobs;
  // Rows that are well-formed but describe no job that could run, with the reason of the first.
  int64_t not_runnable = 0;
  std::string first_not_runnable;
};

// How rows are read. `pool_column` empty: no column names the pool.
struct RowOptions {
  std::string pool_column;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_WORKLOAD_H_
