// EDN, the notation of Clojure's configuration files, as a tree that loses nothing but layout.
//
//   auto forms = ParseEdn("{:pools {:default #config/env \"POOL\"}}", "pools.edn");
//   const EdnValue& map = forms->front();
//   map.items[0].text;                       // "pools", a keyword
//   map.items[0].location->column;           // 2
//   PrintEdn(map);                           // {:pools {:default #config/env "POOL"}}
//
// A number keeps its source text, so 3N, 1E-309, 22/7 and numbers beyond 64 bits survive; a tagged
// element keeps its tag; layout, comments and #_ discards are dropped. JSON is read into the same
// tree. Functions here are pure and safe from any thread.

#ifndef BAYPLAN_CONFIG_EDN_H_
#define BAYPLAN_CONFIG_EDN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace bayplan {

// Where a form starts. Both count from 1; a column is a Unicode code point.
struct SourceLocation {
  int line = 1;
  int column = 1;

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

enum class EdnKind {
  kNil,
  kBoolean,
  kInteger,
  kRatio,
  kFloat,
  kCharacter,
  kString,
  kKeyword,
  kSymbol,
  kList,
  kVector,
  kSet,
  kMap,
  kTagged,
};

struct EdnValue {
  EdnKind kind = EdnKind::kNil;
  // Booleans: "true" or "false". Numbers: as written. Strings and characters: decoded UTF-8.
  // Keywords: without the colon. Tagged elements: the tag without '#'. Otherwise empty.
  std::string text;
  // What a collection holds, in order; a map alternates keys and values, a tagged element has one.
  std::vector<EdnValue> items;
  // Absent in a tree that was not read from text.
  std::optional<SourceLocation> location;
};

// Same kind, text and items; locations do not count, the order in sets and maps does.
bool operator==(const EdnValue& a, const EdnValue& b);

// Collections and tags may nest this deep, in EDN and in JSON.
inline constexpr int kMaxNestingDepth = 256;

// All forms of `text`, in order. `source_name` is what error messages call the text.
// InvalidArgument with `source_name:line:column: ` and a reason for anything that is not EDN,
// including bytes that are not UTF-8, nesting beyond kMaxNestingDepth and a key that a map, or an
// element that a set, holds twice (compared as printed). O(length), times the nesting depth inside
// keys.
absl::StatusOr<std::vector<EdnValue>> ParseEdn(std::string_view text, std::string_view source_name);

// The form as EDN on one line; ParseEdn of it gives an equal value. O(size).
std::string PrintEdn(const EdnValue& value);

// How many values of `kind` there are in `value`, itself included.
size_t CountEdn(const EdnValue& value, EdnKind kind);

// The number as an int64 or a double; nothing if `value` is of another kind or out of range.
// A double is the nearest one (a ratio: the quotient of the two nearest); integers count as
// doubles.
std::optional<int64_t> EdnInteger(const EdnValue& value);
std::optional<double> EdnDouble(const EdnValue& value);

}  // namespace bayplan

#endif  // BAYPLAN_CONFIG_EDN_H_
