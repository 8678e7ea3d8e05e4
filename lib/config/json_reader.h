// JSON as the same located tree that EDN gives.

#ifndef BAYPLAN_LIB_CONFIG_JSON_READER_H_
#define BAYPLAN_LIB_CONFIG_JSON_READER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "bayplan/config/edn.h"

namespace bayplan {

// Reads one JSON value: objects become maps with string keys, arrays vectors, null nil; numbers
// keep their text. Errors are as ParseEdn's. O(length).
absl::StatusOr<EdnValue> ParseJson(std::string_view text, std::string_view source_name);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_JSON_READER_H_
