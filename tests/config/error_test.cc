// Every way in which a configuration can be wrong, with the whole message.

#include <doctest/doctest.h>

#include <string>

#include "bayplan/config/reader.h"

namespace bayplan {
namespace {

ReadOptions Options() {
  ReadOptions options;
  options.source_name = "pools.edn";
  options.environment = {{"WORD", "many"}, {"KIND", "mesos"}, {"YES", "true"}};
  options.registered_calculators = {"site/rackAware"};
  return options;
}

struct Row {
  const char* name;
  const char* text;
  const char* message;
};

void CheckRow(const Row& row, ConfigFormat format) {
  CAPTURE(row.name);
  const auto result = ReadConfig(row.text, format, Options());
  REQUIRE_FALSE(result.ok());
  CHECK(result.status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(std::string(result.status().message()) == row.message);
}

const Row kCooksOwn[] = {
    {"no pool-regex", R"({:pools {:schedulers [{:scheduler-config {:scheduler "fenzo"}}]}})",
     "pools.edn:1:23: :pools :schedulers entry 1: pool-regex key is missing from config; valid is "
     ":pool-regex with a regex, a string"},
    {"nil pool-regex", R"({:pools {:schedulers [{:pool-regex nil}]}})",
     "pools.edn:1:23: :pools :schedulers entry 1: pool-regex key is missing from config; valid is "
     ":pool-regex with a regex, a string"},
    {"misspelt pool-regex", R"({:pools {:schedulers [{:pool-regx "a"}]}})",
     "pools.edn:1:23: :pools :schedulers entry 1: pool-regex key is missing from config; valid is "
     ":pool-regex with a regex, a string; is :pool-regx a misspelling of it?"},
    {"no scheduler-config", R"({:pools {:schedulers [{:pool-regex "a"}]}})",
     "pools.edn:1:23: :pools :schedulers entry 1 (pool-regex \"a\"): scheduler-config key is "
     "missing "
     "from config; valid is :scheduler-config with a map"},
    {"no scheduler", R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {}}]}})",
     "pools.edn:1:58: :pools :schedulers entry 1 (pool-regex \"a\"): scheduler key is missing from "
     "scheduler-config; valid is :scheduler with \"fenzo\" or \"kubernetes\""},
    {"unknown scheduler",
     R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {:scheduler "mesos"}}]}})",
     "pools.edn:1:70: :pools :schedulers entry 1 (pool-regex \"a\"): :scheduler is the string "
     "\"mesos\": scheduler must be fenzo or kubernetes (a string)"},
    {"empty scheduler",
     R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {:scheduler ""}}]}})",
     "pools.edn:1:70: :pools :schedulers entry 1 (pool-regex \"a\"): :scheduler is the string "
     "\"\": scheduler must be fenzo or kubernetes (a string)"},
    {"scheduler as a keyword",
     R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {:scheduler :fenzo}}]}})",
     "pools.edn:1:70: :pools :schedulers entry 1 (pool-regex \"a\"): :scheduler is the keyword "
     ":fenzo: scheduler must be fenzo or kubernetes (a string)"},
    {"scheduler from the environment",
     R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {:scheduler #config/env "KIND"}}]}})",
     "pools.edn:1:70: :pools :schedulers entry 1 (pool-regex \"a\"): :scheduler is the string "
     "\"mesos\": scheduler must be fenzo or kubernetes (a string)"},
};

TEST_CASE("the four errors that Cook has too keep Cook's words") {
  for (const Row& row : kCooksOwn) CheckRow(row, ConfigFormat::kEdn);
}

TEST_CASE("the first entry that is wrong is the one reported, by Cook's checks first") {
  const auto message = [](const char* text) {
    return std::string(ReadEdn(text, Options()).status().message());
  };
  CHECK(message(R"({:pools {:schedulers [{:pool-regex "(" :bad 1 :scheduler-config {}}
                                         {}]}})")
            .find("entry 1 (pool-regex \"(\"): scheduler key is missing") != std::string::npos);
  CHECK(message(R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config {:scheduler "fenzo"}}
                                         {:scheduler-config {:scheduler "mesos"}}]}})")
            .find("pools.edn:2:42: :pools :schedulers entry 2: pool-regex key is missing") == 0);
}

