// Finds a board of square cells anywhere in a window, given how much each place looks like a cell.
// What cells look like is up to the caller.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>

#include "vision/lattice.hpp"

namespace eyehand::cells {

/// Where to look for a board that is not where it was learned.
enum class Search { nowhere, same_size, any_size };

/// Fewer cells do not make a board.
inline constexpr int kFewestCells = 6;

/// How much the places of a window look like cells of one size.
struct Likeness {
  /// CV_32F, 0 to 1, per place of the resized window: how much it looks like that place in a cell.
  cv::Mat like;
  double scale = 1;    ///< pixels of the resized window per pixel of the window
  cv::Point2d corner;  ///< from its cell's upper left corner to that place, pixels of the window
};

/// The confidence that a place of a lattice has a cell, 0 to 1.
using Certainty = std::function<double(const Lattice&, int column, int row)>;
using IsCell = std::function<bool(const Lattice&, int column, int row)>;

/// The largest cluster of adjacent cells. All places vote for where cells begin; with the pitch of
/// `usual`, the origin is a whole number of pixels from its origin. With `across_gaps`, gaps of one
/// or two places that do not look like cells are bridged. Nothing if there are fewer than
/// kFewestCells or if the likeliest are uncertain. O(pixels of `like` + cells * cost of `is_cell`).
std::optional<Lattice> locate(const Likeness& seen, double pitch, const Lattice& usual,
                              const Certainty& certainty, const IsCell& is_cell, bool across_gaps);

/// Adds columns and rows at each side for as long as more than half of the places in them are
/// cells. O(cells * cost of `is_cell`).
Lattice grown(Lattice lattice, const IsCell& is_cell);

/// Calls `is_found` with 1, then with factors ever further from it, down to half and up to twice,
/// until it returns true. Both factors of a pair are always tried.
void try_scales(Search search, const std::function<bool(double scale)>& is_found);

}  // namespace eyehand::cells
