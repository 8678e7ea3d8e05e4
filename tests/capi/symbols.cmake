# LIBRARY exports functions whose names begin with bayplan_, those that HEADERS declare, and nothing
# else.
execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}"
                OUTPUT_VARIABLE text RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${LIBRARY}")
endif()
string(REGEX MATCHALL "[^\n]+" lines "${text}")
set(exported)
foreach(line IN LISTS lines)
  string(REGEX MATCH "([A-Za-z]) ([^ @]+)[^ ]*$" found "${line}")
  if(CMAKE_MATCH_1 STREQUAL "A") # the name of the version itself
    continue()
  endif()
  list(APPEND exported "${CMAKE_MATCH_2}")
endforeach()

set(declared)
foreach(header IN LISTS HEADERS)
  file(READ "${header}" text)
  string(REGEX MATCHALL "BAYPLAN_API [^(;]+\\(" functions "${text}")
  foreach(function IN LISTS functions)
    string(REGEX MATCH "(bayplan_[a-z0-9_]+)\\($" found "${function}")
    list(APPEND declared "${CMAKE_MATCH_1}")
  endforeach()
endforeach()

list(SORT exported)
list(SORT declared)
list(LENGTH declared count)
if(count LESS 30 OR NOT exported STREQUAL declared)
  message(FATAL_ERROR "exported:\n${exported}\ndeclared:\n${declared}")
endif()
message(STATUS "${count} functions declared and exported")