const Row kStructure[] = {
    {"empty", "  ; nothing\n",
     "pools.edn:1:1: the text is empty; valid is a map with the key :pools"},
    {"no map", "[:pools]",
     "pools.edn:1:1: the configuration is the vector [:pools]; valid is a map with the key :pools"},
    {"two maps", "{:pools {}}\n{}",
     "pools.edn:2:1: {} behind the end of the configuration; valid is one map"},
    {"pasted without a value", ":port 1 :pools", "pools.edn:1:9: the key :pools has no value"},
    {"pasted twice", ":pools {}\n:pools {}",
     "pools.edn:2:1: the key :pools is given twice; first at line 1, column 1"},
    {"a key twice", "{:pools {:default \"a\"\n         :default \"b\"}}",
     "pools.edn:2:10: the key :default is given twice; first at line 1, column 10"},
    {"unknown section", "{:pool {}}",
     "pools.edn:1:2: :pool (value the map {}) is no key of the configuration; did you mean :pools? "
     "Valid is :pools"},
    {"misspelt section of Cook's", "{:rebalancr 1}",
     "pools.edn:1:2: :rebalancr (value 1) is no key of the configuration; did you mean "
     ":rebalancer? "
     "Valid is :pools"},
    {"misplaced key", "{:schedulers []}",
     "pools.edn:1:2: :schedulers (value the vector []) is no key of the configuration; it belongs "
     "in :pools; valid is :pools"},
    {"a string for a key", "{\"pools\" {}}",
     "pools.edn:1:2: the string \"pools\" (value the map {}) is no key of the configuration; did "
     "you mean :pools? Valid is :pools"},
    {"a namespace too many", "{:cook/pools {}}",
     "pools.edn:1:2: :cook/pools (value the map {}) is no key of the configuration; valid is "
     ":pools"},
    {"pools no map", "{:pools 3}", "pools.edn:1:9: :pools is 3; valid is a map"},
    {"unknown key of pools", "{:pools {:quota []}}",
     "pools.edn:1:10: :pools: :quota (value the vector []) is no key of :pools; did you mean "
     ":quotas? Valid are :default or :schedulers"},
    {"misspelt schedulers", "{:pools {:scheduler []}}",
     "pools.edn:1:10: :pools: :scheduler (value the vector []) is no key of :pools; did you mean "
     ":schedulers? Valid are :default or :schedulers"},
    {"default no string", "{:pools {:default :batch}}",
     "pools.edn:1:19: :pools: :default is the keyword :batch; valid is the name of a pool, a "
     "string"},
    {"default empty", "{:pools {:default \"\"}}",
     "pools.edn:1:19: :pools: :default is the string \"\"; valid is the name of a pool, a string"},
    {"schedulers no vector", "{:pools {:schedulers {}}}",
     "pools.edn:1:22: :pools: :schedulers is the map {}; valid is a vector of entries"},
    {"schedulers a set, which has no order", "{:pools {:schedulers #{}}}",
     "pools.edn:1:22: :pools: :schedulers is the set #{}; valid is a vector of entries"},
    {"entry no map", "{:pools {:schedulers [nil]}}",
     "pools.edn:1:23: :pools :schedulers entry 1: the entry is nil; valid is a map with the keys "
     ":pool-regex and :scheduler-config"},
    {"scheduler-config no map",
     R"({:pools {:schedulers [{:pool-regex "a" :scheduler-config "fenzo"}]}})",
     "pools.edn:1:58: :pools :schedulers entry 1 (pool-regex \"a\"): :scheduler-config is the "
     "string "
     "\"fenzo\"; valid is a map"},
    {"misplaced key of an entry",
     "{:pools {:schedulers [{:pool-regex \"a\" :max-jobs-considered 3\n"
     ":scheduler-config {:scheduler \"fenzo\"}}]}}",
     "pools.edn:1:40: :pools :schedulers entry 1 (pool-regex \"a\"): :max-jobs-considered (value "
     "3) "
     "is no key of an entry; it belongs in :scheduler-config; valid are :pool-regex or "
     ":scheduler-config"},
    {"missing variable", "{:pools {:default #config/env \"NOWHERE\"}}",
     "pools.edn:1:19: :pools: :default is #config/env \"NOWHERE\": the environment has no such "
     "variable"},
    {"variable of the wrong type", "{:pools {:default #config/env-bool \"YES\"}}",
     "pools.edn:1:19: :pools: :default is the boolean true; valid is the name of a pool, a string"},
    {"variable that is no integer", "{:pools #config/env-int \"WORD\"}",
     "pools.edn:1:9: :pools is #config/env-int \"WORD\": the variable is \"many\"; valid is an "
     "integer"},
    {"tag without a name", "{:pools #config/env 3}",
     "pools.edn:1:9: :pools is #config/env has 3 behind it; valid is \"NAME\""},
    {"tag without a default", "{:pools #config/env-int-default [\"X\"]}",
     "pools.edn:1:9: :pools is #config/env-int-default has [\"X\"] behind it; valid is [\"NAME\" "
     "default]"},
    {"unknown tag", "{:pools #inst \"2020\"}",
     "pools.edn:1:9: :pools is #inst \"2020\", a tag with no meaning here; valid are #config/env, "
     "#config/env-int, #config/env-int-default and #config/env-bool"},
};

