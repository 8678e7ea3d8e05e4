// Writes JSON, two spaces per level, keys in the order of the calls.
//
//   JsonWriter json;
//   json.BeginObject().Key("jobs").Number(3).EndObject();
//   std::string text = json.text();

#ifndef BAYPLAN_BENCH_REPLAY_JSON_WRITER_H_
#define BAYPLAN_BENCH_REPLAY_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace bayplan::replay {

class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  JsonWriter& Key(std::string_view key);
  JsonWriter& Number(int64_t value) { return Raw(std::to_string(value)); }
  JsonWriter& String(std::string_view value);
  JsonWriter& Null() { return Raw("null"); }
  // On one line.
  JsonWriter& Numbers(absl::Span<const int64_t> values);
  // A number that is too large for int64, as its digits.
  JsonWriter& Raw(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  void NewLine();

  std::string text_;
  int level_ = 0;
  bool first_ = true;  // nothing stands at this level yet
  bool after_key_ = false;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_JSON_WRITER_H_
