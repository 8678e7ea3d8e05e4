// The small calculations behind the report, and the split into pools.
#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

#include "allocation.h"
#include "amount_text.h"
#include "json_writer.h"
#include "pool_split.h"
#include "progress_bar.h"
#include "report.h"

namespace bayplan::replay {
namespace {

TEST_CASE("a percentile is the value of the nearest rank") {
  CHECK_FALSE(NearestRank({}).has_value());
  CHECK(*NearestRank({7}) == Percentiles{7, 7, 7});
  CHECK(*NearestRank({30, 10, 20}) == Percentiles{20, 30, 30});
  CHECK(*NearestRank({1, 2, 3, 4}) == Percentiles{2, 4, 4});
  std::vector<int64_t> hundred(100);
  std::iota(hundred.begin(), hundred.end(), 1);
  CHECK(*NearestRank(hundred) == Percentiles{50, 95, 99});
}

TEST_CASE("allocation is the area under the steps, part by part") {
  // 4 of 10 from 0 to 50, 8 of 10 from 50 to 75, nothing after.
  const DimensionUse use =
      Integrate({{{75}, -8, 0}, {{0}, 4, 10}, {{50}, 4, 0}}, {0}, {100}, /*buckets=*/4);
  CHECK(use.used == std::vector<int64_t>{4, 4, 8, 0});
  CHECK(use.capacity == std::vector<int64_t>{10, 10, 10, 10});
  CHECK(use.mean_used == 4);
  CHECK(use.mean_capacity == 10);
  CHECK(use.peak_used == 8);
}

TEST_CASE("what ends and starts in the same moment makes no peak") {
  CHECK(Integrate({{{0}, 5, 0}, {{10}, 5, 0}, {{10}, -5, 0}}, {0}, {20}, 2).peak_used == 5);
  CHECK(Integrate({{{0}, 5, 0}}, {0}, {0}, 2).mean_used == 0);
}

TEST_CASE("a name's pool never changes") {
  // These values are what earlier outputs were made with.
  std::string pools;
  for (int i = 0; i < 16; ++i) {
    pools += static_cast<char>('0' + PoolOfName("job-" + std::to_string(i), 3));
  }
  CHECK(pools == "2211222010011022");
}

TEST_CASE("similar names are spread evenly") {
  std::vector<int> count(4);
  for (int i = 0; i < 4'000; ++i) ++count[PoolOfName("openb-pod-" + std::to_string(i), 4)];
  for (int jobs : count) CHECK((jobs > 900 && jobs < 1'100));
}

TEST_CASE("pools by column are the values that occur, in order; nodes without one are hashed") {
  std::vector<TraceJob> jobs(3);
  jobs[0].pool_value = "LS";
  jobs[1].pool_value = "BE";
  jobs[2].pool_value = "LS";
  std::vector<TraceNode> nodes(2);
  nodes[0].node.name = "n0";
  nodes[1].pool_value = "GPU";
  const absl::StatusOr<PoolSplit> split = SplitPools({"qos", {"unused"}}, jobs, nodes);
  REQUIRE(split.ok());
  CHECK(split->pools == std::vector<std::string>{"BE", "GPU", "LS"});
  CHECK(split->pool_of_job == std::vector<size_t>{2, 0, 2});
  CHECK(split->pool_of_node == std::vector<size_t>{PoolOfName("n0", 3), 1});
}

TEST_CASE("a split without pools or with a pool named twice is refused") {
  CHECK_FALSE(SplitPools({"", {}}, {}, {}).ok());
  CHECK_FALSE(SplitPools({"", {"a", "a"}}, {}, {}).ok());
  CHECK(*ParsePoolBy("hash") == "");
  CHECK(*ParsePoolBy("qos") == "qos");
  CHECK(*ParsePoolBy("column:user") == "user");
  CHECK_FALSE(ParsePoolBy("column:").ok());
  CHECK_FALSE(ParsePoolBy("users").ok());
}

TEST_CASE("durations show their two largest units") {
  const struct {
    int64_t ms;
    const char* text;
  } cases[] = {{0, "0s"},          {450, "450ms"},       {12'500, "12.5s"}, {59'000, "59s"},
               {310'000, "5m10s"}, {3'720'000, "1h02m"}, {-1'000, "-1s"},   {273'600'000, "3d04h"}};
  for (const auto& c : cases) CHECK(DurationText({c.ms}) == c.text);
}

TEST_CASE("amounts are in cores, GiB and GPUs") {
  CHECK(CountText(0) == "0");
  CHECK(CountText(999) == "999");
  CHECK(CountText(-1'234'567) == "-1,234,567");
  CHECK(AmountText(Dimension::kMilliCpu, 500) == "0.5");
  CHECK(AmountText(Dimension::kMilliCpu, 23'114'000) == "23,114");
  CHECK(AmountText(Dimension::kMemoryBytes, int64_t{3} << 29) == "1.5");
  CHECK(WorkText(Dimension::kMilliGpu, absl::int128(3'600'000) * 2'500) == "2.5");
  CHECK(Sparkline({0, 50, 100, -1}, 100) == "▁▅█·");
  CHECK(Width("▁▅█·") == 4);
}

TEST_CASE("progress shows share, rate and remaining time") {
  CHECK(ProgressText({.jobs = 8'000,
                      .arrived = 6'000,
                      .over = 2'000,
                      .simulated = {86'400'000},
                      .elapsed_ms = 2'000}) ==
        "[############------------]  50 %  2,000 of 8,000 jobs over, 1,000/s, 2s left, 1d00h "
        "simulated");
  CHECK(ProgressText({.jobs = 10}) ==
        "[------------------------]   0 %  0 of 10 jobs over, 0s simulated");
}

TEST_CASE("JSON is written with commas, escapes and levels") {
  JsonWriter json;
  json.BeginObject().Key("a").Number(1).Key("b").BeginArray().String("x\"\n").Null().EndArray();
  json.Key("c").BeginObject().EndObject().Key("d").Numbers({1, 2}).EndObject();
  CHECK(json.text() ==
        "{\n  \"a\": 1,\n  \"b\": [\n    \"x\\\"\\u000a\",\n    null\n  ],\n  \"c\": {},\n"
        "  \"d\": [1, 2]\n}\n");
}

}  // namespace
}  // namespace bayplan::replay
