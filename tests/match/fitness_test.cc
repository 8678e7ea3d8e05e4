#include "bayplan/match/fitness.h"

#include <doctest/doctest.h>

#include <string>

namespace bayplan {
namespace {

const Resources kRequest = Resources()
                               .Set(Dimension::kMilliCpu, 1'000)
                               .Set(Dimension::kMemoryBytes, 100)
                               .Set(Dimension::kNetworkKbps, 50);
const Resources kUsed = Resources().Set(Dimension::kMilliCpu, 1'000);
const Resources kCapacity = Resources()
                                .Set(Dimension::kMilliCpu, 4'000)
                                .Set(Dimension::kMemoryBytes, 400)
                                .Set(Dimension::kNetworkKbps, 200);

TEST_CASE("built-in calculators score by the share of the node that is taken") {
  const struct {
    const char* name;
    double score;
  } rows[] = {
      {"cpuBinPacker", 0.5},
      {"memoryBinPacker", 0.25},
      {"networkBinPacker", 0.25},
      {"cpuMemBinPacker", 0.375},
      {"cpuMemNetworkBinPacker", 1.0 / 3.0},
      {"cpuSpreader", 0.5},
      {"memorySpreader", 0.75},
      {"networkSpreader", 0.75},
      {"cpuMemSpreader", 0.625},
      {"cpuMemNetworkSpreader", 2.0 / 3.0},
  };
  CHECK(std::size(rows) == BuiltinFitnessNames().size());
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(BuiltinScore(*ParseBuiltinFitness(row.name), kRequest, kUsed, kCapacity) == row.score);
  }
}

TEST_CASE("a dimension that the node lacks counts as not used") {
  CHECK(BuiltinScore(BuiltinFitness::kNetworkBinPacker, {}, {}, {}) == 0.0);
  CHECK(BuiltinScore(BuiltinFitness::kNetworkSpreader, {}, {}, {}) == 1.0);
}

TEST_CASE("an unknown calculator's error lists the valid ones") {
  const absl::Status status = ParseBuiltinFitness("cpuMemBinPackr").status();
  CHECK(status.code() == absl::StatusCode::kNotFound);
  for (std::string_view name : BuiltinFitnessNames()) {
    CHECK(std::string(status.message()).find(name) != std::string::npos);
  }
}

class Refuses final : public FitnessCalculator {
 public:
  absl::StatusOr<std::optional<double>> Score(const FitnessInput&) const override {
    return std::nullopt;
  }
};

TEST_CASE("a weighted average mixes its parts and refuses what one of them refuses") {
  const FitnessInput input{"j", "n", kRequest, kUsed, kCapacity};
  auto mix = MakeWeightedAverage(
      {{BuiltinFitness::kCpuBinPacker, 0.75}, {BuiltinFitness::kMemorySpreader, 0.25}});
  REQUIRE(mix.ok());
  CHECK(Score(Fitness(*mix), input)->value() == (0.5 * 0.75 + 0.75 * 0.25) / 1.0);

  auto picky = MakeWeightedAverage(
      {{BuiltinFitness::kCpuBinPacker, 0.5}, {std::make_shared<const Refuses>(), 0.5}});
  REQUIRE(picky.ok());
  CHECK_FALSE(Score(Fitness(*picky), input)->has_value());
}

TEST_CASE("weights must be positive and add up to one") {
  const Fitness cpu = BuiltinFitness::kCpuBinPacker;
  CHECK_FALSE(MakeWeightedAverage({}).ok());
  CHECK_FALSE(MakeWeightedAverage({{cpu, 1.0}, {cpu, 0.0}}).ok());
  CHECK_FALSE(MakeWeightedAverage({{cpu, 0.6}, {cpu, 0.6}}).ok());
  CHECK(MakeWeightedAverage({{cpu, 0.1}, {cpu, 0.2}, {cpu, 0.7}}).ok());
}

}  // namespace
}  // namespace bayplan
