// What a job asks for and what a node has: whole numbers, one per dimension.
//
//   Resources ask = Resources().Set(Dimension::kMilliCpu, 1'500)
//                              .Set(Dimension::kMemoryBytes, int64_t{4} << 30);
//   if (!(used + ask).FitsIn(capacity)) ...
//
// Each dimension carries its unit in its name. Input is limited to `kMaxAmount` so that amounts are
// exact as doubles and sums of thousands of them cannot overflow; `ValidateAmounts` checks it at
// the border, arithmetic inside does not check again. Every function is O(kDimensionCount).

#ifndef BAYPLAN_BASE_RESOURCES_H_
#define BAYPLAN_BASE_RESOURCES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/status/status.h"

namespace bayplan {

// Order is the order in which shortages are reported (the matcher's first reason per node).
enum class Dimension : uint8_t {
  kMilliCpu = 0,     // thousandths of a CPU
  kMemoryBytes = 1,  // bytes
  kNetworkKbps = 2,  // kilobits per second
  kDiskBytes = 3,    // bytes
  kPorts = 4,        // count
  kMilliGpu = 5,     // thousandths of a GPU
};
inline constexpr size_t kDimensionCount = 6;
inline constexpr std::array<Dimension, kDimensionCount> kAllDimensions = {
    Dimension::kMilliCpu,  Dimension::kMemoryBytes, Dimension::kNetworkKbps,
    Dimension::kDiskBytes, Dimension::kPorts,       Dimension::kMilliGpu};

// "cpu", "memory", "network", "disk", "ports", "gpu": the names used in reasons and reports.
std::string_view DimensionName(Dimension dimension);

// 2^50 - 1. Exact as a double, and 8192 of them still add up inside an int64.
inline constexpr int64_t kMaxAmount = (int64_t{1} << 50) - 1;

struct Resources {
  std::array<int64_t, kDimensionCount> amount{};

  constexpr int64_t Get(Dimension d) const { return amount[static_cast<size_t>(d)]; }
  constexpr Resources& Set(Dimension d, int64_t value) {
    amount[static_cast<size_t>(d)] = value;
    return *this;
  }

  friend constexpr bool operator==(const Resources&, const Resources&) = default;
  constexpr Resources& operator+=(const Resources& other) {
    for (size_t i = 0; i < kDimensionCount; ++i) amount[i] += other.amount[i];
    return *this;
  }
  constexpr Resources& operator-=(const Resources& other) {
    for (size_t i = 0; i < kDimensionCount; ++i) amount[i] -= other.amount[i];
    return *this;
  }
  friend constexpr Resources operator+(Resources a, const Resources& b) { return a += b; }
  friend constexpr Resources operator-(Resources a, const Resources& b) { return a -= b; }

  // True if no dimension exceeds `limit`.
  constexpr bool FitsIn(const Resources& limit) const {
    for (size_t i = 0; i < kDimensionCount; ++i) {
      if (amount[i] > limit.amount[i]) return false;
    }
    return true;
  }
};

// OK if every amount lies in [0, kMaxAmount]; otherwise InvalidArgument that names `field`, the
// dimension, the value and the range.
absl::Status ValidateAmounts(const Resources& resources, std::string_view field);

}  // namespace bayplan

#endif  // BAYPLAN_BASE_RESOURCES_H_
