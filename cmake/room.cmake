# Flags that every target of the project is built with.
add_library(eyehand_flags INTERFACE)
# clang's -Wconversion includes -Wsign-conversion, GCC's does not.
target_compile_options(eyehand_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)
if(EYEHAND_WERROR)
  # GCC 14 wrongly warns of two correct subscripts in inlined code; with GCC 12 the warning stays an error.
  target_compile_options(
    eyehand_flags INTERFACE -Werror
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER:$<CXX_COMPILER_VERSION>,13>>:-Wno-error=array-bounds>)
endif()
find_program(EYEHAND_LLD ld.lld)
if(EYEHAND_LLD)  # links an executable in a seventh of GNU ld's time
  target_link_options(eyehand_flags INTERFACE -fuse-ld=lld)
endif()
if(EYEHAND_SANITIZE)
  # Checks undefined behaviour and accesses beyond a vector's end, and records coverage for the fuzzers. It
  # does not trace comparisons, which would call a function at each one, in tests too.
  target_compile_options(eyehand_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined
                         -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_compile_definitions(eyehand_flags INTERFACE EYEHAND_SANITIZED _GLIBCXX_ASSERTIONS)
  target_link_options(eyehand_flags INTERFACE -fsanitize=address,undefined)
endif()

# eyehand_precompile(TARGET KIND HEADERS...): compiles these headers once for all targets of a kind, which
# must be compiled with the same flags; targets after the first may define more macros, but not fewer.
function(eyehand_precompile TARGET KIND)
  if(NOT EYEHAND_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY EYEHAND_PRECOMPILED_${KIND})
  if(first)
    target_precompile_headers(${TARGET} REUSE_FROM ${first})
  else()
    target_precompile_headers(${TARGET} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY EYEHAND_PRECOMPILED_${KIND} ${TARGET})
  endif()
endfunction()

# eyehand_unity(TARGET): compiles the files of a folder a few at a time as one, which takes half as long
# when most of the time goes to headers. Files of one folder must then not use a name for two things.
function(eyehand_unity TARGET)
  if(NOT EYEHAND_UNITY)
    return()
  endif()
  set(batch 12)
  get_target_property(files ${TARGET} SOURCES)
  foreach(file ${files})
    # Named by its path in the tree, so that a copy of the tree finds what the compiler's cache has of it.
    get_filename_component(folder ${file} DIRECTORY)
    string(REPLACE "${CMAKE_SOURCE_DIR}/" "" folder "${folder}")
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    math(EXPR nth "(${count_${folder}} - 1) / ${batch}")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${nth})
  endforeach()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# eyehand_room(NAME [MAY_INCLUDE ROOMS...] [LINKS LIBRARIES...] [SOURCES FILES...]): one room (a folder
# at the top, docs/how-it-works.md) as a static library of its own files, its games' files, and SOURCES.
# Headers are included by their path from the top ("puzzle/net/board.hpp"). So that a forbidden include
# does not compile, a room sees the others only through a folder of links to those it may include.
function(eyehand_room NAME)
  cmake_parse_arguments(ROOM "" "" "SOURCES;MAY_INCLUDE;LINKS" ${ARGN})
  eyehand_sources(sources ${CMAKE_CURRENT_SOURCE_DIR})
  add_library(eyehand_${NAME} STATIC ${sources} ${ROOM_SOURCES})
  set(view ${CMAKE_BINARY_DIR}/rooms/${NAME})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${NAME} ${view}/${NAME} SYMBOLIC)
  target_include_directories(eyehand_${NAME} PUBLIC ${view})
  target_link_libraries(eyehand_${NAME} PRIVATE eyehand_flags PUBLIC ${ROOM_LINKS})
  set(opencv <algorithm> <map> <opencv2/core.hpp> <opencv2/imgproc.hpp> <string> <vector>)
  if("spdlog::spdlog" IN_LIST ROOM_LINKS)
    eyehand_precompile(eyehand_${NAME} rooms_that_log ${opencv} <spdlog/fmt/fmt.h>)
  elseif("opencv_core" IN_LIST ROOM_LINKS)
    eyehand_precompile(eyehand_${NAME} rooms_that_see ${opencv})
  endif()
  eyehand_unity(eyehand_${NAME})
  foreach(other ${ROOM_MAY_INCLUDE})
    target_link_libraries(eyehand_${NAME} PUBLIC eyehand_${other})
  endforeach()
endfunction()
