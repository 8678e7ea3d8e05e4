# Compares what PROGRAM prints with the file SNAPSHOT.
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE actual RESULT_VARIABLE result)
file(READ "${SNAPSHOT}" expected)
if(NOT result EQUAL 0 OR NOT actual STREQUAL expected)
  message(FATAL_ERROR "The structs of the C interface are not laid out as in ${SNAPSHOT}.\n"
                      "Fields may be added at the end of a struct that has a size, and nothing else "
                      "may change without a new ABI number. Now:\n${actual}")
endif()
