// Everything that can change a PoolState from outside, as data.
//
//   state.Apply(AddJob{job});
//   state.Apply(UpsertNode{node});
//   absl::StatusOr<Applied> done = state.Apply(Observe{observation});
//   if (done->outcome == JobOutcome::kSucceeded) ...

#ifndef BAYPLAN_POOL_CHANGE_H_
#define BAYPLAN_POOL_CHANGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "bayplan/account/instance_record.h"
#include "bayplan/base/time.h"
#include "bayplan/model/cluster.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"

namespace bayplan {

// A new pending job. AlreadyExists if a live job has its id.
struct AddJob {
  Job job;
};

// The user no longer wants the job. A pending one is removed; of an active one the wish is noted
// and no further attempt is made. NotFound if no live job has the id.
struct CancelJob {
  std::string id;
};

// A node appeared or changed. Its pool must be this one.
struct UpsertNode {
  Node node;
};

// A node went away; what ran there stays active until its end is observed. NotFound if unknown.
struct RemoveNode {
  std::string name;
};

struct UpsertCluster {
  Cluster cluster;
};

// News about an instance. Of an instance that is not under way (older attempt, unknown job) it has
// no effect and is no error: news comes late and twice.
struct Observe {
  Observation observation;
};

// After a restart: a record that the host had stored. Its job must be known and pending. An ended
// record counts towards the job's attempts; another makes the job active again, with its booking.
// Records of one job are given in order of attempts.
struct RestoreInstance {
  InstanceRecord record;
};

using Change = std::variant<AddJob, CancelJob, UpsertNode, RemoveNode, UpsertCluster, Observe,
                            RestoreInstance>;

// What became of the job that a change was about.
enum class JobOutcome : uint8_t {
  kNone = 0,       // it goes on
  kSucceeded = 1,  // over
  kFailed = 2,     // over: no attempts left
  kCancelled = 3,  // over
  kRetry = 4,      // pending again
};

struct Applied {
  bool changed = false;
  JobOutcome outcome = JobOutcome::kNone;
  // The instance's record after the change, if it changed: for the host to store.
  std::optional<InstanceRecord> record;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_CHANGE_H_
