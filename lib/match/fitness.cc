#include "bayplan/match/fitness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <string>

#include "builtin_score.h"

namespace bayplan {
namespace {

constexpr std::array<std::string_view, 10> kNames = {
    "cpuBinPacker",           "memoryBinPacker",      "networkBinPacker", "cpuMemBinPacker",
    "cpuMemNetworkBinPacker", "cpuSpreader",          "memorySpreader",   "networkSpreader",
    "cpuMemSpreader",         "cpuMemNetworkSpreader"};

class WeightedAverage final : public FitnessCalculator {
 public:
  explicit WeightedAverage(std::vector<std::pair<Fitness, double>> parts)
      : parts_(std::move(parts)) {}

  absl::StatusOr<std::optional<double>> Score(const FitnessInput& input) const override {
    double sum = 0;
    double weights = 0;
    for (const auto& [fitness, weight] : parts_) {
      absl::StatusOr<std::optional<double>> part = bayplan::Score(fitness, input);
      if (!part.ok() || !part->has_value()) return part;
      sum += **part * weight;
      weights += weight;
    }
    return sum / weights;
  }

 private:
  std::vector<std::pair<Fitness, double>> parts_;
};

}  // namespace

absl::Span<const std::string_view> BuiltinFitnessNames() { return kNames; }

absl::StatusOr<BuiltinFitness> ParseBuiltinFitness(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<BuiltinFitness>(i);
  }
  return absl::NotFoundError(fmt::format("\"{}\" is not a fitness calculator; valid is one of {}",
                                         name, fmt::join(kNames, ", ")));
}

double BuiltinScore(BuiltinFitness fitness, const Resources& request, const Resources& used,
                    const Resources& capacity) {
  return match_internal::BuiltinScoreOf(fitness, [&](Dimension d) {
    return match_internal::FillOf(request.Get(d), used.Get(d), capacity.Get(d));
  });
}

absl::StatusOr<std::optional<double>> Score(const Fitness& fitness, const FitnessInput& input) {
  if (const auto* builtin = std::get_if<BuiltinFitness>(&fitness)) {
    return BuiltinScore(*builtin, input.request, input.used, input.capacity);
  }
  absl::StatusOr<std::optional<double>> score =
      std::get<std::shared_ptr<const FitnessCalculator>>(fitness)->Score(input);
  if (score.ok() && score->has_value() && !std::isfinite(**score)) {
    return absl::InvalidArgumentError(
        fmt::format("fitness of job \"{}\" on node \"{}\" is {}; valid is a finite number",
                    input.job, input.node, **score));
  }
  return score;
}

absl::StatusOr<std::shared_ptr<const FitnessCalculator>> MakeWeightedAverage(
    std::vector<std::pair<Fitness, double>> parts) {
  if (parts.empty()) {
    return absl::InvalidArgumentError("weighted average: parts is empty; valid is one or more");
  }
  double sum = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!(parts[i].second > 0)) {
      return absl::InvalidArgumentError(
          fmt::format("weighted average: parts[{}].weight is {}; valid is a number above 0", i,
                      parts[i].second));
    }
    sum += parts[i].second;
  }
  if (!(std::abs(sum - 1.0) <= 1e-9)) {
    return absl::InvalidArgumentError(
        fmt::format("weighted average: the weights add up to {}; valid is 1", sum));
  }
  return std::make_shared<const WeightedAverage>(std::move(parts));
}

}  // namespace bayplan
