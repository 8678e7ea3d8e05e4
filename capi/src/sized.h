// Structs that grow: reading one from a caller and writing one to a caller who may have been
// compiled with another version of the header.
//
//   bayplan_job_columns jobs = {};                             // the defaults
//   absl::Status ok = ReadSized(from_caller, "jobs", &jobs);
//   return WriteSized(counters, "out", to_caller);

#ifndef BAYPLAN_CAPI_SRC_SIZED_H_
#define BAYPLAN_CAPI_SRC_SIZED_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "error.h"

namespace bayplan::capi {

// No struct is ever larger, so a size beyond it was not set.
inline constexpr size_t kMaxStructSize = 4096;

// OK if `size` can be the size of some version of a struct with the given alignment.
inline absl::Status CheckStructSize(size_t size, size_t alignment, std::string_view field) {
  if (size >= sizeof(size_t) && size <= kMaxStructSize && size % alignment == 0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      fmt::format("{}.size is {}; valid is the sizeof of the struct", field, size));
}

// Copies what the caller's version of the struct has over the defaults in `out`.
template <typename T>
absl::Status ReadSized(const T* in, std::string_view field, T* out) {
  static_assert(std::is_trivially_copyable_v<T> && offsetof(T, size) == 0);
  absl::Status status = RequireGiven(in, field);
  if (status.ok()) status = CheckStructSize(in->size, alignof(T), field);
  if (!status.ok()) return status;
  const char* bytes = reinterpret_cast<const char*>(in);
  const bool newer = std::any_of(bytes + std::min(sizeof(T), in->size), bytes + in->size,
                                 [](char byte) { return byte != 0; });
  if (newer) {
    return absl::InvalidArgumentError(fmt::format(
        "{}.size is {} and there is a value beyond byte {}, where this library knows no field",
        field, in->size, sizeof(T)));
  }
  std::memcpy(static_cast<void*>(out), bytes, std::min(sizeof(T), in->size));
  out->size = sizeof(T);
  return absl::OkStatus();
}

// The elements of a caller's array, which stand as far apart as their common size says.
template <typename T>
absl::StatusOr<std::vector<T>> ReadSizedArray(const T* in, size_t count, std::string_view field) {
  std::vector<T> elements(count);
  if (count == 0) return elements;
  absl::Status status = RequireGiven(in, field);
  if (!status.ok()) return status;
  for (size_t i = 0; i < count; ++i) {
    const auto* element =
        reinterpret_cast<const T*>(reinterpret_cast<const char*>(in) + i * in->size);
    const std::string name = fmt::format("{}[{}]", field, i);
    if (element->size != in->size) {
      return absl::InvalidArgumentError(
          fmt::format("{}.size is {}; valid is {}, the size of the first element", name,
                      element->size, in->size));
    }
    status = ReadSized(element, name, &elements[i]);
    if (!status.ok()) return status;
  }
  return elements;
}

// Gives the caller as many fields of `value` as its struct has.
template <typename T>
absl::Status WriteSized(const T& value, std::string_view field, T* out) {
  static_assert(std::is_trivially_copyable_v<T> && offsetof(T, size) == 0);
  absl::Status status = RequireGiven(out, field);
  if (status.ok()) status = CheckStructSize(out->size, alignof(T), field);
  if (!status.ok()) return status;
  const size_t size = out->size;
  std::memset(static_cast<void*>(out), 0, size);
  std::memcpy(static_cast<void*>(out), &value, std::min(sizeof(T), size));
  out->size = size;
  return absl::OkStatus();
}

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_SIZED_H_
