// SplitMix64: the library's only source of randomness, always seeded by the caller.
//
//   SplitMix random(42);
//   uint64_t die = random.Below(6);
//
// The same seed gives the same draws on every machine. O(1) per draw. Not for cryptography.

#ifndef BAYPLAN_BASE_SPLIT_MIX_H_
#define BAYPLAN_BASE_SPLIT_MIX_H_

#include <cstdint>

namespace bayplan {

class SplitMix {
 public:
  explicit constexpr SplitMix(uint64_t seed) : state_(seed) {}

  constexpr uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  // A number in [0, n), by remainder (its bias is below n / 2^64). `n` must not be 0.
  constexpr uint64_t Below(uint64_t n) { return Next() % n; }

 private:
  uint64_t state_;
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_SPLIT_MIX_H_
