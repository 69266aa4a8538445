// Reads a puzzle that is a page of rules (puzzle/model/rules.hpp) in a program that draws it on a
// grid of lines. A cell is recognised by its colours, by the size of what is drawn on it, and by
// its digits.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/model/rules.hpp"
#include "vision/appearance.hpp"
#include "vision/digits.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/model/cell.hpp"
#include "vision/reading.hpp"

namespace eyehand::model {

/// What is known of a program: [appearance] in its skin.
struct Appearance {
  std::vector<std::string> cells;    ///< see CellKind
  std::vector<std::string> digits;   ///< samples for DigitReader
  std::string numbers;               ///< the sides with the numbers of lines, columns first: "tl"
  bool blocks = false;               ///< thick lines part blocks
  std::string unseen;                ///< letters of Rules::variants that boards may have unseen
  std::string cages;                 ///< the colour of outlines of cages, and of their numbers
  double rim = kUsualRim;            ///< the share of a cell, at each side, of lines and their rims
  double contrast = kLeastContrast;  ///< of what is drawn with its background, 0 to 255
};
template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("cells", appearance.cells,
        About{"what a cell may look like, and means: \"#rrggbb SHAPE #rrggbb: CLUE, mark N, "
              "given\", see docs/add-a-puzzle.md"});
  visit("digits", appearance.digits,
        About{"samples of the digits: the digit, or - for what is none, a colon, 12 x 14 pixels in "
              "hexadecimal"});
  visit("numbers", appearance.numbers,
        About{"the sides at which numbers stand: t above, b below, l left, r right; t, b first"});
  visit("blocks", appearance.blocks, About{"thicker lines part blocks of cells"});
  visit("unseen", appearance.unseen,
        About{"letters of variants that the window does not show: such rules hold if a board has "
              "one solution with them, and several without"});
  visit("cages", appearance.cages,
        About{"the colour of outlines inside cells, which part cages, and of their numbers"});
  visit("rim", appearance.rim,
        About{"the share of a cell, at each side, that lines and their rims may cover", 0, 0.3});
  visit("contrast", appearance.contrast,
        About{"what is drawn on a cell differs by this from the background, and a pattern less",
              kLeastContrast, 250});
}

/// One way a cell may look: "#000000 number #ffffff: number, mark 1". Its background, or `any`;
/// what is drawn on it, if anything: `number`, or something `small` or `large` (across 0.42 of the
/// cell or more); its colour; then the clue (its name, or `number`), and the mark (a number, or
/// `number`). `given`: the player cannot change it. `variant x`: the board has these other
/// rules. `blank`: no clue and no mark. Of several that fit, the one that fits best counts.
struct CellKind {
  enum class Shape { none, number, small, large };
  std::optional<Colour> background, foreground;
  Shape shape = Shape::none;
  int clue = kBlank, mark = kBlank;
  bool clue_is_number = false, mark_is_number = false, is_given = false;
  char variant = 0;  ///< in Board::variant, if there is one
};
/// Throws Error if the text does not describe a cell of this puzzle.
CellKind parse_cell(std::string_view text, const Rules& rules);

/// What was taken for a number, from which its digits can be learned.
struct NumberSeen {
  std::size_t place;   ///< a cell or, from the number of cells on, a line beside the board; then
                       ///< the cell in whose corner it is the number of a cage
  std::size_t of;      ///< which of the line's numbers it is
  cv::Mat foreground;  ///< as foreground_of()
};

struct Reading : CellReading {
  Board board;
  std::vector<std::uint8_t> given;  ///< per cell: the player cannot change it
  Lattice lattice;                  ///< without columns if no board was found
  cv::Rect area;                    ///< the cells and the numbers around them
  std::vector<NumberSeen> numbers;  ///< of the cells, then beside the board
};

class Reader {
 public:
  /// Throws Error for what is wrong in the appearance. The rules must outlive this.
  Reader(const Rules& rules, const Appearance& appearance, const LatticeAppearance& lattice);
  /// A number that a mark covers is not known, unless the board is that of `known`.
  /// O(pixels + cells * samples).
  Reading read(const Frame& frame, const Board* known = nullptr) const;

 private:
  float read_cell(const CellSeen& cell, std::size_t index, Reading& reading) const;
  void read_numbers(const cv::Mat& bgr, char side, std::size_t first, Reading& reading) const;
  void read_blocks(const cv::Mat& bgr, Reading& reading) const;
  /// Returns the picture without the cages, if there are any.
  cv::Mat read_cages(const cv::Mat& bgr, const Board* known, Reading& reading) const;

  const Rules& rules_;
  std::string numbers_;
  bool blocks_;
  std::optional<Colour> cages_;
  double rim_, contrast_;
  LatticeAppearance lattice_;
  std::vector<CellKind> kinds_;
  DigitReader digits_;
};

/// The reading drawn over the picture.
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::model
