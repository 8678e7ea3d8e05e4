// What to do with rows that cannot be read: stop at the first, or count and go on.

#ifndef BAYPLAN_BENCH_REPLAY_BAD_ROWS_H_
#define BAYPLAN_BENCH_REPLAY_BAD_ROWS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace bayplan::replay {

class BadRows {
 public:
  explicit BadRows(bool skip) : skip_(skip) {}

  // OK if the row's fault is noted and reading may go on; otherwise `fault` itself.
  absl::Status Take(const absl::Status& fault);

  int64_t count() const { return count_; }
  // What was wrong with the first one.
  const std::string& first() const { return first_; }

 private:
  bool skip_;
  int64_t count_ = 0;
  std::string first_;
};

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_BAD_ROWS_H_
