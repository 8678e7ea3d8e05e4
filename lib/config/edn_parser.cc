// A recursive descent over EDN. Recursion is bounded by kMaxNestingDepth, discards included.

#include <cstdint>

#include "bayplan/config/edn.h"
#include "duplicates.h"
#include "edn_syntax.h"
#include "fmt/format.h"
#include "message_text.h"
#include "utf8.h"

namespace bayplan {
namespace {

struct Bracket {
  EdnKind kind;
  char close;
  std::string_view name;
};
constexpr Bracket kList = {EdnKind::kList, ')', "list"};
constexpr Bracket kVector = {EdnKind::kVector, ']', "vector"};
constexpr Bracket kMap = {EdnKind::kMap, '}', "map"};
constexpr Bracket kSet = {EdnKind::kSet, '}', "set"};

class EdnParser {
 public:
  EdnParser(std::string_view text, std::string_view source)
      : text_(text), source_(source), cursor_(text) {}

  absl::StatusOr<std::vector<EdnValue>> ParseAll();

 private:
  absl::Status SkipBlank(int depth);
  absl::Status ReadForm(int depth, EdnValue* out);
  absl::Status ReadCollection(const Bracket& bracket, int depth, EdnValue* out);
  absl::Status ReadDispatch(int depth, EdnValue* out);
  absl::Status ReadString(EdnValue* out);
  absl::Status ReadEscape(size_t start, std::string* out);
  absl::Status ReadUnicodeEscape(size_t start, std::string* out);
  absl::Status ReadCharacter(EdnValue* out);
  absl::Status ReadKeyword(EdnValue* out);
  absl::Status ReadSymbolOrNumber(EdnValue* out);

  bool AtEnd() const { return at_ >= text_.size(); }
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  // Refuses one more level inside `depth` levels.
  absl::Status CheckDepth(int depth) {
    if (depth < kMaxNestingDepth) return absl::OkStatus();
    return Fail(at_, fmt::format("nested deeper than {} levels", kMaxNestingDepth));
  }
  std::string_view TakeToken();
  std::optional<uint32_t> TakeHex4();
  absl::Status Fail(size_t offset, std::string_view message) {
    return absl::InvalidArgumentError(Located(source_, cursor_.At(offset), message));
  }