TEST_CASE("what stands in the wrong place or has the wrong shape is refused") {
  for (const Row& row : kStructure) CheckRow(row, ConfigFormat::kEdn);
}

struct ParameterRow {
  const char* scheduler;
  const char* parameter;
  const char* message;  // behind the place
};

constexpr const char* kCalculators =
    "cpuBinPacker, memoryBinPacker, networkBinPacker, cpuMemBinPacker, cpuMemNetworkBinPacker, "
    "cpuSpreader, memorySpreader, networkSpreader, cpuMemSpreader, cpuMemNetworkSpreader or "
    "site/rackAware";

const ParameterRow kParameters[] = {
    {"fenzo", ":fenzo-scaleback 1.5",
     ":fenzo-scaleback is 1.5; valid is a number greater than 0 and at most 1"},
    {"fenzo", ":fenzo-scaleback 0",
     ":fenzo-scaleback is 0; valid is a number greater than 0 and at most 1"},
    {"fenzo", ":fenzo-scaleback 3/2",
     ":fenzo-scaleback is 3/2; valid is a number greater than 0 and at most 1"},
    {"fenzo", ":fenzo-scaleback ##NaN",
     ":fenzo-scaleback is ##NaN; valid is a number greater than 0 and at most 1"},
    {"fenzo", ":fenzo-scaleback \"0.5\"",
     ":fenzo-scaleback is the string \"0.5\"; valid is a number greater than 0 and at most 1"},
    {"fenzo", ":good-enough-fitness -0.1",
     ":good-enough-fitness is -0.1; valid is a number from 0 to 1"},
    {"fenzo", ":good-enough-fitness 1.0001",
     ":good-enough-fitness is 1.0001; valid is a number from 0 to 1"},
    {"fenzo", ":good-enough-fitness ##Inf",
     ":good-enough-fitness is ##Inf; valid is a number from 0 to 1"},
    {"fenzo", ":fenzo-max-jobs-considered 0",
     ":fenzo-max-jobs-considered is 0; valid is an integer from 1 to 9223372036854775807"},
    {"fenzo", ":fenzo-max-jobs-considered 10.0",
     ":fenzo-max-jobs-considered is 10.0; valid is an integer from 1 to 9223372036854775807"},
    {"fenzo", ":fenzo-max-jobs-considered 9223372036854775808",
     ":fenzo-max-jobs-considered is 9223372036854775808; valid is an integer from 1 to "
     "9223372036854775807"},
    {"fenzo", ":fenzo-max-jobs-considered true",
     ":fenzo-max-jobs-considered is the boolean true; valid is an integer from 1 to "
     "9223372036854775807"},
    {"fenzo", ":fenzo-floor-iterations-before-warn -1",
     ":fenzo-floor-iterations-before-warn is -1; valid is an integer from 1 to "
     "9223372036854775807"},
    {"fenzo", ":fenzo-floor-iterations-before-reset 0",
     ":fenzo-floor-iterations-before-reset is 0; valid is an integer from 1 to "
     "9223372036854775807"},
    {"kubernetes", ":max-jobs-considered 0",
     ":max-jobs-considered is 0; valid is an integer from 1 to 9223372036854775807"},
    {"kubernetes", ":minimum-scheduling-capacity-threshold -1",
     ":minimum-scheduling-capacity-threshold is -1; valid is an integer from 0 to "
     "9223372036854775807"},
    {"kubernetes", ":scheduling-pause-time-ms -1",
     ":scheduling-pause-time-ms is -1; valid is an integer from 0 to 9223372036854775807"},
    {"kubernetes", ":max-pending-pods 0",
     ":max-pending-pods is 0; valid is an integer from 1 to 9223372036854775807"},
    {"kubernetes", ":max-pending-pods [1]",
     ":max-pending-pods is the vector [1]; valid is an integer from 1 to 9223372036854775807"},
    {"fenzo", ":fenzo-fitness-calculator 7",
     ":fenzo-fitness-calculator is 7; valid is the name of a fitness calculator, a string or a "
     "symbol"},
};

