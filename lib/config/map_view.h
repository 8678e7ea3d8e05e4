// The tree as the binder sees it: maps with named members, values with their tags resolved, and
// errors that say where they are.

#ifndef BAYPLAN_LIB_CONFIG_MAP_VIEW_H_
#define BAYPLAN_LIB_CONFIG_MAP_VIEW_H_

#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/config/edn.h"
#include "bayplan/config/reader.h"
#include "dialect.h"

namespace bayplan {

struct MapView {
  struct Member {
    std::string name;  // the key's name in EDN
    const EdnValue* key;
    const EdnValue* value;
  };
  std::string path;  // such as ":pools :schedulers entry 1"
  std::optional<SourceLocation> location;
  std::vector<Member> members;  // in the order of the text
};

// What is said of all values of one text: its name, its dialect, its environment.
class ConfigSource {
 public:
  ConfigSource(Dialect dialect, const ReadOptions& options)
      : dialect_(dialect), options_(options) {}

  Dialect dialect() const { return dialect_; }
  const std::string& name() const { return options_.source_name; }
  const ReadOptions& options() const { return options_; }

  // `value` as a map. Otherwise an error at `path` that says what `subject` is and what is valid.
  absl::StatusOr<MapView> Map(const EdnValue& value, std::string_view path,
                              std::string_view subject, std::string_view valid);

  // The member's value with its tag resolved; null if there is no such member or it is nil. Lives
  // as long as this object and the tree.
  absl::StatusOr<const EdnValue*> Find(const MapView& map, std::string_view name);

  // ":pools :schedulers" or "pools.schedulers", with " entry N" if there is one.
  std::string Path(std::initializer_list<std::string_view> keys, std::optional<size_t> entry) const;

  // "source:line:column: path: text"
  absl::Status Fail(const std::optional<SourceLocation>& location, std::string_view path,
                    std::string_view text) const;
  // "...: subject is VALUE; valid is ..."
  absl::Status Invalid(const EdnValue& value, std::string_view path, std::string_view subject,
                       std::string_view valid) const;
  // An error if a string is not UTF-8, which escapes in protobuf text can make.
  absl::Status CheckText(const EdnValue& value, std::string_view path,
                         std::string_view subject) const;
  // `member` is no key of the map that `parent` names ("" for the outermost), which has `valid`
  // keys and others that are `ignored`.
  absl::Status UnknownKey(const MapView::Member& member, std::string_view path,
                          std::string_view parent, absl::Span<const std::string> valid,
                          absl::Span<const std::string> ignored) const;

 private:
  absl::StatusOr<const EdnValue*> Resolve(const EdnValue& value, std::string_view path,
                                          std::string_view subject);

  std::string MapText(std::string_view key) const;

  Dialect dialect_;
  const ReadOptions& options_;
  std::deque<EdnValue> resolved_;
};

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_MAP_VIEW_H_
