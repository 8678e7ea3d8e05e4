// Laws that hold for any history: the same calls give the same news, pods and room are conserved.
#include <map>
#include <string>

#include "backend/sim_fixture.h"
#include "bayplan/base/split_mix.h"

namespace bayplan {
namespace {

using sim_test::kGiB;
using sim_test::MakeNode;
using sim_test::MakePod;
using sim_test::MakeWorld;
using sim_test::Numbered;
using sim_test::Pinned;
using sim_test::Poll;
using sim_test::RunToEnd;
using sim_test::Size;

// A host that does things at random: everything that a host or an operator can do.
class RandomHistory {
 public:
  explicit RandomHistory(uint64_t seed) : random_(seed), world_(MakeWorld(Options(seed))) {
    host_ = world_->Connect();
  }

  void Step() {
    const Timestamp now = world_->Now() + Duration{static_cast<int64_t>(random_.Below(20'000))};
    switch (random_.Below(10)) {
      case 0:
        // The name may be in use.
        world_->AddNode(MakeNode(AnyNode(), 1'000 + 500 * Small(8), Small(8) * kGiB)).IgnoreError();
        break;
      case 1:
        world_->RemoveNode(AnyNode()).IgnoreError();
        break;
      case 2:
        Cordon();
        break;
      case 3:
      case 4:
        KillSome(now);
        break;
      case 5:
        host_ = world_->Connect();
        break;
      default:
        LaunchSome(now);
    }
    Listen(now);
  }

  void Listen(Timestamp now) {
    const PollBatch batch = Poll(host_.get(), now);
    for (const NodeNews& news : batch.nodes) {
      log_ += news.node.name + (news.removed ? " removed\n" : " there\n");
    }
    for (const Observation& seen : batch.instances) {
      log_ += InstanceNameText(seen.instance) + TextOf(seen.facts) + "\n";
      Fold(seen.facts, &known_[seen.instance]);
    }
  }

  SimCluster& world() { return *world_; }
  const std::string& log() const { return log_; }
  const std::map<InstanceName, InstanceFacts>& known() const { return known_; }
  const std::map<InstanceName, PodTemplate>& launched() const { return launched_; }

 private:
  static SimOptions Options(uint64_t seed) {
    NodeGroupOptions group;
    group.pool = "batch";
    group.node_template.capacity = Size(4'000, 4 * kGiB);
    group.max_added_nodes = 3;
    group.provision_delay = Duration::Seconds(40);
    group.idle_timeout = Duration::Minutes(2);
    SimOptions options;
    options.seed = seed;
    options.default_script.run = Duration::Seconds(30);
    options.pull_jitter = Duration::Seconds(5);
    options.node_groups = {group};
    options.redelivered_news = static_cast<int64_t>(seed % 3);
    return options;
  }

  static std::string TextOf(const InstanceFacts& facts) {
    std::string text;
    if (facts.submitted) text += " submitted " + std::to_string(facts.submitted->time.ms);
    if (facts.scheduled) {
      text += " on " + facts.scheduled->node + " " + std::to_string(facts.scheduled->at.time.ms);
    }
    if (facts.started) text += " started " + std::to_string(facts.started->time.ms);
    if (facts.ended) {
      text += " " + std::string(EndCauseName(facts.ended->cause)) + " " +
              std::to_string(facts.ended->at.time.ms);
    }
    return text;
  }

  int64_t Small(uint64_t n) { return static_cast<int64_t>(random_.Below(n)) + 1; }
  std::string AnyNode() {
    return random_.Below(4) == 0 ? Numbered("batch-auto-00000", Small(5)) : Numbered("n", Small(6));
  }
  InstanceName AnyInstance() {
    return {Numbered("job-", random_.Below(60)), static_cast<uint32_t>(Small(3))};
  }

  void Cordon() {
    std::vector<Node> nodes = world_->Nodes();
    if (nodes.empty()) return;
    Node node = nodes[random_.Below(nodes.size())];
    node.schedulable = !node.schedulable;
    REQUIRE(world_->UpdateNode(node).ok());
  }

  void KillSome(Timestamp now) {
    std::vector<InstanceName> names;
    for (uint64_t i = random_.Below(6); i > 0; --i) names.push_back(AnyInstance());
    REQUIRE(host_->Kill(names, Duration{0}, now).ok());
  }

  void LaunchSome(Timestamp now) {
    std::vector<LaunchRequest> requests;
    for (uint64_t i = random_.Below(12); i > 0; --i) {
      PodTemplate pod = MakePod(250 * Small(22), Small(3) * kGiB, static_cast<int32_t>(Small(3)));
      if (random_.Below(5) == 0) pod.preferred = {{"HOSTNAME", Operator::kIn, {AnyNode()}}};
      if (random_.Below(5) == 0) pod.required = {{"HOSTNAME", Operator::kNotIn, {AnyNode()}}};
      if (random_.Below(4) == 0) pod = Pinned(pod, AnyNode());
      requests.push_back({AnyInstance(), pod});
      launched_.emplace(requests.back().name, pod);  // the first launch of a name counts
    }
    REQUIRE(host_->Launch(requests, now).ok());
  }

  SplitMix random_;
  std::unique_ptr<SimCluster> world_;
  std::unique_ptr<ClusterBackend> host_;
  std::string log_;
  std::map<InstanceName, InstanceFacts> known_;
  std::map<InstanceName, PodTemplate> launched_;
};

// What is booked on each node is what its live pods ask for, and never more than it has.
void CheckBooks(RandomHistory* history) {
  std::map<std::string, Resources> used;
  int64_t ended = 0;
  int64_t pending = 0;
  for (const auto& [name, pod] : history->launched()) {
    const auto facts = history->world().Facts(name);
    REQUIRE(facts.has_value());
    if (facts->ended.has_value()) ++ended;
    if (StateOf(*facts) == InstanceState::kSubmitted) ++pending;
    if (!facts->ended.has_value() && facts->scheduled.has_value()) {
      used[facts->scheduled->node] += pod.request;
    }
  }
  const SimCounters& counters = history->world().Counters();
  REQUIRE(counters.pods_accepted == static_cast<int64_t>(history->launched().size()));
  REQUIRE(counters.pods_ended == ended);
  REQUIRE(history->world().PendingPods() == pending);
  const std::vector<Node> nodes = history->world().Nodes();
  REQUIRE(counters.nodes_added - counters.nodes_removed == static_cast<int64_t>(nodes.size()));
  for (const Node& node : nodes) {
    REQUIRE(*history->world().UsedByPods(node.name) == used[node.name]);
    REQUIRE(used[node.name].FitsIn(node.capacity));
    used.erase(node.name);
  }
  REQUIRE(used.empty());  // no live pod on a node that is gone
}

TEST_CASE("two worlds with the same history give the same news") {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    RandomHistory one(seed);
    RandomHistory two(seed);
    for (int i = 0; i < 150; ++i) {
      one.Step();
      two.Step();
    }
    REQUIRE(one.log().size() > 1'000);
    REQUIRE(one.log() == two.log());
    REQUIRE(one.world().Counters() == two.world().Counters());
  }
}

TEST_CASE("every accepted pod is alive or ended once, and room is never lost or overbooked") {
  for (uint64_t seed = 100; seed < 120; ++seed) {
    CAPTURE(seed);
    RandomHistory history(seed);
    for (int i = 0; i < 150; ++i) {
      history.Step();
      CheckBooks(&history);
    }
    RunToEnd(&history.world());
    CheckBooks(&history);
    for (const Node& node : history.world().Nodes()) {
      REQUIRE(*history.world().UsedByPods(node.name) == Resources());
    }
  }
}

TEST_CASE("a pod that waits when nothing moves any more fits nowhere") {
  int64_t waiting = 0;
  for (uint64_t seed = 200; seed < 230; ++seed) {
    CAPTURE(seed);
    RandomHistory history(seed);
    for (int i = 0; i < 150; ++i) history.Step();
    RunToEnd(&history.world());
    const auto nodes = static_cast<int64_t>(history.world().Nodes().size());
    for (const auto& [name, pod] : history.launched()) {
      if (StateOf(*history.world().Facts(name)) != InstanceState::kSubmitted) continue;
      ++waiting;
      int64_t refusing = 0;
      for (const auto& [reason, count] : history.world().WhyPending(name)) refusing += count;
      REQUIRE(refusing == nodes);
    }
  }
  CHECK(waiting > 0);
}

TEST_CASE("a host that folds all its news knows what the cluster knows") {
  for (uint64_t seed = 300; seed < 320; ++seed) {
    CAPTURE(seed);
    RandomHistory history(seed);
    for (int i = 0; i < 150; ++i) history.Step();
    RunToEnd(&history.world());
    history.Listen(history.world().Now());
    REQUIRE(history.known().size() == history.launched().size());
    for (const auto& [name, facts] : history.known()) {
      REQUIRE(facts == *history.world().Facts(name));
    }
  }
}

}  // namespace
}  // namespace bayplan
