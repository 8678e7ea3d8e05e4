// Points in time and spans of time, in whole milliseconds.
//
// The library never reads a clock: every `Timestamp` comes from the host or from a cluster.
//
//   Timestamp submitted{1'000};
//   Timestamp started = submitted + Duration::Seconds(90);
//   Duration waited = started - submitted;   // waited.ms == 90'000
//
// Arithmetic saturates at the ends of int64 instead of overflowing, so a far future deadline
// ("never") stays in the future whatever is added to it. Every function is O(1) and pure.

#ifndef BAYPLAN_BASE_TIME_H_
#define BAYPLAN_BASE_TIME_H_

#include <compare>
#include <cstdint>
#include <limits>

namespace bayplan {

namespace time_internal {

constexpr int64_t SaturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}

constexpr int64_t SaturatingSub(int64_t a, int64_t b) {
  int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}

constexpr int64_t SaturatingMul(int64_t a, int64_t b) {
  int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? std::numeric_limits<int64_t>::max()
                            : std::numeric_limits<int64_t>::min();
}

}  // namespace time_internal

// A span of time; may be negative.
struct Duration {
  int64_t ms = 0;

  static constexpr Duration Seconds(int64_t n) { return {time_internal::SaturatingMul(n, 1'000)}; }
  static constexpr Duration Minutes(int64_t n) { return {time_internal::SaturatingMul(n, 60'000)}; }

  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;
  friend constexpr Duration operator+(Duration a, Duration b) {
    return {time_internal::SaturatingAdd(a.ms, b.ms)};
  }
  friend constexpr Duration operator-(Duration a, Duration b) {
    return {time_internal::SaturatingSub(a.ms, b.ms)};
  }
};

// A point in time: milliseconds since an epoch that the host chooses (usually 1970, UTC).
struct Timestamp {
  int64_t ms = 0;

  friend constexpr auto operator<=>(const Timestamp&, const Timestamp&) = default;
  friend constexpr Timestamp operator+(Timestamp t, Duration d) {
    return {time_internal::SaturatingAdd(t.ms, d.ms)};
  }
  friend constexpr Timestamp operator-(Timestamp t, Duration d) {
    return {time_internal::SaturatingSub(t.ms, d.ms)};
  }
  friend constexpr Duration operator-(Timestamp a, Timestamp b) {
    return {time_internal::SaturatingSub(a.ms, b.ms)};
  }
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_TIME_H_
