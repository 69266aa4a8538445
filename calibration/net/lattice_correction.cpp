#include "calibration/net/lattice_correction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace eyehand::calibration {
namespace {

/// The standard error of a centre is this at least, pixels. Cells are not square if that makes the
/// lattice slip by more than the second, pixels, and if their sides differ by the third times their
/// standard error.
constexpr double kCentreError = 0.3, kSlipPx = 1.5, kSurelyApart = 3;
/// The mean squared distance of cells from their middle, in cells, from which on they show the
/// pitch better than the first ones did.
constexpr double kLeastSpread = 1;

/// A line through points, by linear regression; each is a tile's centre.
using Points = std::vector<std::pair<double, double>>;
struct Line {
  double from = 0, off = 0;  ///< the middle of the points
  double slope = 0;
  double error = std::numeric_limits<double>::infinity();  ///< the slope's standard error
  double spread = 0, length = 0;  ///< of the points along it: the sum of squares, and the range
};
Line line_through(const Points& points) {
  const auto count = static_cast<double>(points.size());
  Line line;
  for (const auto& [at, off] : points) line.from += at / count, line.off += off / count;
  double low = line.from, high = line.from, products = 0, squares = 0;
  for (const auto& [at, off] : points) {
    line.spread += (at - line.from) * (at - line.from);
    products += (at - line.from) * (off - line.off);
    squares += (off - line.off) * (off - line.off);
    low = std::min(low, at), high = std::max(high, at);
  }
  line.length = high - low;
  if (line.spread <= 0) return line;
  line.slope = products / line.spread;
  const double residual = std::max(squares - line.slope * products, 0.0);
  const double variance =
      std::max(residual / std::max(count - 2, 1.0), kCentreError * kCentreError);
  line.error = std::sqrt(variance / line.spread);
  return line;
}

/// Whether lines for cells' columns and rows show that cells are not square.
bool are_apart(const Line& x, const Line& y) {
  const double apart = std::abs(x.slope - y.slope);
  return apart * std::max(x.length, y.length) / 2 > kSlipPx &&
         apart > kSurelyApart * std::hypot(x.error, y.error);
}

/// The same, whichever tile is left out: the centre of one that power changes may be off. One that
/// alone shows a pitch is believed.
bool are_surely_apart(const Points& across, const Points& down) {
  for (std::size_t i = 0; i < across.size(); ++i) {
    const auto line_without = [i](Points points) {
      points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
      return line_through(points);
    };
    const Line x = line_without(across), y = line_without(down);
    if (std::min(x.spread, y.spread) > 0 && !are_apart(x, y)) return false;
  }
  return are_apart(line_through(across), line_through(down));
}

}  // namespace

std::optional<LatticeCorrection> correct_lattice(std::span<const SeenCentre> centres,
                                                 bool may_be_oblong) {
  if (centres.empty()) return std::nullopt;
  Points across, down;  // in cells, and pixels off
  for (const auto& [cell, off] : centres) {
    across.emplace_back(cell.x + 0.5, off.x);
    down.emplace_back(cell.y + 0.5, off.y);
  }
  const Line x = line_through(across), y = line_through(down);
  if (x.spread + y.spread < kLeastSpread * static_cast<double>(centres.size())) return std::nullopt;
  const double both = (x.spread * x.slope + y.spread * y.slope) / (x.spread + y.spread);
  LatticeCorrection by;
  by.pitches = {both, both};
  by.is_oblong = may_be_oblong && are_surely_apart(across, down);
  if (by.is_oblong) by.pitches = {x.slope, y.slope};
  by.origin = {x.off - by.pitches.x * x.from, y.off - by.pitches.y * y.from};
  return by;
}

}  // namespace eyehand::calibration
