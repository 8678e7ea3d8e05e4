#include <map>
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
using sim_test::Pinned;
using sim_test::Poll;
using sim_test::RequestFor;
using sim_test::RunToEnd;

using Known = std::map<InstanceName, InstanceFacts>;

void FoldAll(const PollBatch& batch, Known* known) {
  for (const Observation& seen : batch.instances) Fold(seen.facts, &(*known)[seen.instance]);
}

TEST_CASE("the first poll is a complete listing, later ones bring only what is new") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n2", 1'000, kGiB), MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  const PollBatch first = Poll(host.get(), Timestamp{0});
  CHECK(first.complete);
  REQUIRE(first.nodes.size() == 2);
  CHECK(first.nodes[0].node.name == "n1");
  CHECK(first.instances.empty());

  Launch(host.get(), {"job", 1}, MakePod(500, kGiB), Timestamp{100});
  const PollBatch second = Poll(host.get(), Timestamp{110});
  CHECK_FALSE(second.complete);
  CHECK(second.nodes.empty());
  REQUIRE(second.instances.size() == 3);
  CHECK(second.instances[0].facts.submitted == Stamp{Timestamp{100}});
  CHECK(second.instances[1].facts.scheduled.has_value());
  CHECK_FALSE(second.instances[1].facts.submitted.has_value());
  CHECK(second.instances[2].facts.started == Stamp{Timestamp{110}});
  CHECK(Poll(host.get(), Timestamp{110}).instances.empty());
}

