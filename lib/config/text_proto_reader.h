// Protobuf text as the same located tree that EDN gives.

#ifndef BAYPLAN_LIB_CONFIG_TEXT_PROTO_READER_H_
#define BAYPLAN_LIB_CONFIG_TEXT_PROTO_READER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "bayplan/config/edn.h"

namespace bayplan {

// Reads a Config in protobuf's text format. A value stands at its field's name; columns count as
// protobuf counts them, with tab stops every eight columns. InvalidArgument as of ParseEdn.
absl::StatusOr<EdnValue> ParseTextProto(std::string_view text, std::string_view source_name);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_TEXT_PROTO_READER_H_
