// The first piece of an unknown Hexiom program that a drag moves, and the lattice of the places
// that it moves to.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <set>
#include <utility>
#include <vector>

#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "vision/hexiom/lattice.hpp"

namespace eyehand::calibration {

/// Drags from fast to slow: the number of moves, and the milliseconds between them.
inline constexpr std::array<std::pair<int, int>, 7> kDrags = {
    {{2, 5}, {6, 18}, {5, 65}, {24, 18}, {12, 55}, {32, 26}, {40, 40}}};
/// The index of the drag that is tried first on an unknown program, and that of the slowest.
inline constexpr std::size_t kUsualDrag = 5, kSlowestDrag = kDrags.size() - 1;
/// With the holds and gaps of Prober::careful_pace().
Pace drag_pace(std::size_t drag);

/// A cell has changed if at least this many of its pixels have.
inline constexpr int kChangedPixels = 5;

/// The centre of a box, in coordinates of pixel centres.
cv::Point2d middle_of(const cv::Rect& box);

/// A piece that was dragged from cell to cell. Its first cell is the lattice's {0, 0}.
struct DraggedPiece {
  HexLattice lattice;
  double width = 0;               ///< pixels
  cv::Point2d grab;               ///< where it was grabbed, in pitches from its centre
  bool follows = false;           ///< the pointer
  cv::Mat before, after;          ///< the window with the piece on its first cell, and just without
  std::vector<cv::Point2d> been;  ///< the centres of the cells it has been on
  std::vector<std::pair<HexStep, HexStep>> moves;  ///< every drag that moved something, in order
  std::chrono::milliseconds animation{0};          ///< the longest seen
  std::set<HexStep> areas;  ///< where the picture shows areas of its size; empty if not known
  HexStep at;               ///< where it is now
};

/// Up to 200 drags between places that stand out. If there seems to be a board but nothing on it
/// moves, `deal` is called, which deals another or returns false: perhaps all empty cells are
/// locked. Throws LearnStopped (stuck, unreadable) if no piece moves, or not on a lattice.
DraggedPiece find_dragged_piece(Prober& prober, Timing& timing, const StageReport& report,
                                const std::function<bool()>& deal);

}  // namespace eyehand::calibration
