// Numbers as people read them.

#ifndef BAYPLAN_BENCH_REPLAY_AMOUNT_TEXT_H_
#define BAYPLAN_BENCH_REPLAY_AMOUNT_TEXT_H_

#include <cstdint>
#include <string>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "bayplan/base/resources.h"
#include "bayplan/base/time.h"

namespace bayplan::replay {

// "8,152".
std::string CountText(int64_t count);
// The two largest units that matter: "0s", "450ms", "12.5s", "5m10s", "1h02m", "3d04h".
std::string DurationText(Duration duration);
// Wall-clock time: "3.1 us", "42 ms", "1.5 s".
std::string NanosecondsText(int64_t ns);
// In the unit of the dimension, without naming it: cores, GiB, GPUs. "23,114", "0.5".
std::string AmountText(Dimension dimension, int64_t amount);
// "cores", "GiB", "GPUs".
std::string_view UnitName(Dimension dimension);
// An amount times milliseconds, as hours of the unit: "1,234.5".
std::string WorkText(Dimension dimension, absl::int128 amount_ms);
// One block character per value, from 0 to `top`; "·" where the value is absent (negative).
std::string Sparkline(absl::Span<const int64_t> values, int64_t top);
// How many columns a UTF-8 text takes on a terminal, for the characters used here.
size_t Width(std::string_view text);

}  // namespace bayplan::replay

#endif  // BAYPLAN_BENCH_REPLAY_AMOUNT_TEXT_H_
