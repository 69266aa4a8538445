// Reads panels off pictures. Where the tiles are is found from their shapes: middles of what is no
// ground, evenly spaced. What is on a tile is found by drawing every symbol in every hue as the
// program would, and comparing: what fits clearly best is there, and if nothing does, or two do,
// the tile is refused. One reader serves every program; what differs is in the Look.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"

namespace eyehand::panel {

/// How a program draws panels, in one theme or several: each list has one entry a theme. The whole
/// picture may be darker or lighter, or tinted, by up to shift_max.
struct Appearance {
  double cell_min_px = 14;  ///< the smallest distance between the middles of neighbours
  int shift_max = 25;
  std::vector<std::string> shapes;  ///< see describe()
  std::vector<Colour> background, unlit, lit;
  std::vector<Colour> on_unlit, on_lit;  ///< of marks and of outlines
  std::vector<Colour> walker;
  std::vector<Colour> none, red, orange, yellow, green, blue, purple, white, black;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit(
      "cell_min_px", appearance.cell_min_px,
      About{"the smallest distance from a tile's middle to the next that is looked for", 10, 500});
  visit("shift_max", appearance.shift_max,
        About{"how far a picture's colours may be off the theme's, 0 to 255, all of them alike", 0,
              40});
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
  visit("on_lit", appearance.on_lit, About{"per theme: ... and on lit ones"});
  visit("walker", appearance.walker, About{"per theme: of the walker's frame and its trail"});
  visit("none", appearance.none, About{"per theme: of symbols without a hue"});
  visit("red", appearance.red, About{"per theme: of red symbols; so on"});
  visit("orange", appearance.orange, About{"see red"});
  visit("yellow", appearance.yellow, About{"see red"});
  visit("green", appearance.green, About{"see red"});
  visit("blue", appearance.blue, About{"see red"});
  visit("purple", appearance.purple, About{"see red"});
  visit("white", appearance.white, About{"see red"});
  visit("black", appearance.black, About{"see red"});
}

/// What was read, where it is, and how sure we are.
struct Reading {
  Board board;                     ///< width 0 if none was found
  int walker = -1;                 ///< the tile that it stands on; -1: none is to be seen
  std::vector<cv::Point2d> where;  ///< the middle of each tile, missing ones too, image pixels
  std::vector<float> confidence;   ///< one a tile, 0 to 1; below kMinConfidence is not sure
  /// Empty when the board was read and everything in it is sure; else why not, for people.
  std::string rejection;
  cv::Rect area;  ///< around all tiles, image pixels

  bool accepted() const { return rejection.empty(); }
};

inline constexpr float kMinConfidence = 0.5F;

/// Coordinates are of pixel centres. O(pixels), some 10 ms of CPU for 10 by 10 tiles. Refuses (see
/// Reading::rejection) rather than guesses: tiles that are covered or cut off, symbols too small to
/// tell, a panel that pulses. Rows and columns at the rim that have no tile at all cannot be seen.
/// Throws Error if the look's lists are empty or not of one length, or have shapes that are none.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with what was read drawn over it: states, symbols, locks, links, the walker, and a
/// frame around every tile that is not sure. For people; O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::panel
