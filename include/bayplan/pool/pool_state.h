// Everything that can change a decision about one pool, as plain data.
//
//   PoolState state("batch");
//   state.Apply(UpsertNode{node}).IgnoreError();
//   state.Apply(AddJob{job}).IgnoreError();
//   absl::StatusOr<Plan> plan = scheduler.Schedule(state, jobs, options);
//   absl::StatusOr<CommitResult> done = state.Commit(*plan, {}, now);   // store, then launch
//
// Only Apply and Commit change a state; each change gets a sequence number and a journal entry, by
// which schedulers keep their caches. What-if is: Fork, apply, schedule, drop the fork.
//
// One thread at a time, forks of one state included (they share interned names).

#ifndef BAYPLAN_POOL_POOL_STATE_H_
#define BAYPLAN_POOL_POOL_STATE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/account/instance_record.h"
#include "bayplan/base/cow.h"
#include "bayplan/base/interner.h"
#include "bayplan/base/time.h"
#include "bayplan/model/cluster.h"
#include "bayplan/pool/change.h"
#include "bayplan/pool/job_table.h"
#include "bayplan/pool/journal.h"
#include "bayplan/pool/node_table.h"
#include "bayplan/pool/plan.h"
#include "bayplan/pool/shape_table.h"
#include "bayplan/pool/slot.h"

namespace bayplan {

// An assignment that was not committed, and why.
struct Refusal {
  uint32_t assignment = 0;  // index into Plan::assignments
  absl::Status why;
};

struct CommitResult {
  // One record per committed assignment, in the plan's order: for the host to store before it
  // launches.
  std::vector<InstanceRecord> records;
  std::vector<Refusal> refusals;
};

class PoolState {
 public:
  explicit PoolState(std::string name);

  const std::string& name() const { return name_; }
  const Journal& journal() const { return journal_; }
  const NodeTable& nodes() const { return nodes_; }
  const JobTable& jobs() const { return jobs_; }
  const Shape& shape(uint32_t id) const { return (*shapes_)[id]; }
  std::string_view NameOf(uint32_t interned) const { return names_->Name(interned); }
  // In order of first sight; clusters are never removed, a deleted one is in state kDeleted.
  const std::vector<Cluster>& clusters() const { return *clusters_; }
  // True if the node is schedulable and its cluster accepts jobs. A cluster that the pool was not
  // told of does. O(clusters).
  bool TakesWork(NodeSlot node) const;
  // Instances of this pool in the cluster that it has not given a node yet, those included that
  // were committed and not answered for. Derived from the records, so it survives a restart. O(1).
  int64_t WithoutNode(std::string_view cluster) const;
  const std::optional<Scaleback>& scaleback() const { return scaleback_; }

  // Applies one change or, on error, nothing. Errors: see change.h and the Validate functions of
  // the model; a message names the field, the value and what would be valid. O(log jobs) apart from
  // new nodes (O(nodes)) and removed ones (O(nodes + jobs)).
  absl::StatusOr<Applied> Apply(const Change& change);

  // Commits the assignments of `plan` whose flag in `accepted` is not 0 (an empty span accepts all)
  // and the plan's decision state. Each assignment is checked against the present state: what no
  // longer holds (job gone, node full, cluster draining, ...) is refused alone, the others stand.
  // Committing a plan again changes nothing and returns the same records while they are under way.
  // InvalidArgument if `accepted` has another length or the plan is another pool's;
  // FailedPrecondition if the plan was not made from this state, or Journal::kKept changes ago or
  // more. O(assignments).
  absl::StatusOr<CommitResult> Commit(const Plan& plan, absl::Span<const uint8_t> accepted,
                                      Timestamp now);

  // An independent copy that shares what neither side writes.
  PoolState Fork() const;

 private:
  absl::StatusOr<Applied> Do(const AddJob& change);
  absl::StatusOr<Applied> Do(const CancelJob& change);
  absl::StatusOr<Applied> Do(const UpsertNode& change);
  absl::StatusOr<Applied> Do(const RemoveNode& change);
  absl::StatusOr<Applied> Do(const UpsertCluster& change);
  absl::StatusOr<Applied> Do(const Observe& change);
  absl::StatusOr<Applied> Do(const RestoreInstance& change);

  // Ends the instance under way, whose record already says how, and settles the job.
  JobOutcome SettleEnd(JobSlot slot);
  // Makes the job active under `record`.
  void Activate(JobSlot slot, InstanceRecord record, uint64_t plan_id);
  void Book(JobSlot slot, NodeSlot node);
  // Books, on a node that came (back), the instances that run there.
  void BookWaiting(NodeSlot node);
  void ReleaseBooking(JobSlot slot);
  void StopWaiting(JobSlot slot);
  // Keeps WithoutNode in step with the record of the job's instance.
  void CountWithoutNode(const InstanceRecord& record, int64_t delta);

  absl::Status CheckAssignment(const Assignment& assignment) const;
  absl::Status CheckNode(const JobRow& job, NodeSlot node) const;
  absl::Status CheckCluster(const JobRow& job, uint32_t cluster) const;
  InstanceRecord MakeRecord(const Assignment& assignment, Timestamp now) const;
  void CommitScaleback(const Plan& plan);

  void NoteJob(JobSlot slot);
  void NoteNode(JournalKind kind, NodeSlot slot);

  std::string name_;
  std::shared_ptr<Interner> names_;     // append-only, shared with forks
  std::shared_ptr<ShapeTable> shapes_;  // append-only, shared with forks
  NodeTable nodes_;
  JobTable jobs_;
  Cow<std::vector<Cluster>> clusters_;
  Cow<absl::flat_hash_map<std::string, int64_t>> without_node_;  // by cluster
  // Active jobs whose chosen node is not in the table (not reported yet, or lost), by node name.
  Cow<absl::flat_hash_map<std::string, std::vector<JobSlot>>> waiting_for_node_;
  std::optional<Scaleback> scaleback_;
  uint64_t scaleback_sequence_ = 0;  // of the plan that set it
  Journal journal_;
};

}  // namespace bayplan

#endif  // BAYPLAN_POOL_POOL_STATE_H_
