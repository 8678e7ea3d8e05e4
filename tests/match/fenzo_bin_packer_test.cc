#include "bayplan/match/fenzo_bin_packer.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <map>
#include <string>

#include "bayplan/rank/priority_order.h"
#include "match/brute_force.h"
#include "random_pool.h"

namespace bayplan {
namespace {

using testing::kPool;

Node MakeNode(std::string name, int64_t milli_cpu, int64_t memory = 1'000) {
  Node node;
  node.name = std::move(name);
  node.pool = kPool;
  node.capacity.Set(Dimension::kMilliCpu, milli_cpu).Set(Dimension::kMemoryBytes, memory);
  return node;
}

Job MakeJob(std::string id, int64_t milli_cpu, int64_t memory = 0) {
  Job job;
  job.id = std::move(id);
  job.request.Set(Dimension::kMilliCpu, milli_cpu).Set(Dimension::kMemoryBytes, memory);
  return job;
}

struct Fixture {
  PoolState state{kPool};
  PriorityOrder order;
  std::unique_ptr<FenzoBinPacker> packer;

  explicit Fixture(FenzoOptions options = {.good_enough_fitness = 1.0}) {
    packer = *FenzoBinPacker::Create(std::move(options));
  }
  void Add(const Node& node) { REQUIRE(state.Apply(UpsertNode{node}).ok()); }
  void Add(const Job& job) { REQUIRE(state.Apply(AddJob{job}).ok()); }
  Plan Schedule(ScheduleOptions options = {}) {
    const auto jobs = order.Head(state, packer->ConsiderableLimit(state));
    absl::StatusOr<Plan> plan = packer->Schedule(state, jobs, options);
    REQUIRE(plan.ok());
    return *plan;
  }
  std::string NodeOf(const Plan& plan, std::string_view job) const {
    for (const Assignment& a : plan.assignments) {
      if (state.jobs().Row(a.job).job->id == job) return std::string(state.nodes().Name(*a.node));
    }
    return "";
  }
};

TEST_CASE("a bin packer fills the fullest node that fits, and of equal nodes the smaller name") {
  Fixture f;
  f.Add(MakeNode("n3", 4'000));
  f.Add(MakeNode("n1", 8'000));
  f.Add(MakeNode("n2", 4'000));
  f.Add(MakeJob("a", 1'000));
  f.Add(MakeJob("b", 1'000));
  f.Add(MakeJob("c", 3'000));
  const Plan plan = f.Schedule();
  CHECK(f.NodeOf(plan, "a") == "n2");
  CHECK(f.NodeOf(plan, "b") == "n2");
  CHECK(f.NodeOf(plan, "c") == "n3");
  CHECK(plan.assignments[0].fitness == (50.0 + 35.0 * 0.125) / 100.0);
}

TEST_CASE("a spreader takes the emptiest node, and may fill a node to the brim") {
  Fixture f({.fitness = BuiltinFitness::kCpuSpreader, .good_enough_fitness = 1.0});
  f.Add(MakeNode("n1", 1'000));
  f.Add(MakeNode("n2", 4'000));
  f.Add(MakeJob("a", 1'000));
  f.Add(MakeJob("b", 3'000));
  f.Add(MakeJob("c", 1'000));
  const Plan plan = f.Schedule();
  CHECK(f.NodeOf(plan, "a") == "n2");
  CHECK(f.NodeOf(plan, "b") == "n2");
  CHECK(f.NodeOf(plan, "c") == "n1");
}

TEST_CASE("the first node by name that is good enough is taken without looking further") {
  for (const auto& [good_enough, expected] :
       {std::pair{0.6, "n1"}, std::pair{0.74, "n2"}, std::pair{1.0, "n2"}}) {
    Fixture f({.good_enough_fitness = good_enough});
    f.Add(MakeNode("n1", 2'000));  // combined 0.7625 - 0.175 for memory 0
    f.Add(MakeNode("n2", 1'000));
    Job job = MakeJob("a", 1'000, 500);
    f.Add(job);
    const Plan plan = f.Schedule();
    CAPTURE(good_enough);
    CHECK(f.NodeOf(plan, "a") == expected);
    CHECK(plan.counters.evaluations == (good_enough == 0.6 ? 1 : 2));
  }
}

TEST_CASE("hard constraints exclude nodes and soft ones outweigh the fitness") {
  Fixture f;
  Node full = MakeNode("n1", 1'000);
  full.attributes = {{"zone", "z1"}};
  Node roomy = MakeNode("n2", 64'000);
  roomy.attributes = {{"zone", "z2"}};
  f.Add(full);
  f.Add(roomy);
  Job hard = MakeJob("hard", 100);
  hard.hard = {{"zone", Operator::kIn, {"z2"}}};
  Job soft = MakeJob("soft", 100);
  soft.soft = {{"zone", Operator::kIn, {"z2"}}};
  Job novel = MakeJob("novel", 100);
  novel.hard = {{std::string(kHostname), Operator::kNotIn, {"n1"}}};
  f.Add(hard);
  f.Add(soft);
  f.Add(novel);
  f.Add(MakeJob("free", 100));
  const Plan plan = f.Schedule();
  CHECK(f.NodeOf(plan, "hard") == "n2");
  CHECK(f.NodeOf(plan, "soft") == "n2");
  CHECK(f.NodeOf(plan, "novel") == "n2");
  CHECK(f.NodeOf(plan, "free") == "n1");
}

TEST_CASE("first reasons add up to the nodes looked at and all shortages are counted beside them") {
  Fixture f;
  Node cordoned = MakeNode("n1", 9'000);
  cordoned.schedulable = false;
  Node zoned = MakeNode("n2", 9'000, 9'000);
  zoned.attributes = {{"zone", "z2"}};
  f.Add(cordoned);
  f.Add(zoned);
  f.Add(MakeNode("n3", 1'000, 100));
  f.Add(MakeNode("n4", 9'000, 100));
  Job job = MakeJob("a", 2'000, 200);
  job.hard = {{"zone", Operator::kDoesNotExist, {}}};
  f.Add(job);
  const Plan plan = f.Schedule();
  REQUIRE(plan.leftovers.size() == 1);
  const ReasonTable& table = plan.tables[plan.leftovers[0].table];
  CHECK(table.looked_at == 4);
  CHECK(table.first ==
        std::vector<ReasonCount>{{{ReasonCode::kUnschedulable, ""}, 1},
                                 {{ReasonCode::kConstraint, "zone does not exist"}, 1},
                                 {{ReasonCode::kInsufficient, "cpu"}, 1},
                                 {{ReasonCode::kInsufficient, "memory"}, 1}});
  CHECK(table.all[3] == ReasonCount{{ReasonCode::kInsufficient, "memory"}, 2});
}

TEST_CASE("a pool without nodes says so") {
  Fixture f;
  f.Add(MakeJob("a", 1));
  const Plan plan = f.Schedule();
  REQUIRE(plan.leftovers.size() == 1);
  CHECK(plan.tables[0].first[0].reason.code == ReasonCode::kNoNodes);
  CHECK(plan.tables[0].looked_at == 0);
}

TEST_CASE("a failed shape is searched once per call and its jobs share the reasons") {
  Fixture f;
  f.Add(MakeNode("n1", 1'000));
  for (int i = 0; i < 10; ++i) f.Add(MakeJob(fmt::format("big-{}", i), 2'000));
  const Plan plan = f.Schedule();
  CHECK(plan.leftovers.size() == 10);
  CHECK(plan.tables.size() == 1);
  CHECK(plan.counters.evaluations == 1);
}

TEST_CASE("the limit of assignments and the host's stop leave the rest for lack of budget") {
  Fixture f;
  f.Add(MakeNode("n1", 9'000));
  for (const char* id : {"a", "b", "c"}) f.Add(MakeJob(id, 1'000));
  CHECK(f.Schedule({.max_assignments = 2}).assignments.size() == 2);
  int calls = 0;
  const Plan stopped = f.Schedule(
      {.stop = [](void* n) { return ++*static_cast<int*>(n) > 1; }, .stop_user_data = &calls});
  CHECK(stopped.assignments.size() == 1);
  REQUIRE(stopped.leftovers.size() == 2);
  CHECK(stopped.tables[0].first[0].reason.code == ReasonCode::kBudget);
}

class PickyFitness final : public FitnessCalculator {
 public:
  absl::StatusOr<std::optional<double>> Score(const FitnessInput& input) const override {
    if (input.job == "broken") return absl::InternalError("out of order");
    if (input.job == "odd") return std::numeric_limits<double>::quiet_NaN();
    if (input.node == "n1") return std::nullopt;
    return input.node == "n3" ? 0.9 : 0.1;
  }
};

TEST_CASE("a host's calculator chooses, refuses nodes and ends the call with its error") {
  Fixture f({.fitness = std::make_shared<const PickyFitness>(), .good_enough_fitness = 1.0});
  for (const char* name : {"n1", "n2", "n3"}) f.Add(MakeNode(name, 1'000));
  f.Add(MakeJob("a", 1'000));
  f.Add(MakeJob("b", 1'000));
  f.Add(MakeJob("c", 1'000));
  const Plan plan = f.Schedule();
  CHECK(f.NodeOf(plan, "a") == "n3");
  CHECK(f.NodeOf(plan, "b") == "n2");
  REQUIRE(plan.leftovers.size() == 1);
  CHECK(plan.tables[0].first.back() == ReasonCount{{ReasonCode::kFitnessRefused, ""}, 1});

  for (const auto& [id, code] : {std::pair{"broken", absl::StatusCode::kInternal},
                                 std::pair{"odd", absl::StatusCode::kInvalidArgument}}) {
    PoolState fork = f.state.Fork();
    REQUIRE(fork.Apply(AddJob{MakeJob(id, 0)}).ok());
    const JobSlot jobs[] = {*fork.jobs().Find("a"), *fork.jobs().Find(id)};
    CHECK(f.packer->Schedule(fork, jobs, {}).status().code() == code);
  }
  // The failed calls left no booking behind.
  CHECK(f.Schedule() == plan);
}

TEST_CASE("jobs that are not pending, or listed twice, are refused by index") {
  Fixture f;
  f.Add(MakeNode("n1", 9'000));
  f.Add(MakeJob("a", 1'000));
  f.Add(MakeJob("b", 1'000));
  const JobSlot a = *f.state.jobs().Find("a");
  const JobSlot b = *f.state.jobs().Find("b");
  const auto twice = f.packer->Schedule(f.state, {a, b, a}, {});
  CHECK(twice.status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(std::string(twice.status().message()).find("jobs[2]") != std::string::npos);
  REQUIRE(f.state.Apply(CancelJob{"b"}).ok());
  CHECK(f.packer->Schedule(f.state, {a, b}, {}).status().code() ==
        absl::StatusCode::kInvalidArgument);
}

TEST_CASE("options out of range are refused by name") {
  const std::pair<FenzoOptions, const char*> rows[] = {
      {{.good_enough_fitness = 1.5}, "good_enough_fitness is 1.5"},
      {{.max_jobs_considered = 0}, "max_jobs_considered is 0"},
      {{.scaleback = 0}, "scaleback is 0"},
      {{.scaleback = 1.01}, "scaleback is 1.01"},
      {{.floor_iterations_before_warn = 0}, "floor_iterations_before_warn is 0"},
      {{.floor_iterations_before_reset = -1}, "floor_iterations_before_reset is -1"},
      {{.fitness = std::shared_ptr<const FitnessCalculator>()}, "fitness is null"},
  };
  for (const auto& [options, text] : rows) {
    const absl::Status status = FenzoBinPacker::Create(options).status();
    CAPTURE(status.message());
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()).find(text) != std::string::npos);
  }
}

TEST_CASE("the window scales back while others match and the head does not") {
  Fixture f({.good_enough_fitness = 1.0,
             .max_jobs_considered = 4,
             .scaleback = 0.5,
             .floor_iterations_before_warn = 2,
             .floor_iterations_before_reset = 3});
  f.Add(MakeNode("n1", 100'000));
  f.Add(MakeJob("0-head", 200'000));
  for (int i = 1; i < 30; ++i) f.Add(MakeJob(fmt::format("{:02}", i), 1));
  const struct {
    int64_t considered;
    int64_t window;
    int64_t floor;
    bool warn;
    bool reset;
  } cycles[] = {{4, 2, 0, false, false}, {2, 1, 1, false, false}};
  for (const auto& cycle : cycles) {
    const Plan plan = f.Schedule();
    CHECK(plan.counters.considered == cycle.considered);
    CHECK(plan.scaleback == Scaleback{cycle.window, cycle.floor, cycle.warn, cycle.reset});
    REQUIRE(f.state.Commit(plan, {}, Timestamp{}).ok());
  }
  // Alone in the window nothing matches, which would not change by shrinking: the window opens.
  const Plan alone = f.Schedule();
  CHECK(alone.counters.considered == 1);
  CHECK(alone.scaleback->window == 4);
}

TEST_CASE("scaleback follows Cook's sequence, warns at the floor and resets after it") {
  const FenzoOptions options;
  std::optional<Scaleback> now;
  const int64_t windows[] = {950, 902, 856, 813, 772, 733};
  for (int64_t window : windows) {
    now = NextScaleback(options, now, false);
    CHECK(now->window == window);
  }
  int shrinks = 6;
  while (now->window > 1) {
    now = NextScaleback(options, now, false);
    ++shrinks;
  }
  CHECK(shrinks == 87);
  for (int64_t floor = 2; floor < 1000; ++floor) {
    now = NextScaleback(options, now, false);
    REQUIRE(now->floor_iterations == floor);
    REQUIRE(now->warn == (floor >= 10));
    REQUIRE(now->window == 1);
  }
  now = NextScaleback(options, now, false);
  CHECK(now->reset);
  CHECK(now->window == 1000);
  now = NextScaleback(options, now, false);
  CHECK(*now == Scaleback{950, 0, false, false});
  CHECK(NextScaleback(options, Scaleback{1, 7, false, false}, true) ==
        Scaleback{1000, 0, false, false});
}

TEST_CASE("the largest window there is stays as it is when the factor is 1") {
  constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();
  const FenzoOptions options{.max_jobs_considered = kLargest, .scaleback = 1.0};
  CHECK(NextScaleback(options, std::nullopt, false) == Scaleback{kLargest, 0, false, false});
}

TEST_CASE("every choice equals the brute force twin's, for every built-in calculator") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SplitMix random(seed);
    const auto fitness = static_cast<BuiltinFitness>(seed % BuiltinFitnessNames().size());
    const double good_enough = random.Below(2) == 0 ? 1.0 : 0.6;
    Fixture f({.fitness = fitness, .good_enough_fitness = good_enough});
    std::map<std::string, testing::TwinNode> twins;
    for (int i = 0; i < static_cast<int>(random.Below(12)); ++i) {
      const Node node = testing::RandomNode(&random, i);
      f.Add(node);
      twins[node.name] = {node, {}};
    }
    for (int i = 0; i < 20; ++i) f.Add(testing::RandomJob(&random, i));

    const auto jobs = f.order.Head(f.state, 100);
    const Plan plan = f.Schedule();
    size_t next = 0;
    for (JobSlot slot : jobs) {
      const Job& job = *f.state.jobs().Row(slot).job;
      CAPTURE(seed);
      CAPTURE(job.id);
      const auto expected = testing::TwinChoose(job, twins, fitness, good_enough);
      const bool placed = next < plan.assignments.size() && plan.assignments[next].job == slot;
      REQUIRE(placed == expected.has_value());
      if (!placed) continue;
      REQUIRE(f.state.nodes().Name(*plan.assignments[next].node) == expected->first);
      REQUIRE(plan.assignments[next].fitness == expected->second);
      twins[expected->first].booked += job.request;
      ++next;
    }
    for (const ReasonTable& table : plan.tables) {
      int64_t sum = 0;
      for (const ReasonCount& row : table.first) sum += row.count;
      REQUIRE(sum == table.looked_at);
    }
  }
}

}  // namespace
}  // namespace bayplan
