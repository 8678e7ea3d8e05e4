#include "error.h"

#include <fmt/format.h>

#include <string>

struct bayplan_error {
  bayplan_code code = BAYPLAN_INTERNAL;
  std::string message;
};

namespace bayplan::capi {
namespace {

// Made in advance, because there is no memory to make it when it is needed.
bayplan_error kOutOfMemory{BAYPLAN_RESOURCE_EXHAUSTED, "out of memory"};

bayplan_code ToCode(absl::StatusCode code) {
  const int number = static_cast<int>(code);
  return number > BAYPLAN_OK && number <= BAYPLAN_UNAUTHENTICATED ? static_cast<uint32_t>(number)
                                                                  : bayplan_code{BAYPLAN_INTERNAL};
}

}  // namespace

bayplan_error* ToError(const absl::Status& status) noexcept {
  if (status.ok()) return nullptr;
  try {
    return new bayplan_error{ToCode(status.code()), std::string(status.message())};
  } catch (...) {
    return &kOutOfMemory;
  }
}

absl::Status CallbackStatus(int returned, std::string_view what) {
  if (returned == BAYPLAN_OK) return absl::OkStatus();
  const bool known = returned > 0 && returned <= BAYPLAN_UNAUTHENTICATED;
  const auto code = known ? static_cast<absl::StatusCode>(returned) : absl::StatusCode::kInternal;
  return absl::Status(code, fmt::format("{} returned {} ({})", what, returned,
                                        known ? absl::StatusCodeToString(code) : "not a code"));
}

absl::Status RequireGiven(const void* pointer, std::string_view field) {
  if (pointer != nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format("{} is NULL; it is required", field));
}

}  // namespace bayplan::capi

bayplan_code bayplan_error_code(const bayplan_error* error) {
  return error == nullptr ? bayplan_code{BAYPLAN_OK} : error->code;
}

bayplan_str bayplan_error_message(const bayplan_error* error) {
  if (error == nullptr) return {nullptr, 0};
  return {error->message.data(), error->message.size()};
}

void bayplan_error_destroy(bayplan_error* error) {
  if (error != &bayplan::capi::kOutOfMemory) delete error;
}
