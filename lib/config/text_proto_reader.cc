#include "text_proto_reader.h"

#include "bayplan/config/config.pb.h"
#include "fmt/format.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "message_text.h"
#include "message_tree.h"

namespace bayplan {
namespace {

// The text between the first two double quotes behind `mark`; empty if there is none.
std::string QuotedBehind(std::string_view message, std::string_view mark) {
  size_t begin = message.find(mark);
  if (begin == std::string_view::npos) return "";
  begin += mark.size();
  const size_t end = message.find('"', begin);
  return std::string(message.substr(begin, end == std::string_view::npos ? 0 : end - begin));
}

// A suggestion for the parser's complaint about an unknown field; empty for other complaints.
std::string Suggestion(std::string_view message) {
  const std::string type = QuotedBehind(message, "Message type \"");
  const std::string name = QuotedBehind(message, "has no field named \"");
  const auto* descriptor =
      config::Config::descriptor()->file()->pool()->FindMessageTypeByName(type);
  if (name.empty() || descriptor == nullptr) return "";
  std::vector<std::string> fields;
  for (int i = 0; i < descriptor->field_count(); ++i) {
    fields.push_back(descriptor->field(i)->name());
  }
  const std::optional<std::string> nearest = NearestName(name, fields);
  return fmt::format("{} Valid are {}.",
                     nearest.has_value() ? fmt::format(" Did you mean {}?", *nearest) : "",
                     Alternatives(fields));
}

// Keeps the first error, which is the one that explains the others.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  explicit FirstError(std::string_view source) : source_(source) {}

  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!status_.ok()) return;
    std::optional<SourceLocation> location;
    if (line >= 0) location = SourceLocation{line + 1, column + 1};
    status_ = absl::InvalidArgumentError(
        Located(source_, location, fmt::format("{}{}", Shortened(message), Suggestion(message))));
  }

  const absl::Status& status() const { return status_; }

 private:
  std::string_view source_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<EdnValue> ParseTextProto(std::string_view text, std::string_view source_name) {
  if (auto status = CheckUtf8(text, source_name); !status.ok()) return status;
  FirstError error(source_name);
  google::protobuf::TextFormat::ParseInfoTree places;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&places);
  parser.SetRecursionLimit(kMaxNestingDepth);
  config::Config config;
  if (!parser.ParseFromString(std::string(text), &config)) {
    if (!error.status().ok()) return error.status();
    return absl::InvalidArgumentError(Located(source_name, std::nullopt, "not protobuf text"));
  }
  return MessageTree(config, &places);
}

}  // namespace bayplan
