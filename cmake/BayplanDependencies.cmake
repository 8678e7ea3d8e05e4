# The libraries that Bayplan is built from. A parent project that already has them wins.

find_package(Threads REQUIRED)
if(NOT TARGET absl::status)
  find_package(absl REQUIRED CONFIG)
endif()
if(NOT TARGET fmt::fmt)
  find_package(fmt 9 REQUIRED CONFIG)
endif()
if(NOT TARGET protobuf::libprotobuf)
  find_package(Protobuf 3.21 REQUIRED)
endif()
include(BayplanRe2)
# Header-only: the JSON reader of the configuration.
find_path(BAYPLAN_RAPIDJSON_INCLUDE_DIR rapidjson/reader.h REQUIRED)

if(BAYPLAN_BUILD_TESTS AND NOT TARGET doctest::doctest)
  find_package(doctest REQUIRED CONFIG)
endif()
if(BAYPLAN_BUILD_BENCH)
  find_package(benchmark REQUIRED CONFIG)
  find_package(CLI11 REQUIRED CONFIG)
  find_package(ZLIB REQUIRED)
endif()
