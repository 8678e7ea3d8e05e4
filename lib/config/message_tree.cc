#include "message_tree.h"

#include <cmath>

#include "fmt/format.h"
#include "parameters.h"

namespace bayplan {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using Places = google::protobuf::TextFormat::ParseInfoTree;

EdnValue Make(EdnKind kind, std::string text, const std::optional<SourceLocation>& location) {
  EdnValue value;
  value.kind = kind;
  value.text = std::move(text);
  value.location = location;
  return value;
}

std::string FloatText(double number) {
  if (std::isnan(number)) return "##NaN";
  if (std::isinf(number)) return number > 0 ? "##Inf" : "##-Inf";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::optional<SourceLocation> PlaceOf(const Places* places, const FieldDescriptor* field,
                                      int index) {
  if (places == nullptr) return std::nullopt;
  const auto location = places->GetLocation(field, index);
  if (location.line < 0) return std::nullopt;
  return SourceLocation{location.line + 1, location.column + 1};
}

const Places* NestedPlaces(const Places* places, const FieldDescriptor* field, int index) {
  return places == nullptr ? nullptr : places->GetTreeForNested(field, index);
}

void AppendFields(const Message& message, const SchedulerKind* kind, const Places* places,
                  EdnValue* out);

EdnValue MessageValue(const Message& message, const Places* places,
                      const std::optional<SourceLocation>& location) {
  EdnValue map = Make(EdnKind::kMap, "", location);
  AppendFields(message, nullptr, places, &map);
  return map;
}

EdnValue FieldValue(const Message& message, const FieldDescriptor* field, const Places* places) {
  const Reflection& reflection = *message.GetReflection();
  const std::optional<SourceLocation> place = PlaceOf(places, field, field->is_repeated() ? 0 : -1);
  if (field->is_repeated()) {
    EdnValue vector = Make(EdnKind::kVector, "", place);
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      vector.items.push_back(MessageValue(reflection.GetRepeatedMessage(message, field, i),
                                          NestedPlaces(places, field, i),
                                          PlaceOf(places, field, i)));
    }
    return vector;
  }
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64:
      return Make(EdnKind::kInteger, fmt::format("{}", reflection.GetInt64(message, field)), place);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Make(EdnKind::kFloat, FloatText(reflection.GetDouble(message, field)), place);
    case FieldDescriptor::CPPTYPE_STRING:
      return Make(EdnKind::kString, reflection.GetString(message, field), place);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return MessageValue(reflection.GetMessage(message, field), NestedPlaces(places, field, -1),
                          place);
    default:
      return Make(EdnKind::kNil, "", place);  // The schema has no other types.
  }
}

void AppendFields(const Message& message, const SchedulerKind* kind, const Places* places,
                  EdnValue* out) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::optional<SourceLocation> place =
        PlaceOf(places, field, field->is_repeated() ? 0 : -1);
    // SchedulerConfig { fenzo { ... } } is {:scheduler "fenzo" ...}.
    const bool of_kind = message.GetDescriptor() == config::SchedulerConfig::descriptor();
    out->items.push_back(Make(EdnKind::kKeyword,
                              of_kind ? "scheduler" : std::string(KeyOfField(kind, field->name())),
                              place));
    if (!of_kind) {
      out->items.push_back(FieldValue(message, field, places));
      continue;
    }
    out->items.push_back(Make(EdnKind::kString, field->name(), place));
    AppendFields(message.GetReflection()->GetMessage(message, field),
                 FindSchedulerKind(field->name()), NestedPlaces(places, field, -1), out);
  }
}

}  // namespace

EdnValue MessageTree(const config::Config& config, const Places* places) {
  std::optional<SourceLocation> start;
  if (places != nullptr) start = SourceLocation{};
  return MessageValue(config, places, start);
}

}  // namespace bayplan