std::string EntryOf(const std::string& regex, const ParameterRow& row) {
  return "{:pools {:schedulers [{:pool-regex \"" + regex + "\" :scheduler-config\n{:scheduler \"" +
         row.scheduler + "\"\n" + row.parameter + "}}]}}";
}

TEST_CASE("a parameter of the wrong type or out of its range is refused at its value") {
  for (const ParameterRow& row : kParameters) {
    CAPTURE(row.parameter);
    const auto result = ReadEdn(EntryOf("a", row), Options());
    REQUIRE_FALSE(result.ok());
    const std::string parameter = row.parameter;
    CHECK(std::string(result.status().message()) ==
          "pools.edn:3:" + std::to_string(parameter.find(' ') + 2) +
              ": :pools :schedulers entry 1 (pool-regex \"a\"): " + row.message);
  }
}

TEST_CASE("an unknown parameter is refused at its key, with the one that was meant") {
  const ParameterRow row = {"fenzo", ":fenzo-scalebck 1", ""};
  CHECK(
      std::string(ReadEdn(EntryOf("a", row), Options()).status().message()) ==
      "pools.edn:3:1: :pools :schedulers entry 1 (pool-regex \"a\"): :fenzo-scalebck (value 1) is "
      "no key of :scheduler-config; did you mean :fenzo-scaleback? Valid are :scheduler, "
      ":good-enough-fitness, :fenzo-fitness-calculator, :fenzo-max-jobs-considered, "
      ":fenzo-scaleback, :fenzo-floor-iterations-before-warn or "
      ":fenzo-floor-iterations-before-reset");
}

TEST_CASE("an unknown calculator is refused with the valid ones and the one that was meant") {
  const struct {
    const char* given;
    const char* message;
  } kRows[] = {
      {"cpuMemBinPaker",
       "which is no fitness calculator; did you mean cpuMemBinPacker? Valid are "},
      {"site/rackaware", "which is no fitness calculator; did you mean site/rackAware? Valid are "},
      {"com.netflix.fenzo.plugins.BinPackingFitnessCalculators/cpuSpreader",
       "which is no fitness calculator; did you mean cpuSpreader? Valid are "},
      {"best", "which is no fitness calculator; valid are "},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.given);
    const std::string quoted = std::string("\"") + row.given + "\"";
    const std::string parameter = ":fenzo-fitness-calculator " + quoted;
    const auto result = ReadEdn(EntryOf("a", {"fenzo", parameter.c_str(), ""}), Options());
    CHECK(std::string(result.status().message()) ==
          "pools.edn:3:27: :pools :schedulers entry 1 (pool-regex \"a\"): "
          ":fenzo-fitness-calculator is " +
              quoted + ", " + row.message + kCalculators);
  }
}

