#include "bayplan/model/job.h"

#include <fmt/format.h>

namespace bayplan {
namespace {

absl::Status ValidateConstraints(const std::vector<AttributeConstraint>& constraints,
                                 std::string_view list) {
  for (size_t i = 0; i < constraints.size(); ++i) {
    const absl::Status status =
        ValidateConstraint(constraints[i], fmt::format("job.{}[{}]", list, i));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateJob(const Job& job) {
  if (job.id.empty() || job.id.size() > kMaxJobIdBytes) {
    return absl::InvalidArgumentError(fmt::format("job.id \"{}\" has {} bytes; valid is 1 to {}",
                                                  job.id, job.id.size(), kMaxJobIdBytes));
  }
  if (job.priority < 0 || job.priority > 100) {
    return absl::InvalidArgumentError(
        fmt::format("job.priority of \"{}\" is {}; valid is 0 to 100", job.id, job.priority));
  }
  if (job.max_attempts == 0) {
    return absl::InvalidArgumentError(
        fmt::format("job.max_attempts of \"{}\" is 0; valid is 1 or more", job.id));
  }
  absl::Status status = ValidateAmounts(job.request, "job.request");
  if (status.ok()) status = ValidateConstraints(job.hard, "hard");
  if (status.ok()) status = ValidateConstraints(job.soft, "soft");
  return status;
}

}  // namespace bayplan