  std::string_view text_;
  std::string_view source_;
  LocationCursor cursor_;
  size_t at_ = 0;
};

absl::StatusOr<std::vector<EdnValue>> EdnParser::ParseAll() {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  std::vector<EdnValue> forms;
  while (true) {
    if (auto status = SkipBlank(0); !status.ok()) return status;
    if (AtEnd()) return forms;
    forms.emplace_back();
    if (auto status = ReadForm(0, &forms.back()); !status.ok()) return status;
  }
}

// Skips whitespace, commas, comments, and discarded forms.
absl::Status EdnParser::SkipBlank(int depth) {
  while (!AtEnd()) {
    if (IsEdnBlank(Peek())) {
      ++at_;
    } else if (Peek() == ';') {
      while (!AtEnd() && Peek() != '\n') ++at_;
    } else if (Peek() == '#' && Peek(1) == '_') {
      const size_t start = at_;
      if (auto status = CheckDepth(depth); !status.ok()) return status;
      at_ += 2;
      if (auto status = SkipBlank(depth + 1); !status.ok()) return status;
      if (AtEnd()) return Fail(start, "#_ discards the form behind it, and there is none");
      EdnValue discarded;
      if (auto status = ReadForm(depth + 1, &discarded); !status.ok()) return status;
    } else {
      break;
    }
  }
  return absl::OkStatus();
}

// Reads the form that starts here; SkipBlank came before and there is a form.
absl::Status EdnParser::ReadForm(int depth, EdnValue* out) {
  out->location = cursor_.At(at_);
  switch (const char c = Peek()) {
    case '(':
      return ReadCollection(kList, depth, out);
    case '[':
      return ReadCollection(kVector, depth, out);
    case '{':
      return ReadCollection(kMap, depth, out);
    case ')':
    case ']':
    case '}':
      return Fail(at_, fmt::format("'{}' closes nothing that is open", c));
    case '"':
      return ReadString(out);
    case '\\':
      return ReadCharacter(out);
    case '#':
      return ReadDispatch(depth, out);
    case ':':
      return ReadKeyword(out);
    default:
      return ReadSymbolOrNumber(out);
  }
}

absl::Status EdnParser::ReadCollection(const Bracket& bracket, int depth, EdnValue* out) {
  const size_t start = at_;
  if (auto status = CheckDepth(depth); !status.ok()) return status;
  out->kind = bracket.kind;
  ++at_;
  while (true) {
    if (auto status = SkipBlank(depth); !status.ok()) return status;
    if (AtEnd()) {
      return Fail(start, fmt::format("the {} that starts here is never closed; valid is '{}'",
                                     bracket.name, bracket.close));
    }
    const char c = Peek();
    if (c == bracket.close) break;
    if (c == ')' || c == ']' || c == '}') {
      return Fail(
          at_,
          fmt::format("'{}' where valid is '{}', which closes the {} of line {}, column "
                      "{}",
                      c, bracket.close, bracket.name, out->location->line, out->location->column));
    }
    out->items.emplace_back();
    if (auto status = ReadForm(depth + 1, &out->items.back()); !status.ok()) return status;
  }
  if (out->kind == EdnKind::kMap && out->items.size() % 2 != 0) {
    return Fail(at_, fmt::format("the map of line {}, column {} ends in the key {}, which has no "
                                 "value",
                                 out->location->line, out->location->column,
                                 Shortened(PrintEdn(out->items.back()))));
  }
  ++at_;
  return CheckDuplicates(*out, source_);
}

// '#': a set, a tagged element or a symbolic float.
absl::Status EdnParser::ReadDispatch(int depth, EdnValue* out) {
  const size_t start = at_++;
  if (Peek() == '{') return ReadCollection(kSet, depth, out);
  if (Peek() == '"') return Fail(start, "#\"...\" is no EDN; valid is a string without the #");
  const std::string_view tag = TakeToken();
  if (tag == "#Inf" || tag == "#-Inf" || tag == "#NaN") {
    out->kind = EdnKind::kFloat;
    out->text = fmt::format("#{}", tag);
    return absl::OkStatus();
  }
  const char first = tag.empty() ? '\0' : tag.front();
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  if (!letter || !IsSymbolText(tag)) {
    return Fail(start,
                fmt::format("#{} is no EDN; valid behind # are '{{', '_', a tag, #Inf, #-Inf "
                            "and #NaN",
                            Shortened(tag)));
  }
  if (auto status = CheckDepth(depth); !status.ok()) return status;
  out->kind = EdnKind::kTagged;
  out->text = std::string(tag);
  if (auto status = SkipBlank(depth); !status.ok()) return status;
  const char next = Peek();
  if (AtEnd() || next == ')' || next == ']' || next == '}') {
    return Fail(start, fmt::format("the tag #{} has no element behind it", Shortened(tag)));
  }
  out->items.emplace_back();
  return ReadForm(depth + 1, &out->items.back());
}

absl::Status EdnParser::ReadString(EdnValue* out) {
  const size_t start = at_++;
  out->kind = EdnKind::kString;
  while (!AtEnd() && Peek() != '"') {
    if (Peek() == '\\') {
      if (auto status = ReadEscape(at_, &out->text); !status.ok()) return status;
    } else {
      out->text.push_back(Peek());
      ++at_;
    }
  }
  if (AtEnd()) return Fail(start, "the string that starts here is never closed");
  ++at_;
  return absl::OkStatus();
}

absl::Status EdnParser::ReadEscape(size_t start, std::string* out) {
  ++at_;
  const char c = Peek();
  constexpr std::string_view kEscapes = "tnrbf\\\"";
  constexpr std::string_view kMeanings = "\t\n\r\b\f\\\"";
  if (const size_t found = kEscapes.find(c); found != std::string_view::npos) {
    out->push_back(kMeanings[found]);
    ++at_;
    return absl::OkStatus();
  }
  if (c == 'u') return ReadUnicodeEscape(start, out);
  uint32_t code_point = 0;
  int digits = 0;
  for (; digits < 3 && Peek() >= '0' && Peek() <= '7'; ++digits, ++at_) {
    code_point = code_point * 8 + static_cast<uint32_t>(Peek() - '0');
  }
  if (digits == 0 || code_point > 0xFF) {
    return Fail(start,
                "unknown escape in a string; valid are \\t \\n \\r \\b \\f \\\\ \\\" \\uXXXX and "
                "\\0 to \\377");
  }
  AppendUtf8(code_point, out);
  return absl::OkStatus();
}

// \uXXXX, of which two may stand for one code point beyond 16 bits.
absl::Status EdnParser::ReadUnicodeEscape(size_t start, std::string* out) {
  ++at_;
  std::optional<uint32_t> unit = TakeHex4();
  if (!unit.has_value()) return Fail(start, "\\u in a string needs four hexadecimal digits");
  uint32_t code_point = *unit;
  if (code_point >= 0xD800 && code_point <= 0xDBFF && Peek() == '\\' && Peek(1) == 'u') {
    at_ += 2;
    const std::optional<uint32_t> low = TakeHex4();
    if (low.has_value() && *low >= 0xDC00 && *low <= 0xDFFF) {
      code_point = 0x10000 + ((code_point - 0xD800) << 10) + (*low - 0xDC00);
    }
  }
  if (code_point >= 0xD800 && code_point <= 0xDFFF) {
    return Fail(start, "half of a surrogate pair in a string; valid is a whole pair");
  }
  AppendUtf8(code_point, out);
  return absl::OkStatus();
}

absl::Status EdnParser::ReadCharacter(EdnValue* out) {
  const size_t start = at_++;
  out->kind = EdnKind::kCharacter;
  const size_t begin = at_;
  if (AtEnd() || (IsEdnBlank(Peek()) && Peek() != ',')) {
    return Fail(start, "\\ needs a character behind it; a blank is \\space, \\tab or \\newline");
  }
  ++at_;
  while (!AtEnd() && (IsContinuation(Peek()) || !IsEdnDelimiter(Peek()))) ++at_;
  const std::string_view token = text_.substr(begin, at_ - begin);
  if (std::optional<std::string> character = CharacterOf(token)) {
    out->text = *std::move(character);
    return absl::OkStatus();
  }
  return Fail(start,
              fmt::format("\\{} is no character; valid are one character, \\newline, \\space, "
                          "\\tab, \\return, \\formfeed, \\backspace, \\uXXXX and \\o377",
                          Shortened(token)));
}

absl::Status EdnParser::ReadKeyword(EdnValue* out) {
  const size_t start = at_++;
  const std::string_view name = TakeToken();
  if (!IsSymbolText(name)) {
    return Fail(start, fmt::format(":{} is no keyword; valid is :name or :namespace/name",
                                   Shortened(name)));
  }
  out->kind = EdnKind::kKeyword;
  out->text = std::string(name);
  return absl::OkStatus();
}

absl::Status EdnParser::ReadSymbolOrNumber(EdnValue* out) {
  const size_t start = at_;
  const std::string_view token = TakeToken();
  out->text = std::string(token);
  if (token == "nil") {
    out->text.clear();
    out->kind = EdnKind::kNil;
  } else if (token == "true" || token == "false") {
    out->kind = EdnKind::kBoolean;
  } else if (const std::optional<EdnKind> number = NumberKind(token)) {
    out->kind = *number;
  } else if (LooksLikeNumber(token)) {
    return Fail(start, fmt::format("{} is no number; valid are integers, ratios such as 1/2 and "
                                   "floats such as 0.5",
                                   Shortened(token)));
  } else if (IsSymbolText(token)) {
    out->kind = EdnKind::kSymbol;
  } else {
    return Fail(start, fmt::format("{} starts no EDN form",
                                   Quoted(token.empty() ? text_.substr(start, 1) : token)));
  }
  return absl::OkStatus();
}

std::string_view EdnParser::TakeToken() {
  const size_t begin = at_;
  while (!AtEnd() && !IsEdnDelimiter(Peek())) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::optional<uint32_t> EdnParser::TakeHex4() {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = Peek();
    if (c >= '0' && c <= '9') {
      value = value * 16 + static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value * 16 + static_cast<uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      value = value * 16 + static_cast<uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

}  // namespace

absl::StatusOr<std::vector<EdnValue>> ParseEdn(std::string_view text,
                                               std::string_view source_name) {
  if (auto status = CheckUtf8(text, source_name); !status.ok()) return status;
  return EdnParser(text, source_name).ParseAll();
}

}  // namespace bayplan
