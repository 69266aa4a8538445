// Where pictures of known boards come from: the table [samples] of a skin. Most programs can draw a
// given board into a file; for the others, pictures are stored.
#pragma once

#include <string>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

/// Paths are relative to the skin's folder. Commands and environments may contain {board} (the
/// puzzle's text), {board_file} (a file with it), {picture} (the file to write), {size} (one of
/// `sizes`), {variant} (one of `variants`), {count} and {parameters}.
struct SampleSource {
  std::string boards;                    ///< a file of puzzles in the game's text formats
  std::string named_boards;              ///< a file of lines: {board}, a blank, the puzzle's text
  std::vector<std::string> generate;     ///< a command that prints puzzles, one per line
  std::vector<std::string> parameters;   ///< for `generate`, each in turn
  std::vector<std::string> render;       ///< a command that draws a board into a file
  std::vector<std::string> show;         ///< a command that shows it in a window, to be played
  std::vector<std::string> environment;  ///< for both, "NAME=value"
  std::vector<std::string> sizes;        ///< values of {size}; each begins with a width
  std::string usual_size;                ///< one of `sizes`
  std::vector<std::string> variants;     ///< values of {variant}, such as themes
  std::vector<std::string> colours;  ///< "NAME=#rrggbb": variables that set colours, and defaults
  std::string pictures;              ///< a folder of NAME.png with their boards in NAME.txt
};
template <class Visitor>
void describe(SampleSource& source, Visitor&& visit) {
  visit("boards", source.boards,
        About{"a file of puzzles for `eyehand calibrate check`, from the skin's folder"});
  visit("named_boards", source.named_boards,
        About{"a file for programs that do not accept a board's text; each line is the program's "
              "name for the board ({board}), a blank and the puzzle's text"});
  visit("generate", source.generate,
        About{"a command that prints {count} puzzles of {parameters}, one per line"});
  visit("parameters", source.parameters, About{"the values of {parameters}"});
  visit("render", source.render,
        About{"a command that draws a puzzle, {board} or the text in {board_file}, into the file "
              "{picture}"});
  visit("show", source.show,
        About{"a command that opens a window with a puzzle, {board} or the text in {board_file}"});
  visit("environment", source.environment,
        About{"variables for these commands, \"NAME=value\"; may contain {size}"});
  visit("sizes", source.sizes,
        About{"the values of {size}, from small to large; each begins with a width in pixels"});
  visit("usual_size", source.usual_size,
        About{"one of `sizes`, used for everything but the sweep over sizes"});
  visit("variants", source.variants, About{"the values of {variant} in the commands, in turn"});
  visit("colours", source.colours,
        About{"\"NAME=#rrggbb\": variables that set the program's colours, and their defaults"});
  visit("pictures", source.pictures,
        About{"a folder of pictures, NAME.png with its board in NAME.txt, from the skin's folder"});
}

}  // namespace eyehand
