// A request to run something: what it needs, where it may run, how often it may be tried.
//
//   Job job;
//   job.id = "4f1c-77";
//   job.user = "ada";
//   job.request = Resources().Set(Dimension::kMilliCpu, 2'000);
//   job.hard = {{"zone", Operator::kIn, {"z1"}}};
//   absl::Status ok = ValidateJob(job);

#ifndef BAYPLAN_MODEL_JOB_H_
#define BAYPLAN_MODEL_JOB_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bayplan/base/resources.h"
#include "bayplan/base/time.h"
#include "bayplan/model/constraint.h"

namespace bayplan {

inline constexpr size_t kMaxJobIdBytes = 128;

struct Job {
  std::string id;    // 1 to kMaxJobIdBytes bytes of any kind, unique among the host's jobs
  std::string user;  // may be empty
  Timestamp submitted_at;
  int32_t priority = 50;  // 0 to 100, higher first
  Resources request;
  std::vector<AttributeConstraint> hard;  // a node must satisfy all
  std::vector<AttributeConstraint> soft;  // a node is better the more it satisfies
  std::vector<std::string> clusters;      // acceptable clusters; empty: any
  uint32_t max_attempts = 1;              // at least 1

  friend bool operator==(const Job&, const Job&) = default;
};

// InvalidArgument that names the field, its value and what is valid; OK otherwise.
absl::Status ValidateJob(const Job& job);

}  // namespace bayplan

#endif  // BAYPLAN_MODEL_JOB_H_
