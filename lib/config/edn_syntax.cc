#include "edn_syntax.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "utf8.h"

namespace bayplan {
namespace {

// Takes digits from the front of `text`; how many.
size_t TakeDigits(std::string_view* text) {
  size_t count = 0;
  while (count < text->size() && IsDigit((*text)[count])) ++count;
  text->remove_prefix(count);
  return count;
}

bool Take(std::string_view* text, std::string_view one_of) {
  if (text->empty() || one_of.find(text->front()) == std::string_view::npos) return false;
  text->remove_prefix(1);
  return true;
}

bool IsFloat(std::string_view token) {
  Take(&token, "+-");
  if (TakeDigits(&token) == 0) return false;
  bool fractional = false;
  if (Take(&token, ".")) {
    TakeDigits(&token);
    fractional = true;
  }
  if (Take(&token, "eE")) {
    Take(&token, "+-");
    if (TakeDigits(&token) == 0) return false;
    fractional = true;
  }
  if (Take(&token, "M")) fractional = true;
  return fractional && token.empty();
}

bool IsRatio(std::string_view token) {
  Take(&token, "+-");
  if (TakeDigits(&token) == 0 || !Take(&token, "/")) return false;
  const bool zero = token.find_first_not_of('0') == std::string_view::npos;
  return TakeDigits(&token) > 0 && token.empty() && !zero;
}

bool AreDigits(std::string_view digits, int radix) {
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), [radix](char c) {
    const int value =
        IsDigit(c) ? c - '0' : absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10;
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) && value < radix;
  });
}

}  // namespace

std::optional<std::string> CharacterOf(std::string_view token) {
  for (const NamedCharacter& named : kNamedCharacters) {
    if (token == named.name) return std::string(1, named.character);
  }
  size_t first_length = 1;
  while (first_length < token.size() && IsContinuation(token[first_length])) ++first_length;
  if (token.size() == first_length) return std::string(token);
  const bool hexadecimal = token.starts_with('u') && token.size() == 5;
  if (!hexadecimal && !(token.starts_with('o') && token.size() <= 4)) return std::nullopt;
  EdnValue number;
  number.kind = EdnKind::kInteger;
  number.text = absl::StrCat(hexadecimal ? "16r" : "8r",
                             absl::string_view(token.data() + 1, token.size() - 1));
  const std::optional<int64_t> code_point = EdnInteger(number);
  if (!code_point.has_value() || *code_point > (hexadecimal ? 0xFFFF : 0xFF)) return std::nullopt;
  if (*code_point >= 0xD800 && *code_point <= 0xDFFF) return std::nullopt;
  std::string character;
  AppendUtf8(static_cast<uint32_t>(*code_point), &character);
  return character;
}

bool LooksLikeNumber(std::string_view token) {
  Take(&token, "+-");
  return !token.empty() && IsDigit(token.front());
}

std::optional<IntegerText> SplitInteger(std::string_view token) {
  IntegerText number;
  number.negative = token.starts_with('-');
  Take(&token, "+-");
  const size_t radix_mark = token.find_first_of("rR");
  if (token.starts_with("0x") || token.starts_with("0X")) {
    number.radix = 16;
    token.remove_prefix(2);
  } else if (radix_mark == 1 || radix_mark == 2) {
    number.radix = 0;
    for (const char c : token.substr(0, radix_mark)) {
      if (!IsDigit(c)) return std::nullopt;
      number.radix = number.radix * 10 + (c - '0');
    }
    if (number.radix < 2 || number.radix > 36) return std::nullopt;
    token.remove_prefix(radix_mark + 1);
  } else if (token.size() > 1 && token[0] == '0' && token != "0N") {
    number.radix = 8;
    token.remove_prefix(1);
  }
  // N is a digit from radix 24 on.
  if (number.radix <= 16 && token.ends_with('N')) token.remove_suffix(1);
  if (!AreDigits(token, number.radix)) return std::nullopt;
  number.digits = token;
  return number;
}

std::optional<EdnKind> NumberKind(std::string_view token) {
  if (!LooksLikeNumber(token)) return std::nullopt;
  if (SplitInteger(token).has_value()) return EdnKind::kInteger;
  if (IsFloat(token)) return EdnKind::kFloat;
  if (IsRatio(token)) return EdnKind::kRatio;
  return std::nullopt;
}

bool IsSymbolText(std::string_view name) {
  if (name == "/") return true;
  if (name.empty() || name.front() == '/' || name.back() == '/' || name.back() == ':') return false;
  // A byte order mark is invisible, and at the start of a text no symbol.
  if (name.starts_with("\xEF\xBB\xBF")) return false;
  if (name.find("::") != std::string_view::npos || name.front() == ':') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || absl::ascii_isalnum(byte) ||
           std::string_view(".*+!-_?$%&=<>/:#'|").find(c) != std::string_view::npos;
  });
}

}  // namespace bayplan
