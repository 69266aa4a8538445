# The games that Eyehand knows. Every room, test, benchmark and fuzzer takes its files for a game from
# the folder of that name; player/games.cpp registers it for the program. Games whose
# programs react alike to clicks (calibration/guess_game.hpp) are tried in this order when one is learned.
set(EYEHAND_GAMES lights panel net slitherlink hexiom)

# eyehand_sources(VARIABLE FOLDER [PATTERN]): the files of FOLDER, relative to this CMakeLists.txt, and
# of its games' folders whose names match PATTERN (*.cpp if not given).
function(eyehand_sources VARIABLE FOLDER)
  set(pattern "*.cpp")
  if(ARGC GREATER 2)
    set(pattern ${ARGV2})
  endif()
  set(globs ${FOLDER}/${pattern})
  foreach(game ${EYEHAND_GAMES})
    list(APPEND globs ${FOLDER}/${game}/${pattern})
  endforeach()
  file(GLOB files CONFIGURE_DEPENDS ${globs})
  set(${VARIABLE} ${files} PARENT_SCOPE)
endfunction()
