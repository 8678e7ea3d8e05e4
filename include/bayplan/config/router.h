// Which scheduler governs a pool: the first entry whose regex is found in the pool's name.
//
//   auto router = Router::Create(result->config, {"batch", "k8s-exp"});
//   if (!router.ok()) return router.status();        // a pool that no entry matches, by name
//   const config::SchedulerConfig* kind = *router->Route("k8s-exp");
//   if (kind->has_kubernetes()) ...
//   router->Explain("k8s-exp").Text();               // pool "k8s-exp" uses entry 1 ...
//
// A regex is searched anywhere in the name, it need not match the whole of it: "gpu" takes
// "my-gpu-pool". Const functions are safe from any thread.

#ifndef BAYPLAN_CONFIG_ROUTER_H_
#define BAYPLAN_CONFIG_ROUTER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bayplan/config/config.pb.h"
#include "bayplan/config/finding.h"

namespace re2 {
class RE2;
}

namespace bayplan {

// Why a pool uses the scheduler that it uses. Indexes count entries from 0; Text() counts from 1,
// as error messages do.
struct RouteExplanation {
  struct Match {
    size_t entry_index = 0;
    std::string pool_regex;
    // The part of the pool's name that the regex matched, in bytes.
    size_t begin = 0;
    size_t length = 0;
  };
  std::string pool;
  // Absent if no entry matches.
  std::optional<Match> match;
  // The scheduler of the entry: "fenzo" or "kubernetes"; empty without a match.
  std::string scheduler;
  // Entries before the match (all entries, without one), none of which matches.
  std::vector<size_t> earlier_misses;
  // Entries after the match that would have matched too.
  std::vector<size_t> later_matches;

  std::string Text() const;
};

class Router {
 public:
  // Checks `config` as ValidateConfig does (with `registered_calculators`), merges defaults into a
  // copy of it, and makes sure that each of `pool_names` has an entry: InvalidArgument names the
  // pools that have none and the regexes tried. O(entries * pools).
  static absl::StatusOr<Router> Create(const config::Config& config,
                                       absl::Span<const std::string> pool_names,
                                       absl::Span<const std::string> registered_calculators = {});

  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;
  ~Router();

  // The scheduler of `pool`, which need not be among the names given to Create. NotFound if no
  // entry matches. The pointer lives as long as the router. O(entries).
  absl::StatusOr<const config::SchedulerConfig*> Route(std::string_view pool) const;

  // Which entry governs `pool` and why. O(entries).
  RouteExplanation Explain(std::string_view pool) const;

  // The configuration with all defaults in it.
  const config::Config& config() const { return config_; }

  // Entries that can govern none of the pools, and entries that match none, in order.
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  Router();
  absl::Status CheckPools(absl::Span<const std::string> pool_names);
  std::optional<size_t> FirstMatch(std::string_view pool) const;

  config::Config config_;
  std::vector<std::unique_ptr<re2::RE2>> regexes_;  // one per entry
  std::vector<Finding> findings_;
};

}  // namespace bayplan

#endif  // BAYPLAN_CONFIG_ROUTER_H_
