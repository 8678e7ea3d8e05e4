#include "bayplan/match/fenzo_bin_packer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "builtin_score.h"
#include "node_columns.h"

namespace bayplan {
namespace {

using match_internal::BuiltinScoreOf;
using match_internal::FillOf;
using match_internal::NodeColumns;

// Fenzo's fixed weights, in percent.
constexpr double kSoftPercent = 50.0;
constexpr double kFitnessPercent = 35.0;

absl::Status Validate(const FenzoOptions& options) {
  if (!(options.good_enough_fitness >= 0 && options.good_enough_fitness <= 1)) {
    return absl::InvalidArgumentError(
        fmt::format("good_enough_fitness is {}; valid is 0 to 1", options.good_enough_fitness));
  }
  if (!(options.scaleback > 0 && options.scaleback <= 1)) {
    return absl::InvalidArgumentError(fmt::format(
        "scaleback is {}; valid is a number greater than 0 and at most 1", options.scaleback));
  }
  const std::pair<std::string_view, int64_t> counts[] = {
      {"max_jobs_considered", options.max_jobs_considered},
      {"floor_iterations_before_warn", options.floor_iterations_before_warn},
      {"floor_iterations_before_reset", options.floor_iterations_before_reset}};
  for (const auto& [name, value] : counts) {
    if (value >= 1) continue;
    return absl::InvalidArgumentError(fmt::format("{} is {}; valid is 1 or more", name, value));
  }
  const auto* plugin = std::get_if<std::shared_ptr<const FitnessCalculator>>(&options.fitness);
  if (plugin != nullptr && *plugin == nullptr) {
    return absl::InvalidArgumentError("fitness is null; valid is a calculator");
  }
  return absl::OkStatus();
}

// Counts of why nodes were passed over in one search.
struct Shortfalls {
  int64_t unschedulable = 0;
  int64_t fitness = 0;
  std::vector<int64_t> constraint;  // by index of the failing hard constraint
  std::array<int64_t, kDimensionCount> first{};
  std::array<int64_t, kDimensionCount> all{};
};

ReasonTable MakeTable(const Shape& shape, const Shortfalls& shortfalls, int64_t looked_at) {
  if (looked_at == 0) return NotSearched(ReasonCode::kNoNodes);
  ReasonTable table{.looked_at = looked_at};
  const auto add = [&table](ReasonCode code, std::string_view detail, int64_t first, int64_t all) {
    if (first > 0) table.first.push_back({{code, std::string(detail)}, first});
    if (all > 0) table.all.push_back({{code, std::string(detail)}, all});
  };
  add(ReasonCode::kUnschedulable, "", shortfalls.unschedulable, shortfalls.unschedulable);
  for (size_t i = 0; i < shortfalls.constraint.size(); ++i) {
    const int64_t count = shortfalls.constraint[i];
    add(ReasonCode::kConstraint, shape.hard[i].text, count, count);
  }
  for (Dimension d : kAllDimensions) {
    const auto i = static_cast<size_t>(d);
    add(ReasonCode::kInsufficient, DimensionName(d), shortfalls.first[i], shortfalls.all[i]);
  }
  add(ReasonCode::kFitnessRefused, "", shortfalls.fitness, shortfalls.fitness);
  return table;
}

double SoftShare(const Shape& shape, absl::Span<const AttributeValue> attributes) {
  int64_t satisfied = 0;
  for (const CompiledConstraint& constraint : shape.soft) {
    satisfied += Holds(constraint, attributes) ? 1 : 0;
  }
  return static_cast<double>(satisfied) / static_cast<double>(shape.soft.size());
}

}  // namespace

class FenzoBinPacker::Columns : public NodeColumns {};

// One call of Schedule.
class FenzoBinPacker::Call {
 public:
  Call(const FenzoOptions& packer, const PoolState& state, const ScheduleOptions& options,
       NodeColumns* columns, Plan* plan)
      : packer_(packer), state_(state), options_(options), columns_(*columns), plan_(*plan) {}

