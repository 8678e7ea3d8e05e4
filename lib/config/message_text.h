// How error messages name a place and show what stands there.

#ifndef BAYPLAN_LIB_CONFIG_MESSAGE_TEXT_H_
#define BAYPLAN_LIB_CONFIG_MESSAGE_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bayplan/config/edn.h"

namespace bayplan {

// Turns offsets into lines and columns. Cheap for offsets that come in ascending order, as a reader
// asks for them; going back starts again at the beginning.
class LocationCursor {
 public:
  explicit LocationCursor(std::string_view text) : text_(text) {}
  SourceLocation At(size_t offset);

 private:
  std::string_view text_;
  size_t offset_ = 0;
  SourceLocation location_;
};

// "source:line:column: text", or "source: text" for an unknown location.
std::string Located(std::string_view source, const std::optional<SourceLocation>& location,
                    std::string_view text);

// InvalidArgument if `text` is not UTF-8, naming the first bad byte and its place.
absl::Status CheckUtf8(std::string_view text, std::string_view source);

// `text`, or its first bytes, cut between code points and ended with "...", if it is longer.
std::string Shortened(std::string_view text, size_t max_bytes = 80);

// Shortened(text) in double quotes, with quotes, backslashes and control characters escaped.
std::string Quoted(std::string_view text);

// A view of Abseil's as one of the standard library's.
inline std::string_view ToView(absl::string_view text) { return {text.data(), text.size()}; }

// "a", "a or b", "a, b or c".
std::string Alternatives(absl::Span<const std::string> choices);

// The candidate that `name` is most likely a misspelling of (by edit distance, case aside; the
// first of equals), or nothing if none is near.
std::optional<std::string> NearestName(std::string_view name,
                                       absl::Span<const std::string> candidates);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_MESSAGE_TEXT_H_
