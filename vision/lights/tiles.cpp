#include "vision/lights/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/lattice_fit.hpp"

namespace eyehand::lights {
namespace {

/// Lit tiles may be drawn larger than unlit ones by this factor.
constexpr double kSizeSpread = 1.5;
/// How far tiles may be from square, as a share of their side: those of GNOME 48 are 0.06 too high.
constexpr double kNotSquare = 0.08;
/// The least share of its box that a tile fills; drawings on it and round corners take the rest.
constexpr double kFilled = 0.6;
/// The least share of the area between two neighbours that has the colour of gaps.
constexpr double kAllGap = 0.5;
/// More components of a tile's size do not make a board.
constexpr std::size_t kMaxBoxes = 100'000;

cv::Point2d middle(const cv::Rect& box) {
  return {box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0};
}

double side(const cv::Rect& box) {
  return (box.width + box.height) / 2.0;
}

/// 255 where the picture has the colour of gaps, or differs by up to `t`.
cv::Mat gaps_of(const cv::Mat& bgr, const Appearance& appearance, int t) {
  const Colour g = appearance.gap;
  cv::Mat gaps;
  cv::inRange(bgr, cv::Scalar(g.b - t, g.g - t, g.r - t), cv::Scalar(g.b + t, g.g + t, g.r + t),
              gaps);
  return gaps;
}

/// Adds thin gaps across: a pixel together with the next below has as much of the colour of gaps
/// as if a gap of some half a pixel was blurred into what is on both sides. `away`: how far each is
/// from that colour (CV_8U).
void add_thin_gaps_across(const cv::Mat& away, cv::Mat& gaps) {
  constexpr int kClear = 30;       // how far what is on both sides must be, 0 to 255
  constexpr double kWidth = 0.45;  // pixels: of a gap of one, a viewer leaves 0.6
  constexpr int kBreak = 2;        // pixels along a gap that noise hides; one would join two tiles
  cv::Mat thin(away.size(), CV_8U, cv::Scalar(0));
  for (int y = 1; y + 2 < away.rows; ++y) {
    const auto *above = away.ptr(y - 1), *first = away.ptr(y), *second = away.ptr(y + 1),
               *below = away.ptr(y + 2);
    for (int x = 0; x < away.cols; ++x) {
      if (std::min(above[x], below[x]) < kClear) continue;
      const double in_first = std::max(0.0, 1.0 - static_cast<double>(first[x]) / above[x]);
      const double in_second = std::max(0.0, 1.0 - static_cast<double>(second[x]) / below[x]);
      if (in_first + in_second < kWidth) continue;
      if (in_first >= in_second / 2) thin.at<uchar>(y, x) = 255;
      if (in_second >= in_first / 2) thin.at<uchar>(y + 1, x) = 255;
    }
  }
  gaps |= thin;
  cv::Mat closed, beside;
  cv::morphologyEx(gaps, closed, cv::MORPH_CLOSE, cv::Mat::ones(1, kBreak + 1, CV_8U));
  cv::dilate(thin, beside, cv::Mat::ones(1, 2 * kBreak + 1, CV_8U));
  gaps |= closed & beside;
}

/// The same where the picture is blurred or compressed: gaps have almost their colour, and those
/// that are thin have a part of it, which may be spread over two pixels.
cv::Mat blurred_gaps(const cv::Mat& bgr, const Appearance& appearance) {
  constexpr int kMoreTolerance = 10;
  // What JPEG adds to a gap grows with the contrast of what is close by.
  constexpr double kShareNearby = 0.2;
  constexpr int kNearby = 5;
  cv::Mat gaps = gaps_of(bgr, appearance, appearance.gap_tolerance + kMoreTolerance);
  const cv::Scalar gap(appearance.gap.b, appearance.gap.g, appearance.gap.r);
  std::array<cv::Mat, 3> away;
  cv::Mat difference, most, nearby;
  cv::absdiff(bgr, gap, difference);
  cv::split(difference, away);
  most = cv::max(cv::max(away[0], away[1]), away[2]);
  cv::dilate(most, nearby, cv::Mat::ones(kNearby, kNearby, CV_8U));
  gaps |= most < kShareNearby * nearby;
  cv::Mat turned = gaps.t();
  add_thin_gaps_across(most, gaps);
  add_thin_gaps_across(most.t(), turned);
  return gaps | turned.t();
}

std::vector<cv::Rect> square_pieces(const cv::Mat& gaps, const Appearance& appearance) {
  std::vector<cv::Rect> boxes;
  for (const auto& [box, pixels, sum, place] : components(~gaps, Corners::part)) {
    if (std::min(box.width, box.height) < appearance.cell_min_px) continue;
    if (std::abs(box.width - box.height) > 1 + kNotSquare * side(box)) continue;
    if (pixels < kFilled * box.area()) continue;
    boxes.push_back(box);
  }
  return boxes;
}

/// The cluster of boxes of about one size that covers most. Drawings on tiles may be more numerous,
/// but they are small.
std::vector<cv::Rect> of_one_size(std::vector<cv::Rect> boxes) {
  std::sort(boxes.begin(), boxes.end(),
            [](const cv::Rect& a, const cv::Rect& b) { return side(a) < side(b); });
  std::size_t best = 0, best_count = 0, end = 0;
  double area = 0, best_area = 0;
  for (std::size_t begin = 0; begin < boxes.size(); ++begin) {
    for (; end < boxes.size() && side(boxes[end]) <= kSizeSpread * side(boxes[begin]); ++end)
      area += boxes[end].area();
    if (end - begin > 1 && area > best_area) {
      best = begin;
      best_count = end - begin;
      best_area = area;
    }
    area -= boxes[begin].area();
  }
  return {boxes.begin() + static_cast<std::ptrdiff_t>(best),
          boxes.begin() + static_cast<std::ptrdiff_t>(best + best_count)};
}

double least_step(const std::vector<Peak>& places, double otherwise) {
  double step = otherwise;
  for (std::size_t i = 1; i < places.size(); ++i)
    step = std::min(step, places[i].at - places[i - 1].at);
  return step;
}

/// An even lattice through these columns and rows.
std::optional<Lattice> fit_tiles(const std::vector<Peak>& across, const std::vector<Peak>& down) {
  constexpr double kNone = 1e9;
  const double rough = std::min(least_step(across, kNone), least_step(down, kNone));
  if (rough == kNone) return std::nullopt;
  LatticeFit fit;
  std::array<int, 2> counts{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto& places = axis == 0 ? across : down;
    for (const Peak& place : places) {
      const double number = std::round((place.at - places.front().at) / rough);
      fit.add(axis, number, place.at);
      counts[axis] = static_cast<int>(number) + 1;
    }
  }
  Lattice lattice{{}, fit.pitch().value_or(rough), counts[0], counts[1]};
  const double half = lattice.pitch / 2;
  lattice.origin = {fit.origin(0, lattice.pitch) - half, fit.origin(1, lattice.pitch) - half};
  return lattice;
}

/// Whether the area between two neighbours is gap. Otherwise there may be tiles in between that
/// nothing separates, as where gaps are blurred.
bool is_gap_between(const cv::Mat& gaps, const cv::Rect& a, const cv::Rect& b, bool level) {
  cv::Rect between = level ? cv::Rect(a.br().x, a.y + a.height / 4, b.x - a.br().x, a.height / 2)
                           : cv::Rect(a.x + a.width / 4, a.br().y, a.width / 2, b.y - a.br().y);
  if (between.width <= 0 || between.height <= 0) return false;
  return cv::countNonZero(gaps(between)) >= kAllGap * between.area();
}

/// Pixels of a cross are this close to a diagonal, pixels that must be free this far from both, as
/// shares of its box; and the least share of the former and the most of the latter that is drawn.
constexpr double kOnDiagonal = 0.1, kOffDiagonal = 0.3, kCrossDrawn = 0.8, kCrossFree = 0.15;

/// Whether a box has a cross in it: foreground along both diagonals and nowhere else.
bool is_cross(const cv::Mat& mask) {
  int on = 0, on_foreground = 0, off = 0, off_foreground = 0;
  for (int y = 0; y < mask.rows; ++y)
    for (int x = 0; x < mask.cols; ++x) {
      const double u = (x + 0.5) / mask.cols, v = (y + 0.5) / mask.rows;
      const double away = std::min(std::abs(u - v), std::abs(u + v - 1));
      const bool foreground = mask.at<uchar>(y, x) != 0;
      if (away < kOnDiagonal) {
        ++on;
        on_foreground += foreground;
      } else if (away > kOffDiagonal) {
        ++off;
        off_foreground += foreground;
      }
    }
  return off > 0 && on_foreground >= kCrossDrawn * on && off_foreground <= kCrossFree * off;
}

/// The tiles among some pieces that gaps separate.
Tiles tiles_of(const cv::Mat& gaps, const std::vector<cv::Rect>& pieces) {
  Tiles tiles;
  const auto boxes = of_one_size(pieces);
  if (boxes.size() < 2 || boxes.size() > kMaxBoxes) {
    tiles.why_not = "there are no tiles separated by gaps";
    return tiles;
  }
  std::vector<double> across, down;
  for (const auto& box : boxes) {
    across.push_back(middle(box).x);
    down.push_back(middle(box).y);
  }
  const double near = 0.25 * side(boxes.front());
  const auto lattice = fit_tiles(cluster_means(across, near), cluster_means(down, near));
  if (!lattice || lattice->pitch < side(boxes.front()) ||
      static_cast<double>(lattice->columns) * lattice->rows >
          4.0 * static_cast<double>(boxes.size()) + 16) {
    tiles.why_not = "the tiles in the picture do not lie on an even lattice";
    return tiles;
  }
  tiles.lattice = *lattice;
  tiles.boxes.resize(at(lattice->columns) * at(lattice->rows));
  for (const auto& box : boxes) {
    const cv::Point2d cell = (middle(box) - lattice->origin) / lattice->pitch;
    const int column = static_cast<int>(cell.x), row = static_cast<int>(cell.y);
    const cv::Point2d off = middle(box) - lattice->centre(column, row);
    if (std::max(std::abs(off.x), std::abs(off.y)) > 1 + 0.04 * lattice->pitch)
      tiles.why_not = "the tiles in the picture do not lie on an even lattice";
    tiles.boxes[at(row * lattice->columns + column)] = box;
  }
  for (int row = 0; row < lattice->rows; ++row)
    for (int column = 0; column < lattice->columns; ++column)
      for (const bool level : {true, false}) {
        const int x = column + level, y = row + !level;
        if (x == lattice->columns || y == lattice->rows) continue;
        const cv::Rect& here = tiles.boxes[at(row * lattice->columns + column)];
        const cv::Rect& there = tiles.boxes[at(y * lattice->columns + x)];
        if (!here.empty() && !there.empty() && !is_gap_between(gaps, here, there, level))
          tiles.why_not = "something is between the tiles in the picture";
      }
  return tiles;
}

}  // namespace

Tiles find_tiles(const cv::Mat& bgr, const Appearance& appearance, Gaps kind) {
  if (bgr.empty()) return {{}, {}, "the picture is empty"};
  const cv::Mat gaps = kind == Gaps::sharp ? gaps_of(bgr, appearance, appearance.gap_tolerance)
                                           : blurred_gaps(bgr, appearance);
  return tiles_of(gaps, square_pieces(gaps, appearance));
}

std::optional<cv::Point2d> find_cross(const cv::Mat& bgr, cv::Rect area) {
  constexpr int kLight = 140, kMinPx = 5, kMaxPx = 60;
  area &= cv::Rect({}, bgr.size());
  if (area.empty()) return std::nullopt;
  cv::Mat light;
  cv::inRange(bgr(area), cv::Scalar::all(kLight), cv::Scalar::all(255), light);
  std::optional<cv::Point2d> rightmost;
  for (const auto& [box, pixels, sum, place] : components(light, Corners::connect)) {
    if (std::min(box.width, box.height) < kMinPx || std::max(box.width, box.height) > kMaxPx)
      continue;
    if (std::abs(box.width - box.height) > 2 || !is_cross(light(box))) continue;
    const cv::Point2d at = middle(box) + cv::Point2d(area.tl());
    if (!rightmost || at.x > rightmost->x) rightmost = at;
  }
  return rightmost;
}

}  // namespace eyehand::lights
