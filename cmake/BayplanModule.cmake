# bayplan_module(NAME SOURCES file... [DEPENDS module...] [LINKS library...] [PRIVATE_LINKS library...])
#
# Declares the static library `bayplan_NAME` (alias bayplan::NAME) from lib/NAME.
#
# Public headers live in include/bayplan/NAME. Each module gets an include root of its own that shows
# nothing but that folder, and a module sees the roots of the modules that it links, directly or
# through others. An include that does not go down the architecture therefore does not compile.
function(bayplan_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target bayplan_${name})
  set(root "${PROJECT_BINARY_DIR}/modules/${name}")
  file(MAKE_DIRECTORY "${root}/bayplan")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include/bayplan/${name}" "${root}/bayplan/${name}" SYMBOLIC)

  add_library(${target} STATIC ${arg_SOURCES})
  add_library(bayplan::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC "${root}")
  list(TRANSFORM arg_DEPENDS PREPEND bayplan:: OUTPUT_VARIABLE depends)
  target_link_libraries(${target} PUBLIC ${depends} ${arg_LINKS}
                        PRIVATE bayplan_compiler ${arg_PRIVATE_LINKS})
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_property(GLOBAL APPEND PROPERTY BAYPLAN_MODULES ${name})
  set_property(GLOBAL PROPERTY BAYPLAN_DEPENDS_${name} ${arg_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY BAYPLAN_LINKS ${arg_LINKS} ${arg_PRIVATE_LINKS})
endfunction()

# bayplan_library()
#
# Joins the modules declared so far into the one library that consumers link: bayplan::bayplan. It
# links the packages (names with ::) that its modules list, so there is no second list to keep.
function(bayplan_library)
  get_property(modules GLOBAL PROPERTY BAYPLAN_MODULES)
  set(objects)
  foreach(module IN LISTS modules)
    list(APPEND objects $<TARGET_OBJECTS:bayplan_${module}>)
  endforeach()
  get_property(links GLOBAL PROPERTY BAYPLAN_LINKS)
  list(FILTER links INCLUDE REGEX "::")
  list(SORT links)
  list(REMOVE_DUPLICATES links)
  set_property(GLOBAL PROPERTY BAYPLAN_LINKS ${links})

  add_library(bayplan STATIC ${objects})
  add_library(bayplan::bayplan ALIAS bayplan)
  set_target_properties(bayplan PROPERTIES LINKER_LANGUAGE CXX)
  target_compile_features(bayplan PUBLIC cxx_std_20)
  target_include_directories(bayplan PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(bayplan PUBLIC ${links})
endfunction()
