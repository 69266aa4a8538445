#include "calibration/lights/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// The median colour of the pixels at this distance outside a box.
std::optional<Colour> ring_colour(const cv::Mat& bgr, const cv::Rect& box, int outside) {
  std::vector<Colour> colours;
  const cv::Rect all({}, bgr.size());
  const auto add = [&](int x, int y) {
    if (all.contains(cv::Point(x, y))) colours.push_back(colour_at(bgr, x, y));
  };
  for (int x = box.x; x < box.br().x; ++x) {
    add(x, box.y - outside);
    add(x, box.br().y - 1 + outside);
  }
  for (int y = box.y; y < box.br().y; ++y) {
    add(box.x - outside, y);
    add(box.br().x - 1 + outside, y);
  }
  if (colours.empty()) return std::nullopt;
  return median(colours);
}

}  // namespace

cv::Rect tile_at(const lights::Tiles& tiles, cv::Point at) {
  for (const cv::Rect& box : tiles.boxes)
    if (box.contains(at)) return box;
  return {};
}

std::optional<lights::Appearance> find_gaps(const TilePress& press) {
  // The board is found in both pictures, in the same place.
  const auto tiles_with = [&](const lights::Appearance& appearance) {
    const auto before = lights::find_tiles(press.before, appearance);
    const auto after = lights::find_tiles(press.after, appearance);
    const cv::Rect a = tile_at(before, press.at), b = tile_at(after, press.at);
    const int larger = std::max(a.width, b.width);
    const bool fits = !a.empty() && !b.empty() &&
                      std::abs(larger - press.tile.width) <= 2 + press.tile.width / 12 &&
                      before.lattice.columns == after.lattice.columns &&
                      before.lattice.rows == after.lattice.rows;
    if (!fits) return 0;
    const auto seen = [](const lights::Tiles& tiles) {
      return static_cast<int>(std::count_if(tiles.boxes.begin(), tiles.boxes.end(),
                                            [](const cv::Rect& box) { return !box.empty(); }));
    };
    return std::min(seen(before), seen(after));
  };
  constexpr std::array kTolerances = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64};
  std::optional<lights::Appearance> best;
  int most_tiles = 3;
  std::size_t longest = 0;
  for (const int outside : {1, 2, 3}) {
    const auto gap = ring_colour(press.after, press.tile, outside);
    if (!gap) continue;
    lights::Appearance appearance;
    appearance.gap = *gap;
    std::vector<int> working;
    int tiles = 0;
    for (const int tolerance : kTolerances) {
      appearance.gap_tolerance = tolerance;
      const int now = tiles_with(appearance);
      if (now > tiles) {
        tiles = now;
        working.clear();
      }
      if (now == tiles && now > 0) working.push_back(tolerance);
    }
    if (tiles < most_tiles || (tiles == most_tiles && working.size() <= longest)) continue;
    most_tiles = tiles;
    longest = working.size();
    appearance.gap_tolerance = working[working.size() / 2];
    best = appearance;
  }
  return best;
}

std::vector<Colour> colours_across(const cv::Mat& bgr, const cv::Rect& tile) {
  // The reader samples a tile's rim too, from 0.1 to 0.9 of its side.
  constexpr double kNear = 0.1;
  constexpr int kAlike = 10;
  const auto around = [&](double u) {
    std::vector<Colour> colours;
    for (const double v : {kNear, 1 - kNear})
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          colours.push_back(
              colour_at(bgr, tile.x + static_cast<int>(std::lround(u * (tile.width - 1))) + dx,
                        tile.y + static_cast<int>(std::lround(v * (tile.height - 1))) + dy));
    return median(colours);
  };
  const Colour left = around(kNear), right = around(1 - kNear);
  if (distance(left, right) < kAlike) return {around(0.5)};
  // A linear gradient that extends to the tile's sides.
  const auto beyond = [&](int near, int far) {
    const double step = (far - near) / (1 - 2 * kNear);
    return std::clamp(static_cast<int>(std::lround(near - kNear * step)), 0, 255);
  };
  return {{beyond(left.r, right.r), beyond(left.g, right.g), beyond(left.b, right.b)},
          {beyond(right.r, left.r), beyond(right.g, left.g), beyond(right.b, left.b)}};
}

int apart(const std::vector<Colour>& a, const std::vector<Colour>& b) {
  return std::max(distance(a.front(), b.front()), distance(a.back(), b.back()));
}

}  // namespace eyehand::calibration
