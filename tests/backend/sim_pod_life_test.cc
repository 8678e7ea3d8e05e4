#include <string>

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
using sim_test::Numbered;
using sim_test::Pinned;
using sim_test::Poll;
using sim_test::RunToEnd;
using sim_test::Size;

const InstanceName kJob{"job", 1};

SimOptions PullsForThreeSeconds() {
  SimOptions options;
  options.pull_time = Duration::Seconds(3);
  return options;
}

TEST_CASE("a pod is bound, pulled, run and ended at exact times") {
  auto world = MakeWorld(PullsForThreeSeconds());
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  REQUIRE(world->DescribeJob("job", {Duration::Minutes(2), 0}).ok());
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(500, kGiB), Timestamp{1'000});
  RunToEnd(world.get());

  const auto facts = world->Facts(kJob);
  REQUIRE(facts.has_value());
  CHECK(facts->submitted == Stamp{Timestamp{1'000}});
  CHECK(facts->scheduled == Binding{Stamp{Timestamp{1'010}}, "n1"});  // 10 ms of scheduling
  CHECK(facts->started == Stamp{Timestamp{4'010}});
  CHECK(facts->ended == End{Stamp{Timestamp{124'010}}, EndCause::kSucceeded, 0});
  CHECK(world->Now() == Timestamp{124'010});
}

TEST_CASE("a job that exits with a code other than 0 has failed with it") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  REQUIRE(world->DescribeJob("job", {Duration{5}, 17}).ok());
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(500, kGiB), Timestamp{0});
  RunToEnd(world.get());
  CHECK(world->Facts(kJob)->ended == End{Stamp{Timestamp{15}}, EndCause::kFailed, 17});
}

TEST_CASE("the scheduler takes its time for each pod, one after the other") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 10'000, 10 * kGiB)});
  auto host = world->Connect();
  for (uint32_t i = 1; i <= 3; ++i) {
    Launch(host.get(), {"job", i}, MakePod(500, kGiB), Timestamp{0});
  }
  RunToEnd(world.get());
  CHECK(world->Facts({"job", 1})->scheduled->at.time == Timestamp{10});
  CHECK(world->Facts({"job", 2})->scheduled->at.time == Timestamp{20});
  CHECK(world->Facts({"job", 3})->scheduled->at.time == Timestamp{30});
}

TEST_CASE("pull jitter stays in its range, differs, and does not depend on other pods") {
  SimOptions options = PullsForThreeSeconds();
  options.pull_jitter = Duration{500};
  const auto pull = [&](int others, uint32_t attempt) {
    auto world = MakeWorld(options);
    AddNodes(world.get(), {MakeNode("n1", 10'000, 10 * kGiB)});
    auto host = world->Connect();
    for (int i = 0; i < others; ++i) {
      Launch(host.get(), {Numbered("other-", i), 1}, MakePod(1, 1), Timestamp{0});
    }
    Launch(host.get(), {"job", attempt}, Pinned(MakePod(1, 1), "n1"), Timestamp{0});
    RunToEnd(world.get());
    const auto facts = world->Facts({"job", attempt});
    return (facts->started->time - facts->scheduled->at.time).ms;
  };
  bool differs = false;
  for (uint32_t attempt = 1; attempt <= 20; ++attempt) {
    const int64_t ms = pull(0, attempt);
    CHECK(ms >= 3'000);
    CHECK(ms <= 3'500);
    CHECK(ms == pull(4, attempt));
    differs |= ms != pull(0, 1);
  }
  CHECK(differs);
}

TEST_CASE("a pinned pod is bound at once, without the scheduler, even on a cordoned node") {
  auto world = MakeWorld(PullsForThreeSeconds());
  Node node = MakeNode("n1", 1'000, kGiB);
  node.schedulable = false;
  AddNodes(world.get(), {node});
  auto host = world->Connect();
  Launch(host.get(), kJob, Pinned(MakePod(500, kGiB), "n1"), Timestamp{7});
  CHECK(world->Facts(kJob)->scheduled == Binding{Stamp{Timestamp{7}}, "n1"});
  CHECK(world->Counters().scheduling_attempts == 0);
}

TEST_CASE("a pinned pod that its node cannot take is refused, with the reason") {
  struct Row {
    const char* why;
    PodTemplate pod;
    std::string reason;
  };
  PodTemplate foreign = Pinned(MakePod(1, 1), "n1");
  foreign.pool = "other";
  PodTemplate elsewhere = Pinned(MakePod(1, 1), "n1");
  elsewhere.required = {{"zone", Operator::kIn, {"z2"}}};
  const Row rows[] = {
      {"no such node", Pinned(MakePod(1, 1), "n9"), "node \"n9\" is not there"},
      {"too little CPU", Pinned(MakePod(601, 1), "n1"), "Insufficient cpu"},
      {"too little memory", Pinned(MakePod(600, kGiB + 1), "n1"), "Insufficient memory"},
      {"another pool", foreign, "node(s) didn't match Pod's node affinity/selector"},
      {"another zone", elsewhere, "node(s) didn't match Pod's node affinity/selector"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    auto world = MakeWorld();
    Node node = MakeNode("n1", 1'000, kGiB);
    node.used_by_others = Size(400, 0);
    AddNodes(world.get(), {node});
    auto host = world->Connect();
    Launch(host.get(), kJob, row.pod, Timestamp{9});
    const auto facts = world->Facts(kJob);
    CHECK(facts->submitted == Stamp{Timestamp{9}});
    CHECK_FALSE(facts->scheduled.has_value());
    CHECK_FALSE(facts->started.has_value());
    CHECK(facts->ended == End{Stamp{Timestamp{9}}, EndCause::kLaunchRefused, std::nullopt});
    CHECK(world->WhyRefused(kJob) == row.reason);
    CHECK(world->Counters().pods_refused == 1);
    CHECK(*world->UsedByPods("n1") == Resources());
  }
}

TEST_CASE("a pod may be killed in every state, and is over at once") {
  struct Row {
    Timestamp at;
    bool room;
    std::optional<int32_t> exit_code;
    bool scheduled;
    bool started;
  };
  const Row rows[] = {
      {Timestamp{5}, true, std::nullopt, false, false},        // pending, being scheduled
      {Timestamp{500}, false, std::nullopt, false, false},     // no node takes it, backing off
      {Timestamp{60'000}, false, std::nullopt, false, false},  // waiting, the backoff is over
      {Timestamp{1'000}, true, std::nullopt, true, false},     // pulling
      {Timestamp{10'000}, true, 143, true, true},              // running
  };
  for (const Row& row : rows) {
    CAPTURE(row.at.ms);
    auto world = MakeWorld(PullsForThreeSeconds());
    if (row.room) AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
    auto host = world->Connect();
    Launch(host.get(), kJob, MakePod(500, kGiB), Timestamp{0});
    Kill(host.get(), kJob, row.at);
    const auto facts = world->Facts(kJob);
    CHECK(facts->ended == End{Stamp{row.at}, EndCause::kKilled, row.exit_code});
    CHECK(facts->scheduled.has_value() == row.scheduled);
    CHECK(facts->started.has_value() == row.started);
    CHECK(world->PendingPods() == 0);
    if (row.room) CHECK(*world->UsedByPods("n1") == Resources());
    RunToEnd(world.get());
    CHECK(world->Facts(kJob) == facts);
  }
}

TEST_CASE("killing an ended or unknown pod has no effect") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(500, kGiB), Timestamp{0});
  RunToEnd(world.get());
  const auto facts = world->Facts(kJob);
  Kill(host.get(), kJob, world->Now());
  Kill(host.get(), {"stranger", 1}, world->Now());
  CHECK(world->Facts(kJob) == facts);
  CHECK_FALSE(world->Facts({"stranger", 1}).has_value());
  CHECK(world->Counters().pods_ended == 1);
}

TEST_CASE("launching a name that exists or existed has no effect") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB), MakeNode("n2", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), kJob, Pinned(MakePod(500, kGiB), "n1"), Timestamp{0});
  Launch(host.get(), kJob, Pinned(MakePod(700, kGiB), "n2"), Timestamp{1});
  CHECK(world->Facts(kJob)->scheduled->node == "n1");
  CHECK(*world->UsedByPods("n2") == Resources());
  RunToEnd(world.get());
  const auto facts = world->Facts(kJob);
  Launch(host.get(), kJob, MakePod(500, kGiB), world->Now());
  RunToEnd(world.get());
  CHECK(world->Facts(kJob) == facts);
  CHECK(world->Counters().pods_accepted == 1);
}

TEST_CASE("when a node is lost its pods end as node-lost and no others") {
  auto world = MakeWorld(PullsForThreeSeconds());
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB), MakeNode("n2", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), {"running", 1}, Pinned(MakePod(500, 1), "n1"), Timestamp{0});
  Launch(host.get(), {"elsewhere", 1}, Pinned(MakePod(500, 1), "n2"), Timestamp{0});
  Launch(host.get(), {"pulling", 1}, Pinned(MakePod(500, 1), "n1"), Timestamp{9'000});
  REQUIRE(world->AdvanceTo(Timestamp{10'000}).ok());
  REQUIRE(world->RemoveNode("n1").ok());

  const End lost{Stamp{Timestamp{10'000}}, EndCause::kNodeLost, std::nullopt};
  CHECK(world->Facts({"running", 1})->ended == lost);
  CHECK(world->Facts({"pulling", 1})->ended == lost);
  CHECK_FALSE(world->Facts({"elsewhere", 1})->ended.has_value());
  CHECK(world->UsedByPods("n1").status().code() == absl::StatusCode::kNotFound);
  RunToEnd(world.get());
  CHECK(world->Facts({"running", 1})->ended == lost);
}

TEST_CASE("a node that comes back under its name is a new node") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), kJob, MakePod(1'000, 1), Timestamp{0});
  REQUIRE(world->AdvanceTo(Timestamp{1'000}).ok());
  REQUIRE(world->RemoveNode("n1").ok());
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  CHECK(*world->UsedByPods("n1") == Resources());
  Launch(host.get(), {"job", 2}, MakePod(1'000, 1), Timestamp{1'000});
  RunToEnd(world.get());
  CHECK(world->Facts({"job", 2})->ended->cause == EndCause::kSucceeded);
}

}  // namespace
}  // namespace bayplan
