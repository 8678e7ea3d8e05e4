// Errors at the C border: statuses become owned objects, and no exception gets past an entry point.
//
//   bayplan_error* bayplan_x_create(bayplan_x** out, ...) {
//     return Guarded([&]() -> absl::Status { ... });
//   }

#ifndef BAYPLAN_CAPI_SRC_ERROR_H_
#define BAYPLAN_CAPI_SRC_ERROR_H_

#include <exception>
#include <new>
#include <string_view>

#include "absl/status/status.h"
#include "bayplan/bayplan.h"

namespace bayplan::capi {

// NULL for an OK status. Never throws: without memory it is the error that says so.
bayplan_error* ToError(const absl::Status& status) noexcept;

// What a host's callback returned, as a status; `what` says which callback of whom.
absl::Status CallbackStatus(int returned, std::string_view what);

// InvalidArgument that names `field` if `pointer` is null.
absl::Status RequireGiven(const void* pointer, std::string_view field);

// The error of `call`, a function that returns absl::Status, whatever way it fails.
template <typename Call>
bayplan_error* Guarded(Call&& call) noexcept {
  try {
    return ToError(call());
  } catch (const std::bad_alloc&) {
    return ToError(absl::ResourceExhaustedError("out of memory"));
  } catch (const std::exception& e) {
    return ToError(absl::InternalError(e.what()));
  } catch (...) {
    return ToError(absl::InternalError("unknown exception"));
  }
}

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_ERROR_H_
