#include "text.h"

#include <fmt/format.h>

#include "error.h"

namespace bayplan::capi {

absl::StatusOr<std::string_view> ToView(bayplan_str text, std::string_view field) {
  if (text.data == nullptr && text.len > 0) {
    return absl::InvalidArgumentError(fmt::format("{} has length {} and no data", field, text.len));
  }
  return std::string_view(text.data, text.len);
}

absl::StatusOr<std::vector<std::string>> ToStrings(const bayplan_str* texts, size_t count,
                                                   std::string_view field) {
  std::vector<std::string> strings;
  if (count == 0) return strings;
  absl::Status given = RequireGiven(texts, field);
  if (!given.ok()) return given;
  for (size_t i = 0; i < count; ++i) {
    absl::StatusOr<std::string_view> view = ToView(texts[i], fmt::format("{}[{}]", field, i));
    if (!view.ok()) return view.status();
    strings.emplace_back(*view);
  }
  return strings;
}

}  // namespace bayplan::capi

bayplan_str bayplan_bytes_view(const bayplan_bytes* bytes) {
  if (bytes == nullptr) return {nullptr, 0};
  return bayplan::capi::ToStr(bytes->bytes);
}

void bayplan_bytes_destroy(bayplan_bytes* bytes) { delete bytes; }
