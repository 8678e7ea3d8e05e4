#include <string>
#include <utility>

#include "backend/sim_fixture.h"

namespace bayplan {
namespace {

using sim_test::AddNodes;
using sim_test::kGiB;
using sim_test::Kill;
using sim_test::Launch;
using sim_test::MakeNode;
using sim_test::MakePod;
using sim_test::MakeWorld;
using sim_test::NodeOf;
using sim_test::Numbered;
using sim_test::Pinned;
using sim_test::RunToEnd;
using sim_test::Size;

using Counts = std::vector<std::pair<std::string, int64_t>>;

constexpr int64_t kMiB = int64_t{1} << 20;
const InstanceName kJob{"job", 1};

TEST_CASE("LeastAllocated chooses the node that stays emptiest, in whole percent") {
  struct NodeRow {
    int64_t milli_cpu, memory, used_cpu, used_memory;
  };
  struct Row {
    const char* why;
    PodTemplate pod;
    std::vector<NodeRow> nodes;  // n1, n2, ...
    const char* chosen;
  };
  const Row rows[] = {
      {"the emptier of two equal nodes",
       MakePod(1'000, kGiB),
       {{4'000, 4 * kGiB, 1'000, kGiB}, {4'000, 4 * kGiB, 0, 0}},
       "n2"},
      {"a tie goes to the smallest name",
       MakePod(1'000, kGiB),
       {{4'000, 4 * kGiB, 0, 0}, {4'000, 4 * kGiB, 0, 0}},
       "n1"},
      {"the bigger node has the larger share free",  // (75 + 75) / 2 against (87 + 87) / 2
       MakePod(1'000, kGiB),
       {{4'000, 4 * kGiB, 0, 0}, {8'000, 8 * kGiB, 0, 0}},
       "n2"},
      {"CPU and memory count alike",  // (50 + 75) / 2 = 62 against (75 + 62) / 2 = 68
       MakePod(1'000, kGiB),
       {{4'000, 8 * kGiB, 1'000, kGiB}, {4'000, 8 * kGiB, 0, 2 * kGiB}},
       "n2"},
      {"division truncates: a difference below one percent is a tie",  // 99 and 99
       MakePod(1, kMiB),
       {{1'000, 1'000 * kMiB, 1, kMiB}, {1'000, 1'000 * kMiB, 0, 0}},
       "n1"},
      {"a node that is too small is no candidate, however empty",
       MakePod(3'000, kGiB),
       {{2'000, 64 * kGiB, 0, 0}, {4'000, 4 * kGiB, 900, kGiB}},
       "n2"},
      {"no memory asked counts as 200 MiB",  // (90 + 0) / 2 = 45 against (80 + 50) / 2 = 65
       MakePod(100, 0),
       {{1'000, 100 * kMiB, 0, 0}, {500, 400 * kMiB, 0, 0}},
       "n2"},
      {"no CPU asked counts as 100 milli",  // (0 + 90) / 2 = 45 against (50 + 80) / 2 = 65
       MakePod(0, 10 * kMiB),
       {{50, 100 * kMiB, 0, 0}, {200, 50 * kMiB, 0, 0}},
       "n2"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    auto world = MakeWorld();
    for (size_t i = 0; i < row.nodes.size(); ++i) {
      const NodeRow& n = row.nodes[i];
      Node node = MakeNode(Numbered("n", i + 1), n.milli_cpu, n.memory);
      node.used_by_others = Size(n.used_cpu, n.used_memory);
      AddNodes(world.get(), {node});
    }
    auto host = world->Connect();
    Launch(host.get(), kJob, row.pod, Timestamp{0});
    RunToEnd(world.get());
    CHECK(NodeOf(*world, kJob) == row.chosen);
  }
}

TEST_CASE("pods spread over equal nodes one by one") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 4'000, 4 * kGiB), MakeNode("n2", 4'000, 4 * kGiB),
                         MakeNode("n3", 4'000, 4 * kGiB)});
  auto host = world->Connect();
  std::string nodes;
  for (uint32_t i = 1; i <= 6; ++i) {
    Launch(host.get(), {"job", i}, MakePod(1'000, kGiB), Timestamp{0});
  }
  RunToEnd(world.get());
  for (uint32_t i = 1; i <= 6; ++i) nodes += NodeOf(*world, {"job", i});
  CHECK(nodes == "n1n2n3n1n2n3");
}

TEST_CASE("required attributes decide where a pod may go") {
  struct Row {
    AttributeConstraint constraint;
    const char* chosen;  // "": nowhere
  };
  // n1 in z1 with a GPU, n2 in z2, n3 without attributes; n1 is the fullest.
  const Row rows[] = {
      {{"zone", Operator::kIn, {"z1"}}, "n1"},
      {{"zone", Operator::kIn, {"z3", "z2"}}, "n2"},
      {{"zone", Operator::kIn, {"z3"}}, ""},
      {{"zone", Operator::kNotIn, {"z2"}}, "n3"},
      {{"zone", Operator::kNotIn, {"z3"}}, "n3"},
      {{"gpu", Operator::kExists, {}}, "n1"},
      {{"gpu", Operator::kDoesNotExist, {}}, "n3"},
      {{std::string(kHostname), Operator::kIn, {"n2"}}, "n2"},
      {{std::string(kHostname), Operator::kNotIn, {"n3"}}, "n2"},
      {{std::string(kHostname), Operator::kDoesNotExist, {}}, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(ConstraintText(row.constraint));
    auto world = MakeWorld();
    std::vector<Node> nodes = {MakeNode("n1", 1'000, kGiB), MakeNode("n2", 2'000, 2 * kGiB),
                               MakeNode("n3", 4'000, 4 * kGiB)};
    nodes[0].attributes = {{"zone", "z1"}, {"gpu", "a100"}};
    nodes[1].attributes = {{"zone", "z2"}};
    AddNodes(world.get(), nodes);
    auto host = world->Connect();
    PodTemplate pod = MakePod(500, kMiB);
    pod.required = {row.constraint};
    Launch(host.get(), kJob, pod, Timestamp{0});
    RunToEnd(world.get());
    CHECK(NodeOf(*world, kJob) == row.chosen);
  }
}

TEST_CASE("preferred attributes weigh twice as much as free room, and never exclude a node") {
  auto world = MakeWorld();
  std::vector<Node> nodes = {MakeNode("n1", 1'000, kGiB), MakeNode("n2", 100'000, 100 * kGiB)};
  nodes[0].attributes = {{"zone", "z1"}, {"disk", "ssd"}};
  nodes[1].attributes = {{"zone", "z1"}};
  AddNodes(world.get(), nodes);
  auto host = world->Connect();
  PodTemplate pod = MakePod(100, kMiB);
  pod.preferred = {{"zone", Operator::kIn, {"z1"}}, {"disk", Operator::kIn, {"ssd"}}};
  // n1: 2 * 100 + (90 + 99) / 2 = 294; n2: 2 * 50 + 99.
  Launch(host.get(), {"both", 1}, pod, Timestamp{0});
  pod.request = Size(950, kMiB);  // only n2 has room
  Launch(host.get(), {"big", 1}, pod, Timestamp{0});
  RunToEnd(world.get());
  CHECK(NodeOf(*world, {"both", 1}) == "n1");
  CHECK(NodeOf(*world, {"big", 1}) == "n2");
}

TEST_CASE("a pod only goes to its own pool") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 8'000, 8 * kGiB, "other"), MakeNode("n2", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(500, kMiB), Timestamp{0});
  RunToEnd(world.get());
  CHECK(NodeOf(*world, kJob) == "n2");
}

TEST_CASE("higher priority is tried first, then earlier acceptance") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 10'000, 10 * kGiB)});
  auto host = world->Connect();
  Launch(host.get(), {"z-low-first", 1}, MakePod(1, 1, 10), Timestamp{0});
  Launch(host.get(), {"a-low-second", 1}, MakePod(1, 1, 10), Timestamp{0});
  Launch(host.get(), {"high", 1}, MakePod(2, 2, 90), Timestamp{0});
  Launch(host.get(), {"below-zero", 1}, MakePod(3, 3, -10), Timestamp{0});
  RunToEnd(world.get());
  const auto at = [&](const char* job) { return world->Facts({job, 1})->scheduled->at.time.ms; };
  CHECK(at("high") == 10);
  CHECK(at("z-low-first") == 20);
  CHECK(at("a-low-second") == 30);
  CHECK(at("below-zero") == 40);
}

TEST_CASE("a pod waits until a pod's end makes room, and no longer than its backoff") {
  struct Row {
    int64_t first_ends_at;  // ms, the second pod failed at 20
    int64_t bound_at;
  };
  const Row rows[] = {
      {500, 1'030},      // within the backoff of one second: at its end, plus 10 ms of work
      {30'000, 30'010},  // long after it: at once
  };
  for (const Row& row : rows) {
    CAPTURE(row.first_ends_at);
    auto world = MakeWorld();
    AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
    REQUIRE(world->DescribeJob("first", {Duration{row.first_ends_at - 10}, 0}).ok());
    auto host = world->Connect();
    Launch(host.get(), {"first", 1}, MakePod(1'000, 1), Timestamp{0});
    Launch(host.get(), {"second", 1}, MakePod(1'000, 1), Timestamp{0});
    RunToEnd(world.get());
    CHECK(world->Facts({"second", 1})->scheduled->at.time.ms == row.bound_at);
    CHECK(world->Counters().failed_attempts == 1);
  }
}

TEST_CASE("the backoff doubles with each failed attempt up to its limit") {
  auto world = MakeWorld();
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(1'000, 1), Timestamp{0});
  // Each node looks good when it appears and is taken by a pinned pod before the next attempt.
  std::vector<int64_t> backoffs;
  for (int i = 1; i <= 6; ++i) {
    REQUIRE(world->AdvanceTo(world->Now() + Duration{10}).ok());
    REQUIRE(world->Counters().failed_attempts == i);
    const Timestamp failed_at = world->Now();
    REQUIRE(world->NextEventTime().has_value());
    backoffs.push_back((*world->NextEventTime() - failed_at).ms);
    REQUIRE(world->AdvanceTo(*world->NextEventTime()).ok());
    const std::string name = Numbered("n", i);
    AddNodes(world.get(), {MakeNode(name, 1'000, kGiB)});
    REQUIRE(world->DescribeJob(name, {Duration::Minutes(600), 0}).ok());
    Launch(host.get(), {name, 1}, Pinned(MakePod(1, 1), name), world->Now());
  }
  CHECK(backoffs == std::vector<int64_t>{1'000, 2'000, 4'000, 8'000, 10'000, 10'000});
}

TEST_CASE("pods of one shape wait together: one attempt stands for all") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  for (uint32_t i = 1; i <= 1'000; ++i) {
    Launch(host.get(), {"big", i}, MakePod(2'000, 1), Timestamp{0});
  }
  RunToEnd(world.get());
  CHECK(world->PendingPods() == 1'000);
  CHECK(world->Counters().scheduling_attempts == 1);
  // Another shape that fits is not held up.
  Launch(host.get(), {"small", 1}, MakePod(1'000, 1), world->Now());
  RunToEnd(world.get());
  CHECK(world->Facts({"small", 1})->ended->cause == EndCause::kSucceeded);
  // A node that takes two of them is given to two of them.
  AddNodes(world.get(), {MakeNode("n2", 4'000, kGiB)});
  REQUIRE(world->AdvanceTo(world->Now() + Duration::Seconds(1)).ok());
  CHECK(world->PendingPods() == 998);
  CHECK(*world->UsedByPods("n2") == Size(4'000, 2));
}

TEST_CASE("a node that is uncordoned, relabelled or enlarged is tried again") {
  struct Row {
    const char* what;
    void (*change)(Node*);
  };
  const Row rows[] = {
      {"uncordoned", [](Node* n) { n->schedulable = true; }},
      {"labelled",
       [](Node* n) {
         n->attributes = {{"zone", "z1"}};
       }},
      {"enlarged", [](Node* n) { n->capacity = Size(1'000, kGiB); }},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    Node good = MakeNode("n1", 1'000, kGiB);
    good.attributes = {{"zone", "z1"}};
    Node bad = good;
    if (row.what == std::string("uncordoned")) bad.schedulable = false;
    if (row.what == std::string("labelled")) bad.attributes.clear();
    if (row.what == std::string("enlarged")) bad.capacity = Size(500, kGiB);
    auto world = MakeWorld();
    AddNodes(world.get(), {bad});
    auto host = world->Connect();
    PodTemplate pod = MakePod(1'000, 1);
    pod.required = {{"zone", Operator::kIn, {"z1"}}};
    Launch(host.get(), kJob, pod, Timestamp{0});
    RunToEnd(world.get());
    CHECK(NodeOf(*world, kJob) == "");
    row.change(&bad);
    REQUIRE(world->UpdateNode(bad).ok());
    RunToEnd(world.get());
    CHECK(NodeOf(*world, kJob) == "n1");
  }
}

TEST_CASE("why a pod waits is counted by first reason and adds up to the nodes") {
  auto world = MakeWorld();
  std::vector<Node> nodes = {MakeNode("n1", 100, kGiB), MakeNode("n2", 100, 1),
                             MakeNode("n3", 8'000, 1), MakeNode("n4", 8'000, kGiB),
                             MakeNode("n5", 8'000, kGiB, "other")};
  nodes[3].schedulable = false;
  AddNodes(world.get(), nodes);
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(1'000, kMiB), Timestamp{0});
  CHECK(world->WhyPending(kJob) == Counts{{"Insufficient cpu", 2},
                                          {"Insufficient memory", 1},
                                          {"node(s) didn't match Pod's node affinity/selector", 1},
                                          {"node(s) were unschedulable", 1}});
  Kill(host.get(), kJob, Timestamp{0});
  CHECK(world->WhyPending(kJob).empty());
  CHECK(world->WhyPending({"stranger", 1}).empty());
}

TEST_CASE("every dimension counts, and one of which nothing is asked never refuses") {
  for (Dimension d : kAllDimensions) {
    CAPTURE(std::string(DimensionName(d)));
    auto world = MakeWorld();
    Node node = MakeNode("n1", 1'000, kGiB);
    for (Dimension each : kAllDimensions) node.capacity.Set(each, 1'000);
    node.used_by_others.Set(d, 1'001);  // overcommitted
    AddNodes(world.get(), {node});
    auto host = world->Connect();
    PodTemplate without;
    without.pool = "batch";
    for (Dimension each : kAllDimensions) without.request.Set(each, each == d ? 0 : 1'000);
    PodTemplate with = without;
    with.request.Set(d, 1);
    Launch(host.get(), {"with", 1}, with, Timestamp{0});
    Launch(host.get(), {"without", 1}, without, Timestamp{0});
    REQUIRE(world->AdvanceTo(Timestamp{100}).ok());
    CHECK(NodeOf(*world, {"with", 1}) == "");
    CHECK(NodeOf(*world, {"without", 1}) == "n1");
  }
}

TEST_CASE("on a large pool the search stops early and goes on where it stopped") {
  struct Row {
    int32_t percentage;
    std::string first;
    std::string second;
  };
  // 200 nodes: 50 - 200/125 = 49 % are 98, raised to 100; 60 % are 120.
  const Row rows[] = {{0, "n099", "n199"}, {60, "n119", "n199"}, {100, "n199", "n199"}};
  for (const Row& row : rows) {
    CAPTURE(row.percentage);
    SimOptions options;
    options.percentage_of_nodes_to_score = row.percentage;
    auto world = MakeWorld(options);
    for (int i = 0; i < 200; ++i) {
      const std::string digits = std::to_string(1'000 + i).substr(1);
      const int64_t size = i == 99 ? 10 : i == 119 ? 20 : i == 199 ? 400 : 1;
      AddNodes(world.get(), {MakeNode("n" + digits, 1'000 * size, kGiB * size)});
    }
    auto host = world->Connect();
    Launch(host.get(), {"job", 1}, MakePod(1'000, kGiB), Timestamp{0});
    Launch(host.get(), {"job", 2}, MakePod(1'000, kGiB), Timestamp{0});
    RunToEnd(world.get());
    CHECK(NodeOf(*world, {"job", 1}) == row.first);
    CHECK(NodeOf(*world, {"job", 2}) == row.second);
  }
}

}  // namespace
}  // namespace bayplan