TEST_CASE("a regex that RE2 cannot take is refused, and syntax that only Java has is named") {
  const struct {
    const char* regex;
    const char* reason;
  } kRows[] = {
      {"a(", "missing ): a("},
      {"[a", "missing ]: [a"},
      {"*a", "no argument for repetition operator: *"},
      {"a(?=b)", "\"(?=\" (look-ahead) is Java-only syntax, which RE2 does not support"},
      {"a(?!b)", "\"(?!\" (look-ahead) is Java-only syntax, which RE2 does not support"},
      {"(?<=a)b", "\"(?<=\" (look-behind) is Java-only syntax, which RE2 does not support"},
      {"(?<!a)b", "\"(?<!\" (look-behind) is Java-only syntax, which RE2 does not support"},
      {"(?>a)b", "\"(?>\" (atomic group) is Java-only syntax, which RE2 does not support"},
      {"(a)\\\\1", "\"\\1\" (backreference) is Java-only syntax, which RE2 does not support"},
      {"a*+b", "\"*+\" (possessive quantifier) is Java-only syntax, which RE2 does not support"},
      {"a++b", "\"++\" (possessive quantifier) is Java-only syntax, which RE2 does not support"},
      {"a?+b", "\"?+\" (possessive quantifier) is Java-only syntax, which RE2 does not support"},
      {"a{2,3}+b",
       "\"{2,3}+\" (possessive quantifier) is Java-only syntax, which RE2 does not support"},
      {"a\\\\Z",
       "\"\\Z\" (end-of-input assertion) is Java-only syntax, which RE2 does not support"},
      {"[a-z&&[^b]]",
       "\"&&\" (class intersection) is Java-only syntax, which RE2 reads in another sense"},
      {"[a[b]]", "\"[\" (nested class) is Java-only syntax, which RE2 reads in another sense"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.regex);
    const auto result = ReadEdn(EntryOf(row.regex, {"fenzo", "", ""}), Options());
    REQUIRE_FALSE(result.ok());
    const std::string shown = std::string("\"") + row.regex + "\"";
    CHECK(std::string(result.status().message()) ==
          "pools.edn:1:36: :pools :schedulers entry 1 (pool-regex " + shown + "): :pool-regex is " +
              shown + ": " + row.reason + "; valid is RE2 syntax");
  }
  CHECK_FALSE(ReadEdn(EntryOf("((a{99}){99}){99}", {"fenzo", "", ""}), Options()).ok());
}

TEST_CASE("regexes that look like Java's alone and are RE2's too are taken") {
  for (const char* regex : {"[[:alpha:]]+", "\\\\Q*+(?=\\\\E", "[*+]+", "\\\\++", "a{2}b+", "[]a]",
                            "(?i:a)", "(?P<n>a)", "\\\\d+", "\\\\p{L}", "[^]]"}) {
    CAPTURE(regex);
    const auto result = ReadEdn(EntryOf(regex, {"fenzo", "", ""}), Options());
    CHECK_MESSAGE(result.ok(), result.status().ToString());
  }
}

const Row kJson[] = {
    {"no JSON", "{\"pools\": {},}", "pools.edn:1:14: not JSON: Missing a name for object member."},
    {"two values", "{} {}",
     "pools.edn:1:4: not JSON: The document root must not be followed by other values."},
    {"a key twice", "{\"pools\": {},\n \"pools\": {}}",
     "pools.edn:2:2: the key \"pools\" is given twice; first at line 1, column 2"},
    {"a key in two spellings",
     R"({"pools": {"schedulers": [{"pool_regex": "a", "pool-regex": "b"}]}})",
     "pools.edn:1:47: pools.schedulers entry 1: the key \"pool-regex\" is given twice; first as "
     "\"pool_regex\" at line 1, column 28"},
    {"no scheduler", R"({"pools": {"schedulers": [{"pool-regex": "a", "scheduler-config": {}}]}})",
     "pools.edn:1:67: pools.schedulers entry 1 (pool-regex \"a\"): scheduler key is missing from "
     "scheduler-config; valid is \"scheduler\" with \"fenzo\" or \"kubernetes\""},
    {"out of range behind an escape",
     R"({"pools": {"schedulers": [{"pool-regex": "\u0061", "scheduler-config":
 {"scheduler": "fenzo", "fenzo-scaleback": 1.50}}]}})",
     "pools.edn:2:44: pools.schedulers entry 1 (pool-regex \"a\"): \"fenzo-scaleback\" is 1.50; "
     "valid "
     "is a number greater than 0 and at most 1"},
    {"wrong type", R"({"pools": {"schedulers": {"a": [1, null]}}})",
     "pools.edn:1:26: pools: \"schedulers\" is the object {\"a\": [1, null]}; valid is an array of "
     "entries"},
    {"unknown key", R"({"pool": true})",
     "pools.edn:1:2: \"pool\" (value the boolean true) is no key of the configuration; did you "
     "mean "
     "\"pools\"? Valid is \"pools\""},
    {"no UTF-8", "{\"pools\": \"\xC3\"}", "pools.edn:1:12: byte 0xc3 is not UTF-8"},
};

