#include "message_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "fmt/format.h"
#include "utf8.h"

namespace bayplan {
namespace {

// A name further off than this is not called a misspelling.
constexpr size_t kFarthest = 3;

// Levenshtein's distance of two lower-case names, O(|a| * |b|).
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = absl::ascii_tolower(static_cast<unsigned char>(c));
  return lower;
}

}  // namespace

SourceLocation LocationCursor::At(size_t offset) {
  if (offset < offset_) {
    offset_ = 0;
    location_ = {};
  }
  for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
    const char byte = text_[offset_];
    if (byte == '\n') {
      ++location_.line;
      location_.column = 1;
    } else if (!IsContinuation(byte)) {
      ++location_.column;
    }
  }
  return location_;
}

std::string Located(std::string_view source, const std::optional<SourceLocation>& location,
                    std::string_view text) {
  if (!location.has_value()) return fmt::format("{}: {}", source, text);
  return fmt::format("{}:{}:{}: {}", source, location->line, location->column, text);
}

absl::Status CheckUtf8(std::string_view text, std::string_view source) {
  const std::optional<size_t> bad = FindInvalidUtf8(text);
  if (!bad.has_value()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      Located(source, LocationCursor(text).At(*bad),
              fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[*bad]))));
}

std::string Shortened(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  size_t end = max_bytes;
  while (end > 0 && IsContinuation(text[end])) --end;
  return fmt::format("{}...", text.substr(0, end));
}

std::string Quoted(std::string_view text) {
  EdnValue value;
  value.kind = EdnKind::kString;
  value.text = Shortened(text);
  std::string quoted = PrintEdn(value);
  if (!FindInvalidUtf8(quoted).has_value()) return quoted;
  // A message is UTF-8 whatever it speaks of.
  std::string escaped;
  for (const char c : quoted) {
    const auto byte = static_cast<unsigned char>(c);
    escaped += byte < 0x80 ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return escaped;
}

std::string Alternatives(absl::Span<const std::string> choices) {
  std::string text;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) text += i + 1 == choices.size() ? " or " : ", ";
    text += choices[i];
  }
  return text;
}

std::optional<std::string> NearestName(std::string_view name,
                                       absl::Span<const std::string> candidates) {
  const std::string lower = Lower(name);
  const size_t allowed = std::min(kFarthest, std::max<size_t>(1, name.size() / 3));
  size_t best_distance = allowed + 1;
  std::optional<std::string> best;
  for (const std::string& candidate : candidates) {
    const size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) > allowed) continue;
    const size_t distance = EditDistance(lower, Lower(candidate));
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = candidate;
  }
  return best;
}

}  // namespace bayplan
