# Compiler settings that belong to every target of the project and to no target of a consumer.

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(BAYPLAN_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(BAYPLAN_TOP_LEVEL)
  find_program(BAYPLAN_CCACHE ccache)
  if(BAYPLAN_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${BAYPLAN_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER "${BAYPLAN_CCACHE}")
  endif()
endif()

add_library(bayplan_compiler INTERFACE)
target_compile_features(bayplan_compiler INTERFACE cxx_std_20)
# Decisions must not depend on whether the compiler fuses a multiplication into an addition.
target_compile_options(bayplan_compiler INTERFACE -ffp-contract=off)
if(BAYPLAN_WERROR)
  target_compile_options(bayplan_compiler INTERFACE
    -Wall -Wextra -Wshadow -Werror
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wno-sign-conversion -Wno-missing-field-initializers -Wnon-virtual-dtor>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns of `"text" + std::string` by mistake, GCC 13 of references into a span.
    target_compile_options(bayplan_compiler INTERFACE -Wno-restrict -Wno-dangling-reference)
    if(BAYPLAN_SANITIZE)
      # Instrumented code hides initialisation from this warning.
      target_compile_options(bayplan_compiler INTERFACE -Wno-maybe-uninitialized)
    endif()
  endif()
endif()
if(BAYPLAN_SANITIZE)
  target_compile_options(bayplan_compiler INTERFACE
    -fsanitize=${BAYPLAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(bayplan_compiler INTERFACE -fsanitize=${BAYPLAN_SANITIZE})
endif()
if(BAYPLAN_BUILD_FUZZERS)
  target_compile_options(bayplan_compiler INTERFACE -fsanitize=fuzzer-no-link)
endif()
