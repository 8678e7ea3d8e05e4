// The parts of edn.h that look at a value: comparison, printing, counting, numbers.

#include <cmath>
#include <limits>

#include "absl/strings/charconv.h"
#include "bayplan/config/edn.h"
#include "edn_syntax.h"
#include "fmt/format.h"

namespace bayplan {
namespace {

void AppendString(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (c == '\n') {
      *out += "\\n";
    } else if (c == '\t') {
      *out += "\\t";
    } else if (c == '\r') {
      *out += "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      *out += fmt::format("\\u{:04X}", byte);
    } else {
      out->push_back(c);
    }
  }
  out->push_back('"');
}

void AppendCharacter(std::string_view text, std::string* out) {
  for (const NamedCharacter& named : kNamedCharacters) {
    if (text.size() == 1 && text[0] == named.character) {
      out->push_back('\\');
      *out += named.name;
      return;
    }
  }
  const auto byte = static_cast<unsigned char>(text.empty() ? '\0' : text[0]);
  if (byte < 0x20 || byte == 0x7F) {
    *out += fmt::format("\\u{:04X}", byte);
  } else {
    out->push_back('\\');
    *out += text;
  }
}

void Append(const EdnValue& value, std::string* out);

void AppendItems(const EdnValue& value, std::string_view open, std::string_view close,
                 std::string* out) {
  *out += open;
  for (size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out->push_back(' ');
    Append(value.items[i], out);
  }
  *out += close;
}

void Append(const EdnValue& value, std::string* out) {
  switch (value.kind) {
    case EdnKind::kNil:
      *out += "nil";
      break;
    case EdnKind::kBoolean:
    case EdnKind::kInteger:
    case EdnKind::kRatio:
    case EdnKind::kFloat:
    case EdnKind::kSymbol:
      *out += value.text;
      break;
    case EdnKind::kCharacter:
      AppendCharacter(value.text, out);
      break;
    case EdnKind::kString:
      AppendString(value.text, out);
      break;
    case EdnKind::kKeyword:
      out->push_back(':');
      *out += value.text;
      break;
    case EdnKind::kList:
      AppendItems(value, "(", ")", out);
      break;
    case EdnKind::kVector:
      AppendItems(value, "[", "]", out);
      break;
    case EdnKind::kSet:
      AppendItems(value, "#{", "}", out);
      break;
    case EdnKind::kMap:
      AppendItems(value, "{", "}", out);
      break;
    case EdnKind::kTagged:
      *out += fmt::format("#{} ", value.text);
      AppendItems(value, "", "", out);
      break;
  }
}

std::optional<double> ParseDouble(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.ends_with('M') || text.ends_with('N')) text.remove_suffix(1);
  double number = 0;
  const absl::from_chars_result result =
      absl::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ptr != text.data() + text.size()) return std::nullopt;
  // Too small is the nearest double all the same; too large is none.
  if (result.ec != std::errc() && !(std::abs(number) <= 1)) return std::nullopt;
  return number;
}

std::optional<double> ParseSymbolic(std::string_view text) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (text == "##Inf") return infinity;
  if (text == "##-Inf") return -infinity;
  if (text == "##NaN") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

}  // namespace

bool operator==(const EdnValue& a, const EdnValue& b) {
  return a.kind == b.kind && a.text == b.text && a.items == b.items;
}

std::string PrintEdn(const EdnValue& value) {
  std::string out;
  Append(value, &out);
  return out;
}

size_t CountEdn(const EdnValue& value, EdnKind kind) {
  size_t count = value.kind == kind ? 1 : 0;
  for (const EdnValue& item : value.items) count += CountEdn(item, kind);
  return count;
}

std::optional<int64_t> EdnInteger(const EdnValue& value) {
  if (value.kind != EdnKind::kInteger) return std::nullopt;
  const std::optional<IntegerText> number = SplitInteger(value.text);
  if (!number.has_value()) return std::nullopt;
  // Accumulated below zero, where there is room for the smallest number too.
  int64_t total = 0;
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  for (const char c : number->digits) {
    const int digit = DigitValue(c);
    if (total < kLowest / number->radix) return std::nullopt;
    total *= number->radix;
    if (total < kLowest + digit) return std::nullopt;
    total -= digit;
  }
  if (number->negative) return total;
  if (total == kLowest) return std::nullopt;
  return -total;
}

std::optional<double> EdnDouble(const EdnValue& value) {
  const std::string_view text = value.text;
  if (value.kind == EdnKind::kFloat) {
    return text.starts_with("##") ? ParseSymbolic(text) : ParseDouble(text);
  }
  if (value.kind == EdnKind::kInteger) {
    if (const auto integer = EdnInteger(value)) return static_cast<double>(*integer);
    const std::optional<IntegerText> number = SplitInteger(text);
    return number.has_value() && number->radix == 10 ? ParseDouble(text) : std::nullopt;
  }
  if (value.kind != EdnKind::kRatio) return std::nullopt;
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<double> numerator = ParseDouble(text.substr(0, slash));
  const std::optional<double> denominator = ParseDouble(text.substr(slash + 1));
  if (!numerator.has_value() || !denominator.has_value() || *denominator == 0) return std::nullopt;
  return *numerator / *denominator;
}

}  // namespace bayplan
