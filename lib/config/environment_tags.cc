#include "environment_tags.h"

#include "absl/strings/match.h"
#include "fmt/format.h"
#include "message_text.h"

namespace bayplan {
namespace {

constexpr std::string_view kEnv = "config/env";
constexpr std::string_view kEnvInt = "config/env-int";
constexpr std::string_view kEnvIntDefault = "config/env-int-default";
constexpr std::string_view kEnvBool = "config/env-bool";

const std::string* Find(Environment environment, std::string_view name) {
  for (const auto& [variable, value] : environment) {
    if (variable == name) return &value;
  }
  return nullptr;
}

EdnValue Make(EdnKind kind, std::string text) {
  EdnValue value;
  value.kind = kind;
  value.text = std::move(text);
  return value;
}

absl::StatusOr<EdnValue> Read(std::string_view tag, const EdnValue& name, Environment environment) {
  const std::string* value = Find(environment, name.text);
  if (value == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("#{} {}: the environment has no such variable", tag, Quoted(name.text)));
  }
  if (tag == kEnv) return Make(EdnKind::kString, *value);
  if (tag == kEnvBool) {
    const bool set = absl::EqualsIgnoreCase(*value, "true");
    return Make(EdnKind::kBoolean, set ? "true" : "false");
  }
  EdnValue integer = Make(EdnKind::kInteger, *value);
  if (EdnInteger(integer).has_value()) return integer;
  return absl::InvalidArgumentError(fmt::format("#{} {}: the variable is {}; valid is an integer",
                                                tag, Quoted(name.text), Quoted(*value)));
}

}  // namespace

absl::StatusOr<EdnValue> ResolveTag(const EdnValue& tagged, Environment environment) {
  const std::string_view tag = tagged.text;
  const EdnValue& element = tagged.items.front();
  const bool with_default = tag == kEnvIntDefault;
  if (!with_default && tag != kEnv && tag != kEnvInt && tag != kEnvBool) {
    return absl::InvalidArgumentError(
        fmt::format("{}, a tag with no meaning here; valid are #{}, #{}, #{} and #{}",
                    Shortened(PrintEdn(tagged)), kEnv, kEnvInt, kEnvIntDefault, kEnvBool));
  }
  const bool formed = with_default
                          ? element.kind == EdnKind::kVector && element.items.size() == 2 &&
                                element.items[0].kind == EdnKind::kString
                          : element.kind == EdnKind::kString;
  if (!formed) {
    return absl::InvalidArgumentError(
        fmt::format("#{} has {} behind it; valid is {}", tag, Shortened(PrintEdn(element)),
                    with_default ? "[\"NAME\" default]" : "\"NAME\""));
  }
  const EdnValue& name = with_default ? element.items[0] : element;
  if (with_default && Find(environment, name.text) == nullptr) {
    EdnValue fallback = element.items[1];
    fallback.location = tagged.location;
    if (fallback.kind == EdnKind::kTagged) return ResolveTag(fallback, environment);
    return fallback;
  }
  absl::StatusOr<EdnValue> value = Read(tag, name, environment);
  if (value.ok()) value->location = tagged.location;
  return value;
}

}  // namespace bayplan
