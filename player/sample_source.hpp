// How pictures with known boards are come by for a program: the table [samples] of its skin. Most
// programs can draw a board that they are given into a file; of the others pictures are kept.
#pragma once

#include <string>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

/// Files are named from the skin's folder. In commands and environments these stand for what they
/// say: {board} (the puzzle's text), {board_file} (a file that holds it), {picture} (the file to be
/// written), {size} (one of `sizes`), {variant} (one of `variants`), {count}, {parameters}.
struct SampleSource {
  std::string boards;        ///< a file of puzzles in the game's text formats
  std::string named_boards;  ///< a file of lines: what {board} is, a blank, the puzzle's text
  std::vector<std::string> generate;     ///< a command that prints puzzles, one a line
  std::vector<std::string> parameters;   ///< for it, each in turn
  std::vector<std::string> render;       ///< a command that draws a board into a file
  std::vector<std::string> show;         ///< a command that shows it in a window, to be played
  std::vector<std::string> environment;  ///< of both, "NAME=value"
  std::vector<std::string> sizes;        ///< what {size} may be; each begins with its width
  std::string usual_size;                ///< one of them
  std::vector<std::string> variants;     ///< what {variant} may be, such as themes
  std::vector<std::string> colours;      ///< "NAME=#rrggbb": variables that set colours, and theirs
  std::string pictures;                  ///< a folder of NAME.png with its board in NAME.txt
};
template <class Visitor>
void describe(SampleSource& source, Visitor&& visit) {
  visit("boards", source.boards,
        About{"a file of puzzles for `eyehand calibrate check`, from the skin's folder"});
  visit(
      "named_boards", source.named_boards,
      About{
          "a file of lines, for boards that the program does not call by their text: what {board} "
          "is for the program, a blank, and the puzzle's text"});
  visit("generate", source.generate,
        About{"a command that prints {count} puzzles of {parameters}, one a line"});
  visit("parameters", source.parameters, About{"what {parameters} may be"});
  visit("render", source.render,
        About{"a command that draws a puzzle, {board} or the text in {board_file}, into the file "
              "{picture}"});
  visit("show", source.show,
        About{"a command that opens a window with a puzzle, {board} or the text in {board_file}"});
  visit("environment", source.environment,
        About{"variables for these commands, \"NAME=value\", with {size} in it perhaps"});
  visit("sizes", source.sizes,
        About{"what {size} may be, from small to large; each begins with a width in pixels"});
  visit("usual_size", source.usual_size, About{"one of them, for all but the sweep over sizes"});
  visit("variants", source.variants, About{"what {variant} may be in the commands, in turn"});
  visit("colours", source.colours,
        About{"\"NAME=#rrggbb\": variables that set the program's colours, and those it has"});
  visit("pictures", source.pictures,
        About{"a folder of pictures, NAME.png with its board in NAME.txt, from the skin's folder"});
}

}  // namespace eyehand
