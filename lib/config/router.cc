#include "bayplan/config/router.h"

#include "bayplan/config/reader.h"
#include "fmt/format.h"
#include "hidden_entries.h"
#include "message_text.h"
#include "pool_regex.h"

namespace bayplan {
namespace {

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

bool Matches(const RE2& regex, std::string_view pool) {
  return RE2::PartialMatch(Piece(pool), regex);
}

std::string EntryNumbers(const std::vector<size_t>& entries) {
  std::vector<std::string> numbers;
  for (const size_t entry : entries) numbers.push_back(fmt::format("{}", entry + 1));
  return fmt::format("{} {}", entries.size() == 1 ? "entry" : "entries", fmt::join(numbers, ", "));
}

std::string RegexList(const config::Pools& pools) {
  std::vector<std::string> regexes;
  for (const config::SchedulerEntry& entry : pools.schedulers()) {
    regexes.push_back(Quoted(entry.pool_regex()));
  }
  return fmt::format("{}", fmt::join(regexes, ", "));
}

}  // namespace

Router::Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;
Router::~Router() = default;

absl::StatusOr<Router> Router::Create(const config::Config& config,
                                      absl::Span<const std::string> pool_names,
                                      absl::Span<const std::string> registered_calculators) {
  ReadOptions options;
  options.registered_calculators.assign(registered_calculators.begin(),
                                        registered_calculators.end());
  absl::StatusOr<ReadResult> valid = ValidateConfig(config, options);
  if (!valid.ok()) return valid.status();
  Router router;
  router.config_ = std::move(valid->config);
  for (const config::SchedulerEntry& entry : router.config_.pools().schedulers()) {
    absl::StatusOr<std::unique_ptr<RE2>> regex = CompilePoolRegex(entry.pool_regex());
    if (!regex.ok()) return regex.status();
    router.regexes_.push_back(*std::move(regex));
  }
  if (auto status = router.CheckPools(pool_names); !status.ok()) return status;
  return router;
}

// Refuses pools without an entry; reports entries without a pool.
absl::Status Router::CheckPools(absl::Span<const std::string> pool_names) {
  const config::Pools& pools = config_.pools();
  std::vector<size_t> governed(regexes_.size(), 0);
  std::vector<std::string> unmatched;
  for (const std::string& pool : pool_names) {
    if (const std::optional<size_t> entry = FirstMatch(pool)) {
      ++governed[*entry];
    } else {
      unmatched.push_back(Quoted(pool));
    }
  }
  if (!unmatched.empty()) {
    return absl::InvalidArgumentError(fmt::format(
        "no entry of pools.schedulers matches {} {}; the regexes tried are {}; valid is an entry "
        "for every pool, such as a last one with \".*\"",
        unmatched.size() == 1 ? "pool" : "pools", fmt::join(unmatched, ", "), RegexList(pools)));
  }
  std::vector<std::string> hidden(regexes_.size());
  for (const HiddenEntry& entry : FindHiddenEntries(pools)) {
    hidden[entry.entry] = fmt::format("{} {}", EntryText(pools, entry.hidden_by), entry.reason);
  }
  for (size_t i = 0; i < regexes_.size(); ++i) {
    if (governed[i] > 0) continue;
    size_t matches = 0;
    for (const std::string& pool : pool_names) matches += Matches(*regexes_[i], pool) ? 1 : 0;
    Finding::Kind kind = Finding::Kind::kHiddenEntry;
    std::string reason = hidden[i];
    if (reason.empty() && matches > 0) {
      reason = fmt::format("earlier entries take every given pool that it matches ({})", matches);
    } else if (reason.empty() && !pool_names.empty()) {
      kind = Finding::Kind::kMatchesNoPool;
      reason = fmt::format("it matches none of the {} given pools", pool_names.size());
    }
    if (reason.empty()) continue;
    findings_.push_back({kind, fmt::format("pools.schedulers {} governs no pool: {}",
                                           EntryText(pools, i), reason)});
  }
  return absl::OkStatus();
}

std::optional<size_t> Router::FirstMatch(std::string_view pool) const {
  for (size_t i = 0; i < regexes_.size(); ++i) {
    if (Matches(*regexes_[i], pool)) return i;
  }
  return std::nullopt;
}

absl::StatusOr<const config::SchedulerConfig*> Router::Route(std::string_view pool) const {
  const std::optional<size_t> entry = FirstMatch(pool);
  if (entry.has_value()) {
    return &config_.pools().schedulers(static_cast<int>(*entry)).scheduler_config();
  }
  return absl::NotFoundError(
      fmt::format("no entry of pools.schedulers matches pool {}; the regexes tried are {}",
                  Quoted(pool), RegexList(config_.pools())));
}

RouteExplanation Router::Explain(std::string_view pool) const {
  RouteExplanation explanation;
  explanation.pool = std::string(pool);
  for (size_t i = 0; i < regexes_.size(); ++i) {
    re2::StringPiece found;
    const bool matches =
        regexes_[i]->Match(Piece(pool), 0, pool.size(), RE2::UNANCHORED, &found, 1);
    if (explanation.match.has_value()) {
      if (matches) explanation.later_matches.push_back(i);
      continue;
    }
    if (!matches) {
      explanation.earlier_misses.push_back(i);
      continue;
    }
    const config::SchedulerEntry& entry = config_.pools().schedulers(static_cast<int>(i));
    // An empty match may come without a position in the name.
    const size_t begin = found.empty() && found.data() == nullptr
                             ? 0
                             : static_cast<size_t>(found.data() - pool.data());
    explanation.match = {i, entry.pool_regex(), begin, found.size()};
    explanation.scheduler =
        std::string(entry.scheduler_config().has_kubernetes() ? "kubernetes" : "fenzo");
  }
  return explanation;
}

std::string RouteExplanation::Text() const {
  if (!match.has_value()) {
    return fmt::format("pool {} has no scheduler: {} of pools.schedulers do not match",
                       Quoted(pool), EntryNumbers(earlier_misses));
  }
  std::string text =
      fmt::format("pool {} uses {}: entry {} (pool-regex {}) matches {} at offset {}", Quoted(pool),
                  scheduler, match->entry_index + 1, Quoted(match->pool_regex),
                  Quoted(std::string_view(pool).substr(match->begin, match->length)), match->begin);
  if (!earlier_misses.empty()) {
    text += fmt::format("; {} before it {} not match", EntryNumbers(earlier_misses),
                        earlier_misses.size() == 1 ? "does" : "do");
  }
  if (!later_matches.empty()) {
    text += fmt::format("; {} behind it would match too", EntryNumbers(later_matches));
  }
  return text;
}

}  // namespace bayplan
