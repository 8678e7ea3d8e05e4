#include "bayplan/base/time.h"

#include <doctest/doctest.h>

#include <limits>

namespace bayplan {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST_CASE("time arithmetic saturates instead of overflowing") {
  CHECK((Timestamp{kMax} + Duration{1}).ms == kMax);
  CHECK((Timestamp{kMin} + Duration{-1}).ms == kMin);
  CHECK((Timestamp{kMin} - Timestamp{1}).ms == kMin);
  CHECK((Timestamp{kMax} - Timestamp{-1}).ms == kMax);
  CHECK(Duration::Seconds(kMax).ms == kMax);
  CHECK(Duration::Minutes(-kMax).ms == kMin);
}

TEST_CASE("a difference of two timestamps is a duration and may be negative") {
  CHECK(Timestamp{1'000} - Timestamp{1'500} == Duration{-500});
  CHECK(Timestamp{1'000} + Duration::Seconds(2) == Timestamp{3'000});
}

}  // namespace
}  // namespace bayplan
