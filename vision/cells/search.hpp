// Finds a board of square cells anywhere in a window, by how much each place looks like a cell.
// What a cell looks like is the caller's.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>

#include "vision/lattice.hpp"

namespace eyehand::cells {

/// Where a board is sought if it is not where it was learned.
enum class Search { nowhere, same_size, any_size };

/// Fewer cells are no board.
inline constexpr int kFewestCells = 6;

/// How the window looks if cells are `pitch` pixels wide.
struct Likeness {
  /// CV_32F, 0 to 1: of every place of the resized window, how much it looks like one in a cell.
  cv::Mat like;
  double scale = 1;    ///< pixels of the resized window per pixel of the window
  cv::Point2d corner;  ///< that place from its cell's upper left corner, pixels of the window
};

/// How certain it is that a cell is at a place of a lattice, 0 to 1.
using Certainty = std::function<double(const Lattice&, int column, int row)>;
using IsCell = std::function<bool(const Lattice&, int column, int row)>;

/// The largest group of cells beside one another, by votes of all places for where cells begin; to
/// a pixel, from `usual`, if it has that pitch. With `across_gaps`, cells may lie across one or two
/// places that do not look like any. Nothing if there are fewer than kFewestCells, or the likeliest
/// are uncertain. O(pixels of `like` + cells * cost of `is_cell`).
std::optional<Lattice> locate(const Likeness& seen, double pitch, const Lattice& usual,
                              const Certainty& certainty, const IsCell& is_cell, bool across_gaps);

/// Adds columns and rows at each side for as long as more than half of the places in them are
/// cells. O(cells * cost of `is_cell`).
Lattice grown(Lattice lattice, const IsCell& is_cell);

/// Tries the usual size, then those farther and farther from it, from half to twice of it, until
/// `is_found` with one at least; of two that are as far, both are tried.
void try_scales(Search search, const std::function<bool(double scale)>& is_found);

}  // namespace eyehand::cells
