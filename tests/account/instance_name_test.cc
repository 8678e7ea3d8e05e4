#include <doctest/doctest.h>

#include <string>

#include "bayplan/account/instance_record.h"

namespace bayplan {
namespace {

TEST_CASE("a name's text is its inverse, also for jobs with slashes and strange bytes") {
  const InstanceName names[] = {{"job", 1}, {"a/b", 2},           {"a/", 3},
                                {"/a", 4},  {"job", 4294967295u}, {std::string("\0/", 2), 7}};
  for (const InstanceName& name : names) {
    const auto parsed = ParseInstanceName(InstanceNameText(name));
    REQUIRE(parsed.ok());
    CHECK(*parsed == name);
  }
  CHECK(InstanceNameText({"a/b", 12}) == "a/b/12");
}

TEST_CASE("a text that is no name is refused with what is wrong") {
  struct Row {
    const char* text;
    const char* message;
  };
  const Row rows[] = {
      {"", "instance name \"\" is not of the form job/attempt"},
      {"job", "instance name \"job\" is not of the form job/attempt"},
      {"/1", "instance name \"/1\" is not of the form job/attempt"},
      {"job/", "instance name \"job/\": attempt \"\" is not a number from 1 to 4294967295"},
      {"job/0", "instance name \"job/0\": attempt \"0\" is not a number from 1 to 4294967295"},
      {"job/01", "instance name \"job/01\": attempt \"01\" is not a number from 1 to 4294967295"},
      {"job/-1", "instance name \"job/-1\": attempt \"-1\" is not a number from 1 to 4294967295"},
      {"job/1x", "instance name \"job/1x\": attempt \"1x\" is not a number from 1 to 4294967295"},
      {"job/4294967296",
       "instance name \"job/4294967296\": attempt \"4294967296\" is not a number from 1 to "
       "4294967295"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto parsed = ParseInstanceName(row.text);
    CHECK(parsed.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(parsed.status().message()) == row.message);
  }
}

TEST_CASE("names are ordered by job, then by attempt as a number") {
  CHECK(InstanceName{"a", 10} < InstanceName{"b", 1});
  CHECK(InstanceName{"a", 9} < InstanceName{"a", 10});
}

}  // namespace
}  // namespace bayplan
