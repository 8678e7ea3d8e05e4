#include "binder.h"

#include <algorithm>

#include "fmt/format.h"
#include "hidden_entries.h"
#include "map_view.h"
#include "message_text.h"
#include "parameter_binder.h"
#include "parameters.h"
#include "pool_regex.h"

namespace bayplan {
namespace {

constexpr std::string_view kCatchAll = ".*";

// Cook's words, which hosts look for in the messages.
constexpr std::string_view kNoPoolRegex = "pool-regex key is missing from config";
constexpr std::string_view kNoSchedulerConfig = "scheduler-config key is missing from config";
constexpr std::string_view kNoScheduler = "scheduler key is missing from scheduler-config";
constexpr std::string_view kNoSuchScheduler = "scheduler must be fenzo or kubernetes";

class Binder {
 public:
  Binder(Dialect dialect, const ReadOptions& options) : source_(dialect, options) {}

  absl::StatusOr<ReadResult> Bind(const EdnValue& root);

 private:
  absl::Status BindPools(const EdnValue& pools);
  absl::Status BindSchedulers(const EdnValue& schedulers);
  absl::Status BindEntry(const EdnValue& entry, const std::string& path,
                         config::SchedulerEntry* out);
  absl::StatusOr<const SchedulerKind*> ReadKind(const MapView& map);
  absl::Status BindRegex(const EdnValue& regex, std::string_view path, std::string* out);
  absl::Status BindParameters(const MapView& map, const SchedulerKind& kind,
                              config::SchedulerConfig* out);
  void IgnoreOthersKey(const MapView& map, const MapView::Member& member, const Parameter& others,
                       const SchedulerKind& kind);
  absl::Status Missing(const MapView& map, std::string_view key, std::string_view cooks_words,
                       std::string_view valid);
  absl::Status CheckKeys(const MapView& map, std::string_view parent,
                         absl::Span<const std::string_view> ignored);
  void AddDefaultEntry();
  void ReportHiddenEntries();

  std::string Key(std::string_view key) const { return KeyText(source_.dialect(), key); }

