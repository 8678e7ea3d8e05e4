#include "bayplan/config/reader.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "design_text.h"

namespace bayplan {
namespace {

using Strings = std::vector<std::string>;

// The configuration, or a failed test.
config::Config Read(std::string_view text, ConfigFormat format = ConfigFormat::kEdn,
                    const ReadOptions& options = {}) {
  const auto result = ReadConfig(text, format, options);
  REQUIRE_MESSAGE(result.ok(), result.status().ToString());
  return result->config;
}

std::string Bytes(const config::Config& config) { return config.SerializeAsString(); }

void CheckDesign(const config::Config& config) {
  CHECK_FALSE(config.pools().has_default_pool());
  REQUIRE(config.pools().schedulers_size() == 2);
  const config::SchedulerEntry& first = config.pools().schedulers(0);
  CHECK(first.pool_regex() == "^k8s-exp$");
  const config::KubernetesConfig& kubernetes = first.scheduler_config().kubernetes();
  CHECK(kubernetes.max_jobs_considered() == 1000);
  CHECK(kubernetes.has_minimum_scheduling_capacity_threshold());
  CHECK(kubernetes.minimum_scheduling_capacity_threshold() == 0);
  CHECK(kubernetes.scheduling_pause_time_ms() == 3000);
  CHECK(kubernetes.max_pending_pods() == 1000);
  const config::SchedulerEntry& second = config.pools().schedulers(1);
  CHECK(second.pool_regex() == ".*");
  const config::FenzoConfig& fenzo = second.scheduler_config().fenzo();
  CHECK(fenzo.good_enough_fitness() == 1.0);
  CHECK(fenzo.fitness_calculator() == "cpuMemBinPacker");
  CHECK(fenzo.max_jobs_considered() == 400);
  CHECK(fenzo.scaleback() == 1.0);
  CHECK(fenzo.floor_iterations_before_warn() == 10);
  CHECK(fenzo.floor_iterations_before_reset() == 1000);
}

TEST_CASE("the configuration of the design loads word for word") { CheckDesign(Read(kDesignText)); }

TEST_CASE("the configuration of the design loads without its outer braces") {
  const std::string_view inside = kDesignText.substr(1, kDesignText.rfind('}') - 1);
  REQUIRE(inside.starts_with(":pools"));
  CheckDesign(Read(inside));
  CheckDesign(Read("; pasted\n" + std::string(inside) + "\n:port 12321"));
}

TEST_CASE("the same configuration in three notations is the same message") {
  const std::string edn = Bytes(Read(kDesignText));
  CHECK(Bytes(Read(kDesignJson, ConfigFormat::kJson)) == edn);
  CHECK(Bytes(Read(kDesignTextProto, ConfigFormat::kTextProto)) == edn);
}

TEST_CASE("a configuration without schedulers is one entry for all pools, with fenzo's defaults") {
  const std::string expected = Bytes(Read("{}"));
  const config::Config config = Read("{}");
  REQUIRE(config.pools().schedulers_size() == 1);
  CHECK(config.pools().schedulers(0).pool_regex() == ".*");
  const config::FenzoConfig& fenzo = config.pools().schedulers(0).scheduler_config().fenzo();
  CHECK(fenzo.good_enough_fitness() == 0.8);
  CHECK(fenzo.fitness_calculator() == "cpuMemBinPacker");
  CHECK(fenzo.max_jobs_considered() == 1000);
  CHECK(fenzo.scaleback() == 0.95);
  CHECK(fenzo.floor_iterations_before_warn() == 10);
  CHECK(fenzo.floor_iterations_before_reset() == 1000);
  for (const char* text : {"{:pools nil}", "{:pools {}}", "{:pools {:schedulers nil}}",
                           "{:pools {:schedulers []}}", "{:pools {:schedulers ()}}", "{:port 1}"}) {
    CAPTURE(text);
    CHECK(Bytes(Read(text)) == expected);
  }
  for (const char* text : {"{}", R"({"pools": null})", R"({"pools": {"schedulers": []}})"}) {
    CAPTURE(text);
    CHECK(Bytes(Read(text, ConfigFormat::kJson)) == expected);
  }
  for (const char* text : {"", "# nothing", "pools {}"}) {
    CAPTURE(text);
    CHECK(Bytes(Read(text, ConfigFormat::kTextProto)) == expected);
  }
}

TEST_CASE("kubernetes has defaults of its own") {
  const config::Config config = Read(
      R"({:pools {:schedulers [{:pool-regex "x" :scheduler-config {:scheduler "kubernetes"}}]}})");
  const config::KubernetesConfig& kubernetes =
      config.pools().schedulers(0).scheduler_config().kubernetes();
  CHECK(kubernetes.max_jobs_considered() == 500);
  CHECK(kubernetes.has_minimum_scheduling_capacity_threshold());
  CHECK(kubernetes.minimum_scheduling_capacity_threshold() == 0);
  CHECK(kubernetes.scheduling_pause_time_ms() == 3000);
  CHECK(kubernetes.max_pending_pods() == 1000);
}

std::string Fenzo(const std::string& parameters) {
  return "{:pools {:schedulers [{:pool-regex \"x\" :scheduler-config {:scheduler \"fenzo\" " +
         parameters + "}}]}}";
}

config::FenzoConfig ReadFenzo(const std::string& parameters, const ReadOptions& options = {}) {
  return Read(Fenzo(parameters), ConfigFormat::kEdn, options)
      .pools()
      .schedulers(0)
      .scheduler_config()
      .fenzo();
}

TEST_CASE("numbers are taken in every notation of EDN") {
  CHECK(ReadFenzo(":fenzo-scaleback 1").scaleback() == 1.0);
  CHECK(ReadFenzo(":fenzo-scaleback 1/2").scaleback() == 0.5);
  CHECK(ReadFenzo(":fenzo-scaleback 0.25M").scaleback() == 0.25);
  CHECK(ReadFenzo(":good-enough-fitness 0").good_enough_fitness() == 0.0);
  CHECK(ReadFenzo(":fenzo-max-jobs-considered 12N").max_jobs_considered() == 12);
  CHECK(ReadFenzo(":fenzo-max-jobs-considered 0x10").max_jobs_considered() == 16);
  CHECK(ReadFenzo(":fenzo-max-jobs-considered 9223372036854775807").max_jobs_considered() ==
        INT64_MAX);
}

TEST_CASE("negative zero is zero, so that equal configurations are equal bytes") {
  CHECK(Bytes(Read(Fenzo(":good-enough-fitness -0.0"))) ==
        Bytes(Read(Fenzo(":good-enough-fitness 0"))));
}

TEST_CASE("nil stands for the default") {
  CHECK(Bytes(Read(Fenzo(":fenzo-scaleback nil"))) == Bytes(Read(Fenzo(""))));
  CHECK_FALSE(Read("{:pools {:default nil}}").pools().has_default_pool());
}

TEST_CASE("a calculator is named as a string or a symbol, by class, alone or as registered") {
  ReadOptions options;
  options.registered_calculators = {"site/rackAware"};
  const struct {
    const char* given;
    const char* kept;
  } kRows[] = {
      {"\"com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuBinPacker\"", "cpuBinPacker"},
      {"com.netflix.fenzo.plugins.SpreadingFitnessCalculators/cpuMemSpreader", "cpuMemSpreader"},
      {"com.netflix.fenzo.plugins.SpreadingFitnessCalculators.memorySpreader", "memorySpreader"},
      {"networkSpreader", "networkSpreader"},
      {"\"site/rackAware\"", "site/rackAware"},
      {"site/rackAware", "site/rackAware"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.given);
    const std::string parameter = std::string(":fenzo-fitness-calculator ") + row.given;
    CHECK(ReadFenzo(parameter, options).fitness_calculator() == row.kept);
  }
}

TEST_CASE("environment tags read what the caller passes") {
  ReadOptions options;
  options.environment = {
      {"KIND", "fenzo"}, {"JOBS", "7"}, {"JOBS", "8"}, {"POOL", "batch"}, {"NO", "FALSE"}};
  const config::Config config = Read(R"({:pools {:default #config/env "POOL"
      :schedulers [{:pool-regex #config/env "POOL"
                    :scheduler-config {:scheduler #config/env "KIND"
                                       :fenzo-max-jobs-considered #config/env-int "JOBS"
                                       :fenzo-floor-iterations-before-warn
                                       #config/env-int-default ["ABSENT" #config/env-int-default ["ABSENT" 5]]
                                       :fenzo-floor-iterations-before-reset
                                       #config/env-int-default ["JOBS" 5]}}]}})",
                                     ConfigFormat::kEdn, options);
  CHECK(config.pools().default_pool() == "batch");
  const config::SchedulerEntry& entry = config.pools().schedulers(0);
  CHECK(entry.pool_regex() == "batch");
  CHECK(entry.scheduler_config().fenzo().max_jobs_considered() == 7);
  CHECK(entry.scheduler_config().fenzo().floor_iterations_before_warn() == 5);
  CHECK(entry.scheduler_config().fenzo().floor_iterations_before_reset() == 7);
}

TEST_CASE("a missing variable is no matter where Bayplan does not look") {
  CHECK(Bytes(Read(R"({:port #config/env-int "PORT" :pools {:quotas #unknown/tag 1}})")) ==
        Bytes(Read("{}")));
}

TEST_CASE("ignored keys are named in order, with the entry for those of the other scheduler") {
  const auto result =
      ReadEdn(R"({:port 1
 :pools {:quotas []
         :schedulers [{:pool-regex "x" :scheduler-config {:scheduler "fenzo"
                                                          :max-jobs-considered 9}}]
         :disk []}
 :log {}})",
              {.source_name = "c", .environment = {}, .registered_calculators = {}});
  REQUIRE(result.ok());
  CHECK(result->ignored_keys == Strings{":port", ":log", ":pools :quotas", ":pools :disk",
                                        ":pools :schedulers entry 1 (pool-regex \"x\") "
                                        ":max-jobs-considered"});
  REQUIRE(result->findings.size() == 1);
  CHECK(result->findings[0].kind == Finding::Kind::kOtherSchedulersKey);
  CHECK(
      result->findings[0].message ==
      "c:4:59: :pools :schedulers entry 1 (pool-regex \"x\"): :max-jobs-considered is ignored: it "
      "is a key of the other scheduler, not of fenzo, whose key is :fenzo-max-jobs-considered");
  CHECK(result->config.pools().schedulers(0).scheduler_config().fenzo().max_jobs_considered() ==
        1000);
}

// The reports about hidden entries for these regexes.
Strings Hidden(const Strings& regexes) {
  std::string text = "{:pools {:schedulers [";
  for (const std::string& regex : regexes) {
    text += "\n{:pool-regex \"" + regex + "\" :scheduler-config {:scheduler \"fenzo\"}}";
  }
  const auto result = ReadEdn(text + "]}}", {});
  REQUIRE_MESSAGE(result.ok(), result.status().ToString());
  Strings messages;
  for (const Finding& finding : result->findings) messages.push_back(finding.message);
  return messages;
}

TEST_CASE("an entry behind an equal regex, or behind one that matches everything, is reported") {
  CHECK(
      Hidden({"a", "b", "a"}) ==
      Strings{"configuration:4:14: :pools :schedulers entry 3 (pool-regex \"a\") governs no pool: "
              "entry 1 (pool-regex \"a\") comes first and has the same regex"});
  CHECK(
      Hidden({".*", "a"}) ==
      Strings{"configuration:3:14: :pools :schedulers entry 2 (pool-regex \"a\") governs no pool: "
              "entry 1 (pool-regex \".*\") comes first and matches every name"});
  CHECK(Hidden({"^.*$", "a"}).front().find("matches every name without a line break") !=
        std::string::npos);
  CHECK(Hidden({"a", ".*", "a", "b"}).size() == 2);
}

TEST_CASE("only a regex that certainly matches every name is said to") {
  for (const char* universal :
       {"", ".*", ".*?", "^", "$", "^.*", ".*$", "x*", "(a|b)?", "a|", "^|x", "(?i).*", "^.*$"}) {
    CAPTURE(universal);
    CHECK(Hidden({universal, "zz"}).size() == 1);
  }
  for (const char* other : {".", ".+", "^$", "a*b", "^x*$", "[^x]", "^a|b", "x$", "^.+$"}) {
    CAPTURE(other);
    CHECK(Hidden({other, "zz"}).empty());
  }
}

TEST_CASE("a message that the host built gets the same defaults and the same checks") {
  config::Config config;
  config::SchedulerEntry* entry = config.mutable_pools()->add_schedulers();
  entry->set_pool_regex("^k8s$");
  entry->mutable_scheduler_config()->mutable_kubernetes()->set_max_jobs_considered(1000);
  const auto valid = ValidateConfig(config);
  REQUIRE(valid.ok());
  CHECK(Bytes(valid->config) ==
        Bytes(Read("{:pools {:schedulers [{:pool-regex \"^k8s$\" :scheduler-config "
                   "{:scheduler \"kubernetes\" :max-jobs-considered 1000}}]}}")));
  entry->mutable_scheduler_config()->mutable_kubernetes()->set_max_pending_pods(0);
  CHECK(std::string(ValidateConfig(config).status().message()) ==
        "configuration: pools.schedulers entry 1 (pool_regex \"^k8s$\"): max_pending_pods is 0; "
        "valid is an integer from 1 to 9223372036854775807");
  entry->clear_scheduler_config();
  CHECK(std::string(ValidateConfig(config).status().message())
            .find("scheduler-config key is missing from config") != std::string::npos);
}

TEST_CASE("what was read is valid and complete, and stays as it is") {
  const config::Config config = Read(kDesignText);
  const auto again = ValidateConfig(config);
  REQUIRE(again.ok());
  CHECK(Bytes(again->config) == Bytes(config));
  CHECK(Bytes(Read(config.DebugString(), ConfigFormat::kTextProto)) == Bytes(config));
}

}  // namespace
}  // namespace bayplan
