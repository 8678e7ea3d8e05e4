#include "dialect.h"

#include <algorithm>

#include "fmt/format.h"
#include "message_text.h"
#include "parameters.h"

namespace bayplan {
namespace {

std::string_view KindText(Dialect dialect, EdnKind kind) {
  const bool json = dialect == Dialect::kJson;
  switch (kind) {
    case EdnKind::kNil:
    case EdnKind::kInteger:
    case EdnKind::kRatio:
    case EdnKind::kFloat:
      return "";
    case EdnKind::kBoolean:
      return "the boolean ";
    case EdnKind::kCharacter:
      return "the character ";
    case EdnKind::kString:
      return "the string ";
    case EdnKind::kKeyword:
      return "the keyword ";
    case EdnKind::kSymbol:
      return "the symbol ";
    case EdnKind::kList:
      return "the list ";
    case EdnKind::kVector:
      return json ? "the array " : "the vector ";
    case EdnKind::kSet:
      return "the set ";
    case EdnKind::kMap:
      return json ? "the object " : "the map ";
    case EdnKind::kTagged:
      return "the tagged element ";
  }
  return "";
}

void AppendJson(const EdnValue& value, std::string* out) {
  const bool map = value.kind == EdnKind::kMap;
  if (!map && value.kind != EdnKind::kVector) {
    *out += value.kind == EdnKind::kNil ? "null" : PrintEdn(value);
    return;
  }
  out->push_back(map ? '{' : '[');
  for (size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) *out += map && i % 2 == 1 ? ": " : ", ";
    AppendJson(value.items[i], out);
  }
  out->push_back(map ? '}' : ']');
}

}  // namespace

std::string KeyText(Dialect dialect, std::string_view key) {
  switch (dialect) {
    case Dialect::kEdn:
      return fmt::format(":{}", key);
    case Dialect::kJson:
      return fmt::format("\"{}\"", key);
    case Dialect::kProto:
      return std::string(FieldOfKey(key));
  }
  return std::string(key);
}

std::string_view FieldOrKey(Dialect dialect, std::string_view key) {
  return dialect == Dialect::kProto ? FieldOfKey(key) : key;
}

std::string KeyName(Dialect dialect, const EdnValue& key) {
  if (dialect != Dialect::kJson && key.kind == EdnKind::kKeyword) return key.text;
  if (dialect != Dialect::kJson || key.kind != EdnKind::kString) return PrintEdn(key);
  std::string name = key.text;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string ValueText(Dialect dialect, const EdnValue& value) {
  if (dialect != Dialect::kJson) {
    return fmt::format("{}{}", KindText(dialect, value.kind), Shortened(PrintEdn(value)));
  }
  std::string text;
  AppendJson(value, &text);
  return fmt::format("{}{}", KindText(dialect, value.kind), Shortened(text));
}

}  // namespace bayplan
