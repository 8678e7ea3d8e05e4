#include "bayplan/base/resources.h"

#include <doctest/doctest.h>

#include <string>

namespace bayplan {
namespace {

TEST_CASE("resources add, subtract and compare in every dimension") {
  Resources a;
  Resources b;
  int64_t n = 0;
  for (Dimension dimension : kAllDimensions) {
    a.Set(dimension, ++n);
    b.Set(dimension, 10 * n);
  }
  const Resources sum = a + b;
  for (Dimension dimension : kAllDimensions) {
    CHECK(sum.Get(dimension) == 11 * a.Get(dimension));
  }
  CHECK(sum - b == a);
  CHECK(a != b);
}

TEST_CASE("resources fit if no dimension exceeds the limit") {
  const Resources limit = Resources().Set(Dimension::kMilliCpu, 4).Set(Dimension::kPorts, 1);
  CHECK(Resources().FitsIn(limit));
  CHECK(limit.FitsIn(limit));
  for (Dimension dimension : kAllDimensions) {
    Resources ask = limit;
    ask.Set(dimension, limit.Get(dimension) + 1);
    CAPTURE(DimensionName(dimension));
    CHECK_FALSE(ask.FitsIn(limit));
  }
}

TEST_CASE("amounts out of range are refused by field, dimension, value and range") {
  CHECK(ValidateAmounts(Resources(), "job").ok());
  for (Dimension dimension : kAllDimensions) {
    CAPTURE(DimensionName(dimension));
    CHECK(ValidateAmounts(Resources().Set(dimension, kMaxAmount), "job").ok());
    CHECK_FALSE(ValidateAmounts(Resources().Set(dimension, kMaxAmount + 1), "job").ok());
    CHECK_FALSE(ValidateAmounts(Resources().Set(dimension, -1), "job").ok());
  }
  const absl::Status status =
      ValidateAmounts(Resources().Set(Dimension::kMemoryBytes, -7), "jobs[3].request");
  CHECK(status.code() == absl::StatusCode::kInvalidArgument);
  CHECK(std::string(status.message()) ==
        "jobs[3].request.memory: -7 is out of range; valid is 0 to 1125899906842623");
}

TEST_CASE("the largest amount is exact as a double and thousands of them do not overflow") {
  CHECK(static_cast<int64_t>(static_cast<double>(kMaxAmount)) == kMaxAmount);
  int64_t sum = 0;
  CHECK_FALSE(__builtin_mul_overflow(kMaxAmount, int64_t{8'192}, &sum));
}

}  // namespace
}  // namespace bayplan
