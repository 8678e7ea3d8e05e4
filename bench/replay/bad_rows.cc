#include "bad_rows.h"

namespace bayplan::replay {

absl::Status BadRows::Take(const absl::Status& fault) {
  if (!skip_) return fault;
  if (count_++ == 0) first_ = std::string(fault.message());
  return absl::OkStatus();
}

}  // namespace bayplan::replay
