// What each tile of a learned program flips, where it draws that on the tile: outlined squares
// around the one in the middle, which stands for the tile itself.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "puzzle/about.hpp"
#include "puzzle/lights/board.hpp"
#include "vision/frame.hpp"

namespace eyehand::lights {

/// How the squares are drawn; [outlines] in a learned skin. Where cells are not square, they may be
/// squares on the screen, or as high as cells are by their width.
struct OutlineAppearance {
  double step = 0;      ///< a square's width, in cells
  double height = 1;    ///< its height by its width, where cells are square
  double x = 0, y = 0;  ///< of the tile's own square from the tile's centre, in cells
  int reach = 1;        ///< squares to each side
};

template <class Visitor>
void describe(OutlineAppearance& outlines, Visitor&& visit) {
  visit("step", outlines.step,
        About{"the width of a square that stands for a tile, in tiles", 0, 1});
  visit("height", outlines.height,
        About{"the height of such a square by its width, where tiles are square", 0.25, 4});
  visit("x", outlines.x, About{"of the tile's own square from its centre, in tiles", -0.5, 0.5});
  visit("y", outlines.y, About{"the same downwards", -0.5, 0.5});
  visit("reach", outlines.reach, About{"how many squares there may be to each side", 1, 3});
}

/// A tile's set as it is drawn.
struct OutlinedSet {
  std::vector<Offset> offsets;  ///< row by row
  /// From 0 to 1: how much fainter what is no line is than the faintest line; 0 if there are lines
  /// that bound no square.
  double clarity = 0;
  double contrast = 0;  ///< of the faintest line, 0 to 255
};
/// Sets of lower clarity are not accepted.
inline constexpr double kMinClarity = 0.35;

/// Reads the set drawn on the tile with this centre, image pixels. O(pixels of the drawing).
OutlinedSet read_outlines(const Frame& frame, cv::Point2d centre, double pitch,
                          const OutlineAppearance& outlines);

/// The same on a board of another size than the one that was learned, where the program may have
/// rounded what it draws in another way: within a pixel of the squares' size, and up to a third of
/// a square aside. Refuses if that gives different sets. Up to 75 times as slow.
OutlinedSet read_rounded_outlines(const Frame& frame, cv::Point2d centre, double pitch,
                                  const OutlineAppearance& outlines);

}  // namespace eyehand::lights
