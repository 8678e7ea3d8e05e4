// A 64-bit fingerprint (FNV-1a) that is the same on every machine and in every run.
//
//   uint64_t id = Fingerprint().Add("job-1").Add(int64_t{3}).value();
//
// Used where a hash takes part in a decision or in output (plan ids, pool by hash): std::hash and
// absl::Hash differ from run to run. Not for hostile input: collisions can be made on purpose.
// Numbers are added as eight little-endian bytes, strings with their length after them, so that
// ("ab", "c") and ("a", "bc") differ.

#ifndef BAYPLAN_BASE_FINGERPRINT_H_
#define BAYPLAN_BASE_FINGERPRINT_H_

#include <cstdint>
#include <string_view>

namespace bayplan {

// One step of a fast fingerprint over 64-bit words, for chains that are extended often:
// h' = MixWord(h, word). Equally stable, not FNV.
constexpr uint64_t MixWord(uint64_t seed, uint64_t word) {
  uint64_t z = seed ^ (word + 0x9E3779B97F4A7C15ULL + (seed << 6) + (seed >> 2));
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

class Fingerprint {
 public:
  constexpr Fingerprint& AddByte(uint8_t byte) {
    value_ = (value_ ^ byte) * 0x100000001b3ULL;
    return *this;
  }
  constexpr Fingerprint& Add(int64_t number) {
    auto bits = static_cast<uint64_t>(number);
    for (int i = 0; i < 8; ++i, bits >>= 8) AddByte(static_cast<uint8_t>(bits));
    return *this;
  }
  constexpr Fingerprint& Add(std::string_view text) {
    for (char c : text) AddByte(static_cast<uint8_t>(c));
    return Add(static_cast<int64_t>(text.size()));
  }
  constexpr uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_FINGERPRINT_H_
