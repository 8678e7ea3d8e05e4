#include "bayplan/base/resources.h"

#include <fmt/format.h>

namespace bayplan {

std::string_view DimensionName(Dimension dimension) {
  switch (dimension) {
    case Dimension::kMilliCpu:
      return "cpu";
    case Dimension::kMemoryBytes:
      return "memory";
    case Dimension::kNetworkKbps:
      return "network";
    case Dimension::kDiskBytes:
      return "disk";
    case Dimension::kPorts:
      return "ports";
    case Dimension::kMilliGpu:
      return "gpu";
  }
  return "unknown";
}

absl::Status ValidateAmounts(const Resources& resources, std::string_view field) {
  for (Dimension dimension : kAllDimensions) {
    const int64_t value = resources.Get(dimension);
    if (value >= 0 && value <= kMaxAmount) continue;
    return absl::InvalidArgumentError(fmt::format("{}.{}: {} is out of range; valid is 0 to {}",
                                                  field, DimensionName(dimension), value,
                                                  kMaxAmount));
  }
  return absl::OkStatus();
}

}  // namespace bayplan
