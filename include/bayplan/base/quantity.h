// Kubernetes quantity text ("500m", "1.5Gi", "2e3") to exact numbers and back.
//
//   absl::StatusOr<Quantity> cpu = Quantity::Parse("1.5");
//   if (!cpu.ok()) return cpu.status();
//   int64_t milli_cpu = cpu->MilliValue();                            // 1'500
//   std::string memory = Quantity::FromBytes(1536 << 20).ToString();  // "1536Mi"
//
// Text is  sign? digits suffix?  where digits may hold one '.', and a suffix is one of
// n u m k M G T P E (powers of 1000), Ki Mi Gi Ti Pi Ei (powers of 1024), or e or E with a whole
// exponent. A value is kept exactly, in billionths; anything finer is rounded away from zero, so
// that asking for a little never becomes asking for nothing.
//
// Where Kubernetes' own Go code wraps around, loses a suffix or reads a lone suffix as 0, this
// class saturates, prints the value and refuses; tests/base/quantity_test.cc lists each such
// difference. An API server may answer with another text than it was sent: compare quantities, not
// texts.

#ifndef BAYPLAN_BASE_QUANTITY_H_
#define BAYPLAN_BASE_QUANTITY_H_

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace bayplan {

// The family of suffixes that a quantity was read with and prints with.
enum class QuantityFormat : uint8_t { kDecimal, kBinary, kExponent };

class Quantity {
 public:
  // Zero.
  constexpr Quantity() = default;

  // Reads `text`; no space is allowed anywhere. A value with a binary suffix is capped at
  // +-(2^63 - 1), as in Kubernetes; any other value beyond +-10^27 is an error. InvalidArgument
  // names the text, the byte at which it went wrong and what is valid. O(length), whatever the
  // exponent.
  static absl::StatusOr<Quantity> Parse(std::string_view text);

  // Thousandths of a CPU; prints with decimal suffixes.
  static constexpr Quantity FromMilliCpu(int64_t milli_cpu) {
    return Quantity(Wide{milli_cpu} * 1'000'000, QuantityFormat::kDecimal);
  }
  // Bytes; prints with binary suffixes. INT64_MIN, which has no binary text, becomes INT64_MIN + 1.
  static constexpr Quantity FromBytes(int64_t bytes) {
    return Quantity(Wide{bytes < -INT64_MAX ? -INT64_MAX : bytes} * 1'000'000'000,
                    QuantityFormat::kBinary);
  }

  // The value in whole units (bytes, CPUs, counts), rounded away from zero; saturates at the ends
  // of int64. O(1).
  int64_t Value() const;
  // The value in thousandths, rounded away from zero; saturates at the ends of int64. O(1).
  int64_t MilliValue() const;

  // The canonical text: no fraction, the largest suffix of the family that was read, no '+' and no
  // leading zeros. A binary quantity that is below 1024 or not whole prints with decimal suffixes.
  // Parse(ToString()) has the same value. O(1).
  std::string ToString() const;

  // Order by value; "1000m" equals "1".
  friend constexpr bool operator==(const Quantity& a, const Quantity& b) {
    return a.nano_ == b.nano_;
  }
  friend constexpr std::strong_ordering operator<=>(const Quantity& a, const Quantity& b) {
    return a.nano_ <=> b.nano_;
  }

 private:
  __extension__ typedef __int128 Wide;

  constexpr Quantity(Wide nano, QuantityFormat format) : nano_(nano), format_(format) {}

  Wide nano_ = 0;  // billionths; within +-10^36
  QuantityFormat format_ = QuantityFormat::kDecimal;
};

}  // namespace bayplan

#endif  // BAYPLAN_BASE_QUANTITY_H_
