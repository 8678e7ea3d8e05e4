#include "bayplan/config/reader.h"

#include "binder.h"
#include "duplicates.h"
#include "fmt/format.h"
#include "json_reader.h"
#include "message_text.h"
#include "message_tree.h"
#include "text_proto_reader.h"

namespace bayplan {
namespace {

// One map from the forms of a text, which may leave out the map's own braces.
absl::StatusOr<EdnValue> OutermostMap(std::vector<EdnValue> forms, std::string_view source) {
  const auto fail = [&](const std::optional<SourceLocation>& location, std::string_view text) {
    return absl::InvalidArgumentError(Located(source, location, text));
  };
  if (forms.empty()) {
    return fail(SourceLocation{}, "the text is empty; valid is a map with the key :pools");
  }
  if (forms.front().kind != EdnKind::kKeyword) {
    if (forms.size() == 1) return std::move(forms.front());
    return fail(forms[1].location,
                fmt::format("{} behind the end of the configuration; valid is one map",
                            Shortened(PrintEdn(forms[1]))));
  }
  if (forms.size() % 2 != 0) {
    return fail(forms.back().location,
                fmt::format("the key {} has no value", Shortened(PrintEdn(forms.back()))));
  }
  EdnValue map;
  map.kind = EdnKind::kMap;
  map.location = forms.front().location;
  map.items = std::move(forms);
  if (auto status = CheckDuplicates(map, source); !status.ok()) return status;
  return map;
}

}  // namespace

absl::StatusOr<ReadResult> ReadEdn(std::string_view text, const ReadOptions& options) {
  absl::StatusOr<std::vector<EdnValue>> forms = ParseEdn(text, options.source_name);
  if (!forms.ok()) return forms.status();
  absl::StatusOr<EdnValue> root = OutermostMap(*std::move(forms), options.source_name);
  if (!root.ok()) return root.status();
  return BindConfig(*root, Dialect::kEdn, options);
}

absl::StatusOr<ReadResult> ReadJson(std::string_view text, const ReadOptions& options) {
  absl::StatusOr<EdnValue> root = ParseJson(text, options.source_name);
  if (!root.ok()) return root.status();
  return BindConfig(*root, Dialect::kJson, options);
}

absl::StatusOr<ReadResult> ReadTextProto(std::string_view text, const ReadOptions& options) {
  absl::StatusOr<EdnValue> root = ParseTextProto(text, options.source_name);
  if (!root.ok()) return root.status();
  return BindConfig(*root, Dialect::kProto, options);
}

absl::StatusOr<ReadResult> ReadConfig(std::string_view text, ConfigFormat format,
                                      const ReadOptions& options) {
  switch (format) {
    case ConfigFormat::kEdn:
      return ReadEdn(text, options);
    case ConfigFormat::kJson:
      return ReadJson(text, options);
    case ConfigFormat::kTextProto:
      return ReadTextProto(text, options);
  }
  return absl::InvalidArgumentError(fmt::format(
      "format {} is unknown; valid are EDN, JSON and protobuf text", static_cast<int>(format)));
}

absl::StatusOr<ReadResult> ValidateConfig(const config::Config& config,
                                          const ReadOptions& options) {
  return BindConfig(MessageTree(config, nullptr), Dialect::kProto, options);
}

}  // namespace bayplan
