# Packages for Debian: `cpack --preset release` writes them to dist/.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The Eyehand authors")
set(CPACK_PACKAGE_CONTACT "The Eyehand authors <maintainers@eyehand.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_DEBIAN_PACKAGE_SECTION x11)      # "games" would have to be in /usr/games
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_COMPONENTS_ALL eyehand)

# eyehand_package(NAME SUMMARY DESCRIPTION [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...]): the package of the
# component NAME. It depends on the libraries that its programs are linked with, and on DEPENDS, which they load.
function(eyehand_package NAME SUMMARY DESCRIPTION)
  cmake_parse_arguments(P "" "" "DEPENDS;RECOMMENDS;SUGGESTS" ${ARGN})
  string(TOUPPER CPACK_DEBIAN_${NAME} prefix)
  set(${prefix}_PACKAGE_NAME ${NAME} PARENT_SCOPE)
  set(${prefix}_DESCRIPTION "${SUMMARY}\n${DESCRIPTION}" PARENT_SCOPE)
  set(${prefix}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  foreach(kind DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN P_${kind} ", " packages)
    set(${prefix}_PACKAGE_${kind} "${packages}" PARENT_SCOPE)
  endforeach()

  set(package ${NAME})
  set(changelog ${CMAKE_BINARY_DIR}/debian/${NAME}/changelog)
  configure_file(cmake/changelog.in ${changelog} @ONLY)
  execute_process(COMMAND gzip -9nf ${changelog} COMMAND_ERROR_IS_FATAL ANY)
  set(docs ${CMAKE_INSTALL_DATADIR}/doc/${NAME})
  install(FILES ${changelog}.gz DESTINATION ${docs} COMPONENT ${NAME})
  install(FILES LICENSE DESTINATION ${docs} RENAME copyright COMPONENT ${NAME})
endfunction()

eyehand_package(eyehand "puzzle bot that reads the screen"
"Eyehand plays puzzle games on the screen the way a person would: it finds
the game's window, reads the board, solves the puzzle, clicks the solution,
and looks again to make sure. It also explains each step, shows hints over
the window of a game, generates puzzles, and learns programs that it has
never seen. It needs X11 and no help from the games."
  DEPENDS libtesseract5 tesseract-ocr-eng
  RECOMMENDS ffmpeg xvfb openbox
  SUGGESTS eyehand-arena sgt-puzzles)
if(TARGET eyehand-arena)
  list(APPEND CPACK_COMPONENTS_ALL eyehand-arena)
  eyehand_package(eyehand-arena "practice puzzles for people and bots"
"Windows with puzzles that no other package provides, Hexiom and panels, with
a clock, a counter of moves and themes; and eyehand-watch, the window in
which 'eyehand watch' shows how a puzzle is solved."
    DEPENDS qt6-qpa-plugins fonts-dejavu-core
    SUGGESTS eyehand)
endif()
include(CPack)
