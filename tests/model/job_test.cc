#include "bayplan/model/job.h"

#include <doctest/doctest.h>

#include <string>

namespace bayplan {
namespace {

Job GoodJob() {
  Job job;
  job.id = "4f1c-77";
  job.request = Resources().Set(Dimension::kMilliCpu, 2'000);
  job.hard = {{"zone", Operator::kIn, {"z1"}}};
  return job;
}

TEST_CASE("a job at the limits of what is valid is accepted") {
  Job job = GoodJob();
  CHECK(ValidateJob(job).ok());
  job.id = std::string(kMaxJobIdBytes, '\0');
  job.user = "";
  job.request = Resources();
  for (Dimension d : kAllDimensions) job.request.Set(d, kMaxAmount);
  job.priority = 100;
  CHECK(ValidateJob(job).ok());
  job.priority = 0;
  CHECK(ValidateJob(job).ok());
}

TEST_CASE("a bad job is refused with the field, its value and what is valid") {
  struct Row {
    void (*spoil)(Job*);
    std::string message;
  };
  const Row rows[] = {
      {[](Job* j) { j->id.clear(); }, "job.id \"\" has 0 bytes; valid is 1 to 128"},
      {[](Job* j) { j->id = std::string(129, 'x'); },
       "job.id \"" + std::string(129, 'x') + "\" has 129 bytes; valid is 1 to 128"},
      {[](Job* j) { j->priority = -1; }, "job.priority of \"4f1c-77\" is -1; valid is 0 to 100"},
      {[](Job* j) { j->priority = 101; }, "job.priority of \"4f1c-77\" is 101; valid is 0 to 100"},
      {[](Job* j) { j->max_attempts = 0; },
       "job.max_attempts of \"4f1c-77\" is 0; valid is 1 or more"},
      {[](Job* j) { j->request.Set(Dimension::kMemoryBytes, -1); },
       "job.request.memory: -1 is out of range; valid is 0 to 1125899906842623"},
      {[](Job* j) { j->request.Set(Dimension::kMilliGpu, kMaxAmount + 1); },
       "job.request.gpu: 1125899906842624 is out of range; valid is 0 to 1125899906842623"},
      {[](Job* j) {
         j->hard.push_back({"", Operator::kExists, {}});
       },
       "job.hard[1].attribute is empty; valid is the name of an attribute"},
      {[](Job* j) {
         j->soft = {{"zone", Operator::kNotIn, {}}};
       },
       "job.soft[0].values is empty; \"zone not in\" needs at least one value"},
  };
  for (const Row& row : rows) {
    Job job = GoodJob();
    row.spoil(&job);
    const absl::Status status = ValidateJob(job);
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()) == row.message);
  }
}

}  // namespace
}  // namespace bayplan