TEST_CASE("JSON has the same checks, at its own places") {
  for (const Row& row : kJson) CheckRow(row, ConfigFormat::kJson);
  CHECK(std::string(ReadJson(std::string_view("{}\0{}", 5), Options()).status().message()) ==
        "pools.edn:1:3: not JSON: a byte 0");
  CHECK(std::string(ReadJson(std::string(257, '['), Options()).status().message()) ==
        "pools.edn:1:257: nested deeper than 256 levels");
  CHECK_FALSE(ReadJson(std::string(1000000, '['), Options()).ok());
}

const Row kTextProto[] = {
    {"unknown field", "pools { schedulers { scheduler_config { fenzo { scalebak: 1 } } } }",
     "pools.edn:1:57: Message type \"bayplan.config.FenzoConfig\" has no field named \"scalebak\". "
     "Did you mean scaleback? Valid are good_enough_fitness, fitness_calculator, "
     "max_jobs_considered, scaleback, floor_iterations_before_warn or "
     "floor_iterations_before_reset."},
    {"a field twice", "pools {\n  default_pool: \"a\"\n  default_pool: \"b\"\n}",
     "pools.edn:3:15: Non-repeated field \"default_pool\" is specified multiple times. First at "
     "line "
     "2, column 3."},
    {"two schedulers", "pools { schedulers { scheduler_config { fenzo {}\n kubernetes {} } } }",
     "pools.edn:2:13: Field \"kubernetes\" is specified along with field \"fenzo\", another member "
     "of oneof \"kind\". First at line 1, column 41."},
    {"wrong type", "pools { default_pool: 3 }", "pools.edn:1:23: Expected string, got: 3"},
    {"no pool-regex", "pools {\n  schedulers { scheduler_config { fenzo {} } }\n}",
     "pools.edn:2:3: pools.schedulers entry 1: pool-regex key is missing from config; valid is "
     "pool_regex with a regex, a string"},
    {"no scheduler-config", "pools { schedulers { pool_regex: \"a\" } }",
     "pools.edn:1:9: pools.schedulers entry 1 (pool_regex \"a\"): scheduler-config key is missing "
     "from config; valid is scheduler_config with a map"},
    {"no scheduler", "pools { schedulers { pool_regex: \"a\" scheduler_config {} } }",
     "pools.edn:1:38: pools.schedulers entry 1 (pool_regex \"a\"): scheduler key is missing from "
     "scheduler-config; valid is one of the fields fenzo and kubernetes"},
    {"out of range",
     "pools { schedulers [{ pool_regex: \"a\" scheduler_config { fenzo {} } }, {\n"
     "pool_regex: \"b\" scheduler_config { fenzo { scaleback: 2 } } }] }",
     "pools.edn:2:44: pools.schedulers entry 2 (pool_regex \"b\"): scaleback is 2.0; valid is a "
     "number greater than 0 and at most 1"},
    {"no UTF-8 behind an escape",
     R"(pools { schedulers { pool_regex: "\xff" scheduler_config { fenzo {} } } })",
     "pools.edn:1:22: pools.schedulers entry 1 (pool_regex \"\\xff\"): pool_regex has byte 0xff at "
     "offset 0, which is not UTF-8; valid is UTF-8"},
};

TEST_CASE("protobuf text has the same checks, at its own places") {
  for (const Row& row : kTextProto) CheckRow(row, ConfigFormat::kTextProto);
}

TEST_CASE("a message shows the beginning of a long value, cut between characters") {
  std::string word;
  for (int i = 0; i < 60; ++i) word += "\xC3\xA9";
  const auto result = ReadEdn("{:pools \"" + word + "\"}", Options());
  CHECK(std::string(result.status().message()) ==
        "pools.edn:1:9: :pools is the string \"" + word.substr(0, 78) + "...; valid is a map");
}

}  // namespace
}  // namespace bayplan
