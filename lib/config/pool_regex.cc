#include "pool_regex.h"

#include "fmt/format.h"
#include "java_regex.h"
#include "message_text.h"

namespace bayplan {
namespace {

// A regex for the names of pools needs a few kilobytes.
constexpr int64_t kMaxRegexBytes = int64_t{1} << 20;

RE2::Options QuietOptions() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxRegexBytes);
  return options;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RE2>> CompilePoolRegex(const std::string& regex) {
  auto compiled = std::make_unique<RE2>(regex, QuietOptions());
  const std::optional<JavaSyntax> java = FindJavaSyntax(regex);
  if (compiled->ok() && !(java.has_value() && java->misread)) return compiled;
  if (java.has_value()) {
    return absl::InvalidArgumentError(fmt::format(
        "\"{}\" ({}) is Java-only syntax, which RE2 {}; valid is RE2 syntax", Shortened(java->text),
        java->name, java->misread ? "reads in another sense" : "does not support"));
  }
  return absl::InvalidArgumentError(
      fmt::format("{}; valid is RE2 syntax", Shortened(compiled->error())));
}

Universal MatchesEveryName(const std::string& regex) {
  for (const std::string_view whole : {"^.*$", "^(.*)$", "^(?:.*)$", "^.*?$"}) {
    if (regex == whole) return Universal::kNamesWithoutLineBreak;
  }
  // A regex that can match nothing at all, wherever it looks, succeeds in every name. It can if it
  // matches the empty text and asserts nothing about where it stands, except one edge of the name,
  // which every name has. Backslashes might be assertions, so a regex with any is not judged.
  std::string_view body = regex;
  if (body.starts_with('^')) {
    body.remove_prefix(1);
  } else if (body.ends_with('$')) {
    body.remove_suffix(1);
  }
  if (body.find_first_of("^$\\") != std::string_view::npos) return Universal::kUnknown;
  const RE2 compiled(std::string(body), QuietOptions());
  return compiled.ok() && RE2::FullMatch("", compiled) ? Universal::kEveryName
                                                       : Universal::kUnknown;
}

}  // namespace bayplan