  absl::Status Run(absl::Span<const JobSlot> jobs) {
    for (size_t i = 0; i < jobs.size(); ++i) {
      if (OutOfBudget()) {
        LeaveRest(jobs.subspan(i));
        break;
      }
      absl::Status status = Place(jobs[i]);
      if (!status.ok()) return status;
    }
    plan_.counters.considered = static_cast<int64_t>(jobs.size());
    const bool head_ok = plan_.assignments.empty() || plan_.assignments[0].job == jobs[0];
    plan_.scaleback = NextScaleback(packer_, state_.scaleback(), head_ok);
    return absl::OkStatus();
  }

 private:
  struct Best {
    std::optional<uint32_t> rank;
    double fitness = 0;
  };

  bool OutOfBudget() const {
    if (static_cast<int64_t>(plan_.assignments.size()) >= options_.max_assignments) return true;
    return options_.stop != nullptr && options_.stop(options_.stop_user_data);
  }

  void LeaveRest(absl::Span<const JobSlot> jobs) {
    const auto table = static_cast<uint32_t>(plan_.tables.size());
    plan_.tables.push_back(NotSearched(ReasonCode::kBudget));
    for (JobSlot job : jobs) plan_.leftovers.push_back({job, table});
  }

  absl::Status Place(JobSlot slot) {
    const JobRow& job = state_.jobs().Row(slot);
    const auto failed = failed_shapes_.find(job.shape);
    if (failed != failed_shapes_.end()) {
      plan_.leftovers.push_back({slot, failed->second});
      return absl::OkStatus();
    }
    const Shape& shape = state_.shape(job.shape);
    Shortfalls shortfalls;
    shortfalls.constraint.resize(shape.hard.size());
    const Best best = SearchFor(job, shape, &shortfalls);
    if (!error_.ok()) return error_;
    if (!best.rank.has_value()) {
      const auto table = static_cast<uint32_t>(plan_.tables.size());
      plan_.tables.push_back(MakeTable(shape, shortfalls, columns_.size()));
      plan_.leftovers.push_back({slot, table});
      if (!DependsOnJob()) failed_shapes_[job.shape] = table;
      return absl::OkStatus();
    }
    columns_.Book(*best.rank, shape.request);
    plan_.assignments.push_back({.job = slot,
                                 .attempt = job.attempt,
                                 .node = columns_.Slot(*best.rank),
                                 .cluster = 0,
                                 .fitness = best.fitness});
    return absl::OkStatus();
  }

  // A host's calculator sees the job itself, so it may refuse one job and take its twin.
  bool DependsOnJob() const { return !std::holds_alternative<BuiltinFitness>(packer_.fitness); }

  Best SearchFor(const JobRow& job, const Shape& shape, Shortfalls* shortfalls) {
    if (const auto* builtin = std::get_if<BuiltinFitness>(&packer_.fitness)) {
      return Search(shape, shortfalls, [&](uint32_t rank) -> std::optional<double> {
        return BuiltinScoreOf(*builtin, [&](Dimension d) {
          return FillOf(shape.request.Get(d), columns_.Used(rank, d), columns_.Capacity(rank, d));
        });
      });
    }
    return Search(shape, shortfalls, [&](uint32_t rank) { return PluginScore(job, shape, rank); });
  }

  // `score(rank)` is the calculator's score, nothing if it refuses the node; it may set error_.
  template <typename ScoreOf>
  Best Search(const Shape& shape, Shortfalls* shortfalls, const ScoreOf& score) {
    std::vector<uint8_t> asked;
    for (uint8_t d = 0; d < kDimensionCount; ++d) {
      if (shape.request.amount[d] != 0) asked.push_back(d);
    }
    Best best;
    for (uint32_t rank = 0; rank < columns_.size(); ++rank) {
      ++plan_.counters.evaluations;
      if (!Feasible(shape, rank, asked, shortfalls)) continue;
      const std::optional<double> fitness = score(rank);
      if (!fitness.has_value()) {
        if (!error_.ok()) return {};
        ++shortfalls->fitness;
        continue;
      }
      const double soft = shape.soft.empty() ? 1.0 : SoftShare(shape, Attributes(rank));
      const double combined = (soft * kSoftPercent + *fitness * kFitnessPercent) / 100.0;
      // Only a better node replaces the best one, so the smallest name wins among equals.
      if (best.rank.has_value() && combined <= best.fitness) continue;
      best = {rank, combined};
      if (combined > packer_.good_enough_fitness) break;
    }
    return best;
  }

