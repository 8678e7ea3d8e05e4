// A cluster as the host sees it.
//
//   Cluster gke{"gke-1", ClusterState::kRunning};
//   if (AcceptsJobs(gke.state)) ...

#ifndef BAYPLAN_MODEL_CLUSTER_H_
#define BAYPLAN_MODEL_CLUSTER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace bayplan {

// kDraining: nothing new goes there, what runs goes on.
enum class ClusterState : uint8_t { kRunning = 0, kDraining = 1, kDeleted = 2 };

inline constexpr bool AcceptsJobs(ClusterState state) { return state == ClusterState::kRunning; }

constexpr std::string_view ClusterStateName(ClusterState state) {
  switch (state) {
    case ClusterState::kRunning:
      return "running";
    case ClusterState::kDraining:
      return "draining";
    case ClusterState::kDeleted:
      return "deleted";
  }
  return "unknown";
}

struct Cluster {
  std::string name;
  ClusterState state = ClusterState::kRunning;

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

}  // namespace bayplan

#endif  // BAYPLAN_MODEL_CLUSTER_H_