  ConfigSource source_;
  ReadResult result_;
  // Where the regexes of the entries stand.
  std::vector<std::optional<SourceLocation>> regex_places_;
};

absl::StatusOr<ReadResult> Binder::Bind(const EdnValue& root) {
  absl::StatusOr<MapView> map = source_.Map(root, "", "the configuration",
                                            fmt::format("a map with the key {}", Key("pools")));
  if (!map.ok()) return map.status();
  if (auto status = CheckKeys(*map, "", kIgnoredSections); !status.ok()) return status;
  absl::StatusOr<const EdnValue*> pools = source_.Find(*map, "pools");
  if (!pools.ok()) return pools.status();
  if (*pools != nullptr) {
    if (auto status = BindPools(**pools); !status.ok()) return status;
  }
  if (result_.config.pools().schedulers().empty()) AddDefaultEntry();
  ReportHiddenEntries();
  return std::move(result_);
}

absl::Status Binder::BindPools(const EdnValue& pools) {
  const std::string path = source_.Path({"pools"}, std::nullopt);
  absl::StatusOr<MapView> map = source_.Map(pools, path, path, "a map");
  if (!map.ok()) return map.status();
  if (auto status = CheckKeys(*map, "pools", kIgnoredPoolsKeys); !status.ok()) return status;
  absl::StatusOr<const EdnValue*> name = source_.Find(*map, "default");
  if (!name.ok()) return name.status();
  if (*name != nullptr) {
    if ((*name)->kind != EdnKind::kString || (*name)->text.empty()) {
      return source_.Invalid(**name, path, Key("default"), "the name of a pool, a string");
    }
    if (auto status = source_.CheckText(**name, path, Key("default")); !status.ok()) return status;
    result_.config.mutable_pools()->set_default_pool((*name)->text);
  }
  absl::StatusOr<const EdnValue*> schedulers = source_.Find(*map, "schedulers");
  if (!schedulers.ok()) return schedulers.status();
  return *schedulers == nullptr ? absl::OkStatus() : BindSchedulers(**schedulers);
}

absl::Status Binder::BindSchedulers(const EdnValue& schedulers) {
  if (schedulers.kind != EdnKind::kVector && schedulers.kind != EdnKind::kList) {
    const bool json = source_.dialect() == Dialect::kJson;
    return source_.Invalid(schedulers, source_.Path({"pools"}, std::nullopt), Key("schedulers"),
                           json ? "an array of entries" : "a vector of entries");
  }
  for (size_t i = 0; i < schedulers.items.size(); ++i) {
    const std::string path = source_.Path({"pools", "schedulers"}, i + 1);
    config::SchedulerEntry* out = result_.config.mutable_pools()->add_schedulers();
    if (auto status = BindEntry(schedulers.items[i], path, out); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status Binder::BindEntry(const EdnValue& entry, const std::string& path,
                               config::SchedulerEntry* out) {
  absl::StatusOr<MapView> map = source_.Map(
      entry, path, "the entry",
      fmt::format("a map with the keys {} and {}", Key("pool-regex"), Key("scheduler-config")));
  if (!map.ok()) return map.status();
  absl::StatusOr<const EdnValue*> regex = source_.Find(*map, "pool-regex");
  if (!regex.ok()) return regex.status();
  if (*regex == nullptr) {
    return Missing(*map, "pool-regex", kNoPoolRegex,
                   fmt::format("{} with a regex, a string", Key("pool-regex")));
  }
  if ((*regex)->kind == EdnKind::kString) {
    map->path += fmt::format(" ({} {})", FieldOrKey(source_.dialect(), "pool-regex"),
                             Quoted((*regex)->text));
  }
  absl::StatusOr<const EdnValue*> config = source_.Find(*map, "scheduler-config");
  if (!config.ok()) return config.status();
  if (*config == nullptr) {
    return Missing(*map, "scheduler-config", kNoSchedulerConfig,
                   fmt::format("{} with a map", Key("scheduler-config")));
  }
  absl::StatusOr<MapView> config_map =
      source_.Map(**config, map->path, Key("scheduler-config"), "a map");
  if (!config_map.ok()) return config_map.status();
  absl::StatusOr<const SchedulerKind*> kind = ReadKind(*config_map);
  if (!kind.ok()) return kind.status();
  if (auto status = CheckKeys(*map, "schedulers", {}); !status.ok()) return status;
  if (auto status = BindRegex(**regex, map->path, out->mutable_pool_regex()); !status.ok()) {
    return status;
  }
  regex_places_.push_back((*regex)->location);
  return BindParameters(*config_map, **kind, out->mutable_scheduler_config());
}

absl::StatusOr<const SchedulerKind*> Binder::ReadKind(const MapView& map) {
  absl::StatusOr<const EdnValue*> scheduler = source_.Find(map, "scheduler");
  if (!scheduler.ok()) return scheduler.status();
  if (*scheduler == nullptr) {
    return Missing(map, "scheduler", kNoScheduler,
                   source_.dialect() == Dialect::kProto
                       ? "one of the fields fenzo and kubernetes"
                       : fmt::format("{} with \"fenzo\" or \"kubernetes\"", Key("scheduler")));
  }
  const SchedulerKind* kind =
      (*scheduler)->kind == EdnKind::kString ? FindSchedulerKind((*scheduler)->text) : nullptr;
  if (kind != nullptr) return kind;
  return source_.Fail((*scheduler)->location, map.path,
                      fmt::format("{} is {}: {} (a string)", Key("scheduler"),
                                  ValueText(source_.dialect(), **scheduler), kNoSuchScheduler));
}

absl::Status Binder::BindRegex(const EdnValue& regex, std::string_view path, std::string* out) {
  if (regex.kind != EdnKind::kString) {
    return source_.Invalid(regex, path, Key("pool-regex"), "a regex, a string");
  }
  if (auto status = source_.CheckText(regex, path, Key("pool-regex")); !status.ok()) return status;
  if (auto compiled = CompilePoolRegex(regex.text); !compiled.ok()) {
    return source_.Fail(regex.location, path,
                        fmt::format("{} is {}: {}", Key("pool-regex"), Quoted(regex.text),
                                    ToView(compiled.status().message())));
  }
  *out = regex.text;
  return absl::OkStatus();
}

absl::Status Binder::BindParameters(const MapView& map, const SchedulerKind& kind,
                                    config::SchedulerConfig* out) {
  ParameterBinder binder(&source_, kind, out);
  for (const MapView::Member& member : map.members) {
    if (member.name == "scheduler") continue;
    if (const Parameter* parameter = FindParameter(kind, member.name)) {
      absl::StatusOr<const EdnValue*> value = source_.Find(map, member.name);
      if (!value.ok()) return value.status();
      if (*value == nullptr) continue;
      if (auto status = binder.Bind(*parameter, **value, map.path); !status.ok()) return status;
      continue;
    }
    const Parameter* others = FindParameterOfAny(member.name);
    if (others == nullptr) {
      return source_.UnknownKey(member, map.path, "scheduler-config", ParameterKeys(kind), {});
    }
    IgnoreOthersKey(map, member, *others, kind);
  }
  binder.SetDefaults();
  return absl::OkStatus();
}

// A parameter of the other scheduler: ignored, as Cook ignores it, but hardly meant.
void Binder::IgnoreOthersKey(const MapView& map, const MapView::Member& member,
                             const Parameter& others, const SchedulerKind& kind) {
  std::string text = fmt::format("{}: {} is ignored: it is a key of the other scheduler, not of {}",
                                 map.path, Key(member.name), kind.name);
  const std::string_view own = KeyOfField(&kind, others.field);
  if (own != others.field) text += fmt::format(", whose key is {}", Key(own));
  result_.ignored_keys.push_back(fmt::format("{} {}", map.path, Key(member.name)));
  result_.findings.push_back(
      {Finding::Kind::kOtherSchedulersKey, Located(source_.name(), member.key->location, text)});
}

// One of the errors that Cook has too, with what the map holds instead.
absl::Status Binder::Missing(const MapView& map, std::string_view key, std::string_view cooks_words,
                             std::string_view valid) {
  std::vector<std::string> names;
  for (const MapView::Member& member : map.members) {
    if (member.name != key) names.push_back(member.name);
  }
  std::string text = fmt::format("{}; valid is {}", cooks_words, valid);
  if (const auto nearest = NearestName(key, names)) {
    text += fmt::format("; is {} a misspelling of it?", Key(Shortened(*nearest)));
  }
  return source_.Fail(map.location, map.path, text);
}

// Refuses keys that `parent` does not have, and notes Cook's that Bayplan does not use.
absl::Status Binder::CheckKeys(const MapView& map, std::string_view parent,
                               absl::Span<const std::string_view> ignored) {
  const std::vector<std::string> valid = StructureKeys(parent);
  for (const MapView::Member& member : map.members) {
    if (std::find(valid.begin(), valid.end(), member.name) != valid.end()) continue;
    if (std::find(ignored.begin(), ignored.end(), member.name) == ignored.end()) {
      const std::vector<std::string> known(ignored.begin(), ignored.end());
      return source_.UnknownKey(member, map.path, parent, valid, known);
    }
    result_.ignored_keys.push_back(
        map.path.empty() ? Key(member.name) : fmt::format("{} {}", map.path, Key(member.name)));
  }
  return absl::OkStatus();
}

void Binder::AddDefaultEntry() {
  config::SchedulerEntry* entry = result_.config.mutable_pools()->add_schedulers();
  entry->set_pool_regex(std::string(kCatchAll));
  ParameterBinder(&source_, *FindSchedulerKind(kFenzo), entry->mutable_scheduler_config())
      .SetDefaults();
  regex_places_.emplace_back();
}

void Binder::ReportHiddenEntries() {
  const config::Pools& pools = result_.config.pools();
  for (const HiddenEntry& hidden : FindHiddenEntries(pools)) {
    const std::string text = fmt::format(
        "{} {} governs no pool: {} {}", source_.Path({"pools", "schedulers"}, std::nullopt),
        EntryText(pools, hidden.entry), EntryText(pools, hidden.hidden_by), hidden.reason);
    result_.findings.push_back(
        {Finding::Kind::kHiddenEntry, Located(source_.name(), regex_places_[hidden.entry], text)});
  }
}

}  // namespace

absl::StatusOr<ReadResult> BindConfig(const EdnValue& root, Dialect dialect,
                                      const ReadOptions& options) {
  return Binder(dialect, options).Bind(root);
}

}  // namespace bayplan
