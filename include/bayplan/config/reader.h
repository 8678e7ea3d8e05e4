// Reads a configuration from text: EDN (the files of the Cook scheduler), JSON or protobuf text.
//
//   ReadOptions options{.source_name = "pools.edn", .environment = {{"COOK_DEFAULT_POOL",
//   "batch"}}}; absl::StatusOr<ReadResult> result = ReadEdn(text, options); if (!result.ok())
//   return result.status();   // pools.edn:4:33: :pools :schedulers entry 1 ... auto router =
//   Router::Create(result->config, {"batch", "k8s-exp"});
//
// The same configuration gives the same message from each of the three. docs/configuration.md has
// every key with its range and default. The functions are pure, read neither files nor the
// environment of the process, and are safe from any thread; any text gives a result or an error.

#ifndef BAYPLAN_CONFIG_READER_H_
#define BAYPLAN_CONFIG_READER_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bayplan/config/config.pb.h"
#include "bayplan/config/finding.h"

namespace bayplan {

struct ReadOptions {
  // What messages call the text, such as a file's name.
  std::string source_name = "configuration";
  // What #config/env and its kin read, name and value. The first of equal names counts.
  std::vector<std::pair<std::string, std::string>> environment;
  // Fitness calculators of the host's, valid beside the built-in ones.
  std::vector<std::string> registered_calculators;
};

struct ReadResult {
  // Every field is set but default_pool, which is absent if the text gives none.
  config::Config config;
  // What is legal but probably not meant: ignored keys of an entry first, then hidden entries.
  std::vector<Finding> findings;
  // Keys of Cook's that Bayplan does not use, such as ":authorization" and ":pools :quotas", from
  // the outermost map inwards.
  std::vector<std::string> ignored_keys;
};

enum class ConfigFormat { kEdn, kJson, kTextProto };

// Each returns InvalidArgument for the first thing that is wrong, naming the source, line and
// column, the entry, the key, its value and what would be valid. O(length of the text).

// Reads one map, or what would be inside it (`:pools {...}` at top level).
absl::StatusOr<ReadResult> ReadEdn(std::string_view text, const ReadOptions& options);
// Keys are named as in EDN, without the colon; pool_regex is as good as pool-regex.
absl::StatusOr<ReadResult> ReadJson(std::string_view text, const ReadOptions& options);
// Fields are named as in config.proto, of which the text is a Config.
absl::StatusOr<ReadResult> ReadTextProto(std::string_view text, const ReadOptions& options);

absl::StatusOr<ReadResult> ReadConfig(std::string_view text, ConfigFormat format,
                                      const ReadOptions& options);

// The same checks and defaults for a message that the host built itself; messages name entry, field
// and value, and have no line.
absl::StatusOr<ReadResult> ValidateConfig(const config::Config& config,
                                          const ReadOptions& options = {});

}  // namespace bayplan

#endif  // BAYPLAN_CONFIG_READER_H_
