// The considerable window's control loop.

#include <algorithm>
#include <cmath>

#include "bayplan/match/fenzo_bin_packer.h"

namespace bayplan {

Scaleback NextScaleback(const FenzoOptions& options, const std::optional<Scaleback>& now,
                        bool head_ok) {
  const int64_t max = options.max_jobs_considered;
  const int64_t window = now.has_value() ? std::min(now->window, max) : max;
  int64_t next = max;
  if (!head_ok) {
    const double scaled = std::trunc(options.scaleback * static_cast<double>(window));
    // The largest windows round up to 2^63, which is no int64.
    const bool shrinks = scaled < static_cast<double>(window);
    next = shrinks ? std::max<int64_t>(1, static_cast<int64_t>(scaled)) : window;
  }
  Scaleback result;
  // A window of 1 that is also the maximum is no sign of trouble while the head matches.
  const bool at_floor = next == 1 && !head_ok;
  result.floor_iterations = at_floor ? (now.has_value() ? now->floor_iterations : 0) + 1 : 0;
  result.warn = result.floor_iterations >= options.floor_iterations_before_warn;
  result.reset = result.floor_iterations >= options.floor_iterations_before_reset;
  result.window = result.reset ? max : next;
  return result;
}

}  // namespace bayplan
