// Short words for tests of the embedded cluster.

#ifndef BAYPLAN_TESTS_BACKEND_SIM_FIXTURE_H_
#define BAYPLAN_TESTS_BACKEND_SIM_FIXTURE_H_

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bayplan/backend/sim/sim_cluster.h"

namespace bayplan::sim_test {

inline constexpr int64_t kGiB = int64_t{1} << 30;

// "n7".
inline std::string Numbered(std::string stem, int64_t number) {
  return stem.append(std::to_string(number));
}

inline Resources Size(int64_t milli_cpu, int64_t memory_bytes) {
  return Resources()
      .Set(Dimension::kMilliCpu, milli_cpu)
      .Set(Dimension::kMemoryBytes, memory_bytes);
}

inline Node MakeNode(std::string name, int64_t milli_cpu, int64_t memory_bytes,
                     std::string pool = "batch") {
  Node node;
  node.name = std::move(name);
  node.pool = std::move(pool);
  node.capacity = Size(milli_cpu, memory_bytes);
  return node;
}

inline PodTemplate MakePod(int64_t milli_cpu, int64_t memory_bytes, int32_t priority = 0) {
  PodTemplate pod;
  pod.pool = "batch";
  pod.request = Size(milli_cpu, memory_bytes);
  pod.priority = priority;
  return pod;
}

inline PodTemplate Pinned(PodTemplate pod, std::string node) {
  pod.node = std::move(node);
  return pod;
}

inline std::unique_ptr<SimCluster> MakeWorld(const SimOptions& options = {}) {
  auto world = SimCluster::Create(options);
  REQUIRE(world.ok());
  return *std::move(world);
}

inline void AddNodes(SimCluster* world, const std::vector<Node>& nodes) {
  for (const Node& node : nodes) REQUIRE(world->AddNode(node).ok());
}

inline std::vector<LaunchRequest> RequestFor(const InstanceName& name, const PodTemplate& pod) {
  std::vector<LaunchRequest> requests(1);
  requests[0].name = name;
  requests[0].pod = pod;
  return requests;
}

inline void Launch(ClusterBackend* backend, const InstanceName& name, const PodTemplate& pod,
                   Timestamp now) {
  REQUIRE(backend->Launch(RequestFor(name, pod), now).ok());
}

inline void Kill(ClusterBackend* backend, const InstanceName& name, Timestamp now) {
  const std::vector<InstanceName> names = {name};
  REQUIRE(backend->Kill(names, Duration::Seconds(30), now).ok());
}

inline PollBatch Poll(ClusterBackend* backend, Timestamp now) {
  PollBatch batch;
  REQUIRE(backend->Poll(now, &batch).ok());
  return batch;
}

// Goes on until nothing is going to happen any more.
inline void RunToEnd(SimCluster* world) {
  while (const auto next = world->NextEventTime()) REQUIRE(world->AdvanceTo(*next).ok());
}

// The node on which an instance was put, "" if none.
inline std::string NodeOf(const SimCluster& world, const InstanceName& name) {
  const auto facts = world.Facts(name);
  return facts.has_value() && facts->scheduled.has_value() ? facts->scheduled->node : "";
}

}  // namespace bayplan::sim_test

#endif  // BAYPLAN_TESTS_BACKEND_SIM_FIXTURE_H_