  bool Feasible(const Shape& shape, uint32_t rank, const std::vector<uint8_t>& asked,
                Shortfalls* shortfalls) const {
    if (!columns_.Schedulable(rank)) {
      ++shortfalls->unschedulable;
      return false;
    }
    for (size_t i = 0; i < shape.hard.size(); ++i) {
      if (Holds(shape.hard[i], Attributes(rank))) continue;
      ++shortfalls->constraint[i];
      return false;
    }
    uint32_t lacks = columns_.Shortages(rank, shape.request, asked);
    if (lacks == 0) return true;
    ++shortfalls->first[static_cast<size_t>(std::countr_zero(lacks))];
    for (; lacks != 0; lacks &= lacks - 1) {
      ++shortfalls->all[static_cast<size_t>(std::countr_zero(lacks))];
    }
    return false;
  }

  std::optional<double> PluginScore(const JobRow& job, const Shape& shape, uint32_t rank) {
    const Resources used = columns_.Used(rank);
    const Resources capacity = columns_.Capacity(rank);
    absl::StatusOr<std::optional<double>> fitness =
        Score(packer_.fitness, {.job = job.job->id,
                                .node = state_.nodes().Name(columns_.Slot(rank)),
                                .request = shape.request,
                                .used = used,
                                .capacity = capacity});
    if (fitness.ok()) return *fitness;
    error_ = fitness.status();
    return std::nullopt;
  }

  absl::Span<const AttributeValue> Attributes(uint32_t rank) const {
    return state_.nodes().Row(columns_.Slot(rank)).attributes;
  }

  const FenzoOptions& packer_;
  const PoolState& state_;
  const ScheduleOptions& options_;
  NodeColumns& columns_;
  Plan& plan_;
  absl::flat_hash_map<uint32_t, uint32_t> failed_shapes_;  // shape -> reason table
  absl::Status error_;                                     // of a host's calculator
};

FenzoBinPacker::FenzoBinPacker(FenzoOptions options)
    : options_(std::move(options)), columns_(std::make_unique<Columns>()) {}

FenzoBinPacker::~FenzoBinPacker() = default;

absl::StatusOr<std::unique_ptr<FenzoBinPacker>> FenzoBinPacker::Create(FenzoOptions options) {
  absl::Status valid = Validate(options);
  if (!valid.ok()) return valid;
  return std::unique_ptr<FenzoBinPacker>(new FenzoBinPacker(std::move(options)));
}

int64_t FenzoBinPacker::ConsiderableLimit(const PoolState& state) const {
  if (!state.scaleback().has_value()) return options_.max_jobs_considered;
  return std::min(state.scaleback()->window, options_.max_jobs_considered);
}

absl::StatusOr<Plan> FenzoBinPacker::Schedule(const PoolState& state,
                                              absl::Span<const JobSlot> jobs,
                                              const ScheduleOptions& options) {
  absl::Status valid = CheckPendingJobs(state, jobs);
  if (!valid.ok()) return valid;
  columns_->CatchUp(state);
  Plan plan;
  plan.pool = state.name();
  plan.base = state.journal().position();
  absl::Status done = Call(options_, state, options, columns_.get(), &plan).Run(jobs);
  if (!done.ok()) {
    columns_->Undo(state);
    return done;
  }
  plan.id = PlanId(plan);
  return plan;
}

}  // namespace bayplan
