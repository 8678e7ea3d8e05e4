#include "json_writer.h"

#include <fmt/format.h>

namespace bayplan::replay {
namespace {

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

JsonWriter& JsonWriter::Key(std::string_view key) {
  Raw(Quoted(key));
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) { return Raw(Quoted(value)); }

JsonWriter& JsonWriter::Numbers(absl::Span<const int64_t> values) {
  return Raw(fmt::format("[{}]", fmt::join(values, ", ")));
}

JsonWriter& JsonWriter::Raw(std::string_view text) {
  if (!after_key_) {
    if (!first_) text_ += ',';
    NewLine();
  }
  text_ += text;
  first_ = false;
  after_key_ = false;
  return *this;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Raw(std::string_view(&bracket, 1));
  ++level_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  --level_;
  if (!first_) NewLine();
  text_ += bracket;
  first_ = false;
  if (level_ == 0) text_ += '\n';
  return *this;
}

void JsonWriter::NewLine() {
  if (text_.empty()) return;
  text_ += '\n';
  text_.append(static_cast<size_t>(level_) * 2, ' ');
}

}  // namespace bayplan::replay
