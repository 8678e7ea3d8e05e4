#include "bayplan/config/router.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "bayplan/config/reader.h"
#include "design_text.h"

namespace bayplan {
namespace {

using Strings = std::vector<std::string>;

// Entries of fenzo whose window is their number, counting from 1.
config::Config Entries(const Strings& regexes) {
  config::Config config;
  for (const std::string& regex : regexes) {
    config::SchedulerEntry* entry = config.mutable_pools()->add_schedulers();
    entry->set_pool_regex(regex);
    entry->mutable_scheduler_config()->mutable_fenzo()->set_max_jobs_considered(
        config.pools().schedulers_size());
  }
  return config;
}

Router Make(const Strings& regexes, const Strings& pools = {}) {
  auto router = Router::Create(Entries(regexes), pools);
  REQUIRE_MESSAGE(router.ok(), router.status().ToString());
  return *std::move(router);
}

TEST_CASE("a pool goes to the first entry whose regex is found anywhere in its name") {
  const struct {
    Strings regexes;
    const char* pool;
    int64_t entry;  // from 1; 0 for none
  } kRows[] = {
      {{"gpu", ".*"}, "my-gpu-pool", 1},
      {{"gpu", ".*"}, "batch", 2},
      {{"^gpu", ".*"}, "my-gpu-pool", 2},
      {{"gpu$", ".*"}, "my-gpu", 1},
      {{"^gpu$", ".*"}, "gpu", 1},
      {{".*", "gpu"}, "gpu", 1},
      {{"a", "b", "ab"}, "ab", 1},
      {{"k8s-(alpha|gamma)", "k8s"}, "k8s-gamma-2", 1},
      {{"k8s-(alpha|gamma)", "k8s"}, "k8s-beta", 2},
      {{"(?i)GPU"}, "gpu", 1},
      {{""}, "anything", 1},
      {{"."}, "", 0},
      {{""}, "", 1},
      {{"x"}, "y", 0},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.pool);
    const Router router = Make(row.regexes);
    const auto routed = router.Route(row.pool);
    CHECK(routed.ok() == (row.entry != 0));
    if (routed.ok()) CHECK((*routed)->fenzo().max_jobs_considered() == row.entry);
    const RouteExplanation explanation = router.Explain(row.pool);
    CHECK(explanation.match.has_value() == routed.ok());
    if (routed.ok()) {
      CHECK(explanation.match->entry_index + 1 == static_cast<size_t>(row.entry));
    }
  }
}

TEST_CASE("the configuration of the design sends one pool to kubernetes and the others to fenzo") {
  const auto result = ReadEdn(kDesignText, {});
  REQUIRE(result.ok());
  const auto router = Router::Create(result->config, Strings{"k8s-exp", "batch"});
  REQUIRE(router.ok());
  CHECK(router->findings().empty());
  CHECK((*router->Route("k8s-exp"))->has_kubernetes());
  CHECK((*router->Route("k8s-exp-2"))->has_fenzo());
  CHECK((*router->Route("batch"))->fenzo().max_jobs_considered() == 400);
}

TEST_CASE("a pool that no entry matches is refused, with the regexes that were tried") {
  const auto router = Router::Create(Entries({"^a$", "^b$"}), Strings{"a", "c", "b", "d"});
  CHECK(router.status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(std::string(router.status().message()) ==
        "no entry of pools.schedulers matches pools \"c\", \"d\"; the regexes tried are \"^a$\", "
        "\"^b$\"; valid is an entry for every pool, such as a last one with \".*\"");
}

TEST_CASE("a later pool that no entry matches is not found") {
  const auto routed = Make({"^a$"}, {"a"}).Route("z");
  CHECK(routed.status().code() == absl::StatusCode::kNotFound);
  CHECK(std::string(routed.status().message()) ==
        "no entry of pools.schedulers matches pool \"z\"; the regexes tried are \"^a$\"");
}

TEST_CASE("a message that the host built is checked and completed") {
  CHECK(std::string(Router::Create(Entries({"a("}), {}).status().message())
            .find("pool_regex is \"a(\": missing ): a(; valid is RE2 syntax") != std::string::npos);
  const Router router = Make({".*"});
  CHECK((*router.Route("x"))->fenzo().scaleback() == 0.95);
  const auto by_default = Router::Create(config::Config(), Strings{"x"});
  REQUIRE(by_default.ok());
  CHECK((*by_default->Route("x"))->has_fenzo());
}

TEST_CASE("a calculator of the host's is valid if it is registered") {
  config::Config config = Entries({".*"});
  config.mutable_pools()
      ->mutable_schedulers(0)
      ->mutable_scheduler_config()
      ->mutable_fenzo()
      ->set_fitness_calculator("site/rackAware");
  CHECK_FALSE(Router::Create(config, {}).ok());
  const auto router = Router::Create(config, {}, Strings{"site/rackAware"});
  REQUIRE(router.ok());
  CHECK((*router->Route("x"))->fenzo().fitness_calculator() == "site/rackAware");
}

TEST_CASE("an entry that governs none of the pools is reported with the reason") {
  const struct {
    Strings regexes;
    Strings pools;
    Finding::Kind kind;
    const char* message;
  } kRows[] = {
      {{"gpu", "^my-gpu$", ".*"},
       {"my-gpu", "batch"},
       Finding::Kind::kHiddenEntry,
       "pools.schedulers entry 2 (pool-regex \"^my-gpu$\") governs no pool: earlier entries take "
       "every given pool that it matches (1)"},
      {{"gpu", "fpga", ".*"},
       {"gpu", "batch"},
       Finding::Kind::kMatchesNoPool,
       "pools.schedulers entry 2 (pool-regex \"fpga\") governs no pool: it matches none of the 2 "
       "given pools"},
      {{".*", "gpu"},
       {"batch"},
       Finding::Kind::kHiddenEntry,
       "pools.schedulers entry 2 (pool-regex \"gpu\") governs no pool: entry 1 (pool-regex \".*\") "
       "comes first and matches every name"},
      {{"a", "a"},
       {},
       Finding::Kind::kHiddenEntry,
       "pools.schedulers entry 2 (pool-regex \"a\") governs no pool: entry 1 (pool-regex \"a\") "
       "comes first and has the same regex"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.message);
    const Router router = Make(row.regexes, row.pools);
    REQUIRE(router.findings().size() == 1);
    CHECK(router.findings()[0].kind == row.kind);
    CHECK(router.findings()[0].message == row.message);
  }
  CHECK(Make({"gpu", ".*"}, {"gpu", "batch"}).findings().empty());
  CHECK(Make({"gpu", "fpga"}).findings().empty());
}

TEST_CASE("an explanation names the entry, the place in the name, and the entries passed over") {
  const Router router = Make({"^x", "y", "gpu", "p.*l", ".*"});
  const RouteExplanation explanation = router.Explain("my-gpu-pool");
  REQUIRE(explanation.match.has_value());
  // "y" is found in "my".
  CHECK(explanation.match->entry_index == 1);
  CHECK(explanation.match->begin == 1);
  CHECK(explanation.match->length == 1);
  CHECK(explanation.earlier_misses == std::vector<size_t>{0});
  CHECK(explanation.later_matches == std::vector<size_t>{2, 3, 4});
  CHECK(explanation.scheduler == "fenzo");
  CHECK(explanation.Text() ==
        "pool \"my-gpu-pool\" uses fenzo: entry 2 (pool-regex \"y\") matches \"y\" at offset 1; "
        "entry 1 before it does not match; entries 3, 4, 5 behind it would match too");
  CHECK(Make({"a", "b"}).Explain("c").Text() ==
        "pool \"c\" has no scheduler: entries 1, 2 of pools.schedulers do not match");
  CHECK(Make({""}).Explain("").Text() ==
        "pool \"\" uses fenzo: entry 1 (pool-regex \"\") matches \"\" at offset 0");
}

TEST_CASE("a router that was moved routes as before") {
  Router from = Make({"a", ".*"});
  const Router to = std::move(from);
  CHECK((*to.Route("a"))->fenzo().max_jobs_considered() == 1);
  CHECK(to.config().pools().schedulers_size() == 2);
}

}  // namespace
}  // namespace bayplan
