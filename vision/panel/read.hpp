// Reads panels from pictures. Tiles are located by their shapes: evenly spaced areas that are not
// background. The content of a tile is found by drawing every symbol in every hue as the program
// would, and comparing: the drawing that clearly fits best is accepted, and if none fits, or two
// do, the tile is rejected. One reader serves every program; the Appearance holds the differences.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"
#include "vision/reading.hpp"

namespace eyehand::panel {

/// How a program draws panels, in one theme or several: each list has one entry per theme. The
/// whole picture may be darker or lighter, or tinted, by up to shift_max.
struct Appearance {
  double cell_min_px = 14;  ///< the smallest distance between the centres of neighbours
  int shift_max = 25;
  std::vector<std::string> shapes;  ///< see describe()
  std::vector<Colour> background, unlit, lit;
  std::vector<Colour> on_unlit, on_lit;  ///< of marks and of outlines
  std::vector<Colour> walker;
  std::vector<Colour> none, red, orange, yellow, green, blue, purple, white, black;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("cell_min_px", appearance.cell_min_px,
        About{"the smallest distance between the middles of neighbouring tiles", 10, 500});
  visit(
      "shift_max", appearance.shift_max,
      About{"how far all of a picture's colours may be shifted from the theme's, 0 to 255", 0, 40});
  visit("shapes", appearance.shapes,
        About{"per theme: \"width corner symbol bolt bridge\": a tile's width and its corners' "
              "radius, the symbols' size, how far a locked tile's bolts are right or left, up or "
              "down of its middle, and the width of what joins linked tiles; in distances between "
              "tiles"});
  visit("background", appearance.background, About{"per theme: the colour behind the tiles"});
  visit("unlit", appearance.unlit, About{"per theme: of unlit tiles"});
  visit("lit", appearance.lit, About{"per theme: of lit tiles"});
  visit("on_unlit", appearance.on_unlit,
        About{"per theme: of bolts, start marks and outlines on unlit tiles"});
  visit("on_lit", appearance.on_lit, About{"per theme: the same on lit tiles"});
  visit("walker", appearance.walker, About{"per theme: of the walker's frame and its trail"});
  visit("none", appearance.none, About{"per theme: of symbols without a hue"});
  visit("red", appearance.red, About{"per theme: of red symbols; so on"});
  for (const auto& [hue, colours] : {std::pair{"orange", &appearance.orange},
                                     {"yellow", &appearance.yellow},
                                     {"green", &appearance.green},
                                     {"blue", &appearance.blue},
                                     {"purple", &appearance.purple},
                                     {"white", &appearance.white},
                                     {"black", &appearance.black}})
    visit(hue, *colours, About{"see red"});
}

/// The board, where its tiles are, and the confidence of each.
struct Reading : CellReading {
  Board board;                       ///< width 0 if none was found
  int walker = -1;                   ///< the tile that it stands on; -1: none is visible
  std::vector<int> unclear_symbols;  ///< tiles whose state is certain, but not what is on them
  std::vector<int> unclear_links;  ///< tiles that may be linked with the one on the left, or above
  std::vector<cv::Point2d> where;
  cv::Rect area;  ///< around all tiles, image pixels
};

/// Coordinates are of pixel centres. O(pixels), some 10 ms of CPU for 10 by 10 tiles. Refuses (see
/// Reading::rejection) rather than guesses, for example if tiles are covered or cut off, symbols
/// are too small, or the panel pulses. Outer rows and columns without any tile cannot be seen.
/// Throws Error if the appearance's lists are empty or of different lengths, or if a shape is
/// malformed.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with the reading drawn over it: states, symbols, locks, links, the walker, and a
/// frame around each tile that is not accepted. For people. O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::panel
