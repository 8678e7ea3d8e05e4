#include "bayplan/pool/pool_state.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace bayplan {
namespace {

Node MakeNode(std::string name, int64_t milli_cpu) {
  Node node;
  node.name = std::move(name);
  node.pool = "batch";
  node.cluster = "east";
  node.capacity.Set(Dimension::kMilliCpu, milli_cpu);
  return node;
}

Job MakeJob(std::string id, int64_t milli_cpu = 1'000) {
  Job job;
  job.id = std::move(id);
  job.request.Set(Dimension::kMilliCpu, milli_cpu);
  return job;
}

// A pool with two nodes of 2 CPUs and three jobs of 1 CPU.
PoolState MakePool() {
  PoolState state("batch");
  REQUIRE(state.Apply(UpsertCluster{{"east", ClusterState::kRunning}}).ok());
  for (const char* name : {"n1", "n2"}) {
    REQUIRE(state.Apply(UpsertNode{MakeNode(name, 2'000)}).ok());
  }
  for (const char* id : {"a", "b", "c"}) REQUIRE(state.Apply(AddJob{MakeJob(id)}).ok());
  return state;
}

Plan PlanFor(const PoolState& state,
             std::initializer_list<std::pair<const char*, const char*>> to) {
  Plan plan;
  plan.pool = state.name();
  plan.base = state.journal().position();
  for (const auto& [job, node] : to) {
    const JobSlot slot = *state.jobs().Find(job);
    plan.assignments.push_back(
        {.job = slot, .attempt = state.jobs().Row(slot).attempt, .node = state.nodes().Find(node)});
  }
  plan.id = PlanId(plan);
  return plan;
}

int64_t FreeCpu(const PoolState& state, const char* node) {
  return state.nodes().Row(*state.nodes().Find(node)).Free(Dimension::kMilliCpu);
}

absl::StatusOr<Applied> End(PoolState* state, InstanceName name, EndCause cause) {
  Observation observation{std::move(name), {}};
  observation.facts.ended =
      bayplan::End{{Timestamp{9}, Quality::kExact, Source::kBackend}, cause, {}};
  return state->Apply(Observe{observation});
}

TEST_CASE("bad input to Apply names the field and changes nothing") {
  PoolState state = MakePool();
  const JournalPosition before = state.journal().position();

  Node elsewhere = MakeNode("n3", 1);
  elsewhere.pool = "other";
  Node negative = MakeNode("n3", -1);
  Job unnamed = MakeJob("");
  Job huge = MakeJob("d", kMaxAmount + 1);
  const struct {
    const char* rule;
    Change change;
    absl::StatusCode code;
    const char* text;
  } rows[] = {
      {"a job id is unique", AddJob{MakeJob("a")}, absl::StatusCode::kAlreadyExists, "\"a\""},
      {"a job has an id", AddJob{unnamed}, absl::StatusCode::kInvalidArgument, "job.id"},
      {"amounts are bounded", AddJob{huge}, absl::StatusCode::kInvalidArgument, "job.request.cpu"},
      {"a node is of this pool", UpsertNode{elsewhere}, absl::StatusCode::kInvalidArgument,
       "valid is \"batch\""},
      {"capacities are not negative", UpsertNode{negative}, absl::StatusCode::kInvalidArgument,
       "capacity.cpu: -1"},
      {"only a known node goes away", RemoveNode{"n9"}, absl::StatusCode::kNotFound, "\"n9\""},
      {"only a live job is cancelled", CancelJob{"z"}, absl::StatusCode::kNotFound, "\"z\""},
      {"a cluster has a name", UpsertCluster{}, absl::StatusCode::kInvalidArgument, "cluster.name"},
      {"a restored record has a job", RestoreInstance{{{"z", 1}, "batch"}},
       absl::StatusCode::kNotFound, "\"z/1\""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    const absl::Status status = state.Apply(row.change).status();
    CHECK(status.code() == row.code);
    CHECK(std::string(status.message()).find(row.text) != std::string::npos);
    CHECK(state.journal().position() == before);
  }
}

TEST_CASE("a committed plan books nodes and returns a record per assignment with nothing made up") {
  PoolState state = MakePool();
  const auto done = state.Commit(PlanFor(state, {{"a", "n1"}, {"b", "n1"}}), {}, Timestamp{5});
  REQUIRE(done.ok());
  REQUIRE(done->records.size() == 2);
  CHECK(done->refusals.empty());
  const InstanceRecord& record = done->records[0];
  CHECK(record.name == InstanceName{"a", 1});
  CHECK(record.cluster == "east");
  CHECK(record.chosen_node == "n1");
  CHECK(record.committed_at == Timestamp{5});
  CHECK(record.facts == InstanceFacts{});
  CHECK(FreeCpu(state, "n1") == 0);
}

TEST_CASE("committing a plan twice changes nothing the second time and returns the same records") {
  PoolState state = MakePool();
  const Plan plan = PlanFor(state, {{"a", "n1"}});
  const auto first = state.Commit(plan, {}, Timestamp{5});
  const JournalPosition after = state.journal().position();
  const auto second = state.Commit(plan, {}, Timestamp{6});
  REQUIRE(second.ok());
  CHECK(second->records == first->records);
  CHECK(state.journal().position() == after);
  CHECK(FreeCpu(state, "n1") == 1'000);
}

TEST_CASE("only the accepted assignments of a plan are committed") {
  PoolState state = MakePool();
  const Plan plan = PlanFor(state, {{"a", "n1"}, {"b", "n2"}});
  CHECK(state.Commit(plan, {1}, Timestamp{5}).status().code() ==
        absl::StatusCode::kInvalidArgument);
  const auto done = state.Commit(plan, {0, 1}, Timestamp{5});
  REQUIRE(done.ok());
  REQUIRE(done->records.size() == 1);
  CHECK(done->records[0].name.job == "b");
  CHECK(state.jobs().Row(*state.jobs().Find("a")).state == JobState::kPending);
}

TEST_CASE("an assignment that no longer holds is refused alone, with the reason") {
  PoolState state = MakePool();
  const struct {
    const char* rule;
    Change change;
    const char* text;
  } rows[] = {
      {"the job was cancelled", CancelJob{"a"}, "gone"},
      {"the node went away", RemoveNode{"n1"}, "node is gone"},
      {"the node shrank", UpsertNode{MakeNode("n1", 500)}, "asks 1000 of cpu"},
      {"the cluster drains", UpsertCluster{{"east", ClusterState::kDraining}}, "no new work"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    PoolState fork = state.Fork();
    Plan plan = PlanFor(fork, {{"a", "n1"}});
    REQUIRE(fork.Apply(row.change).ok());
    const auto done = fork.Commit(plan, {}, Timestamp{5});
    REQUIRE(done.ok());
    CHECK(done->records.empty());
    REQUIRE(done->refusals.size() == 1);
    CHECK(std::string(done->refusals[0].why.message()).find(row.text) != std::string::npos);
  }
}

TEST_CASE("a plan of another pool or of another state is refused as a whole") {
  PoolState state = MakePool();
  Plan foreign = PlanFor(state, {{"a", "n1"}});
  foreign.pool = "other";
  CHECK(state.Commit(foreign, {}, Timestamp{5}).status().code() ==
        absl::StatusCode::kInvalidArgument);

  PoolState fork = state.Fork();
  REQUIRE(fork.Apply(CancelJob{"c"}).ok());
  REQUIRE(state.Apply(CancelJob{"b"}).ok());
  const Plan diverged = PlanFor(fork, {{"a", "n1"}});
  CHECK(state.Commit(diverged, {}, Timestamp{5}).status().code() ==
        absl::StatusCode::kFailedPrecondition);
}

TEST_CASE("forks that sent the same job to different clusters are different states") {
  PoolState state = MakePool();
  REQUIRE(state.Apply(UpsertCluster{{"west", ClusterState::kRunning}}).ok());
  PoolState forks[] = {state.Fork(), state.Fork()};
  for (uint32_t cluster : {0u, 1u}) {
    Plan plan = PlanFor(state, {{"a", "n1"}});
    plan.assignments[0].node.reset();
    plan.assignments[0].cluster = cluster;
    plan.id = PlanId(plan);
    REQUIRE(forks[cluster].Commit(plan, {}, Timestamp{5})->records.size() == 1);
  }
  CHECK(forks[0].journal().position() != forks[1].journal().position());
}

TEST_CASE("a fork and its origin do not see each other's changes") {
  PoolState state = MakePool();
  PoolState fork = state.Fork();
  REQUIRE(fork.Commit(PlanFor(fork, {{"a", "n1"}}), {}, Timestamp{5}).ok());
  REQUIRE(fork.Apply(RemoveNode{"n2"}).ok());
  CHECK(FreeCpu(state, "n1") == 2'000);
  CHECK(state.nodes().size() == 2);
  CHECK(fork.nodes().size() == 1);
  CHECK(state.jobs().Row(*state.jobs().Find("a")).state == JobState::kPending);
}

TEST_CASE("the end of an instance frees its node and settles its job by cause and attempts") {
  const struct {
    const char* rule;
    EndCause cause;
    uint32_t max_attempts;
    bool cancel;
    JobOutcome outcome;
  } rows[] = {
      {"success", EndCause::kSucceeded, 1, false, JobOutcome::kSucceeded},
      {"failure without attempts left", EndCause::kFailed, 1, false, JobOutcome::kFailed},
      {"failure with attempts left", EndCause::kFailed, 2, false, JobOutcome::kRetry},
      {"not the job's fault", EndCause::kNodeLost, 1, false, JobOutcome::kRetry},
      {"cancelled", EndCause::kKilled, 5, true, JobOutcome::kCancelled},
      {"success before the kill", EndCause::kSucceeded, 1, true, JobOutcome::kSucceeded},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    PoolState state = MakePool();
    Job job = MakeJob("d");
    job.max_attempts = row.max_attempts;
    REQUIRE(state.Apply(AddJob{job}).ok());
    REQUIRE(state.Commit(PlanFor(state, {{"d", "n1"}}), {}, Timestamp{5}).ok());
    if (row.cancel) REQUIRE(state.Apply(CancelJob{"d"}).ok());
    const auto applied = End(&state, {"d", 1}, row.cause);
    REQUIRE(applied.ok());
    CHECK(applied->outcome == row.outcome);
    CHECK(applied->record->facts.ended->cause == row.cause);
    CHECK(FreeCpu(state, "n1") == 2'000);
    const auto slot = state.jobs().Find("d");
    CHECK(slot.has_value() == (row.outcome == JobOutcome::kRetry));
    if (slot.has_value()) CHECK(state.jobs().Row(*slot).attempt == 2);
  }
}

TEST_CASE("news of an unknown job, an older attempt or a pending job has no effect") {
  PoolState state = MakePool();
  const JournalPosition before = state.journal().position();
  for (const InstanceName& name : {InstanceName{"z", 1}, InstanceName{"a", 1}}) {
    const auto applied = End(&state, name, EndCause::kFailed);
    REQUIRE(applied.ok());
    CHECK_FALSE(applied->changed);
  }
  CHECK(state.journal().position() == before);
}

TEST_CASE("a node that comes back gets the bookings of the instances that run there") {
  PoolState state = MakePool();
  REQUIRE(state.Commit(PlanFor(state, {{"a", "n1"}, {"b", "n1"}}), {}, Timestamp{5}).ok());
  REQUIRE(state.Apply(RemoveNode{"n1"}).ok());
  REQUIRE(End(&state, {"b", 1}, EndCause::kSucceeded).ok());
  REQUIRE(state.Apply(UpsertNode{MakeNode("n1", 2'000)}).ok());
  CHECK(FreeCpu(state, "n1") == 1'000);
  REQUIRE(End(&state, {"a", 1}, EndCause::kSucceeded).ok());
  CHECK(FreeCpu(state, "n1") == 2'000);
}

TEST_CASE("restored records make jobs active again, with bookings and used attempts") {
  PoolState state("batch");
  Job job = MakeJob("a");
  job.max_attempts = 2;
  REQUIRE(state.Apply(AddJob{job}).ok());
  InstanceRecord first{{"a", 1}, "batch", "east", "n1", Timestamp{1}, {}};
  first.facts.ended = bayplan::End{{Timestamp{2}}, EndCause::kFailed, 1};
  InstanceRecord second{{"a", 2}, "batch", "east", "n1", Timestamp{3}, {}};
  REQUIRE(state.Apply(RestoreInstance{first}).ok());
  REQUIRE(state.Apply(RestoreInstance{second}).ok());
  // The node is reported only later.
  REQUIRE(state.Apply(UpsertNode{MakeNode("n1", 2'000)}).ok());
  CHECK(FreeCpu(state, "n1") == 1'000);
  CHECK(End(&state, {"a", 2}, EndCause::kFailed)->outcome == JobOutcome::kFailed);
  CHECK(FreeCpu(state, "n1") == 2'000);
}

TEST_CASE("the last attempt number is refused, so that a retry cannot wrap around") {
  PoolState state = MakePool();
  const InstanceRecord last{
      {"a", std::numeric_limits<uint32_t>::max()}, "batch", "east", {}, Timestamp{1}, {}};
  CHECK(state.Apply(RestoreInstance{last}).status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(state.jobs().Row(*state.jobs().Find("a")).attempt == 1);
}

TEST_CASE("a submission to a cluster that the job does not accept is refused") {
  PoolState state = MakePool();
  Job job = MakeJob("d");
  job.clusters = {"west"};
  REQUIRE(state.Apply(AddJob{job}).ok());
  Plan plan = PlanFor(state, {{"d", "n1"}});
  plan.assignments[0].node.reset();
  plan.id = PlanId(plan);
  const auto done = state.Commit(plan, {}, Timestamp{5});
  REQUIRE(done.ok());
  REQUIRE(done->refusals.size() == 1);
  CHECK(std::string(done->refusals[0].why.message()).find("does not accept") != std::string::npos);
}

TEST_CASE("a journal gives exactly the changes since a position of its own") {
  PoolState state = MakePool();
  const JournalPosition before = state.journal().position();
  REQUIRE(state.Apply(CancelJob{"c"}).ok());
  const auto news = state.journal().Since(before);
  REQUIRE(news.has_value());
  REQUIRE(news->size() == 1);
  CHECK((*news)[0].kind == JournalKind::kJobChanged);
  CHECK(state.journal().Since(state.journal().position())->empty());
  CHECK_FALSE(state.journal().Since({before.sequence, before.history + 1}).has_value());
  CHECK_FALSE(state.journal().Since({before.sequence + 9, before.history}).has_value());
}

TEST_CASE("a journal forgets its oldest entries but never the latest ones") {
  Journal journal;
  const JournalPosition start = journal.position();
  for (uint32_t i = 0; i < 3 * Journal::kKept; ++i) {
    journal.Append(JournalKind::kJobChanged, i, i);
  }
  CHECK_FALSE(journal.Since(start).has_value());
  const JournalPosition late = journal.position();
  journal.Append(JournalKind::kJobChanged, 7, 7);
  REQUIRE(journal.Since(late).has_value());
  CHECK(journal.Since(late)->size() == 1);
}

TEST_CASE("pods without a node are counted per cluster from the records") {
  PoolState state = MakePool();
  Plan plan = PlanFor(state, {{"a", "n1"}});
  plan.assignments[0].node.reset();
  plan.id = PlanId(plan);
  REQUIRE(state.Commit(plan, {}, Timestamp{5}).ok());
  CHECK(state.WithoutNode("east") == 1);
  Observation bound{{"a", 1}, {}};
  bound.facts.scheduled = Binding{{Timestamp{6}}, "n1"};
  REQUIRE(state.Apply(Observe{bound}).ok());
  CHECK(state.WithoutNode("east") == 0);
  REQUIRE(End(&state, {"a", 1}, EndCause::kSucceeded).ok());
  CHECK(state.WithoutNode("east") == 0);
}

TEST_CASE("a window that stayed as it was does not stand in the way of the next plan's") {
  PoolState state = MakePool();
  const auto commit = [&state](int64_t window) {
    Plan plan = PlanFor(state, {});
    plan.scaleback = Scaleback{.window = window};
    plan.id = PlanId(plan);
    REQUIRE(state.Commit(plan, {}, Timestamp{5}).ok());
    return plan;
  };
  commit(1'000);
  const Plan same = commit(1'000);
  commit(950);
  CHECK(state.scaleback()->window == 950);
  // An older plan does not turn it back.
  REQUIRE(state.Commit(same, {}, Timestamp{6}).ok());
  CHECK(state.scaleback()->window == 950);
}

}  // namespace
}  // namespace bayplan
