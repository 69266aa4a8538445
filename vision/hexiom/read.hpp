// Reads Hexiom boards from pictures by geometry and foreground: a hexagonal lattice of shapes, each
// with nothing or a numeral in it, and perhaps the mark of a lock. Colours mean nothing, because
// pieces change theirs with their state. One reader serves every program; the Appearance holds the
// differences.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/hexiom/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"
#include "vision/reading.hpp"

namespace eyehand::hexiom {

/// How a program draws Hexiom. Lengths are in pitches, the distance between the centres of
/// neighbours. Locked cells have any of the marks that the program uses: claws on flat-topped
/// cells, badges and lines on pointy-topped ones.
struct Appearance {
  double cell_min_px = 12;  ///< the smallest pitch
  int foreground_min = 6;   ///< pixels that differ less from the background belong to it

  double claw_x = 0;   ///< claws on the upper edge: at (-x, -y) and (x, -y) from a cell's middle
  double claw_y = 0;   ///< 0: no claws
  double badge_y = 0;  ///< a badge this far above a piece's middle, or in an empty cell's; 0: none
  double drop = 0;     ///< this far below the middle are numerals with a badge above them
  double line_at = 0;  ///< a second line within a cell's rim, this far from its middle; 0: none

  /// How much better the best sample must match than the best of any other numeral; in a heavy font
  /// all are alike.
  double margin = 0.04;
  /// Samples of the program's numerals, and of badges, see vision/hexiom/numeral.hpp.
  std::vector<std::string> numerals;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("cell_min_px", appearance.cell_min_px,
        About{"the smallest distance between the middles of neighbouring cells", 8, 500});
  visit("foreground_min", appearance.foreground_min,
        About{"pixels that differ less from the background, 0 to 255, belong to it", 2, 100});
  visit(
      "claw_x", appearance.claw_x,
      About{"locked cells have claws at (±x, -y) around their middle, in cells; 0: none", 0, 0.5});
  visit("claw_y", appearance.claw_y, About{"see claw_x", 0, 0.5});
  visit(
      "badge_y", appearance.badge_y,
      About{"locked pieces have a badge this far above their middle, empty cells in it, in cells; "
            "0: no",
            0, 0.5});
  visit("drop", appearance.drop,
        About{"how far numerals with a badge are below the middle, in cells", 0, 0.1});
  visit("line_at", appearance.line_at,
        About{"locked cells have a second line inside their edge, this far from their middle, in "
              "cells; 0: no",
              0, 0.5});
  visit("margin", appearance.margin,
        About{"how much better a numeral's best sample must match than that of any other digit",
              0.01, 0.3});
  visit("numerals", appearance.numerals,
        About{"samples of numerals: font (A, B ...), digit (x: a badge), a colon, 14 x 18 pixels "
              "in hexadecimal"});
}

/// The board, where its cells are, and the confidence of each. A flat-topped board is the text's,
/// turned clockwise by 90 degrees: right in the text is down on the screen.
struct Reading : CellReading {
  Board board;  ///< side 0 if none was found
  std::vector<cv::Point2d> where;
  cv::Rect area;  ///< around all cells, image pixels
};

/// "row 2, cell 3", counted from 1, for messages.
std::string place_name(const Hexagon& hexagon, int cell);

/// Coordinates are of pixel centres. O(pixels). Refuses (see Reading::rejection) rather than
/// guesses. Throws Error for samples in the appearance that are malformed.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with the reading drawn over it: cells, pieces, locks, holes, and a ring around
/// everything that is not accepted. For people. O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::hexiom
