#include "calibration/lights/sets.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/survey.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// Where a lattice puts a tile's rim may be off by this share of the tile.
constexpr double kRim = 0.06;

/// The same offset by the shorter way around the rim.
lights::Offset nearest(lights::Offset by, cv::Size board) {
  const auto shorter = [](int d, int size) {
    return 2 * d > size ? d - size : 2 * d < -size ? d + size : d;
  };
  return {shorter(by.x, board.width), shorter(by.y, board.height)};
}

bool explains(const lights::Board& board, const Flip& flip) {
  for (std::size_t tile = 0; tile < board.size(); ++tile)
    if (flip.flipped[tile] !=
        (std::ranges::count(board.flips[at(flip.tile)], static_cast<int>(tile)) > 0))
      return false;
  return true;
}

}  // namespace

int tile_at(cv::Point place, const Lattice& lattice) {
  const cv::Point2d at = (cv::Point2d(place) - lattice.origin) / lattice.pitch;
  const int x = cvFloor(at.x), y = cvFloor(at.y);
  const bool is_on_board = x >= 0 && y >= 0 && x < lattice.columns && y < lattice.rows;
  return is_on_board ? y * lattice.columns + x : -1;
}

std::vector<Flip> flips_of(std::span<const Press> presses, const Lattice& lattice) {
  std::vector<Flip> flips;
  for (const Press& press : presses) {
    const int tile = tile_at(press.at, lattice);
    if (tile < 0) continue;
    const cv::Point2d off =
        cv::Point2d(press.at) - lattice.centre(tile % lattice.columns, tile / lattice.columns);
    if (std::max(std::abs(off.x), std::abs(off.y)) > (0.5 - kRim) * lattice.pitch) continue;
    flips.push_back({tile, cells_changed(press.changed, lattice)});
  }
  return flips;
}

std::vector<lights::Offset> offsets_of(const Flip& flip, int columns) {
  std::vector<lights::Offset> offsets;
  for (int tile = 0; tile < static_cast<int>(flip.flipped.size()); ++tile)
    if (flip.flipped[at(tile)])
      offsets.push_back(
          {tile % columns - flip.tile % columns, tile / columns - flip.tile / columns});
  return offsets;
}

std::optional<CommonSet> common_set(cv::Size board, std::span<const Flip> flips) {
  std::optional<CommonSet> found;
  for (const bool wrapping : {false, true}) {
    // The union of everything that any press flipped; correct if it explains each press.
    CommonSet set{{}, wrapping};
    for (const Flip& flip : flips)
      for (lights::Offset offset : offsets_of(flip, board.width)) {
        if (wrapping) offset = nearest(offset, board);
        if (std::ranges::count(set.offsets, offset) == 0) set.offsets.push_back(offset);
      }
    const auto like = lights::Board::same(board.width, board.height, set.offsets, wrapping);
    const bool is_right =
        std::ranges::all_of(flips, [&](const Flip& flip) { return explains(like, flip); });
    if (is_right && (!found || found->offsets.size() > set.offsets.size())) found = std::move(set);
  }
  return found;
}

}  // namespace eyehand::calibration
