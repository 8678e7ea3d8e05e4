# Installs BUILD into FOLDER/stage and drops what consumers built against an earlier install.
file(REMOVE_RECURSE "${FOLDER}/stage" "${FOLDER}/find_package" "${FOLDER}/pkg_config")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${FOLDER}/stage"
  COMMAND_ERROR_IS_FATAL ANY)
