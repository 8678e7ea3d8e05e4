// A map with a key twice and a set with an element twice are mistakes, whichever reader finds them.

#ifndef BAYPLAN_LIB_CONFIG_DUPLICATES_H_
#define BAYPLAN_LIB_CONFIG_DUPLICATES_H_

#include <string_view>

#include "absl/status/status.h"
#include "bayplan/config/edn.h"

namespace bayplan {

// InvalidArgument at the second of two equal keys of a map, or elements of a set, naming the place
// of the first. Keys are equal if they print alike. OK for values of other kinds. Expected O(size).
absl::Status CheckDuplicates(const EdnValue& value, std::string_view source);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_DUPLICATES_H_
