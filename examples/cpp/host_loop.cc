// A host in C++: two pools on an embedded cluster with virtual time. In "batch" Bayplan chooses the
// nodes, in "k8s-exp" the cluster does, and an autoscaler adds nodes for what waits.

#include <fmt/format.h>

#include "bayplan/account/intervals.h"
#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/config/reader.h"
#include "bayplan/engine/engine.h"

namespace {

using namespace bayplan;  // NOLINT: an example may be short

constexpr std::string_view kConfig = R"(
  {:pools {:schedulers [{:pool-regex "^k8s-exp$"
                         :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 1000}}
                        {:pool-regex ".*"
                         :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0}}]}})";

Node MakeNode(std::string name, std::string pool) {
  Node node{.name = std::move(name), .pool = std::move(pool), .cluster = "sim"};
  node.capacity.Set(Dimension::kMilliCpu, 8'000).Set(Dimension::kMemoryBytes, int64_t{32} << 30);
  return node;
}

Job MakeJob(std::string id, int64_t milli_cpu) {
  Job job{.id = std::move(id), .user = "ada"};
  job.request.Set(Dimension::kMilliCpu, milli_cpu).Set(Dimension::kMemoryBytes, int64_t{1} << 30);
  return job;
}

void Print(const CycleReport& report, Timestamp now) {
  for (const InstanceRecord& record : report.records) {
    const InstanceIntervals life = ComputeIntervals(record, now);
    fmt::print("{:>4} s  {:<10} {:<8} {:<10} waited {} s, ran {} s\n", now.ms / 1000,
               InstanceNameText(record.name), record.pool, InstanceStateName(StateOf(record.facts)),
               life.waiting_for_node.value_or(Duration{}).ms / 1000,
               life.running.value_or(Duration{}).ms / 1000);
  }
}

absl::Status Run() {
  SimOptions world{.default_script = {Duration::Minutes(3)}, .pull_time = Duration::Seconds(20)};
  world.node_groups = {
      {.pool = "k8s-exp", .node_template = MakeNode("", ""), .max_added_nodes = 2}};
  absl::StatusOr<std::unique_ptr<SimCluster>> cluster = SimCluster::Create(world);
  if (!cluster.ok()) return cluster.status();
  absl::Status status = (*cluster)->AddNode(MakeNode("node-1", "batch"));
  if (!status.ok()) return status;
  std::unique_ptr<ClusterBackend> backend = (*cluster)->Connect();

  absl::StatusOr<ReadResult> config = ReadEdn(kConfig, {});
  if (!config.ok()) return config.status();
  absl::StatusOr<std::unique_ptr<Engine>> engine =
      Engine::Create({.config = config->config,
                      .pools = {"batch", "k8s-exp"},
                      .clusters = {{{"sim", ClusterState::kRunning}, backend.get()}}});
  if (!engine.ok()) return engine.status();
  status = (*engine)->SubmitJobs("batch", {MakeJob("a", 6'000), MakeJob("b", 6'000)});
  if (status.ok()) status = (*engine)->SubmitJobs("k8s-exp", {MakeJob("c", 6'000)});
  if (!status.ok()) return status;

  size_t over = 0;
  for (Timestamp now; over < 3; now = now + Duration::Seconds(30)) {
    for (std::string_view pool : {"batch", "k8s-exp"}) {
      absl::StatusOr<CycleReport> report = (*engine)->Cycle(pool, now);
      if (!report.ok()) return report.status();
      Print(*report, now);
      over += report->finished.size();
    }
  }
  fmt::print("all jobs are over\n");
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = Run();
  if (!status.ok()) fmt::print(stderr, "{}\n", status.ToString());
  return status.ok() ? 0 : 1;
}
