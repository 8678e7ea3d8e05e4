#include <string>

#include "backend/sim_fixture.h"

namespace bayplan {
namespace {

using sim_test::AddNodes;
using sim_test::kGiB;
using sim_test::Launch;
using sim_test::MakeNode;
using sim_test::MakePod;
using sim_test::MakeWorld;
using sim_test::NodeOf;
using sim_test::Numbered;
using sim_test::Poll;
using sim_test::RunToEnd;
using sim_test::Size;

SimOptions Autoscaled(int64_t max_added_nodes) {
  NodeGroupOptions group;
  group.pool = "batch";
  group.node_template.capacity = Size(4'000, 4 * kGiB);
  group.node_template.attributes = {{"zone", "z1"}};
  group.max_added_nodes = max_added_nodes;
  SimOptions options;
  options.node_groups = {group};
  return options;
}

void LaunchMany(ClusterBackend* host, const std::string& job, uint32_t count,
                const PodTemplate& pod, Timestamp now) {
  for (uint32_t i = 1; i <= count; ++i) Launch(host, {job, i}, pod, now);
}

TEST_CASE("a node is requested at the next scan, comes after the delay and goes when idle") {
  auto world = MakeWorld(Autoscaled(10));
  auto host = world->Connect();
  REQUIRE(host->Capabilities().scales_nodes);
  Launch(host.get(), {"job", 1}, MakePod(1'000, kGiB), Timestamp{3'000});
  Poll(host.get(), Timestamp{3'000});

  // Scan at 10 s, five minutes of delay, 10 ms of scheduling, one minute of running.
  REQUIRE(world->AdvanceTo(Timestamp{309'999}).ok());
  CHECK(world->Nodes().empty());
  CHECK(world->Counters().nodes_requested == 1);
  REQUIRE(world->AdvanceTo(Timestamp{310'000}).ok());
  REQUIRE(world->Nodes().size() == 1);
  CHECK(world->Nodes()[0].name == "batch-auto-000001");
  CHECK(world->Nodes()[0].pool == "batch");
  REQUIRE(world->AdvanceTo(Timestamp{370'010}).ok());
  CHECK(world->Facts({"job", 1})->scheduled->at.time == Timestamp{310'010});
  CHECK(world->Facts({"job", 1})->ended->at.time == Timestamp{370'010});

  // Ten minutes idle.
  REQUIRE(world->AdvanceTo(Timestamp{970'009}).ok());
  CHECK(world->Nodes().size() == 1);
  RunToEnd(world.get());
  CHECK(world->Now() == Timestamp{970'010});
  CHECK(world->Nodes().empty());
  CHECK(world->Counters().nodes_removed == 1);
  const PollBatch news = Poll(host.get(), world->Now());
  REQUIRE_FALSE(news.nodes.empty());
  CHECK(news.nodes.back().removed);
}

TEST_CASE("an idle node that gets work again stays") {
  auto world = MakeWorld(Autoscaled(1));
  auto host = world->Connect();
  Launch(host.get(), {"job", 1}, MakePod(1'000, kGiB), Timestamp{0});
  REQUIRE(world->AdvanceTo(Timestamp{900'000}).ok());
  REQUIRE(world->Nodes().size() == 1);
  Launch(host.get(), {"job", 2}, MakePod(1'000, kGiB), Timestamp{900'000});
  REQUIRE(world->AdvanceTo(Timestamp{960'009}).ok());
  CHECK_FALSE(world->Facts({"job", 2})->ended.has_value());
  RunToEnd(world.get());
  CHECK(world->Facts({"job", 2})->ended->cause == EndCause::kSucceeded);
  CHECK(world->Now() == Timestamp{960'010} + Duration::Minutes(10));
  CHECK(world->Counters().nodes_added == 1);
}

TEST_CASE("as many nodes are requested as the waiting pods need, packed first fit") {
  struct Row {
    const char* why;
    std::vector<std::pair<uint32_t, PodTemplate>> pods;
    int64_t requested;
  };
  PodTemplate zoned = MakePod(1'000, kGiB);
  zoned.required = {{"zone", Operator::kIn, {"z1"}}};
  PodTemplate elsewhere = zoned;
  elsewhere.required = {{"zone", Operator::kIn, {"z2"}}};
  PodTemplate by_name = zoned;
  by_name.required = {{std::string(kHostname), Operator::kIn, {"batch-auto-000001"}}};
  const Row rows[] = {
      {"four per node", {{9, MakePod(1'000, kGiB)}}, 3},
      {"memory is what runs out", {{9, MakePod(1'000, 2 * kGiB)}}, 5},
      {"small ones fill the gaps", {{2, MakePod(3'000, kGiB)}, {2, MakePod(1'000, kGiB)}}, 2},
      {"too big for any node", {{5, MakePod(4'001, kGiB)}}, 0},
      {"attributes of the template count", {{4, zoned}, {4, elsewhere}}, 1},
      {"no node is made for a name", {{1, by_name}}, 0},
      {"never above the limit", {{100, MakePod(4'000, kGiB)}}, 20},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    auto world = MakeWorld(Autoscaled(20));
    auto host = world->Connect();
    int shape = 0;
    for (const auto& [count, pod] : row.pods) {
      LaunchMany(host.get(), Numbered("job-", shape++), count, pod, Timestamp{0});
    }
    REQUIRE(world->AdvanceTo(Timestamp{20'000}).ok());
    CHECK(world->Counters().nodes_requested == row.requested);
  }
}

TEST_CASE("nodes on the way are not requested twice") {
  auto world = MakeWorld(Autoscaled(20));
  auto host = world->Connect();
  LaunchMany(host.get(), "first", 6, MakePod(1'000, kGiB), Timestamp{0});
  REQUIRE(world->AdvanceTo(Timestamp{60'000}).ok());
  CHECK(world->Counters().nodes_requested == 2);
  LaunchMany(host.get(), "second", 2, MakePod(1'000, kGiB), Timestamp{60'000});
  REQUIRE(world->AdvanceTo(Timestamp{120'000}).ok());
  CHECK(world->Counters().nodes_requested == 2);
  LaunchMany(host.get(), "third", 1, MakePod(1'000, kGiB), Timestamp{120'000});
  REQUIRE(world->AdvanceTo(Timestamp{180'000}).ok());
  CHECK(world->Counters().nodes_requested == 3);
}

TEST_CASE("a pod that the new node does not suit gets another one") {
  auto world = MakeWorld(Autoscaled(20));
  auto host = world->Connect();
  PodTemplate elsewhere = MakePod(1'000, kGiB);
  elsewhere.required = {{std::string(kHostname), Operator::kNotIn, {"batch-auto-000001"}}};
  Launch(host.get(), {"job", 1}, elsewhere, Timestamp{0});
  RunToEnd(world.get());
  CHECK(NodeOf(*world, {"job", 1}) == "batch-auto-000002");
  // Scan at 10 s, ready at 310 s, scan at 320 s, ready at 620 s.
  CHECK(world->Facts({"job", 1})->scheduled->at.time == Timestamp{620'010});
}

TEST_CASE("more work than the limit allows is done by the same nodes in turn") {
  auto world = MakeWorld(Autoscaled(3));
  auto host = world->Connect();
  LaunchMany(host.get(), "job", 60, MakePod(1'000, kGiB), Timestamp{0});
  while (const auto next = world->NextEventTime()) {
    REQUIRE(world->AdvanceTo(*next).ok());
    REQUIRE(world->Nodes().size() <= 3);
  }
  CHECK(world->Counters().pods_ended == 60);
  CHECK(world->Counters().nodes_added == 3);
  CHECK(world->Nodes().empty());
}

TEST_CASE("an added node that is lost is replaced while pods wait") {
  auto world = MakeWorld(Autoscaled(1));
  auto host = world->Connect();
  LaunchMany(host.get(), "job", 5, MakePod(1'000, kGiB), Timestamp{0});
  REQUIRE(world->AdvanceTo(Timestamp{320'000}).ok());
  REQUIRE(world->PendingPods() == 1);
  REQUIRE(world->RemoveNode("batch-auto-000001").ok());
  RunToEnd(world.get());
  CHECK(NodeOf(*world, {"job", 5}) == "batch-auto-000002");
  CHECK(world->PendingPods() == 0);
}

TEST_CASE("pods that no node can ever take do not keep the world going") {
  auto world = MakeWorld(Autoscaled(10));
  auto host = world->Connect();
  LaunchMany(host.get(), "huge", 50, MakePod(40'000, kGiB), Timestamp{0});
  RunToEnd(world.get());
  CHECK(world->PendingPods() == 50);
  CHECK(world->Now() < Timestamp{} + Duration::Minutes(1));
}

TEST_CASE("a node of the user's own is never removed for being idle") {
  auto world = MakeWorld(Autoscaled(10));
  AddNodes(world.get(), {MakeNode("batch-auto-000001", 4'000, 4 * kGiB)});
  auto host = world->Connect();
  LaunchMany(host.get(), "job", 5, MakePod(1'000, kGiB), Timestamp{0});
  RunToEnd(world.get());
  REQUIRE(world->Nodes().size() == 1);
  CHECK(world->Nodes()[0].name == "batch-auto-000001");
  // The autoscaler's own numbers skip the name in use.
  CHECK(NodeOf(*world, {"job", 5}) == "batch-auto-000001");
  CHECK(world->Counters().nodes_added == 2);
}

TEST_CASE("a host may scale up within the limit and remove what is empty") {
  auto world = MakeWorld(Autoscaled(3));
  auto host = world->Connect();
  const std::vector<ScaleAction> up = {{"batch", 2}, {"batch", 2}};
  REQUIRE(host->Scale(up, Timestamp{0}).ok());
  CHECK(world->Counters().nodes_requested == 3);
  REQUIRE(world->AdvanceTo(Timestamp{300'000}).ok());
  REQUIRE(world->Nodes().size() == 3);
  Launch(host.get(), {"job", 1}, MakePod(1'000, kGiB), Timestamp{300'000});
  REQUIRE(world->AdvanceTo(Timestamp{300'010}).ok());
  const std::vector<ScaleAction> down = {{"batch", -1}};
  REQUIRE(host->Scale(down, Timestamp{300'010}).ok());
  REQUIRE(world->Nodes().size() == 2);
  CHECK(world->Nodes()[1].name == "batch-auto-000002");
  const std::vector<ScaleAction> all = {{"batch", -9}};
  REQUIRE(host->Scale(all, Timestamp{300'010}).ok());
  REQUIRE(world->Nodes().size() == 1);
  CHECK(world->Nodes()[0].name == NodeOf(*world, {"job", 1}));

  const std::vector<ScaleAction> unknown = {{"batch", 1}, {"other", 1}};
  CHECK(host->Scale(unknown, Timestamp{300'010}).code() == absl::StatusCode::kInvalidArgument);
  CHECK(world->Counters().nodes_requested == 3);
}

}  // namespace
}  // namespace bayplan
