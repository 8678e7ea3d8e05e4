// A program of somebody else's: it must compile and link with nothing but what Bayplan offers to
// consumers. Touches inline code, and library code that needs each of the libraries below: Abseil
// and fmt for errors, protobuf and RE2 for a configuration, and an engine on top.

#include <cstdio>

#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/base/interner.h"
#include "bayplan/base/quantity.h"
#include "bayplan/base/resources.h"
#include "bayplan/config/reader.h"
#include "bayplan/engine/engine.h"

// A cycle of a host with one pool, which has one job and no node.
static bool RunsACycle() {
  const auto config = bayplan::ReadEdn(
      ":pools {:schedulers [{:pool-regex \"^b\" :scheduler-config {:scheduler \"fenzo\"}}]}", {});
  const auto world = bayplan::SimCluster::Create({});
  if (!config.ok() || !world.ok()) return false;
  const auto backend = (*world)->Connect();
  bayplan::EngineOptions options;
  options.config = config->config;
  options.pools = {"batch"};
  options.clusters = {{{"sim"}, backend.get()}};
  const auto engine = bayplan::Engine::Create(std::move(options));
  if (!engine.ok()) return false;
  bayplan::Job job;
  job.id = "job-1";
  if (!(*engine)->SubmitJobs("batch", {job}).ok()) return false;
  const auto report = (*engine)->Cycle("batch", bayplan::Timestamp{0});
  return report.ok() && report->left.size() == 1;
}

int main() {
  using bayplan::Dimension;
  bayplan::Interner nodes;
  const uint32_t node = nodes.Intern("node-1");

  const absl::StatusOr<bayplan::Quantity> memory = bayplan::Quantity::Parse("1.5Gi");
  if (!memory.ok() || memory->Value() != int64_t{1536} << 20) return 1;
  const auto ask = bayplan::Resources().Set(Dimension::kMemoryBytes, memory->Value());
  if (!bayplan::ValidateAmounts(ask, "job").ok()) return 2;
  if (bayplan::Quantity::Parse("much").ok() || nodes.Name(node) != "node-1") return 3;
  if (!RunsACycle()) return 4;

  std::printf("%s asks for %s\n", std::string(nodes.Name(node)).c_str(),
              memory->ToString().c_str());
  return 0;
}
