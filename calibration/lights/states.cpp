#include "calibration/lights/states.hpp"

#include <algorithm>
#include <cmath>

#include "puzzle/index.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// A tile that a press changed.
struct Change {
  int tile;
  cv::Mat before, after;
};

std::vector<Change> changes_by(std::span<const Press> presses, const Lattice& lattice) {
  std::vector<Change> changes;
  for (const Press& press : presses) {
    const std::vector<bool> flipped = cells_changed(press.changed, lattice);
    for (int tile = 0; tile < static_cast<int>(flipped.size()); ++tile)
      if (flipped[at(tile)])
        changes.push_back(
            {tile, patch_of(press.before, lattice, tile), patch_of(press.after, lattice, tile)});
  }
  return changes;
}

/// What all changes have in common, whichever way they went.
cv::Mat common_direction(const std::vector<Change>& changes) {
  constexpr int kRounds = 3;
  cv::Mat direction = changes[0].after - changes[0].before;
  for (int round = 0; round < kRounds; ++round) {
    cv::Mat sum = cv::Mat::zeros(direction.size(), direction.type());
    for (const Change& change : changes) {
      const cv::Mat step = change.after - change.before;
      sum += step.dot(direction) > 0 ? step : cv::Mat(-step);
    }
    direction = sum / static_cast<double>(changes.size());
  }
  return direction;
}

/// A patch of the mean colour along the rim of the board's middle tile: the gaps, or what is behind
/// the tiles.
cv::Mat patch_of_background(const cv::Mat& picture, const Lattice& lattice) {
  const cv::Mat patch = patch_of(picture, lattice, lattice.columns * lattice.rows / 2);
  cv::Mat rim = cv::Mat::ones(patch.size(), CV_8U);
  rim(cv::Rect(1, 1, cells::kPatchPixels - 2, cells::kPatchPixels - 2)) = 0;
  return cv::Mat(patch.size(), patch.type(), cv::mean(patch, rim));
}

}  // namespace

cv::Mat patch_of(const cv::Mat& picture, const Lattice& lattice, int tile) {
  return cells::cut(picture, lattice.centre(tile % lattice.columns, tile / lattice.columns),
                    lattice.pitch, cells::kPatchPixels);
}

States find_states(std::span<const Press> presses, const Lattice& lattice, const cv::Mat& now) {
  const std::vector<Change> changes = changes_by(presses, lattice);
  const cv::Mat direction = common_direction(changes);
  std::vector<double> low, high;
  for (const Change& change : changes) {
    const double a = change.before.dot(direction), b = change.after.dot(direction);
    low.push_back(std::min(a, b));
    high.push_back(std::max(a, b));
  }
  const double threshold = (eyehand::median(low) + eyehand::median(high)) / 2;
  States states;
  const auto add = [&](int tile, const cv::Mat& patch) {
    states.samples.push_back({patch.dot(direction) > threshold ? 1 : 0, tile, patch});
  };
  for (const Change& change : changes) {
    add(change.tile, change.before);
    add(change.tile, change.after);
  }
  const int tiles = lattice.columns * lattice.rows;
  for (int tile = 0; tile < tiles; ++tile) add(tile, patch_of(now, lattice, tile));
  // What lies around the board is not a tile.
  for (const cv::Point2d centre : cells::centres_around(lattice, now.size()))
    states.samples.push_back({2, tiles + static_cast<int>(states.samples.size()),
                              cells::cut(now, centre, lattice.pitch, cells::kPatchPixels)});
  const cv::Mat around = patch_of_background(now, lattice);
  const auto apart = [&](const std::vector<double>& side) {
    return std::abs(eyehand::median(side) - around.dot(direction));
  };
  states.plainer = apart(high) < apart(low) ? 1 : 0;
  return states;
}

}  // namespace eyehand::calibration
