#include "json_reader.h"

#include <optional>
#include <string>
#include <vector>

// A namespace of our own, so that a host may use another version of RapidJSON.
#define RAPIDJSON_NAMESPACE bayplan_rapidjson
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "duplicates.h"
#include "fmt/format.h"
#include "message_text.h"

namespace bayplan {
namespace {

namespace json = bayplan_rapidjson;

// Builds the tree from the reader's events. An event tells where the reader stands, behind the
// token; the token starts at the first byte behind the token before that is no punctuation.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::string_view source, const json::MemoryStream& stream)
      : text_(text), source_(source), stream_(stream), cursor_(text) {}

  bool Null() { return Scalar(EdnKind::kNil, ""); }
  bool Bool(bool value) { return Scalar(EdnKind::kBoolean, value ? "true" : "false"); }
  bool RawNumber(const char* number, json::SizeType length, bool) {
    const std::string_view digits(number, length);
    const bool integer = digits.find_first_of(".eE") == std::string_view::npos;
    return Scalar(integer ? EdnKind::kInteger : EdnKind::kFloat, digits);
  }
  bool String(const char* string, json::SizeType length, bool) {
    return Scalar(EdnKind::kString, std::string_view(string, length));
  }
  bool Key(const char* string, json::SizeType length, bool copy) {
    return String(string, length, copy);
  }
  bool StartObject() { return Open(EdnKind::kMap); }
  bool StartArray() { return Open(EdnKind::kVector); }
  bool EndObject(json::SizeType) { return Close(); }
  bool EndArray(json::SizeType) { return Close(); }
  // Numbers come as text, so these never happen.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

  const absl::Status& status() const { return status_; }
  EdnValue TakeRoot() { return std::move(root_); }

 private:
  EdnValue Begin(EdnKind kind) {
    const size_t start = text_.find_first_not_of(" \t\r\n,:{}[]", token_end_);
    EdnValue value;
    value.kind = kind;
    value.location = cursor_.At(start == std::string_view::npos ? text_.size() : start);
    return value;
  }

  EdnValue* Place(EdnValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    open_.back()->items.push_back(std::move(value));
    return &open_.back()->items.back();
  }

  bool Scalar(EdnKind kind, std::string_view text) {
    EdnValue value = Begin(kind);
    value.text = std::string(text);
    token_end_ = stream_.Tell();
    Place(std::move(value));
    return true;
  }

  bool Open(EdnKind kind) {
    EdnValue value;
    value.kind = kind;
    value.location = cursor_.At(stream_.Tell());
    token_end_ = stream_.Tell() + 1;
    if (open_.size() >= kMaxNestingDepth) {
      status_ = absl::InvalidArgumentError(Located(
          source_, value.location, fmt::format("nested deeper than {} levels", kMaxNestingDepth)));
      return false;
    }
    // Items of an open collection do not move while a collection inside them is open.
    open_.push_back(Place(std::move(value)));
    return true;
  }

  bool Close() {
    token_end_ = stream_.Tell() + 1;
    status_ = CheckDuplicates(*open_.back(), source_);
    open_.pop_back();
    return status_.ok();
  }

  std::string_view text_;
  std::string_view source_;
  const json::MemoryStream& stream_;
  LocationCursor cursor_;
  size_t token_end_ = 0;
  EdnValue root_;
  std::vector<EdnValue*> open_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<EdnValue> ParseJson(std::string_view text, std::string_view source_name) {
  if (auto status = CheckUtf8(text, source_name); !status.ok()) return status;
  const auto fail = [&](size_t offset, std::string_view message) {
    return absl::InvalidArgumentError(
        Located(source_name, LocationCursor(text).At(offset), message));
  };
  json::MemoryStream stream(text.data(), text.size());
  json::Reader reader;
  TreeBuilder builder(text, source_name, stream);
  constexpr unsigned kFlags = json::kParseIterativeFlag | json::kParseNumbersAsStringsFlag;
  const json::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (!builder.status().ok()) return builder.status();
  if (result.IsError()) {
    return fail(result.Offset(),
                fmt::format("not JSON: {}", json::GetParseError_En(result.Code())));
  }
  // The stream ends at a byte 0, which the text may hold.
  if (stream.Tell() < text.size()) return fail(stream.Tell(), "not JSON: a byte 0");
  return builder.TakeRoot();
}

}  // namespace bayplan
