// Pool regexes: compiled by RE2, quietly and in bounded memory.

#ifndef BAYPLAN_LIB_CONFIG_POOL_REGEX_H_
#define BAYPLAN_LIB_CONFIG_POOL_REGEX_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "re2/re2.h"

namespace bayplan {

// The compiled regex. InvalidArgument with RE2's reason; if the regex uses what Java has and RE2
// has not, or reads differently, the message says so and names it.
absl::StatusOr<std::unique_ptr<RE2>> CompilePoolRegex(const std::string& regex);

// How certain it is that a search for `regex` succeeds in any name.
enum class Universal {
  kUnknown,
  kNamesWithoutLineBreak,
  kEveryName,
};
Universal MatchesEveryName(const std::string& regex);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_POOL_REGEX_H_
