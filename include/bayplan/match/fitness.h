// How good a node is for a job, from 0 (worst) to 1 (best).
//
//   absl::StatusOr<BuiltinFitness> packer = ParseBuiltinFitness("cpuMemBinPacker");
//   double f = BuiltinScore(*packer, request, used, capacity);
//
// The built-in calculators are Fenzo's, by Fenzo's names. A bin packer's score is the share of the
// capacity that is taken once the job is there, (used + request) / capacity, the mean over its
// dimensions; a spreader's is 1 minus the packer's. A dimension that the node does not have counts
// as not used. Scores are computed with + - * / on doubles only, so they are equal on every
// machine.
//
// Difference to Fenzo: there a score of exactly 0 refuses the node, so a spreader refuses a job
// that would fill a node to the brim. Here 0 is merely the worst score; only an absent score
// refuses.

#ifndef BAYPLAN_MATCH_FITNESS_H_
#define BAYPLAN_MATCH_FITNESS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/base/resources.h"

namespace bayplan {

enum class BuiltinFitness : uint8_t {
  kCpuBinPacker = 0,
  kMemoryBinPacker = 1,
  kNetworkBinPacker = 2,
  kCpuMemBinPacker = 3,
  kCpuMemNetworkBinPacker = 4,
  kCpuSpreader = 5,
  kMemorySpreader = 6,
  kNetworkSpreader = 7,
  kCpuMemSpreader = 8,
  kCpuMemNetworkSpreader = 9,
};

// Fenzo's names ("cpuMemBinPacker"), in the order of the enumeration.
absl::Span<const std::string_view> BuiltinFitnessNames();
// NotFound that lists the valid names.
absl::StatusOr<BuiltinFitness> ParseBuiltinFitness(std::string_view name);

// The score of a node with `capacity` of which `used` is taken, for a job that fits. In [0, 1] if
// the job fits. O(1).
double BuiltinScore(BuiltinFitness fitness, const Resources& request, const Resources& used,
                    const Resources& capacity);

// What a calculator may look at. Valid during the call only.
struct FitnessInput {
  std::string_view job;   // id
  std::string_view node;  // name
  const Resources& request;
  const Resources& used;  // by everybody, assignments of the present call included
  const Resources& capacity;
};

// A host's own calculator. It must be a pure function of its input: the same input gives the same
// score, or plans are no longer reproducible.
class FitnessCalculator {
 public:
  virtual ~FitnessCalculator() = default;
  // A score (finite; best if in [0, 1]), or nullopt to refuse the node. An error ends the
  // scheduling call with that error and without a plan.
  virtual absl::StatusOr<std::optional<double>> Score(const FitnessInput& input) const = 0;
};

using Fitness = std::variant<BuiltinFitness, std::shared_ptr<const FitnessCalculator>>;

// The score of either kind. InvalidArgument if a calculator gives a score that is not finite.
absl::StatusOr<std::optional<double>> Score(const Fitness& fitness, const FitnessInput& input);

// The weighted mean of several calculators; refuses what any of them refuses. InvalidArgument if
// there are none, if a weight is not above 0, or if the weights do not add up to 1 (within 1e-9).
absl::StatusOr<std::shared_ptr<const FitnessCalculator>> MakeWeightedAverage(
    std::vector<std::pair<Fitness, double>> parts);

}  // namespace bayplan

#endif  // BAYPLAN_MATCH_FITNESS_H_
