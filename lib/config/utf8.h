// The little that the readers need to know about UTF-8.

#ifndef BAYPLAN_LIB_CONFIG_UTF8_H_
#define BAYPLAN_LIB_CONFIG_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bayplan {

// The offset of the first byte that does not belong to well-formed UTF-8 (no surrogates, no
// overlong forms). Nothing if all of `text` is well-formed. O(length).
std::optional<size_t> FindInvalidUtf8(std::string_view text);

// Appends a code point, which must be at most 0x10FFFF and no surrogate.
void AppendUtf8(uint32_t code_point, std::string* out);

// Whether `byte` continues a code point that an earlier byte began.
constexpr bool IsContinuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_UTF8_H_
