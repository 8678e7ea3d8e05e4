#include "bayplan/config/calculators.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace bayplan {
namespace {

TEST_CASE("every built-in calculator is found by its name, by class/name and by class.name") {
  for (const BuiltinCalculator& builtin : kBuiltinCalculators) {
    const std::string name(builtin.name);
    const std::string fenzo_class(builtin.fenzo_class);
    CAPTURE(name);
    CHECK(CanonicalCalculator(name, {}) == name);
    CHECK(CanonicalCalculator(fenzo_class + "/" + name, {}) == name);
    CHECK(CanonicalCalculator(fenzo_class + "." + name, {}) == name);
    CHECK_FALSE(CanonicalCalculator(fenzo_class + name, {}).has_value());
    CHECK_FALSE(CanonicalCalculator("/" + name, {}).has_value());
  }
}

TEST_CASE("a built-in is not found in the class of others") {
  const std::string spreading(kSpreadingCalculators);
  CHECK_FALSE(CanonicalCalculator(spreading + "/cpuMemBinPacker", {}).has_value());
  CHECK_FALSE(CanonicalCalculator("cpumembinpacker", {}).has_value());
  CHECK_FALSE(CanonicalCalculator("", {}).has_value());
}

TEST_CASE("a registered name is kept as it is and comes before a built-in") {
  const std::vector<std::string> registered = {"site/rackAware", "other.Class/cpuSpreader"};
  CHECK(CanonicalCalculator("site/rackAware", registered) == "site/rackAware");
  CHECK(CanonicalCalculator("other.Class/cpuSpreader", registered) == "other.Class/cpuSpreader");
  CHECK_FALSE(CanonicalCalculator("rackAware", registered).has_value());
}

}  // namespace
}  // namespace bayplan
