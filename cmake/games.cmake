# The games that Eyehand knows. Every room, test, benchmark and fuzzer takes its files for a game from
# the folder of that name; player/games.cpp registers it for the program. Games whose
# programs react alike to clicks (calibration/guess_game.hpp) are tried in this order when one is learned.
set(EYEHAND_GAMES lights panel net slitherlink hexiom)
# Puzzles that are pages of rules (puzzle/NAME/rules.cpp), which the modelling layer interprets.
set(EYEHAND_PAGES lightup tents unruly singles nonogram sudoku towers range mosaic alphametic)
# What games share, in folders of their own.
set(EYEHAND_SHARED cells model sat)

# eyehand_sources(VARIABLE FOLDER [PATTERN]): the files of FOLDER, relative to this CMakeLists.txt, and
# of its games' and shared folders whose names match PATTERN (*.cpp if not given).
function(eyehand_sources VARIABLE FOLDER)
  set(pattern "*.cpp")
  if(ARGC GREATER 2)
    set(pattern ${ARGV2})
  endif()
  set(globs ${FOLDER}/${pattern})
  foreach(game ${EYEHAND_GAMES} ${EYEHAND_PAGES} ${EYEHAND_SHARED})
    list(APPEND globs ${FOLDER}/${game}/${pattern})
  endforeach()
  file(GLOB files CONFIGURE_DEPENDS ${globs})
  set(${VARIABLE} ${files} PARENT_SCOPE)
endfunction()
