#include "bayplan/base/interner.h"

#include <doctest/doctest.h>

#include <string>

namespace bayplan {
namespace {

TEST_CASE("an interner gives ids in order of first sight and finds names again") {
  Interner names;
  CHECK(names.Intern("b") == 0);
  CHECK(names.Intern("a") == 1);
  CHECK(names.Intern("b") == 0);
  CHECK(names.Name(1) == "a");
  CHECK_FALSE(names.Find("c").has_value());
  CHECK(names.size() == 2);
}

TEST_CASE("an interned name is a copy and keeps bytes that are not text") {
  Interner names;
  std::string name("x\0y", 3);
  const uint32_t id = names.Intern(name);
  name[0] = 'z';
  CHECK(names.Name(id) == std::string_view("x\0y", 3));
}

}  // namespace
}  // namespace bayplan
