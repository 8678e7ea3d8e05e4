#include "utf8.h"

namespace bayplan {
namespace {

// Bytes of the sequence that `lead` begins, and the range of its second byte, by Unicode table 3-7.
struct Sequence {
  size_t length;
  unsigned char second_low;
  unsigned char second_high;
};

Sequence SequenceOf(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

std::optional<size_t> FindInvalidUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Sequence sequence = SequenceOf(static_cast<unsigned char>(text[at]));
    if (sequence.length == 0 || text.size() - at < sequence.length) return at;
    for (size_t i = 1; i < sequence.length; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      const unsigned char low = i == 1 ? sequence.second_low : 0x80;
      const unsigned char high = i == 1 ? sequence.second_high : 0xBF;
      if (byte < low || byte > high) return at;
    }
    at += sequence.length;
  }
  return std::nullopt;
}

void AppendUtf8(uint32_t code_point, std::string* out) {
  const auto append = [out](uint32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    append(code_point);
  } else if (code_point < 0x800) {
    append(0xC0 | (code_point >> 6));
    append(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    append(0xE0 | (code_point >> 12));
    append(0x80 | ((code_point >> 6) & 0x3F));
    append(0x80 | (code_point & 0x3F));
  } else {
    append(0xF0 | (code_point >> 18));
    append(0x80 | ((code_point >> 12) & 0x3F));
    append(0x80 | ((code_point >> 6) & 0x3F));
    append(0x80 | (code_point & 0x3F));
  }
}

}  // namespace bayplan
