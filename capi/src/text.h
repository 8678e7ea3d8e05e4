// Strings at the C border.

#ifndef BAYPLAN_CAPI_SRC_TEXT_H_
#define BAYPLAN_CAPI_SRC_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bayplan/bayplan.h"

struct bayplan_bytes {
  std::string bytes;
};

namespace bayplan::capi {

// A view of the caller's memory. InvalidArgument that names `field` if it has a length and no data.
absl::StatusOr<std::string_view> ToView(bayplan_str text, std::string_view field);
inline bayplan_str ToStr(std::string_view text) { return {text.data(), text.size()}; }

// Copies of the `count` strings of a caller's array.
absl::StatusOr<std::vector<std::string>> ToStrings(const bayplan_str* texts, size_t count,
                                                   std::string_view field);

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_TEXT_H_
