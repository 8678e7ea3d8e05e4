// The public trace "openb", whole: 8,152 pods on 1,523 nodes.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "load_workload.h"
#include "output_files.h"
#include "replay_loop.h"
#include "report.h"

namespace bayplan::replay {
namespace {

TEST_CASE("every pod of the openb trace is accounted for once, and twice the same") {
  const char* shared = std::getenv("BAYPLAN_SHARED_DIR");
  if (shared == nullptr || *shared == '\0') {
    MESSAGE("BAYPLAN_SHARED_DIR is not set: skipped");
    return;
  }
  const std::string folder = fmt::format("{}/traces/openb/", shared);
  Sources sources{.nodes = folder + "openb_node_list_all_node.csv",
                  .jobs = folder + "openb_pod_list_default.csv",
                  .format = Format::kOpenb};
  RunSummary summary;
  const absl::StatusOr<Workload> workload = LoadWorkload(sources, &summary);
  if (absl::IsNotFound(workload.status())) {
    MESSAGE("the trace is not in BAYPLAN_SHARED_DIR: skipped");
    return;
  }
  REQUIRE(workload.ok());
  CHECK(workload->nodes.size() == 1'523);
  CHECK(workload->jobs.size() == 8'152);
  ReplayOptions options;
  options.config = *LoadConfig("");
  const absl::StatusOr<ReplayResult> first = RunReplay(*workload, options, nullptr);
  const absl::StatusOr<ReplayResult> second = RunReplay(*workload, options, nullptr);
  REQUIRE((first.ok() && second.ok()));
  const Report report = MakeReport(*workload, *first);
  CHECK(CheckReport(report).ok());
  CHECK(report.all.placed + report.all.failed + report.all.left == 8'152);
  CHECK(report.all.placed > 7'000);
  CHECK(PlacementsCsv(*workload, *first) == PlacementsCsv(*workload, *second));
  CHECK(CyclesCsv(*workload, *first) == CyclesCsv(*workload, *second));
  CHECK(ReportCsv(report) == ReportCsv(MakeReport(*workload, *second)));
}

}  // namespace
}  // namespace bayplan::replay
