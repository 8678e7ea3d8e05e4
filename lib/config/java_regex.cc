#include "java_regex.h"

namespace bayplan {
namespace {

struct Syntax {
  std::string_view text;
  std::string_view name;
};

constexpr Syntax kGroups[] = {
    {"(?=", "look-ahead"},   {"(?!", "look-ahead"},      {"(?<=", "look-behind"},
    {"(?<!", "look-behind"}, {"(?>", "atomic group"},    {"(?<", "named group in Java's spelling"},
    {"(?x", "comment flag"}, {"(?d", "Unix-lines flag"}, {"(?u", "Unicode-case flag"},
};

constexpr Syntax kEscapes[] = {
    {"\\k", "backreference"},
    {"\\G", "match-boundary assertion"},
    {"\\Z", "end-of-input assertion"},
    {"\\R", "line-break class"},
    {"\\X", "grapheme class"},
    {"\\h", "horizontal-blank class"},
    {"\\H", "horizontal-blank class"},
    {"\\V", "vertical-blank class"},
    {"\\N", "named character"},
    {"\\u", "UTF-16 escape"},
    {"\\e", "escape character"},
    {"\\c", "control character"},
    {"\\p{java", "Java character class"},
    {"\\p{Is", "Java character class"},
    {"\\p{Alpha", "POSIX class in Java's spelling"},
    {"\\p{Lower", "POSIX class in Java's spelling"},
    {"\\p{Upper", "POSIX class in Java's spelling"},
    {"\\p{Digit", "POSIX class in Java's spelling"},
    {"\\p{Alnum", "POSIX class in Java's spelling"},
    {"\\p{Punct", "POSIX class in Java's spelling"},
};

template <size_t kCount>
std::optional<JavaSyntax> FindPrefix(const Syntax (&table)[kCount], std::string_view rest) {
  for (const Syntax& syntax : table) {
    if (rest.starts_with(syntax.text)) return JavaSyntax{std::string(syntax.text), syntax.name};
  }
  return std::nullopt;
}

// The length of a quantifier at the front: * + ? {n} {n,} {n,m}; 0 if there is none.
size_t QuantifierLength(std::string_view rest) {
  if (rest.empty()) return 0;
  if (rest[0] == '*' || rest[0] == '+' || rest[0] == '?') return 1;
  if (rest[0] != '{') return 0;
  const size_t close = rest.find_first_not_of("0123456789,", 1);
  const bool counted = close != std::string_view::npos && close > 1 && rest[close] == '}';
  return counted ? close + 1 : 0;
}

std::optional<JavaSyntax> AtEscape(std::string_view rest, bool in_class) {
  if (rest.size() >= 2 && rest[1] >= '1' && rest[1] <= '9' && !in_class) {
    return JavaSyntax{std::string(rest.substr(0, 2)), "backreference"};
  }
  return FindPrefix(kEscapes, rest);
}

// Length of the escape at the front, with all of \Q...\E.
size_t EscapeLength(std::string_view rest) {
  if (!rest.starts_with("\\Q")) return 2;
  const size_t end = rest.find("\\E", 2);
  return end == std::string_view::npos ? rest.size() : end + 2;
}

std::optional<JavaSyntax> InClass(std::string_view rest) {
  if (rest.starts_with("&&")) return JavaSyntax{"&&", "class intersection", true};
  if (rest[0] == '[' && !rest.starts_with("[:")) return JavaSyntax{"[", "nested class", true};
  return std::nullopt;
}

}  // namespace

std::optional<JavaSyntax> FindJavaSyntax(std::string_view regex) {
  bool in_class = false;
  for (size_t at = 0; at < regex.size();) {
    const std::string_view rest = regex.substr(at);
    if (rest[0] == '\\') {
      if (auto found = AtEscape(rest, in_class)) return found;
      at += EscapeLength(rest);
    } else if (in_class) {
      if (auto found = InClass(rest)) return found;
      if (rest.starts_with("[:")) {
        const size_t end = rest.find(":]");
        at += end == std::string_view::npos ? 2 : end + 2;
        continue;
      }
      in_class = rest[0] != ']';
      ++at;
    } else if (rest[0] == '[') {
      in_class = true;
      ++at;
      if (at < regex.size() && regex[at] == '^') ++at;
      // A bracket at the front is an ordinary character.
      if (at < regex.size() && regex[at] == ']') ++at;
    } else if (const size_t length = QuantifierLength(rest); length > 0) {
      if (rest.size() > length && rest[length] == '+') {
        return JavaSyntax{std::string(rest.substr(0, length + 1)), "possessive quantifier"};
      }
      at += length;
    } else {
      if (auto found = FindPrefix(kGroups, rest)) return found;
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace bayplan
