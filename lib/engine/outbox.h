// What an engine still has to hand over: records to the store, launches and kills to the clusters.
//
// Everything waits here until it was taken: a record until the store has it, a launch until its
// record is stored and the cluster took the request, a kill until the instance's end is known (the
// cluster may not know the instance yet when the first kill arrives).

#ifndef BAYPLAN_LIB_ENGINE_OUTBOX_H_
#define BAYPLAN_LIB_ENGINE_OUTBOX_H_

#include <cstdint>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/backend/cluster_backend.h"
#include "bayplan/base/time.h"

namespace bayplan::engine_internal {

class Outbox {
 public:
  explicit Outbox(size_t clusters) : launches_(clusters), waiting_(clusters), kills_(clusters) {}

  void AddRecord(const InstanceRecord& record) { records_[record.name] = record; }
  // Launches go out in the order in which they were added. `repeated`: the cluster may have heard
  // of the instance before.
  void AddLaunch(size_t cluster, LaunchRequest request, bool repeated) {
    waiting_[cluster].insert(request.name);
    launches_[cluster].push_back({std::move(request), repeated});
  }
  void AddKill(size_t cluster, const InstanceName& name) { kills_[cluster].insert(name); }

  // Takes back a launch of which the cluster cannot have heard; false if there is none. O(waiting).
  bool DropFreshLaunch(size_t cluster, const InstanceName& name);
  // O(log waiting).
  bool IsWaitingToLaunch(size_t cluster, const InstanceName& name) const;
  // The instance is over. O(log waiting), O(waiting) if its launch still waits.
  void Forget(size_t cluster, const InstanceName& name);

  // The records that wait for the store, in order of names.
  std::vector<InstanceRecord> Records() const;
  void RecordsTaken() { records_.clear(); }

  // Hands one cluster its launches (taken once) and kills (repeated until Forget), each whether or
  // not the other fails; the first error is returned. Adds the number of launches to `launched`.
  absl::Status Flush(size_t cluster, ClusterBackend* backend, Duration grace, Timestamp now,
                     int64_t* launched);

 private:
  struct WaitingLaunch {
    LaunchRequest request;
    bool repeated = false;
  };

  absl::btree_map<InstanceName, InstanceRecord> records_;
  std::vector<std::vector<WaitingLaunch>> launches_;
  // The names in launches_: after a restart every lost instance asks for its own.
  std::vector<absl::btree_set<InstanceName>> waiting_;
  std::vector<absl::btree_set<InstanceName>> kills_;
};

}  // namespace bayplan::engine_internal

#endif  // BAYPLAN_LIB_ENGINE_OUTBOX_H_
