// From the files of the command line to a workload.

#ifndef BAYPLAN_BENCH_REPLAY_LOAD_WORKLOAD_H_
#define BAYPLAN_BENCH_REPLAY_LOAD_WORKLOAD_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bayplan/config/config.pb.h"
#include "replay_loop.h"
#include "run_summary.h"

namespace bayplan::replay {

enum class Format { kBayplan, kOpenb, kSwf };
// InvalidArgument that lists the formats.
absl::StatusOr<Format> ParseFormat(std::string_view text);

struct Sources {
  std::string nodes;  // a file or "uniform:COUNTxCPUS"
  std::string jobs;   // a file
  Format format = Format::kBayplan;
  // Absent: by the column `pool` if the format is Bayplan's and the jobs have one, else by hash.
  std::optional<std::string> pool_by;
  std::vector<std::string> pools;  // for hash; empty: k8s-exp and default
  bool skip_bad_rows = false;
};

// Reads the files and fills in what `summary` says of them. Errors name the file, and the line and
// field if it is one.
absl::StatusOr<Workload> LoadWorkload(const Sources& sources, RunSummary* summary);

// The configuration of a file (.edn, .json, .textproto), or the built-in one for an empty path.
absl::StatusOr<config::Config> LoadConfig(const std::string& path);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_LOAD_WORKLOAD_H_
