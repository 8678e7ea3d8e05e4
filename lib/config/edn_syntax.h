// What EDN tokens look like.

#ifndef BAYPLAN_LIB_CONFIG_EDN_SYNTAX_H_
#define BAYPLAN_LIB_CONFIG_EDN_SYNTAX_H_

#include <optional>
#include <string>
#include <string_view>

#include "bayplan/config/edn.h"

namespace bayplan {

struct NamedCharacter {
  std::string_view name;
  char character;
};

inline constexpr NamedCharacter kNamedCharacters[] = {
    {"newline", '\n'}, {"return", '\r'},   {"space", ' '},
    {"tab", '\t'},     {"formfeed", '\f'}, {"backspace", '\b'},
};

constexpr bool IsEdnBlank(char c) {
  return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Whether `c` ends a symbol, keyword, number or character.
constexpr bool IsEdnDelimiter(char c) {
  return IsEdnBlank(c) || c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' ||
         c == '"' || c == ';';
}

// The character, in UTF-8, that a token behind a backslash names: a, newline, u0041 or o101.
std::optional<std::string> CharacterOf(std::string_view token);

// Whether a token is a number or a mistaken one: a digit, perhaps behind a sign.
bool LooksLikeNumber(std::string_view token);

// kInteger, kRatio or kFloat; nothing if `token` is no number.
std::optional<EdnKind> NumberKind(std::string_view token);

// An integer's sign, radix and digits: -0x1F, 017, 36rZZ, 42N.
struct IntegerText {
  bool negative = false;
  int radix = 10;
  std::string_view digits;
};
std::optional<IntegerText> SplitInteger(std::string_view token);

// Whether `name` can be a symbol, or a keyword without its colon: name or namespace/name.
bool IsSymbolText(std::string_view name);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_EDN_SYNTAX_H_
