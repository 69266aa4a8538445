// The appearance of a Hexiom program from what its pieces show as they are moved: a piece's colour
// shows whether it touches fewer others than its number, exactly as many, or more.
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

/// A cell with at least this contrast is not empty.
inline constexpr double kSomething = 40;
/// Numerals at least this alike are the same.
inline constexpr double kOneNumeral = 0.88;
/// Whether one of these samples is so similar that another is not needed.
bool is_known(const hexiom::Numeral& numeral, const std::vector<hexiom::Numeral>& samples);

/// The mean colour near a cell's lower sides, where no lock is marked.
Rgb colour_near_rim(const cv::Mat& bgr, const HexLattice& lattice, cv::Point2d middle);

/// How alike the foregrounds of two cells are, with one moved vertically to the best fit; -1 to 1.
double likeness_moved(const hexiom::CellForeground& a, const hexiom::CellForeground& b);

/// One observation of a piece.
struct PieceObservation {
  std::size_t kind = 0;  ///< pieces whose numerals look alike are of one kind
  int touched = 0;       ///< number of adjacent pieces
  Rgb colour;
};

/// For each of the `kinds` kinds, the numbers that it may be: by the interpretation of the colours
/// that fits every observation and leaves the fewest possibilities, or by all such interpretations.
/// All empty if there is none.
std::vector<std::set<int>> numbers_of(const std::vector<PieceObservation>& observations,
                                      std::size_t kinds);

/// Sets how the appearance recognises locks, so that reading the picture gives exactly these cells
/// as locked (one entry per cell); tries all kinds of marks in all places. `badges` gives samples
/// of a badge at this distance above a locked piece's centre, for an appearance that has none.
/// False if nothing distinguishes locks. About 100 readings.
bool find_marks(hexiom::Appearance& appearance, const Frame& frame, const std::vector<bool>& locked,
                const std::function<std::vector<std::string>(double badge_y)>& badges);

/// A sample of what is drawn this far above a cell's centre, in pitches, as if it were at the
/// centre.
std::string badge_sample(const Frame& frame, const HexLattice& lattice, cv::Point2d middle,
                         double badge_y);

}  // namespace eyehand::calibration
