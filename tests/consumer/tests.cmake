# Builds and runs the consumer's project in each of the ways that the README promises.

set(folder "${CMAKE_CURRENT_BINARY_DIR}/consumer")
add_test(NAME consumer_install
  COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}" "-DFOLDER=${folder}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/consumer/stage.cmake")
set_tests_properties(consumer_install PROPERTIES LABELS e2e FIXTURES_SETUP bayplan_stage)

foreach(mode find_package add_subdirectory pkg_config)
  set(test consumer_${mode})
  add_test(NAME ${test} COMMAND "${CMAKE_CTEST_COMMAND}"
    --build-and-test "${CMAKE_CURRENT_SOURCE_DIR}/consumer" "${folder}/${mode}"
    --build-generator "${CMAKE_GENERATOR}"
    --build-target consumer
    --build-noclean
    --build-options -DCONSUMER_MODE=${mode}
                    "-DCMAKE_PREFIX_PATH=${folder}/stage"
                    "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
                    "-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}"
                    "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
                    "-DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}"
    --test-command consumer)
  set_tests_properties(${test} PROPERTIES LABELS e2e PROCESSORS 2)
  if(NOT mode STREQUAL "add_subdirectory")
    set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED bayplan_stage)
  endif()
endforeach()
