#include "bayplan/engine/engine.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "bayplan/account/intervals.h"
#include "bayplan/backend/sim/sim_cluster.h"
#include "bayplan/config/calculators.h"
#include "bayplan/config/reader.h"

namespace bayplan {
namespace {

// The two pools of the project's own example configuration.
constexpr char kConfig[] = R"(:pools {:schedulers [
    {:pool-regex "^k8s-exp$"
     :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 1000}}
    {:pool-regex ".*"
     :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0 :fenzo-max-jobs-considered 400
                        :fenzo-scaleback 1}}]})";

config::Config MakeConfig() {
  const absl::StatusOr<ReadResult> read = ReadEdn(kConfig, {});
  REQUIRE(read.ok());
  return read->config;
}

Node MakeNode(std::string name, std::string pool, int64_t milli_cpu) {
  Node node;
  node.name = std::move(name);
  node.pool = std::move(pool);
  node.capacity.Set(Dimension::kMilliCpu, milli_cpu);
  return node;
}

Job MakeJob(std::string id, int64_t milli_cpu = 1'000) {
  Job job;
  job.id = std::move(id);
  job.request.Set(Dimension::kMilliCpu, milli_cpu);
  return job;
}

// A store that can be told to fail.
class FlakyStore final : public InstanceStore {
 public:
  absl::Status Write(absl::Span<const InstanceRecord> records) override {
    if (failing) return absl::UnavailableError("disk full");
    for (const InstanceRecord& record : records) written[record.name] = record;
    return absl::OkStatus();
  }
  bool failing = false;
  std::map<InstanceName, InstanceRecord> written;
};

// A connection over which launches can be made to fail while everything else gets through.
class LaunchlessBackend final : public ClusterBackend {
 public:
  explicit LaunchlessBackend(ClusterBackend* inner) : inner_(*inner) {}
  absl::Status Poll(Timestamp now, PollBatch* batch) override { return inner_.Poll(now, batch); }
  absl::Status Launch(absl::Span<const LaunchRequest> requests, Timestamp now) override {
    return failing ? absl::UnavailableError("over quota") : inner_.Launch(requests, now);
  }
  absl::Status Kill(absl::Span<const InstanceName> names, Duration grace, Timestamp now) override {
    return inner_.Kill(names, grace, now);
  }
  absl::Status Scale(absl::Span<const ScaleAction> actions, Timestamp now) override {
    return inner_.Scale(actions, now);
  }
  BackendCapabilities Capabilities() const override { return inner_.Capabilities(); }
  bool failing = false;

 private:
  ClusterBackend& inner_;
};

struct Fixture {
  std::unique_ptr<SimCluster> world;
  std::unique_ptr<ClusterBackend> backend;
  FlakyStore store;
  std::unique_ptr<Engine> engine;
  std::map<std::string, JobOutcome> finished;

  explicit Fixture(SimOptions sim = {}) {
    world = *SimCluster::Create(sim);
    backend = world->Connect();
    EngineOptions options;
    options.config = MakeConfig();
    options.pools = {"default", "k8s-exp"};
    options.clusters = {{{"sim", ClusterState::kRunning}, backend.get()}};
    options.store = &store;
    engine = *Engine::Create(std::move(options));
  }

  CycleReport Cycle(const char* pool, int64_t now_ms) {
    absl::StatusOr<CycleReport> report = engine->Cycle(pool, Timestamp{now_ms});
    REQUIRE(report.ok());
    for (const FinishedJob& job : report->finished) {
      REQUIRE(finished.emplace(job.id, job.outcome).second);
    }
    CHECK(report->considered ==
          report->assigned + static_cast<int64_t>(report->refused.size() + report->left.size()));
    return *report;
  }
};

