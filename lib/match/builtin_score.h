// The built-in calculators over any way of asking how full a dimension would be, so that the packer
// can read its columns without copying rows.

#ifndef BAYPLAN_LIB_MATCH_BUILTIN_SCORE_H_
#define BAYPLAN_LIB_MATCH_BUILTIN_SCORE_H_

#include "bayplan/base/resources.h"
#include "bayplan/match/fitness.h"

namespace bayplan::match_internal {

// The share of `capacity` that `used` and `request` take; a dimension that is not there is not
// used.
inline double FillOf(int64_t request, int64_t used, int64_t capacity) {
  if (capacity == 0) return 0.0;
  return static_cast<double>(used + request) / static_cast<double>(capacity);
}

// `fill(d)` is FillOf in dimension d.
template <typename Fill>
double BuiltinScoreOf(BuiltinFitness fitness, const Fill& fill) {
  const auto cpu = [&] { return fill(Dimension::kMilliCpu); };
  const auto memory = [&] { return fill(Dimension::kMemoryBytes); };
  const auto network = [&] { return fill(Dimension::kNetworkKbps); };
  switch (fitness) {
    case BuiltinFitness::kCpuBinPacker:
      return cpu();
    case BuiltinFitness::kMemoryBinPacker:
      return memory();
    case BuiltinFitness::kNetworkBinPacker:
      return network();
    case BuiltinFitness::kCpuMemBinPacker:
      return (cpu() + memory()) / 2.0;
    case BuiltinFitness::kCpuMemNetworkBinPacker:
      return (cpu() + memory() + network()) / 3.0;
    case BuiltinFitness::kCpuSpreader:
      return 1.0 - cpu();
    case BuiltinFitness::kMemorySpreader:
      return 1.0 - memory();
    case BuiltinFitness::kNetworkSpreader:
      return 1.0 - network();
    case BuiltinFitness::kCpuMemSpreader:
      return ((1.0 - cpu()) + (1.0 - memory())) / 2.0;
    case BuiltinFitness::kCpuMemNetworkSpreader:
      return ((1.0 - cpu()) + (1.0 - memory()) + (1.0 - network())) / 3.0;
  }
  return 0.0;
}

}  // namespace bayplan::match_internal

#endif  // BAYPLAN_LIB_MATCH_BUILTIN_SCORE_H_
