# Sets EYEHAND_COMMIT to the commit that is built, abbreviated, from Git or, in an archive that Git made, from
# commit.txt; empty if neither knows. Sets EYEHAND_DAY and EYEHAND_DATE (RFC 2822) to its date, or today's.
set(root ${CMAKE_CURRENT_LIST_DIR}/..)
if(EXISTS ${root}/.git)
  execute_process(COMMAND git -C ${root} log -1 "--format=%h %cs %cD"
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git -C ${root} rev-parse --path-format=absolute --git-path logs/HEAD
                  OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${log}" AND NOT CMAKE_SCRIPT_MODE_FILE)  # grows with every commit
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
else()
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit)
endif()
if("${commit}" MATCHES "^([0-9a-f]+) ([-0-9]+) (.+)$")
  set(EYEHAND_COMMIT ${CMAKE_MATCH_1})
  set(EYEHAND_DAY ${CMAKE_MATCH_2})
  set(EYEHAND_DATE ${CMAKE_MATCH_3})
else()
  set(EYEHAND_COMMIT "")
  string(TIMESTAMP EYEHAND_DAY "%Y-%m-%d" UTC)
  string(TIMESTAMP EYEHAND_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
