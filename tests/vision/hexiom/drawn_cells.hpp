// Boards of Hexiom as a program of its own might draw them, and what is learned from one.
#pragma once

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "puzzle/hexiom/board.hpp"
#include "puzzle/index.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::hexiom {

inline const std::vector<std::string> kLabels = {std::string(kPieceLabel), std::string(kEmptyLabel),
                                                 std::string(kLockedPieceLabel),
                                                 std::string(kLockedEmptyLabel)};

inline int label_of(const Board& board, int cell) {
  const bool is_empty = board.cells[at(cell)] == kEmpty;
  return (board.locked[at(cell)] != 0 ? 2 : 0) + (is_empty ? 1 : 0);
}

/// Empty cells are outlines, pieces are filled, in one of two colours, with a badge if locked.
inline cv::Mat drawn(const Board& board, const HexLattice& lattice) {
  constexpr int kShift = 6;
  cv::Mat picture(420, 460, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(cv::saturate_cast<std::uint8_t>(120 + x / 20), 130,
                                              cv::saturate_cast<std::uint8_t>(140 + (x * y) % 5));
  const Hexagon hexagon(lattice.side);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    std::vector<cv::Point> corners;
    for (int k = 0; k < 6; ++k) {
      const double angle = (k + (lattice.flat_topped ? 0 : 0.5)) * CV_PI / 3;
      const double radius = 0.52 * lattice.pitch;
      corners.emplace_back(cvRound((middle.x + radius * std::cos(angle)) * (1 << kShift)),
                           cvRound((middle.y + radius * std::sin(angle)) * (1 << kShift)));
    }
    const Cell content = board.cells[at(cell)];
    const bool is_dark = content % 2 == 0;
    const cv::Scalar mark = is_dark ? cv::Scalar::all(250) : cv::Scalar::all(10);
    if (content == kEmpty)
      cv::polylines(picture, corners, true, {60, 70, 60}, 2, cv::LINE_AA, kShift);
    else
      cv::fillConvexPoly(picture, corners,
                         is_dark ? cv::Scalar(90, 40, 20) : cv::Scalar(90, 220, 240), cv::LINE_AA,
                         kShift);
    if (board.locked[at(cell)] != 0)
      cv::circle(picture, cv::Point(middle) - cv::Point(0, cvRound(0.36 * lattice.pitch)), 4,
                 content == kEmpty ? cv::Scalar::all(10) : mark, cv::FILLED, cv::LINE_AA);
    if (content != kEmpty)
      cv::putText(picture, std::to_string(content), cv::Point(middle) + cv::Point(-7, 8),
                  cv::FONT_HERSHEY_SIMPLEX, 0.72, mark, 2, cv::LINE_AA);
  }
  return picture;
}

inline constexpr double kMarkRadius = 0.42;

inline HexLattice lattice_of(bool flat_topped) {
  return {{221.4, 203.7}, 62.5, flat_topped, 3};
}

struct LearnedBoard {
  LearnedBoard(const Board& board, const HexLattice& lattice) {
    const cv::Mat picture = drawn(board, lattice);
    std::vector<cells::Sample> samples, pieces;
    const Hexagon hexagon(lattice.side);
    for (int cell = 0; cell < hexagon.size(); ++cell) {
      const cv::Point2d middle = lattice.at(hexagon.middle(cell));
      samples.push_back(
          {label_of(board, cell), cell,
           cells::cut_hexagon(picture, middle, lattice.pitch, lattice.flat_topped, true)});
      if (!is_piece(board.cells[at(cell)])) continue;
      pieces.push_back({board.locked[at(cell)] != 0 ? 1 : 0, cell,
                        cut_marks(picture, middle, lattice.pitch, kMarkRadius)});
      numbers.samples.push_back(to_sample(
          board.cells[at(cell)], glyph_of(number_foreground(picture, middle, lattice.pitch))));
    }
    appearance = cells::HexReader(cells::Atlas(samples), kLabels, lattice).appearance();
    marks = MarkReader(cells::Atlas(pieces), kMarkRadius).marks();
  }

  cells::HexAppearance appearance;
  Numbers numbers;
  Marks marks;
};

}  // namespace eyehand::hexiom
