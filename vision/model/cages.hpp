// Cages: parts of a grid with an outline inside their cells, and in the first cell's corner a small
// number, all in one colour.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

#include "puzzle/model/board.hpp"
#include "vision/appearance.hpp"
#include "vision/lattice.hpp"

namespace eyehand::model {

/// How much of a colour each pixel has over its background, 0 to 255: 0 where it has none, or where
/// one of the other colours explains the pixel better.
cv::Mat ink_of(const cv::Mat& bgr, Colour background, Colour colour,
               std::span<const Colour> others);

struct Cages {
  std::vector<int> first;  ///< per cell the first of its cage; empty if there are no cages
  struct Number {
    int cell;
    cv::Rect box;  ///< around its digits, in the picture
  };
  std::vector<Number> numbers;  ///< one in the first cell of each cage
  std::string why_not;          ///< what is unclear, for people
};
/// `ink` is the picture's, in the cages' colour; the board has the cells of the lattice. O(pixels).
Cages find_cages(const cv::Mat& ink, const Lattice& lattice, const Board& board);

}  // namespace eyehand::model
