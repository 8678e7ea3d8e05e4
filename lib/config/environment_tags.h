// The tags by which Cook's files read the environment:
//
//   #config/env "X"                   the string
//   #config/env-int "X"               an integer
//   #config/env-int-default ["X" 5]   an integer, or what stands behind if there is no X
//   #config/env-bool "X"              true if X is "true" in any case, otherwise false

#ifndef BAYPLAN_LIB_CONFIG_ENVIRONMENT_TAGS_H_
#define BAYPLAN_LIB_CONFIG_ENVIRONMENT_TAGS_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/config/edn.h"

namespace bayplan {

using Environment = absl::Span<const std::pair<std::string, std::string>>;

// What the tagged element stands for, at the tagged element's place. InvalidArgument, without a
// place, if the tag is none of these, its element has the wrong form, or the variable is missing or
// no integer where one is wanted.
absl::StatusOr<EdnValue> ResolveTag(const EdnValue& tagged, Environment environment);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_ENVIRONMENT_TAGS_H_
