#include "bayplan/base/split_mix.h"

#include <doctest/doctest.h>

#include <array>

namespace bayplan {
namespace {

TEST_CASE("the draws of a seed are pinned") {
  SplitMix random(1);
  CHECK(random.Next() == 0x910a2dec89025cc1ULL);
  CHECK(random.Next() == 0xbeeb8da1658eec67ULL);
}

TEST_CASE("draws below n reach every number below n and no other") {
  SplitMix random(7);
  std::array<int, 6> seen{};
  for (int i = 0; i < 600; ++i) ++seen.at(random.Below(6));
  for (int count : seen) CHECK(count > 50);
}

TEST_CASE("a copy continues with the same draws") {
  SplitMix random(3);
  random.Next();
  SplitMix copy = random;
  CHECK(copy.Next() == random.Next());
}

}  // namespace
}  // namespace bayplan
