#include "calibration/panel/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "calibration/changes.hpp"

namespace eyehand::calibration {
namespace {

constexpr std::size_t kMaxBackgrounds = 8;
/// Anything that differs more than this from the background is not background.
constexpr int kOther = 12;
constexpr int kSmallest = 12, kFewest = 4;
/// How far from the panel its background reaches at least, in pitches.
constexpr double kAround = 0.1;

/// Evenly spaced positions: the first, the pitch, and how many.
struct Row {
  double first = 0, pitch = 0;
  int count = 0;
};

/// From the first to the last of these positions, with the smallest distance between two different
/// ones as the pitch.
Row even(std::vector<int> places, int side) {
  std::sort(places.begin(), places.end());
  double pitch = 0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double gap = places[i] - places[i - 1];
    if (gap >= side && (pitch <= 0 || gap < pitch)) pitch = gap;
  }
  Row row{static_cast<double>(places.front()), pitch, 1};
  if (pitch <= 0) return row;
  const double all = places.back() - places.front();
  row.count = cvRound(all / pitch) + 1;
  row.pitch = all / (row.count - 1);
  return row;
}

std::optional<PanelTiles> tiles_on(const cv::Mat& bgr, Colour background) {
  const cv::Mat mask = other_than(bgr, background);
  const std::vector<cv::Rect> boxes = boxes_of(mask, kSmallest);
  std::map<int, int> sides;
  for (const cv::Rect& box : boxes)
    if (std::abs(box.width - box.height) <= 1) ++sides[std::max(box.width, box.height)];
  if (sides.empty()) return std::nullopt;
  PanelTiles tiles;
  tiles.background = background;
  tiles.side = std::max_element(sides.begin(), sides.end(), [](const auto& a, const auto& b) {
                 return a.second < b.second;
               })->first;
  std::vector<int> lefts, tops;
  int alone = 0;
  for (const cv::Rect& box : boxes) {
    if (std::min(box.width, box.height) < tiles.side - 1) continue;
    const bool is_one =
        std::abs(box.width - tiles.side) <= 1 && std::abs(box.height - tiles.side) <= 1;
    alone += is_one;
    if (!is_one) continue;
    lefts.push_back(box.x);
    tops.push_back(box.y);
  }
  if (alone < kFewest) return std::nullopt;
  const Row across = even(lefts, tiles.side), down = even(tops, tiles.side);
  tiles.pitch = std::max(across.pitch, down.pitch);
  if (across.pitch > 0 && down.pitch > 0) {
    tiles.pitch = std::min(across.pitch, down.pitch);
    if (std::max(across.pitch, down.pitch) > 1.5 * tiles.pitch) return std::nullopt;
    tiles.pitch = (across.pitch + down.pitch) / 2;
  }
  if (tiles.pitch < tiles.side || tiles.pitch > 2 * tiles.side) return std::nullopt;
  tiles.origin = {across.first, down.first};
  tiles.columns = across.count;
  tiles.rows = down.count;
  for (int i = 0; i < tiles.size(); ++i) {
    const cv::Rect box = tiles.box(i) & cv::Rect({}, bgr.size());
    tiles.is_there.push_back(2 * cv::countNonZero(mask(box)) > box.area());
  }
  return tiles;
}

}  // namespace

cv::Mat other_than(const cv::Mat& bgr, Colour background) {
  cv::Mat mask(bgr.size(), CV_8UC1);
  for (int y = 0; y < bgr.rows; ++y)
    for (int x = 0; x < bgr.cols; ++x)
      mask.at<std::uint8_t>(y, x) = distance(colour_at(bgr, x, y), background) > kOther ? 255 : 0;
  return mask;
}

void visit_box(const cv::Mat& bgr, const cv::Rect& box, const PixelVisit& visit) {
  visit_box(bgr, box, {box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0}, visit);
}

void visit_box(const cv::Mat& bgr, const cv::Rect& box, cv::Point2d from, const PixelVisit& visit) {
  const cv::Rect part = box & cv::Rect({}, bgr.size());
  for (int y = part.y; y < part.br().y; ++y)
    for (int x = part.x; x < part.br().x; ++x)
      visit(colour_at(bgr, x, y), cv::Point2d(x, y) - from);
}

