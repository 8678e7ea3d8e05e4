// Folds what clusters report into the pools of an engine.

#ifndef BAYPLAN_LIB_ENGINE_NEWS_H_
#define BAYPLAN_LIB_ENGINE_NEWS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/base/time.h"
#include "bayplan/engine/engine.h"
#include "outbox.h"
#include "pool_runner.h"

namespace bayplan::engine_internal {

// The pools by index, and which of them each live job belongs to.
class Pools {
 public:
  std::vector<PoolRunner> runners;

  std::optional<size_t> Find(std::string_view pool) const;
  std::optional<size_t> OfJob(std::string_view job) const;
  void SetJob(const std::string& job, size_t pool) { pool_of_job_[job] = pool; }
  void ForgetJob(const std::string& job) { pool_of_job_.erase(job); }

 private:
  absl::flat_hash_map<std::string, size_t> pool_of_job_;
};

// One cluster of an engine.
struct ClusterLink {
  Cluster cluster;
  ClusterBackend* backend = nullptr;
  absl::flat_hash_map<std::string, size_t> pool_of_node;
};

class News {
 public:
  News(Pools* pools, Outbox* outbox, CycleReport* report)
      : pools_(*pools), outbox_(*outbox), report_(*report) {}

  // Folds `batch` of the cluster with number `index` into the pools.
  void Take(const PollBatch& batch, size_t index, ClusterLink* cluster, Timestamp now);
  // Folds one observation, settles its job if it ended the instance, and notes the record.
  void TakeInstance(const Observation& observation, size_t cluster);

 private:
  // True if the instance is under way in that cluster: a name that two clusters know belongs to the
  // one that it was launched in.
  bool Concerns(const InstanceName& instance, std::string_view cluster) const;
  void TakeNode(const NodeNews& news, ClusterLink* cluster);
  void ForgetNode(const std::string& name, ClusterLink* cluster);
  // Settles what a complete listing does not name.
  void SettleMissing(const PollBatch& batch, size_t index, ClusterLink* cluster, Timestamp now);
  void SettleMissingInstance(const JobRow& row, const PoolState& pool, size_t cluster,
                             Timestamp now);

  Pools& pools_;
  Outbox& outbox_;
  CycleReport& report_;
};

}  // namespace bayplan::engine_internal

#endif  // BAYPLAN_LIB_ENGINE_NEWS_H_
