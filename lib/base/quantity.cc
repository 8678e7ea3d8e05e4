#include "bayplan/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

namespace bayplan {
namespace {

__extension__ typedef __int128 Wide;

constexpr int64_t kNano = 1'000'000'000;
constexpr Wide kMaxUnits = Wide{kNano} * kNano * kNano;
// More digits than this before the point exceed kMaxUnits; this many still fit a Wide in
// billionths.
constexpr int64_t kMaxIntegerDigits = 28;
// A value with more zeros than this after the point is less than a billionth, whatever its suffix.
constexpr int64_t kMaxLeadingZeros = 40;
// Far beyond both limits, and far from overflow when added to the length of a text.
constexpr int64_t kMaxExponent = int64_t{1} << 60;
// Longer texts are cut in error messages.
constexpr size_t kShownBytes = 40;

constexpr std::array<std::string_view, 10> kDecimalSuffixes = {"n", "u", "m", "",  "k",
                                                               "M", "G", "T", "P", "E"};
constexpr std::array<std::string_view, 7> kBinarySuffixes = {"",   "Ki", "Mi", "Gi",
                                                             "Ti", "Pi", "Ei"};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

absl::Status Malformed(std::string_view text, size_t byte, std::string_view problem) {
  const bool cut = text.size() > kShownBytes;
  const std::string shown = absl::CHexEscape({text.data(), cut ? kShownBytes : text.size()});
  return absl::InvalidArgumentError(fmt::format(
      "quantity \"{}{}\": {} at byte {}; valid is a number with an optional suffix out of "
      "n u m k M G T P E, Ki Mi Gi Ti Pi Ei or an exponent, such as 500m, 1.5Gi or 2e3",
      shown, cut ? "..." : "", problem, byte));
}

// The digits of a number without its point: leading zeros are gone, `point` digits stand before
// the point. `point` may be negative (zeros follow the point) or beyond the last digit.
struct Digits {
  std::string digits;
  int64_t point = 0;
};

// What a suffix stands for: 10^decimal_shift * 2^binary_shift.
struct Suffix {
  QuantityFormat format = QuantityFormat::kDecimal;
  int64_t decimal_shift = 0;
  int binary_shift = 0;
};

// Reads digits with at most one point from `begin` on and returns where they end.
absl::StatusOr<size_t> ReadDigits(std::string_view text, size_t begin, Digits& number) {
  bool seen_digit = false;
  bool seen_point = false;
  size_t at = begin;
  for (; at < text.size() && (IsDigit(text[at]) || text[at] == '.'); ++at) {
    if (text[at] == '.') {
      if (seen_point) return Malformed(text, at, "a second '.'");
      seen_point = true;
      continue;
    }
    seen_digit = true;
    const bool leading_zero = number.digits.empty() && text[at] == '0';
    if (!leading_zero) number.digits += text[at];
    if (!leading_zero && !seen_point) ++number.point;
    if (leading_zero && seen_point) --number.point;
  }
  if (!seen_digit) return Malformed(text, at, "no digit");
  return at;
}

// Reads the exponent whose 'e' stands at `begin`.
absl::StatusOr<Suffix> ReadExponent(std::string_view text, size_t begin) {
  size_t at = begin + 1;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  if (at == text.size()) return Malformed(text, at, "an exponent without digits");
  int64_t exponent = 0;
  for (; at < text.size(); ++at) {
    if (!IsDigit(text[at])) return Malformed(text, at, "an exponent that is not whole");
    if (exponent < kMaxExponent / 10) exponent = exponent * 10 + (text[at] - '0');
  }
  return Suffix{QuantityFormat::kExponent, negative ? -exponent : exponent, 0};
}

// Reads everything from `begin` to the end of `text`.
absl::StatusOr<Suffix> ReadSuffix(std::string_view text, size_t begin) {
  const std::string_view suffix = text.substr(begin);
  for (size_t i = 0; i < kDecimalSuffixes.size(); ++i) {
    const auto shift = 3 * static_cast<int64_t>(i) - 9;
    if (suffix == kDecimalSuffixes[i]) return Suffix{QuantityFormat::kDecimal, shift, 0};
  }
  for (size_t i = 1; i < kBinarySuffixes.size(); ++i) {
    const auto shift = 10 * static_cast<int>(i);
    if (suffix == kBinarySuffixes[i]) return Suffix{QuantityFormat::kBinary, 0, shift};
  }
  if (suffix[0] == 'e' || suffix[0] == 'E') return ReadExponent(text, begin);
  return Malformed(text, begin, "an unknown suffix");
}

// Whole units before the point, or nothing if they exceed kMaxUnits.
std::optional<Wide> IntegerPart(const Digits& number) {
  if (number.point > kMaxIntegerDigits) return std::nullopt;
  Wide value = 0;
  for (int64_t i = 0; i < number.point; ++i) {
    const auto at = static_cast<size_t>(i);
    value = value * 10 + (at < number.digits.size() ? number.digits[at] - '0' : 0);
  }
  if (value > kMaxUnits) return std::nullopt;
  return value;
}

// What stands after the point, times `scale`, rounded up. Works from the last digit to the first:
// each step divides by ten what has been gathered, so the running value stays below `scale`.
Wide FractionPart(const Digits& number, Wide scale) {
  Wide value = 0;
  bool inexact = false;
  const auto begin = static_cast<size_t>(std::max<int64_t>(number.point, 0));
  for (size_t i = number.digits.size(); i > begin; --i) {
    value += (number.digits[i - 1] - '0') * scale;
    inexact |= value % 10 != 0;
    value /= 10;
  }
  for (int64_t zeros = std::min(-number.point, kMaxLeadingZeros); zeros > 0; --zeros) {
    inexact |= value % 10 != 0;
    value /= 10;
  }
  return value + (inexact ? 1 : 0);
}

// The value in billionths, rounded up; nothing if it exceeds what its suffix allows.
std::optional<Wide> ToNano(Digits number, const Suffix& suffix) {
  if (number.digits.empty()) return 0;
  const bool binary = suffix.format == QuantityFormat::kBinary;
  const Wide limit = binary ? Wide{INT64_MAX} : kMaxUnits;
  const std::optional<Wide> too_large = binary ? std::optional(limit * kNano) : std::nullopt;

  number.point += suffix.decimal_shift;
  const std::optional<Wide> units = IntegerPart(number);
  if (!units.has_value() || *units > limit >> suffix.binary_shift) return too_large;
  const Wide scale = Wide{kNano} << suffix.binary_shift;
  const Wide nano = *units * scale + FractionPart(number, scale);
  return nano > limit * kNano ? too_large : nano;
}

int64_t RoundAwayFromZero(Wide nano, int64_t divisor) {
  Wide quotient = nano / divisor;
  if (nano % divisor != 0) quotient += nano < 0 ? -1 : 1;
  return static_cast<int64_t>(std::clamp<Wide>(quotient, INT64_MIN, INT64_MAX));
}

}  // namespace

absl::StatusOr<Quantity> Quantity::Parse(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  const bool has_sign = negative || (!text.empty() && text[0] == '+');
  Digits number;
  absl::StatusOr<size_t> end = ReadDigits(text, has_sign ? 1 : 0, number);
  if (!end.ok()) return end.status();
  absl::StatusOr<Suffix> suffix = ReadSuffix(text, *end);
  if (!suffix.ok()) return suffix.status();
  const std::optional<Wide> nano = ToNano(number, *suffix);
  if (!nano.has_value()) return Malformed(text, 0, "a value beyond 10^27");
  return Quantity(negative ? -*nano : *nano, suffix->format);
}

int64_t Quantity::Value() const { return RoundAwayFromZero(nano_, kNano); }

int64_t Quantity::MilliValue() const { return RoundAwayFromZero(nano_, kNano / 1'000); }

std::string Quantity::ToString() const {
  if (nano_ == 0) return "0";
  const std::string_view sign = nano_ < 0 ? "-" : "";
  Wide number = nano_ < 0 ? -nano_ : nano_;
  size_t suffix = 0;
  if (format_ == QuantityFormat::kBinary && number % kNano == 0 && number >= Wide{1'024} * kNano) {
    for (number /= kNano; number % 1'024 == 0; number /= 1'024) ++suffix;
    return fmt::format("{}{}{}", sign, number, kBinarySuffixes[suffix]);
  }
  const bool exponent = format_ == QuantityFormat::kExponent;
  for (; number % 1'000 == 0; number /= 1'000, ++suffix) {
    if (!exponent && suffix + 1 == kDecimalSuffixes.size()) break;
  }
  if (!exponent) return fmt::format("{}{}{}", sign, number, kDecimalSuffixes[suffix]);
  const int power = 3 * static_cast<int>(suffix) - 9;
  if (power == 0) return fmt::format("{}{}", sign, number);
  return fmt::format("{}{}e{}", sign, number, power);
}

}  // namespace bayplan
