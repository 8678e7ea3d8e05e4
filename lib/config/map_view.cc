#include "map_view.h"

#include "absl/container/flat_hash_map.h"
#include "environment_tags.h"
#include "fmt/format.h"
#include "message_text.h"
#include "parameters.h"
#include "utf8.h"

namespace bayplan {

absl::StatusOr<MapView> ConfigSource::Map(const EdnValue& value, std::string_view path,
                                          std::string_view subject, std::string_view valid) {
  absl::StatusOr<const EdnValue*> map = Resolve(value, path, subject);
  if (!map.ok()) return map.status();
  // A subject that is its own path is not named twice.
  const std::string_view place = path == subject ? "" : path;
  if ((*map)->kind != EdnKind::kMap) return Invalid(**map, place, subject, valid);
  MapView view{std::string(path), (*map)->location, {}};
  absl::flat_hash_map<std::string, const EdnValue*> seen;
  for (size_t i = 0; i + 1 < (*map)->items.size(); i += 2) {
    const EdnValue& key = (*map)->items[i];
    view.members.push_back({KeyName(dialect_, key), &key, &(*map)->items[i + 1]});
    const auto [first, inserted] = seen.try_emplace(view.members.back().name, &key);
    if (inserted) continue;
    // The reader refused equal keys; these are two spellings of one.
    const SourceLocation place_of_first = first->second->location.value_or(SourceLocation{});
    return Fail(key.location, path,
                fmt::format("the key {} is given twice; first as {} at line {}, column {}",
                            Shortened(PrintEdn(key)), Shortened(PrintEdn(*first->second)),
                            place_of_first.line, place_of_first.column));
  }
  return view;
}

absl::StatusOr<const EdnValue*> ConfigSource::Find(const MapView& map, std::string_view name) {
  for (const MapView::Member& member : map.members) {
    if (member.name != name) continue;
    absl::StatusOr<const EdnValue*> value =
        Resolve(*member.value, map.path, KeyText(dialect_, name));
    if (value.ok() && (*value)->kind == EdnKind::kNil) return nullptr;
    return value;
  }
  return nullptr;
}

absl::StatusOr<const EdnValue*> ConfigSource::Resolve(const EdnValue& value, std::string_view path,
                                                      std::string_view subject) {
  if (value.kind != EdnKind::kTagged) return &value;
  absl::StatusOr<EdnValue> resolved = ResolveTag(value, options_.environment);
  if (!resolved.ok()) {
    return Fail(value.location, path == subject ? "" : path,
                fmt::format("{} is {}", subject, ToView(resolved.status().message())));
  }
  resolved_.push_back(*std::move(resolved));
  return &resolved_.back();
}

std::string ConfigSource::Path(std::initializer_list<std::string_view> keys,
                               std::optional<size_t> entry) const {
  std::string path;
  for (const std::string_view key : keys) {
    if (dialect_ == Dialect::kEdn) {
      path += fmt::format("{}:{}", path.empty() ? "" : " ", key);
    } else {
      path += fmt::format("{}{}", path.empty() ? "" : ".", FieldOrKey(dialect_, key));
    }
  }
  return entry.has_value() ? fmt::format("{} entry {}", path, *entry) : path;
}

absl::Status ConfigSource::Fail(const std::optional<SourceLocation>& location,
                                std::string_view path, std::string_view text) const {
  return absl::InvalidArgumentError(Located(
      name(), location, path.empty() ? std::string(text) : fmt::format("{}: {}", path, text)));
}

absl::Status ConfigSource::Invalid(const EdnValue& value, std::string_view path,
                                   std::string_view subject, std::string_view valid) const {
  return Fail(value.location, path,
              fmt::format("{} is {}; valid is {}", subject, ValueText(dialect_, value), valid));
}

absl::Status ConfigSource::CheckText(const EdnValue& value, std::string_view path,
                                     std::string_view subject) const {
  const std::optional<size_t> bad = FindInvalidUtf8(value.text);
  if (!bad.has_value()) return absl::OkStatus();
  return Fail(value.location, path,
              fmt::format("{} has byte 0x{:02x} at offset {}, which is not UTF-8; valid is UTF-8",
                          subject, static_cast<unsigned char>(value.text[*bad]), *bad));
}

absl::Status ConfigSource::UnknownKey(const MapView::Member& member, std::string_view path,
                                      std::string_view parent, absl::Span<const std::string> valid,
                                      absl::Span<const std::string> ignored) const {
  const bool key_like =
      member.key->kind == (dialect_ == Dialect::kJson ? EdnKind::kString : EdnKind::kKeyword);
  // A string such as "pools" is taken for the keyword that was meant.
  const std::string& name = key_like ? member.name : member.key->text;
  std::string text =
      fmt::format("{} (value {}) is no key of {}; ",
                  key_like ? KeyText(dialect_, Shortened(name)) : ValueText(dialect_, *member.key),
                  ValueText(dialect_, *member.value), MapText(parent));
  std::vector<std::string> shown;
  for (const std::string& key : valid) shown.push_back(KeyText(dialect_, key));
  const std::string alternatives =
      fmt::format("{} {}", shown.size() == 1 ? "is" : "are", Alternatives(shown));
  const std::optional<std::string_view> home = ParentOfKey(name);
  std::optional<std::string> nearest = NearestName(name, valid);
  if (!nearest.has_value() && home.has_value() && *home != parent) {
    text += fmt::format("it belongs in {}; valid {}", MapText(*home), alternatives);
    return Fail(member.key->location, path, text);
  }
  if (!nearest.has_value()) nearest = NearestName(name, ignored);
  text += nearest.has_value()
              ? fmt::format("did you mean {}? Valid {}", KeyText(dialect_, *nearest), alternatives)
              : fmt::format("valid {}", alternatives);
  return Fail(member.key->location, path, text);
}

// The map that a key holds, for people.
std::string ConfigSource::MapText(std::string_view key) const {
  if (key.empty()) return "the configuration";
  return key == "schedulers" ? "an entry" : KeyText(dialect_, key);
}

}  // namespace bayplan
