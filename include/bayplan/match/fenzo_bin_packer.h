// Places jobs on nodes one at a time, each on the node with the highest combined fitness, as
// Netflix Fenzo does: same order of checks, same weights, and of equal nodes the one with the
// smaller name.
//
//   absl::StatusOr<std::unique_ptr<FenzoBinPacker>> packer =
//       FenzoBinPacker::Create({.fitness = BuiltinFitness::kCpuMemBinPacker});
//   absl::StatusOr<Plan> plan = (*packer)->Schedule(state, jobs, {.now = now});
//
// Combined fitness = (50 * soft + 35 * fitness) / 100, where `soft` is the share of the job's soft
// constraints that hold (1 without any): it lies between 0.5 and 0.85 for a job without soft
// constraints. (Fenzo's remaining 15 % are for named resource sets, which do not exist here.)
//
// This is the plain exact scan: every job looks at every node, in order of names. A job whose shape
// already failed in the same call is not searched again (capacity only shrinks during a call) and
// shares the earlier one's reasons, unless a host's calculator, which sees the job, has the say.
// Cost: O(nodes) per searched job, O(changed nodes) to catch up with the state, O(nodes log nodes)
// after nodes came or went.

#ifndef BAYPLAN_MATCH_FENZO_BIN_PACKER_H_
#define BAYPLAN_MATCH_FENZO_BIN_PACKER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/match/fitness.h"
#include "bayplan/pool/plan.h"
#include "bayplan/pool/pool_state.h"
#include "bayplan/pool/scheduler.h"

namespace bayplan {

// Defaults are Cook's.
struct FenzoOptions {
  Fitness fitness = BuiltinFitness::kCpuMemBinPacker;
  // The first node, in order of names, whose *combined* fitness is greater than this is taken
  // without looking further. 0.85 or more always finds the best node. In [0, 1].
  double good_enough_fitness = 0.8;
  int64_t max_jobs_considered = 1000;  // at least 1
  // While the head of the queue stays unmatched and other jobs do not, the considerable window
  // shrinks by this factor each cycle, so that the head gets a chance. In (0, 1].
  double scaleback = 0.95;
  int64_t floor_iterations_before_warn = 10;     // at least 1
  int64_t floor_iterations_before_reset = 1000;  // at least 1
};

// The window after a cycle: open to the maximum if nothing or the head was matched, else scaled
// back, at least 1. Exact rule: docs/semantics/scaleback.md.
Scaleback NextScaleback(const FenzoOptions& options, const std::optional<Scaleback>& now,
                        bool head_ok);

class FenzoBinPacker final : public Scheduler {
 public:
  // InvalidArgument that names the option, its value and the valid range.
  static absl::StatusOr<std::unique_ptr<FenzoBinPacker>> Create(FenzoOptions options);
  ~FenzoBinPacker() override;

  std::string_view kind() const override { return "fenzo"; }
  // The window of `state`, or the maximum before the first cycle.
  int64_t ConsiderableLimit(const PoolState& state) const override;
  absl::StatusOr<Plan> Schedule(const PoolState& state, absl::Span<const JobSlot> jobs,
                                const ScheduleOptions& options) override;

 private:
  class Columns;
  class Call;

  explicit FenzoBinPacker(FenzoOptions options);

  FenzoOptions options_;
  std::unique_ptr<Columns> columns_;
};

}  // namespace bayplan

#endif  // BAYPLAN_MATCH_FENZO_BIN_PACKER_H_
