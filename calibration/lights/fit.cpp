#include "calibration/lights/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace eyehand::calibration {
namespace {

/// The median of these, channel by channel.
Colour median(std::vector<Colour> colours) {
  Colour result;
  const auto half = static_cast<std::ptrdiff_t>(colours.size() / 2);
  for (const auto channel : {&Colour::r, &Colour::g, &Colour::b}) {
    std::nth_element(colours.begin(), colours.begin() + half, colours.end(),
                     [&](const Colour& a, const Colour& b) { return a.*channel < b.*channel; });
    result.*channel = colours[static_cast<std::size_t>(half)].*channel;
  }
  return result;
}

/// The usual colour of the pixels so far outside a box.
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
  return median(std::move(colours));
}

}  // namespace

cv::Rect tile_at(const lights::Tiles& tiles, cv::Point at) {
  for (const cv::Rect& box : tiles.boxes)
    if (box.contains(at)) return box;
  return {};
}

std::optional<lights::Appearance> find_gaps(const Press& press) {
  // The board is found in both pictures, and it is the same.
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
  int most = 3;
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
    if (tiles < most || (tiles == most && working.size() <= longest)) continue;
    most = tiles;
    longest = working.size();
    appearance.gap_tolerance = working[working.size() / 2];
    best = appearance;
  }
  return best;
}

std::vector<Colour> colours_across(const cv::Mat& bgr, const cv::Rect& tile) {
  // The reader looks at a tile's rim too, in the way from 0.1 to 0.9 of its side.
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
    return median(std::move(colours));
  };
  const Colour left = around(kNear), right = around(1 - kNear);
  if (distance(left, right) < kAlike) return {around(0.5)};
  // What goes evenly from the one to the other, as far as the tile's sides.
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