TEST_CASE("two pools of one cluster bring their jobs to an end, each through its own scheduler") {
  SimOptions sim;
  sim.default_script = {Duration::Seconds(30), 0};
  sim.pull_time = Duration::Seconds(5);
  Fixture f(sim);
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 2'000)).ok());
  REQUIRE(f.world->AddNode(MakeNode("b", "k8s-exp", 2'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("d1"), MakeJob("d2"), MakeJob("d3")}).ok());
  REQUIRE(f.engine->SubmitJobs("k8s-exp", {MakeJob("k1"), MakeJob("k2"), MakeJob("k3")}).ok());
  for (int64_t now = 0; now < 200'000 && f.finished.size() < 6; now += 1'000) {
    CHECK(f.Cycle("default", now).scheduler == "fenzo");
    CHECK(f.Cycle("k8s-exp", now).scheduler == "kubernetes");
  }
  CHECK(f.finished.size() == 6);
  for (const auto& [id, outcome] : f.finished) CHECK(outcome == JobOutcome::kSucceeded);

  const InstanceRecord& fenzo = f.store.written.at({"d1", 1});
  const InstanceRecord& kube = f.store.written.at({"k3", 1});
  CHECK(fenzo.chosen_node == "a");
  CHECK_FALSE(kube.chosen_node.has_value());
  CHECK(kube.facts.scheduled->node == "b");
  // The third pod waited in the cluster for the first to end: that is no run time.
  const InstanceIntervals life = ComputeIntervals(kube, Timestamp{1'000'000});
  CHECK(*life.running == Duration::Seconds(30));
  CHECK(life.since_commit.ms >= 65'000);
}

TEST_CASE("an engine says what is wrong with its options") {
  const auto world = *SimCluster::Create({});
  const auto backend = world->Connect();
  const auto good = [&] {
    EngineOptions options;
    options.config = MakeConfig();
    options.pools = {"p"};
    options.clusters = {{{"sim", ClusterState::kRunning}, backend.get()}};
    return options;
  };
  CHECK(Engine::Create(good()).ok());
  const struct {
    const char* rule;
    void (*spoil)(EngineOptions*);
    const char* text;
  } rows[] = {
      {"pools have names", [](EngineOptions* o) { o->pools = {""}; }, "a name is empty"},
      {"pools are named once",
       [](EngineOptions* o) {
         o->pools = {"p", "p"};
       },
       "given twice"},
      {"clusters are named once", [](EngineOptions* o) { o->clusters.push_back(o->clusters[0]); },
       "given twice"},
      {"clusters have back-ends", [](EngineOptions* o) { o->clusters[0].backend = nullptr; },
       "has no backend"},
      {"a grace is not negative", [](EngineOptions* o) { o->kill_grace = Duration{-1}; },
       "kill_grace is -1 ms"},
      {"every pool has a scheduler",
       [](EngineOptions* o) {
         o->config.mutable_pools()->mutable_schedulers(1)->set_pool_regex("^other$");
       },
       "\"p\""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    EngineOptions options = good();
    row.spoil(&options);
    const absl::Status status = Engine::Create(std::move(options)).status();
    CHECK_FALSE(status.ok());
    CAPTURE(status.message());
    CHECK(std::string(status.message()).find(row.text) != std::string::npos);
  }
}

TEST_CASE("the configuration knows exactly the calculators that the matcher has") {
  std::set<std::string_view> matcher;
  for (std::string_view name : BuiltinFitnessNames()) matcher.insert(name);
  std::set<std::string_view> config;
  for (const BuiltinCalculator& known : kBuiltinCalculators) config.insert(known.name);
  CHECK(config == matcher);
}

TEST_CASE("a batch of jobs is taken as a whole or not at all, and ids are unique over pools") {
  Fixture f;
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("a")}).ok());
  const std::vector<Job> batches[] = {
      {MakeJob("b"), MakeJob("b")}, {MakeJob("b"), MakeJob("a")}, {MakeJob("b"), MakeJob("")}};
  for (const auto& batch : batches) {
    CHECK_FALSE(f.engine->SubmitJobs("k8s-exp", batch).ok());
    CHECK(f.engine->FindPool("k8s-exp")->jobs().size() == 0);
  }
  CHECK(f.engine->SubmitJobs("nowhere", {}).code() == absl::StatusCode::kNotFound);
  CHECK(f.engine->FindPool("nowhere") == nullptr);
}

TEST_CASE("nothing is launched before its record is stored, and what waits goes out later") {
  Fixture f;
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 2'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("j")}).ok());
  f.store.failing = true;
  for (int64_t now : {0, 1'000}) {
    CHECK(f.engine->Cycle("default", Timestamp{now}).status().code() ==
          absl::StatusCode::kUnavailable);
    CHECK(f.world->Counters().pods_accepted == 0);
  }
  f.store.failing = false;
  const CycleReport report = f.Cycle("default", 2'000);
  CHECK(report.launched == 1);
  CHECK(report.records.size() == 1);
  CHECK(f.world->Counters().pods_accepted == 1);
}

TEST_CASE("a cluster that cannot be reached is asked again and nothing is launched twice") {
  Fixture f;
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 2'000)).ok());
  f.Cycle("default", 0);
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("j")}).ok());
  f.world->FailNextCalls(3);  // poll, launch, poll
  CHECK(f.Cycle("default", 1'000).cluster_errors.size() == 2);
  CHECK(f.Cycle("default", 2'000).cluster_errors.size() == 1);
  f.Cycle("default", 3'000);
  CHECK(f.world->Counters().pods_accepted == 1);
}

TEST_CASE("a cancel ends a job wherever it stands, and only once") {
  SimOptions sim;
  sim.default_script = {Duration::Minutes(10), 0};
  Fixture f(sim);
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 1'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("a-running"), MakeJob("b-pending")}).ok());
  f.Cycle("default", 0);
  f.Cycle("default", 1'000);
  for (const char* id : {"a-running", "b-pending"}) REQUIRE(f.engine->CancelJob(id).ok());
  CHECK(f.engine->CancelJob("unknown").code() == absl::StatusCode::kNotFound);
  for (int64_t now : {2'000, 3'000, 4'000}) f.Cycle("default", now);
  CHECK(f.finished == std::map<std::string, JobOutcome>{{"a-running", JobOutcome::kCancelled},
                                                        {"b-pending", JobOutcome::kCancelled}});
  CHECK(f.store.written.at({"a-running", 1}).facts.ended->cause == EndCause::kKilled);
}

TEST_CASE("a cancel between plan and launch wins: the cluster never hears of the instance") {
  Fixture f;
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 1'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("j")}).ok());
  f.store.failing = true;
  CHECK_FALSE(f.engine->Cycle("default", Timestamp{0}).ok());
  REQUIRE(f.engine->CancelJob("j").ok());
  f.store.failing = false;
  f.Cycle("default", 1'000);
  CHECK(f.finished.at("j") == JobOutcome::kCancelled);
  CHECK(f.world->Counters().pods_accepted == 0);
  CHECK(f.store.written.at({"j", 1}).facts.ended->cause == EndCause::kKilled);
}

TEST_CASE("a kill reaches a cluster that takes no launches") {
  SimOptions sim;
  sim.default_script = {Duration::Minutes(10), 0};
  Fixture f(sim);
  LaunchlessBackend backend(f.backend.get());
  EngineOptions options;
  options.config = MakeConfig();
  options.pools = {"default"};
  options.clusters = {{{"sim", ClusterState::kRunning}, &backend}};
  f.engine = *Engine::Create(std::move(options));
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 2'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("running")}).ok());
  f.Cycle("default", 0);
  f.Cycle("default", 1'000);
  backend.failing = true;
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("waiting")}).ok());
  REQUIRE(f.engine->CancelJob("running").ok());
  for (int64_t now = 2'000; now < 100'000; now += 1'000) f.Cycle("default", now);
  CHECK(f.finished == std::map<std::string, JobOutcome>{{"running", JobOutcome::kCancelled}});
  CHECK(f.world->Counters().pods_accepted == 1);
}

TEST_CASE("a job may be cancelled by the id that the engine itself holds") {
  Fixture f;
  const std::string id(100, 'j');
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob(id)}).ok());
  REQUIRE(f.engine->CancelJob(f.engine->FindPool("default")->jobs().RowAt(0).job->id).ok());
  f.Cycle("default", 0);
  CHECK(f.finished == std::map<std::string, JobOutcome>{{id, JobOutcome::kCancelled}});
  CHECK(f.engine->CancelJob(id).code() == absl::StatusCode::kNotFound);
}

TEST_CASE("a draining cluster gets nothing new from either scheduler and ends what it has") {
  Fixture f;
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 9'000)).ok());
  REQUIRE(f.world->AddNode(MakeNode("b", "k8s-exp", 9'000)).ok());
  for (const char* pool : {"default", "k8s-exp"}) {
    REQUIRE(f.engine->SubmitJobs(pool, {MakeJob(fmt::format("{}-1", pool))}).ok());
    f.Cycle(pool, 0);
  }
  REQUIRE(f.engine->SetClusterState("sim", ClusterState::kDraining).ok());
  for (const char* pool : {"default", "k8s-exp"}) {
    REQUIRE(f.engine->SubmitJobs(pool, {MakeJob(fmt::format("{}-2", pool))}).ok());
    const CycleReport report = f.Cycle(pool, 1'000);
    CHECK(report.assigned == 0);
    CHECK(report.left.size() == 1);
  }
  for (int64_t now = 2'000; now < 200'000; now += 10'000) {
    f.Cycle("default", now);
    f.Cycle("k8s-exp", now);
  }
  CHECK(f.finished.size() == 2);
  CHECK(f.engine->SetClusterState("other", ClusterState::kRunning).code() ==
        absl::StatusCode::kNotFound);
}

TEST_CASE("a job whose node is lost is tried again without costing it an attempt") {
  SimOptions sim;
  sim.default_script = {Duration::Minutes(1), 0};
  Fixture f(sim);
  REQUIRE(f.world->AddNode(MakeNode("a", "default", 1'000)).ok());
  REQUIRE(f.engine->SubmitJobs("default", {MakeJob("j")}).ok());
  f.Cycle("default", 0);
  f.Cycle("default", 1'000);
  REQUIRE(f.world->RemoveNode("a").ok());
  REQUIRE(f.world->AddNode(MakeNode("b", "default", 1'000)).ok());
  for (int64_t now = 2'000; now < 100'000; now += 1'000) f.Cycle("default", now);
  CHECK(f.finished.at("j") == JobOutcome::kSucceeded);
  CHECK(f.store.written.at({"j", 1}).facts.ended->cause == EndCause::kNodeLost);
  CHECK(f.store.written.at({"j", 2}).chosen_node == "b");
}

TEST_CASE("two clusters do not speak for each other's instances and nodes") {
  const auto east = *SimCluster::Create({});
  const auto west = *SimCluster::Create({});
  const auto to_east = east->Connect();
  const auto to_west = west->Connect();
  EngineOptions options;
  options.config = MakeConfig();
  options.pools = {"default"};
  options.clusters = {{{"east", ClusterState::kRunning}, to_east.get()},
                      {{"west", ClusterState::kRunning}, to_west.get()}};
  const auto engine = *Engine::Create(std::move(options));
  REQUIRE(east->AddNode(MakeNode("n", "default", 1'000)).ok());
  REQUIRE(west->AddNode(MakeNode("n", "default", 9'000)).ok());
  // The west knows an instance of the same name from another life, and it has ended there.
  REQUIRE(to_west->Launch({{{"j", 1}, {.pool = "default", .node = "nowhere"}}}, {}).ok());
  REQUIRE(engine->SubmitJobs("default", {MakeJob("j")}).ok());

  const absl::StatusOr<CycleReport> first = engine->Cycle("default", Timestamp{0});
  REQUIRE(first.ok());
  REQUIRE(first->cluster_errors.size() == 1);
  CHECK(first->cluster_errors[0].code() == absl::StatusCode::kAlreadyExists);
  REQUIRE(first->records.size() == 1);
  CHECK(first->records[0].cluster == "east");
  const absl::StatusOr<CycleReport> second = engine->Cycle("default", Timestamp{1'000});
  REQUIRE(second.ok());
  CHECK(second->finished.empty());
  CHECK(StateOf(second->records[0].facts) >= InstanceState::kScheduled);
}

TEST_CASE("records are restored before the first cycle of any pool, or not at all") {
  // The cycle takes the clusters' complete listings, by which restored instances are settled.
  Fixture f;
  REQUIRE(f.engine->Restore("default", {MakeJob("d")}, {}).ok());
  f.Cycle("default", 0);
  CHECK(f.engine->Restore("k8s-exp", {MakeJob("k")}, {}).status().code() ==
        absl::StatusCode::kFailedPrecondition);
  CHECK(f.engine->FindPool("k8s-exp")->jobs().size() == 0);
}

class BrokenFitness final : public FitnessCalculator {
 public:
  absl::StatusOr<std::optional<double>> Score(const FitnessInput& input) const override {
    if (input.job == "poison") return absl::InternalError("broken");
    return 0.5;
  }
};

TEST_CASE("a calculator that fails for ever keeps neither news from the store nor kills back") {
  SimOptions sim;
  sim.default_script = {Duration::Minutes(10), 0};
  const auto world = *SimCluster::Create(sim);
  const auto backend = world->Connect();
  FlakyStore store;
  EngineOptions options;
  options.config = MakeConfig();
  options.config.mutable_pools()
      ->mutable_schedulers(1)
      ->mutable_scheduler_config()
      ->mutable_fenzo()
      ->set_fitness_calculator("broken");
  options.pools = {"default"};
  options.clusters = {{{"sim", ClusterState::kRunning}, backend.get()}};
  options.fitness = {{"broken", std::make_shared<const BrokenFitness>()}};
  options.store = &store;
  const auto engine = *Engine::Create(std::move(options));
  REQUIRE(world->AddNode(MakeNode("a", "default", 9'000)).ok());
  REQUIRE(engine->SubmitJobs("default", {MakeJob("good")}).ok());
  REQUIRE(engine->Cycle("default", Timestamp{0}).ok());
  REQUIRE(engine->SubmitJobs("default", {MakeJob("poison")}).ok());
  REQUIRE(engine->CancelJob("good").ok());
  for (int64_t now : {1'000, 2'000}) {
    CHECK(engine->Cycle("default", Timestamp{now}).status().code() == absl::StatusCode::kInternal);
  }
  CHECK(store.written.at({"good", 1}).facts.ended->cause == EndCause::kKilled);
  REQUIRE(engine->CancelJob("poison").ok());
  const absl::StatusOr<CycleReport> after = engine->Cycle("default", Timestamp{3'000});
  REQUIRE(after.ok());
  CHECK(after->finished.size() == 2);
}

TEST_CASE("time must not go back") {
  Fixture f;
  f.Cycle("default", 5'000);
  CHECK(f.engine->Cycle("k8s-exp", Timestamp{4'999}).status().code() ==
        absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace bayplan
