# Provides re2::re2. Debian 12 and Ubuntu 24.04 may ship RE2 with a pkg-config file only; others have
# a CMake package. Also installed: the package file needs the same answer on the consumer's machine.

if(NOT TARGET re2::re2)
  find_package(re2 QUIET CONFIG)
endif()
if(NOT TARGET re2::re2)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(BAYPLAN_RE2 REQUIRED IMPORTED_TARGET GLOBAL re2)
  # Not an alias: an export would name what the alias stands for.
  add_library(re2::re2 INTERFACE IMPORTED GLOBAL)
  target_link_libraries(re2::re2 INTERFACE PkgConfig::BAYPLAN_RE2)
endif()
