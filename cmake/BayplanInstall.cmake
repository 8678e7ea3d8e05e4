# Installs the library for find_package(bayplan) and for pkg-config.

include(CMakePackageConfigHelpers)

install(TARGETS bayplan EXPORT bayplanTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/bayplan"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.proto")
# Headers made by protoc; the folder exists once a module with a schema is configured.
install(DIRECTORY "${PROJECT_BINARY_DIR}/generated/bayplan"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" OPTIONAL
        FILES_MATCHING PATTERN "*.h")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bayplan")
install(EXPORT bayplanTargets NAMESPACE bayplan:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/BayplanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/bayplanConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/bayplanConfigVersion.cmake"
  COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/bayplanConfig.cmake"
              "${PROJECT_BINARY_DIR}/bayplanConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/BayplanRe2.cmake"
        DESTINATION "${package_dir}")

# pkg-config names of the CMake targets that the library links.
get_property(links GLOBAL PROPERTY BAYPLAN_LINKS)
set(BAYPLAN_PC_REQUIRES)
set(BAYPLAN_PC_LIBS)
foreach(link IN LISTS links)
  if(link STREQUAL "Threads::Threads")
    list(APPEND BAYPLAN_PC_LIBS -pthread)
  elseif(link STREQUAL "ZLIB::ZLIB")
    list(APPEND BAYPLAN_PC_REQUIRES zlib)
  elseif(link MATCHES "^absl::(.+)$")
    list(APPEND BAYPLAN_PC_REQUIRES absl_${CMAKE_MATCH_1})
  elseif(link MATCHES "^(fmt::|re2::|protobuf::lib)(.+)$")
    list(APPEND BAYPLAN_PC_REQUIRES ${CMAKE_MATCH_2})
  else()
    message(FATAL_ERROR "cmake/BayplanInstall.cmake knows no pkg-config module for ${link}")
  endif()
endforeach()
list(JOIN BAYPLAN_PC_REQUIRES ", " BAYPLAN_PC_REQUIRES)
list(JOIN BAYPLAN_PC_LIBS " " BAYPLAN_PC_LIBS)
# Relative to the file itself, so that an installed tree can be moved or staged.
file(RELATIVE_PATH BAYPLAN_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" BAYPLAN_PC_PREFIX "${BAYPLAN_PC_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/bayplan.pc.in" "${PROJECT_BINARY_DIR}/bayplan.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/bayplan.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