TEST_CASE("a host that connects again learns everything, ended pods included") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB), MakeNode("n2", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), {"ended", 1}, MakePod(500, 1), Timestamp{0});
  Launch(host.get(), {"killed", 1}, MakePod(500, 1), Timestamp{0});
  Kill(host.get(), {"killed", 1}, Timestamp{500});
  REQUIRE(world->RemoveNode("n2").ok());
  REQUIRE(world->DescribeJob("long", {Duration::Minutes(600), 0}).ok());
  Launch(host.get(), {"long", 1}, Pinned(MakePod(500, 1), "n1"), Timestamp{90'000});
  host.reset();

  host = world->Connect();
  const PollBatch listing = Poll(host.get(), Timestamp{100'000});
  CHECK(listing.complete);
  REQUIRE(listing.nodes.size() == 1);
  CHECK(listing.nodes[0].node.name == "n1");
  Known known;
  FoldAll(listing, &known);
  REQUIRE(known.size() == 3);
  for (const auto& [name, facts] : known) CHECK(facts == *world->Facts(name));
  CHECK(StateOf(known[{"ended", 1}]) == InstanceState::kEnded);
  CHECK(StateOf(known[{"long", 1}]) == InstanceState::kRunning);
}

TEST_CASE("ended pods leave the listing when the cluster no longer keeps them") {
  SimOptions options;
  options.ended_pods_kept = Duration::Minutes(10);
  auto world = MakeWorld(options);
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  Launch(host.get(), {"job", 1}, MakePod(500, kGiB), Timestamp{0});
  RunToEnd(world.get());
  const Timestamp end = world->Now();
  CHECK(Poll(world->Connect().get(), end + Duration::Minutes(10)).instances.size() == 1);
  const Timestamp later = end + Duration::Minutes(10) + Duration{1};
  CHECK(Poll(world->Connect().get(), later).instances.empty());
  // The name is taken for ever.
  Launch(host.get(), {"job", 1}, MakePod(500, kGiB), later);
  CHECK(world->Counters().pods_accepted == 1);
}

TEST_CASE("nodes that come, change and go are news") {
  auto world = MakeWorld();
  auto host = world->Connect();
  CHECK(Poll(host.get(), Timestamp{0}).nodes.empty());
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  PollBatch news = Poll(host.get(), Timestamp{1});
  REQUIRE(news.nodes.size() == 1);
  CHECK_FALSE(news.nodes[0].removed);

  Node cordoned = MakeNode("n1", 1'000, kGiB);
  cordoned.schedulable = false;
  REQUIRE(world->UpdateNode(cordoned).ok());
  news = Poll(host.get(), Timestamp{2});
  REQUIRE(news.nodes.size() == 1);
  CHECK(news.nodes[0].node == cordoned);

  REQUIRE(world->RemoveNode("n1").ok());
  AddNodes(world.get(), {MakeNode("n1", 2'000, kGiB)});
  news = Poll(host.get(), Timestamp{3});
  REQUIRE(news.nodes.size() == 2);
  CHECK(news.nodes[0].removed);
  CHECK_FALSE(news.nodes[1].removed);
  CHECK(news.nodes[1].node == MakeNode("n1", 2'000, kGiB));
}

TEST_CASE("two hosts see the same news, each from its own place") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto one = world->Connect();
  auto two = world->Connect();
  Known first;
  Known second;
  FoldAll(Poll(one.get(), Timestamp{0}), &first);
  Launch(one.get(), {"job", 1}, MakePod(500, kGiB), Timestamp{0});
  for (int64_t ms = 0; ms < 70'000; ms += 7) FoldAll(Poll(one.get(), Timestamp{ms}), &first);
  FoldAll(Poll(two.get(), Timestamp{70'000}), &second);
  CHECK(first == second);
  CHECK(first.at({"job", 1}) == *world->Facts({"job", 1}));
}

TEST_CASE("redelivered news keeps its order per instance and changes nothing") {
  SimOptions options;
  options.redelivered_news = 2;
  auto world = MakeWorld(options);
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  Poll(host.get(), Timestamp{0});
  Launch(host.get(), {"job", 1}, MakePod(500, kGiB), Timestamp{0});
  CHECK(Poll(host.get(), Timestamp{10}).instances.size() == 3);
  const PollBatch again = Poll(host.get(), Timestamp{60'010});
  REQUIRE(again.instances.size() == 3);
  CHECK(again.instances[0].facts.scheduled.has_value());
  CHECK(again.instances[1].facts.started.has_value());
  CHECK(again.instances[2].facts.ended.has_value());
}

TEST_CASE("time never goes back, whoever asks") {
  auto world = MakeWorld();
  auto host = world->Connect();
  REQUIRE(world->AdvanceTo(Timestamp{1'000}).ok());
  const Timestamp before{999};
  PollBatch batch;
  CHECK(world->AdvanceTo(before).code() == absl::StatusCode::kInvalidArgument);
  CHECK(host->Poll(before, &batch).code() == absl::StatusCode::kInvalidArgument);
  CHECK(host->Launch({}, before).code() == absl::StatusCode::kInvalidArgument);
  CHECK(host->Kill({}, Duration{0}, before).code() == absl::StatusCode::kInvalidArgument);
  CHECK(host->Scale({}, before).code() == absl::StatusCode::kInvalidArgument);
  CHECK(world->Now() == Timestamp{1'000});
}

TEST_CASE("a call that fails has no effect and may be repeated") {
  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1'000, kGiB)});
  auto host = world->Connect();
  world->FailNextCalls(2);
  const std::vector<LaunchRequest> requests = RequestFor({"job", 1}, MakePod(500, kGiB));
  CHECK(host->Launch(requests, Timestamp{5}).code() == absl::StatusCode::kUnavailable);
  CHECK(world->Counters().pods_accepted == 0);
  PollBatch batch;
  CHECK(host->Poll(Timestamp{6}, &batch).code() == absl::StatusCode::kUnavailable);
  CHECK(host->Launch(requests, Timestamp{7}).ok());
  CHECK(Poll(host.get(), Timestamp{7}).complete);
}

TEST_CASE("a bad launch request is named and nothing of the call is handed over") {
  struct Row {
    const char* job;
    uint32_t attempt;
    PodTemplate pod;
    const char* message;
  };
  PodTemplate vague = MakePod(1, 1);
  vague.required = {{"zone", Operator::kIn, {}}};
  const Row rows[] = {
      {"", 1, MakePod(1, 1), "requests[1].name.job is empty; valid is the id of a job"},
      {"job", 0, MakePod(1, 1), "requests[1].name.attempt of \"job\" is 0; valid is 1 or more"},
      {"job", 1, MakePod(-5, 1),
       "requests[1].pod.request.cpu: -5 is out of range; valid is 0 to 1125899906842623"},
      {"job", 1, vague,
       "requests[1].pod.required[0].values is empty; \"zone in\" needs at least one value"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    auto world = MakeWorld();
    auto host = world->Connect();
    std::vector<LaunchRequest> requests(2);
    requests[0].name.job = "good";
    requests[1].name.job = row.job;
    requests[1].name.attempt = row.attempt;
    requests[1].pod = row.pod;
    const absl::Status status = host->Launch(requests, Timestamp{0});
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()) == row.message);
    CHECK(world->Counters().pods_accepted == 0);
  }
}

TEST_CASE("bad options and bad nodes are named") {
  SimOptions options;
  options.pull_time = Duration{-1};
  CHECK(std::string(SimCluster::Create(options).status().message()) ==
        "pull_time.ms: -1 is out of range; valid is 0 or more");
  options = {};
  options.node_groups.resize(2);
  options.node_groups[0].pool = options.node_groups[1].pool = "batch";
  CHECK(std::string(SimCluster::Create(options).status().message()) ==
        "node_groups[1].pool: \"batch\" has a node group already; valid is one per pool");

  auto world = MakeWorld();
  AddNodes(world.get(), {MakeNode("n1", 1, 1)});
  CHECK(world->AddNode(MakeNode("n1", 2, 2)).code() == absl::StatusCode::kAlreadyExists);
  CHECK(world->AddNode(MakeNode("", 2, 2)).code() == absl::StatusCode::kInvalidArgument);
  CHECK(world->UpdateNode(MakeNode("n2", 2, 2)).code() == absl::StatusCode::kNotFound);
  CHECK(world->UpdateNode(MakeNode("n1", 2, 2, "other")).code() ==
        absl::StatusCode::kInvalidArgument);
  CHECK(world->RemoveNode("n2").code() == absl::StatusCode::kNotFound);
  CHECK(world->DescribeJob("job", {Duration{-1}, 0}).code() == absl::StatusCode::kInvalidArgument);
  CHECK(world->Nodes() == std::vector<Node>{MakeNode("n1", 1, 1)});
}

}  // namespace
}  // namespace bayplan
