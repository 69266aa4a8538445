// The look of a Hexiom program from what its pieces show while they are moved about: a piece's
// colour tells whether it touches too few others, just as many as its number says, or too many.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <set>
#include <string>
#include <vector>

#include "calibration/colours.hpp"
#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/numeral.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::calibration {

/// From this contrast on something stands in a cell.
inline constexpr double kSomething = 40;
/// Numerals that are as alike as that are one.
inline constexpr double kOneNumeral = 0.88;
/// Whether one of these samples is so alike that another is not needed.
bool is_known(const hexiom::Numeral& numeral, const std::vector<hexiom::Numeral>& samples);

/// The mean colour near a cell's lower sides, where no mark of a lock is.
Rgb colour_near_rim(const cv::Mat& bgr, const HexLattice& lattice, cv::Point2d middle);

/// How alike two cells' inks are, one of them moved up or down to where it fits best; -1 to 1.
double likeness_moved(const hexiom::CellForeground& a, const hexiom::CellForeground& b);

/// A piece as it was seen once.
struct PieceObservation {
  std::size_t kind = 0;  ///< pieces whose numerals look alike are of one kind
  int touched = 0;       ///< other pieces around it
  Rgb colour;
};

/// For each of so many kinds the numbers that it may be, by the reading of the colours that
/// contradicts nothing that was seen and leaves least open, or by all such; all empty if there is
/// none.
std::vector<std::set<int>> numbers_of(const std::vector<PieceObservation>& sights,
                                      std::size_t kinds);

/// Sets what tells locks in the look, so that reading the picture gives just these cells as locked
/// (one a cell); tries all kinds of marks in all places. `badges` gives samples of a badge that is
/// so far above a locked piece's middle, for a look that has none. False if nothing tells them.
/// Some 100 readings.
bool find_marks(hexiom::Appearance& appearance, const Frame& frame, const std::vector<bool>& locked,
                const std::function<std::vector<std::string>(double badge_y)>& badges);

/// A sample of what is so far above a cell's middle, in pitches, as it would be in the middle.
std::string badge_sample(const Frame& frame, const HexLattice& lattice, cv::Point2d middle,
                         double badge_y);

}  // namespace eyehand::calibration
