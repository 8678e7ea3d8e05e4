// The names of the fitness calculators that a configuration may ask for.
//
//   std::vector<std::string> registered = {"site/rackAware"};
//   CanonicalCalculator("com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuMemBinPacker",
//                       registered);                   // "cpuMemBinPacker"
//   CanonicalCalculator("site/rackAware", registered);  // "site/rackAware"
//   CanonicalCalculator("cpuPacker", registered);       // nothing
//
// What a calculator computes is the matter of module `match`.

#ifndef BAYPLAN_CONFIG_CALCULATORS_H_
#define BAYPLAN_CONFIG_CALCULATORS_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace bayplan {

struct BuiltinCalculator {
  std::string_view name;
  // Fenzo's class that has a field of that name.
  std::string_view fenzo_class;
};

inline constexpr std::string_view kBinPackingCalculators =
    "com.netflix.fenzo.plugins.BinPackingFitnessCalculators";
inline constexpr std::string_view kSpreadingCalculators =
    "com.netflix.fenzo.plugins.SpreadingFitnessCalculators";

inline constexpr BuiltinCalculator kBuiltinCalculators[] = {
    {"cpuBinPacker", kBinPackingCalculators},
    {"memoryBinPacker", kBinPackingCalculators},
    {"networkBinPacker", kBinPackingCalculators},
    {"cpuMemBinPacker", kBinPackingCalculators},
    {"cpuMemNetworkBinPacker", kBinPackingCalculators},
    {"cpuSpreader", kSpreadingCalculators},
    {"memorySpreader", kSpreadingCalculators},
    {"networkSpreader", kSpreadingCalculators},
    {"cpuMemSpreader", kSpreadingCalculators},
    {"cpuMemNetworkSpreader", kSpreadingCalculators},
};

inline constexpr std::string_view kDefaultCalculator = "cpuMemBinPacker";

// The name that a Config holds for the calculator that `name` means: a name of `registered` as it
// is, or else the last part of a built-in's, given as `name`, `class/name` or `class.name`.
// Nothing if there is no such calculator. O(registered).
std::optional<std::string> CanonicalCalculator(std::string_view name,
                                               absl::Span<const std::string> registered);

}  // namespace bayplan

#endif  // BAYPLAN_CONFIG_CALCULATORS_H_
