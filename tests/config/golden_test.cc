// Cook's own files: every one is read without loss, and as a configuration.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "bayplan/config/edn.h"
#include "bayplan/config/reader.h"

namespace bayplan {
namespace {

namespace fs = std::filesystem;

// Empty, with a word about it, if there is no folder of shared data.
std::map<std::string, std::string> GoldenFiles() {
  std::map<std::string, std::string> files;
  const char* shared = std::getenv("BAYPLAN_SHARED_DIR");
  const fs::path folder = fs::path(shared == nullptr ? "" : shared) / "golden" / "cook-config";
  if (shared == nullptr || *shared == '\0' || !fs::is_directory(folder)) {
    MESSAGE("skipped: BAYPLAN_SHARED_DIR names no folder with golden/cook-config");
    return files;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".edn") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] =
        std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  REQUIRE(files.size() >= 13);
  return files;
}

// The text without comments, and with strings emptied: what is left can be counted by characters.
std::string Skeleton(const std::string& text) {
  std::string skeleton;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (in_string) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        in_string = false;
        skeleton.push_back('"');
      }
    } else if (text[i] == ';') {
      while (i < text.size() && text[i] != '\n') ++i;
      skeleton.push_back('\n');
    } else {
      in_string = text[i] == '"';
      skeleton.push_back(text[i]);
    }
  }
  return skeleton;
}

size_t CountText(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

size_t CountAll(const std::vector<EdnValue>& forms, EdnKind kind) {
  size_t count = 0;
  for (const EdnValue& form : forms) count += CountEdn(form, kind);
  return count;
}

TEST_CASE("Cook's files are read without loss") {
  for (const auto& file : GoldenFiles()) {
    const std::string& name = file.first;
    const std::string& text = file.second;
    CAPTURE(name);
    const auto forms = ParseEdn(text, name);
    REQUIRE_MESSAGE(forms.ok(), forms.status().ToString());
    REQUIRE(forms->size() == 1);
    const auto again = ParseEdn(PrintEdn(forms->front()), name);
    REQUIRE(again.ok());
    CHECK(*again == *forms);
    // The files have neither discards, characters, lists nor colons inside of names.
    const std::string skeleton = Skeleton(text);
    const size_t sets = CountText(skeleton, "#{");
    const size_t tags = CountText(skeleton, "#config/") + CountText(skeleton, "#db/");
    CHECK(CountAll(*forms, EdnKind::kString) * 2 == CountText(skeleton, "\""));
    CHECK(CountAll(*forms, EdnKind::kKeyword) == CountText(skeleton, ":"));
    CHECK(CountAll(*forms, EdnKind::kVector) == CountText(skeleton, "["));
    CHECK(CountAll(*forms, EdnKind::kSet) == sets);
    CHECK(CountAll(*forms, EdnKind::kMap) == CountText(skeleton, "{") - sets);
    CHECK(CountAll(*forms, EdnKind::kTagged) == tags);
  }
}

TEST_CASE("Cook's files are configurations, in which the rest of Cook is ignored and named") {
  for (const auto& file : GoldenFiles()) {
    const std::string& name = file.first;
    const std::string& text = file.second;
    CAPTURE(name);
    ReadOptions options;
    options.source_name = name;
    options.environment = {{"COOK_DEFAULT_POOL", "from-the-environment"}};
    const auto result = ReadEdn(text, options);
    REQUIRE_MESSAGE(result.ok(), result.status().ToString());
    // None of them has a :schedulers vector.
    REQUIRE(result->config.pools().schedulers_size() == 1);
    CHECK(result->config.pools().schedulers(0).pool_regex() == ".*");
    CHECK(result->findings.empty());
    const auto forms = ParseEdn(text, name);
    size_t pools_keys = 0;
    for (size_t i = 0; i < forms->front().items.size(); i += 2) {
      if (forms->front().items[i].text != "pools") continue;
      for (const EdnValue& item : forms->front().items[i + 1].items) {
        pools_keys += item.kind == EdnKind::kKeyword && item.text != "default" ? 1 : 0;
      }
      CHECK(result->config.pools().has_default_pool());
    }
    const size_t sections =
        forms->front().items.size() / 2 - (result->config.pools().has_default_pool() ? 1 : 0);
    CHECK(result->ignored_keys.size() == sections + pools_keys);
  }
}

}  // namespace
}  // namespace bayplan