ColourCounts state_colours(const cv::Mat& bgr, const cv::Rect& box) {
  ColourCounts counts;
  const double half = box.width / 2.0;
  visit_box(bgr, box, [&](Colour colour, cv::Point2d off) {
    const double x = std::abs(off.x) / half, y = std::abs(off.y) / half;
    if (std::min(x, y) < 0.35 && std::max(x, y) > 0.82 && std::max(x, y) < 0.95)
      count_colour(counts, colour);
  });
  return counts;
}

Colour colour_around(const cv::Mat& bgr, const PanelTiles& tiles) {
  const cv::Rect panel = tiles.box(0) | tiles.box(tiles.size() - 1);
  const int margin = std::max(2, cvRound(kAround * tiles.pitch));
  ColourCounts counts;
  visit_box(
      bgr, panel + cv::Size(2 * margin, 2 * margin) - cv::Point(margin, margin),
      [&](Colour colour, cv::Point2d off) {
        if (std::abs(off.x) > panel.width / 2.0 + 1 || std::abs(off.y) > panel.height / 2.0 + 1)
          count_colour(counts, colour);
      });
  return commonest(counts).value_or(Colour{});
}

TileOutline outline_of_tile(const cv::Mat& bgr, const cv::Rect& box, Colour background,
                            Colour state) {
  const Rgb from = rgb(background), way = rgb(state) - from;
  const auto covered = [&](double x, double y) {
    const auto at = [&](int px, int py) {
      const Colour c =
          colour_at(bgr, std::clamp(px, 0, bgr.cols - 1), std::clamp(py, 0, bgr.rows - 1));
      return std::clamp((rgb(c) - from).dot(way) / way.dot(way), 0.0, 1.0);
    };
    const int left = cvFloor(x), top = cvFloor(y);
    const double u = x - left, v = y - top;
    return (1 - v) * ((1 - u) * at(left, top) + u * at(left + 1, top)) +
           v * ((1 - u) * at(left, top + 1) + u * at(left + 1, top + 1));
  };
  // From the outside inwards to the first position that is half covered.
  const auto first = [&](cv::Point2d place, cv::Point2d step, double max_distance) {
    constexpr double kStep = 0.1;
    if (covered(place.x, place.y) >= 0.5) return -1.0;
    for (double d = kStep; d < max_distance; d += kStep)
      if (covered(place.x + d * step.x, place.y + d * step.y) >= 0.5) return d;
    return -1.0;
  };
  TileOutline outline;
  outline.width = -1;
  const cv::Point2d middle(box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0);
  // Halfway between tiles that are two pixels apart.
  const double far = box.width / 2.0 + 1;
  const double left = first({middle.x - far, middle.y}, {1, 0}, 6);
  const double right = first({middle.x + far, middle.y}, {-1, 0}, 6);
  const double top = first({middle.x, middle.y - far}, {0, 1}, 6);
  const double bottom = first({middle.x, middle.y + far}, {0, -1}, 6);
  if (std::min({left, right, top, bottom}) < 0) return outline;
  outline.width = 2 * far - (left + right + top + bottom) / 2;
  outline.middle = middle + cv::Point2d((left - right) / 2, (top - bottom) / 2);
  // From the corner of the bounding square to the rounded one.
  double sum = 0;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0}) {
      const double half = outline.width / 2 + 1;
      const cv::Point2d corner = outline.middle + half * cv::Point2d(x, y);
      const double way_in = first(corner, cv::Point2d(-x, -y), 0.3 * box.width);
      sum += std::max(0.0, way_in - 1) * std::numbers::sqrt2;
    }
  outline.corner = sum / 4 / (std::numbers::sqrt2 - 1);
  return outline;
}

std::optional<PanelTiles> find_panel_tiles(const cv::Mat& bgr) {
  std::optional<PanelTiles> best;
  double most_covered = 0;
  auto backgrounds = common_colours(bgr);
  backgrounds.resize(std::min(backgrounds.size(), kMaxBackgrounds));
  for (const Colour background : backgrounds) {
    auto tiles = tiles_on(bgr, background);
    if (!tiles) continue;
    const auto there = std::count(tiles->is_there.begin(), tiles->is_there.end(), true);
    const double covered = static_cast<double>(there) * tiles->side * tiles->side;
    if (covered <= most_covered) continue;
    most_covered = covered;
    best = std::move(tiles);
  }
  return best;
}

}  // namespace eyehand::calibration
