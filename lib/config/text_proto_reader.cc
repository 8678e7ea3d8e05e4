#include "text_proto_reader.h"

#include "bayplan/config/config.pb.h"
#include "fmt/format.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "message_text.h"
#include "message_tree.h"

namespace bayplan {
namespace {

// The parser's complaints quote names of any length.
constexpr size_t kMaxComplaintBytes = 200;

using Places = google::protobuf::TextFormat::ParseInfoTree;

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

// The place behind all others at which a field of that name was given, in what was read so far.
std::optional<SourceLocation> LastPlaceOf(std::string_view name, const Places& places,
                                          const google::protobuf::Descriptor* message) {
  std::optional<SourceLocation> last;
  const auto take = [&last](const std::optional<SourceLocation>& place) {
    if (!place.has_value()) return;
    const bool later = !last.has_value() || place->line > last->line ||
                       (place->line == last->line && place->column > last->column);
    if (later) last = place;
  };
  for (int i = 0; i < message->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* field = message->field(i);
    for (int index = field->is_repeated() ? 0 : -1;; ++index) {
      const auto found = places.GetLocation(field, index);
      if (found.line >= 0 && field->name() == name) {
        take(SourceLocation{found.line + 1, found.column + 1});
      }
      const bool nests = field->message_type() != nullptr;
      const Places* nested = nests ? places.GetTreeForNested(field, index) : nullptr;
      if (nested != nullptr) take(LastPlaceOf(name, *nested, field->message_type()));
      if (!field->is_repeated() || (found.line < 0 && nested == nullptr)) break;
    }
  }
  return last;
}

// The first place of the field, for the parser's complaint about a second one; else empty.
std::string FirstPlace(std::string_view message, const Places& places) {
  // No message of the schema has, at any depth, a field of the name of one of its own fields, so
  // the last one before the complaint is the one meant.
  std::string name = QuotedBehind(message, "along with field \"");
  if (name.empty() && message.find("specified multiple times") != std::string_view::npos) {
    name = QuotedBehind(message, "field \"");
  }
  const auto place = LastPlaceOf(name, places, config::Config::descriptor());
  if (name.empty() || !place.has_value()) return "";
  return fmt::format(" First at line {}, column {}.", place->line, place->column);
}

// Keeps the first error, which is the one that explains the others.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  FirstError(std::string_view source, const Places& places) : source_(source), places_(places) {}

  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!status_.ok()) return;
    std::optional<SourceLocation> location;
    if (line >= 0) location = SourceLocation{line + 1, column + 1};
    status_ = absl::InvalidArgumentError(
        Located(source_, location,
                fmt::format("{}{}{}", Shortened(message, kMaxComplaintBytes), Suggestion(message),
                            FirstPlace(message, places_))));
  }

  const absl::Status& status() const { return status_; }

 private:
  std::string_view source_;
  const Places& places_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<EdnValue> ParseTextProto(std::string_view text, std::string_view source_name) {
  if (auto status = CheckUtf8(text, source_name); !status.ok()) return status;
  Places places;
  FirstError error(source_name, places);
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
