// Good and bad rows of every format, with the message that a bad one gives.
#include <doctest/doctest.h>

#include <string>

#include "bad_rows.h"
#include "bayplan_format.h"
#include "csv_reader.h"
#include "openb_format.h"
#include "swf_format.h"
#include "uniform_nodes.h"

namespace bayplan::replay {
namespace {

CsvReader Rows(const std::string& text) { return *CsvReader::FromText("f.csv", text); }

std::string Message(const absl::Status& status) { return std::string(status.message()); }

const std::string kOpenbHeader =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n";

absl::StatusOr<JobList> Openb(const std::string& rows, const std::string& pool_column = "",
                              bool skip = false) {
  BadRows bad(skip);
  return ReadOpenbJobs(Rows(kOpenbHeader + rows), {pool_column}, &bad);
}

TEST_CASE("an openb pod arrives at creation and runs from its schedule, else creation") {
  const absl::StatusOr<JobList> list =
      Openb("p0,12000,16384,1,460,T4|P100,LS,Running,100,250,110\np1,1,1,0,0,,BE,Pending,7,9,\n");
  REQUIRE(list.ok());
  REQUIRE(list->jobs.size() == 2);
  const TraceJob& pod = list->jobs[0];
  CHECK(pod.job.id == "p0");
  CHECK(pod.job.submitted_at == Timestamp{100'000});
  CHECK(pod.script.run == Duration{140'000});
  CHECK(pod.job.request.Get(Dimension::kMilliCpu) == 12'000);
  CHECK(pod.job.request.Get(Dimension::kMemoryBytes) == int64_t{16} << 30);
  CHECK(pod.job.request.Get(Dimension::kMilliGpu) == 460);
  REQUIRE(pod.job.hard.size() == 1);
  CHECK(ConstraintText(pod.job.hard[0]) == "gpu-model in (T4, P100)");
  CHECK(list->jobs[1].script.run == Duration{2'000});
  CHECK(list->jobs[1].job.hard.empty());
}

TEST_CASE("a bad openb row is named by file, line and field") {
  const struct {
    const char* row;
    const char* message;
  } cases[] = {
      {",1,1,0,0,,LS,R,0,1,0", "f.csv:2: name is empty; valid is a name"},
      {"p,1x,1,0,0,,LS,R,0,1,0",
       "f.csv:2: cpu_milli is \"1x\"; valid is a whole number from 0 to 1125899906842623"},
      {"p,1,-1,0,0,,LS,R,0,1,0",
       "f.csv:2: memory_mib is \"-1\"; valid is a whole number from 0 to 1073741823"},
      {"p,1,1,1,1001,,LS,R,0,1,0",
       "f.csv:2: gpu_milli is \"1001\"; valid is a whole number from 0 to 1000"},
      {"p,1,1,0,0,,LS,R,,1,0",
       "f.csv:2: creation_time is \"\"; valid is a whole number from 0 to 1099511627776"},
      {"p,1,1,0,0,,LS,R,0,4,5", "f.csv:2: deletion_time is 4; valid is 5 (its start) or later"},
      {"p,1,1,0,0,,LS,R,0,1", "f.csv:2: the row has 10 fields; valid is 11"},
      {"\"p,1,1,0,0,,LS,R,0,1,0", "f.csv:2: a quote is not closed"},
      {"\"p\"q,1,1,0,0,,LS,R,0,1,0", "f.csv:2: text follows a closing quote; valid is a comma"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.row);
    CHECK(Message(Openb(std::string(c.row) + "\n").status()) == c.message);
  }
  CHECK(Message(Openb("p,1,1,0,0,,LS,R,0,1,0\n\np,1,1,0,0,,LS,R,0,1,0\n").status()) ==
        "f.csv:4: name \"p\" was there before; valid is a new one");
}

TEST_CASE("bad rows are counted and passed over if that is wanted") {
  BadRows bad(/*skip=*/true);
  const absl::StatusOr<JobList> list = ReadOpenbJobs(
      Rows(kOpenbHeader + "p,x,1,0,0,,LS,R,0,1,0\nq,1,1,0,0,,LS,R,0,1,0\nr,1,1\n"), {}, &bad);
  REQUIRE(list.ok());
  REQUIRE(list->jobs.size() == 1);
  CHECK(list->jobs[0].job.id == "q");
  CHECK(bad.count() == 2);
  CHECK(bad.first().substr(0, 22) == "f.csv:2: cpu_milli is ");
}

TEST_CASE("a list without times is refused by the column that it lacks") {
  BadRows bad(false);
  const absl::Status status =
      ReadOpenbJobs(Rows("name,cpu_milli,memory_mib,num_gpu,gpu_milli\n"), {}, &bad).status();
  CHECK(Message(status) ==
        "f.csv: there is no column \"creation_time\"; columns are name, cpu_milli, memory_mib, "
        "num_gpu, gpu_milli");
}

TEST_CASE("openb nodes carry their GPU model") {
  BadRows bad(false);
  const absl::StatusOr<NodeList> list = ReadOpenbNodes(
      Rows("sn,cpu_milli,memory_mib,gpu,model\nn0,32000,1024,0,\nn1,96000,2048,8,G2\n"), {}, &bad);
  REQUIRE(list.ok());
  CHECK(list->nodes[0].node.attributes.empty());
  CHECK(list->nodes[1].node.capacity.Get(Dimension::kMilliGpu) == 8'000);
  CHECK(list->nodes[1].node.attributes ==
        std::vector<std::pair<std::string, std::string>>{{"gpu-model", "G2"}});
}

TEST_CASE("a job of the own format has priority, exit code, pool and constraints") {
  BadRows bad(false);
  const absl::StatusOr<JobList> list = ReadBayplanJobs(
      Rows("id,user,submit_ms,run_ms,milli_cpu,memory_bytes,milli_gpu,priority,exit_code,pool,"
           "hard\n\"a,\"\"b\",ada,5,6,7,8,9,90,3,batch,zone=z1|z2;disk=ssd\n"),
      {"pool"}, &bad);
  REQUIRE(list.ok());
  const TraceJob& item = list->jobs[0];
  CHECK(item.job.id == "a,\"b");
  CHECK(item.job.user == "ada");
  CHECK(item.job.priority == 90);
  CHECK(item.script.exit_code == 3);
  CHECK(item.script.run == Duration{6});
  CHECK(item.pool_value == "batch");
  REQUIRE(item.job.hard.size() == 2);
  CHECK(ConstraintText(item.job.hard[0]) == "zone in (z1, z2)");
}

TEST_CASE("a broken constraint of the own format is named") {
  BadRows bad(false);
  const absl::Status status =
      ReadBayplanJobs(
          Rows("id,user,submit_ms,run_ms,milli_cpu,memory_bytes,milli_gpu,hard\na,u,1,1,1,1,1,z\n"),
          {}, &bad)
          .status();
  CHECK(Message(status) == "f.csv:2: hard has \"z\"; valid is name=value");
}

absl::StatusOr<JobList> Swf(const std::string& text) {
  BadRows bad(false);
  return ReadSwfJobs("log.swf", text, {}, &bad);
}

TEST_CASE("a Standard Workload Format job is its processors as CPUs on one node") {
  const absl::StatusOr<JobList> list =
      Swf("; Version: 2.2\n"
          "  1  10 -1  60  4 -1 -1 8 -1 -1 1 7 1 -1 -1 1 -1 -1\n"
          "2  20 -1  0  -1 -1 -1 8 -1 -1 0 -1 1 -1 -1 1 -1 -1\n");
  REQUIRE(list.ok());
  REQUIRE(list->jobs.size() == 2);
  CHECK(list->jobs[0].job.submitted_at == Timestamp{10'000});
  CHECK(list->jobs[0].script.run == Duration{60'000});
  CHECK(list->jobs[0].job.request.Get(Dimension::kMilliCpu) == 4'000);
  CHECK(list->jobs[0].job.user == "7");
  CHECK(list->jobs[1].job.request.Get(Dimension::kMilliCpu) == 8'000);
  CHECK(list->jobs[1].job.user.empty());
  CHECK(list->not_runnable == 0);
}

TEST_CASE("an unknown run time or size makes a job that is counted apart") {
  const absl::StatusOr<JobList> list =
      Swf("1 10 -1 -1  4 -1 -1 8 -1 -1 5 7 1 -1 -1 1 -1 -1\n"
          "2 20 -1 30 -1 -1 -1 -1 -1 -1 5 7 1 -1 -1 1 -1 -1\n");
  REQUIRE(list.ok());
  CHECK(list->jobs.empty());
  CHECK(list->not_runnable == 2);
  CHECK(list->first_not_runnable == "log.swf:1: its run time is unknown");
}

TEST_CASE("a bad Standard Workload Format row is named by line and column") {
  const struct {
    const char* row;
    const char* message;
  } cases[] = {
      {"1 2 3", "log.swf:2: the row has 3 fields; valid is 18"},
      {"1 x -1 1 4 -1 -1 8 -1 -1 5 7 1 -1 -1 1 -1 -1",
       "log.swf:2: submit time (column 2) is \"x\"; valid is a whole number from 0 to "
       "1099511627776"},
      {"1 1 -1 -2 4 -1 -1 8 -1 -1 5 7 1 -1 -1 1 -1 -1",
       "log.swf:2: run time (column 4) is \"-2\"; valid is a whole number from -1 to "
       "1099511627776"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.row);
    CHECK(Message(Swf(std::string(";\n") + c.row + "\n").status()) == c.message);
  }
}

TEST_CASE("uniform nodes are given by one word") {
  const absl::StatusOr<NodeList> list = MakeUniformNodes("uniform:12x4");
  REQUIRE(list.ok());
  REQUIRE(list->nodes.size() == 12);
  CHECK(list->nodes[0].node.name == "node-01");
  CHECK(list->nodes[11].node.capacity.Get(Dimension::kMilliCpu) == 4'000);
  for (const char* bad : {"uniform:", "uniform:4", "uniform:0x4", "uniform:4x", "uniform:4xx1"}) {
    CAPTURE(bad);
    CHECK_FALSE(MakeUniformNodes(bad).ok());
  }
}

}  // namespace
}  // namespace bayplan::replay
