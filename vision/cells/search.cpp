#include "vision/cells/search.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/components.hpp"

namespace eyehand::cells {
namespace {

/// The exponent of a place's likeness in its vote: raising it makes the best places count for more.
constexpr double kSharpness = 8;
/// The least mean confidence of the likeliest cells; with less, no board is found.
constexpr double kCertain = 0.5;
/// How far the lattice's origin may be off, and in which steps it is sought first, in pixels of the
/// atlas.
constexpr double kOriginReach = 0.6, kOriginStep = 0.15;
/// The sizes that are tried, from half to twice the usual: 1.06^12 = 2.01. A step must be small
/// enough that an atlas still recognises cells half a step off.
constexpr double kScaleStep = 1.06;
constexpr int kScaleSteps = 12;

/// With the pitch, within half a step of this one, and then the origin, within a pixel, at which
/// the cells are most certain.
Lattice refined(const Lattice& lattice, const Certainty& certainty) {
  constexpr int kFineSteps = 8, kFineShifts = 3;
  Lattice best = lattice;
  double most = -1;
  const auto consider = [&](const Lattice& other) {
    double certain = 0;
    for (int row = 0; row < other.rows; ++row)
      for (int column = 0; column < other.columns; ++column)
        certain += certainty(other, column, row);
    if (certain <= most) return;
    most = certain;
    best = other;
  };
  for (int i = -kFineSteps; i <= kFineSteps; ++i) {
    Lattice other = lattice;
    other.pitch *= std::pow(kScaleStep, i / (2.0 * kFineSteps));
    other.origin +=
        cv::Point2d(lattice.columns, lattice.rows) * ((lattice.pitch - other.pitch) / 2);
    consider(other);
  }
  for (const cv::Point2d by : {cv::Point2d(1, 0), cv::Point2d(0, 1)}) {
    const Lattice start = best;
    for (int i = -kFineShifts; i <= kFineShifts; ++i) {
      Lattice other = start;
      other.origin += by * (static_cast<double>(i) / kFineShifts);
      consider(other);
    }
  }
  return best;
}

}  // namespace

std::optional<Lattice> locate(const Likeness& seen, double pitch, const Lattice& usual,
                              const Certainty& certainty, const IsCell& is_cell, bool across_gaps) {
  const cv::Mat& like = seen.like;
  // From one cell to the next.
  const int side = std::max(1, cvRound(pitch * seen.scale));
  if (like.cols < side || like.rows < side) return std::nullopt;
  // Places vote for the lattice's origin, weighted by how likely they are cells.
  std::vector<double> votes(at(side * side), 0);
  double likeliest = 0;
  cv::minMaxLoc(like, nullptr, &likeliest);
  for (int y = 0; y < like.rows; ++y)
    for (int x = 0; x < like.cols; ++x)
      votes[at(y % side * side + x % side)] +=
          std::pow(like.at<float>(y, x) / likeliest, kSharpness);
  const auto most = std::max_element(votes.begin(), votes.end()) - votes.begin();
  const int u = static_cast<int>(most) % side, v = static_cast<int>(most) / side;
  Lattice lattice{cv::Point2d(u / seen.scale - 0.5, v / seen.scale - 0.5) - seen.corner, pitch,
                  (like.cols - u + side - 1) / side, (like.rows - v + side - 1) / side};
  // A board that has moved has moved by whole pixels.
  if (pitch == usual.pitch) {
    const cv::Point2d moved = lattice.origin - usual.origin;
    lattice.origin = usual.origin + cv::Point2d(cvRound(moved.x), cvRound(moved.y));
  }
  // To a pixel of the window, by the likeliest cells.
  std::vector<std::pair<float, cv::Point>> likely;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      likely.emplace_back(like.at<float>(v + row * side, u + column * side),
                          cv::Point(column, row));
  if (likely.size() < kFewestCells) return std::nullopt;
  std::partial_sort(likely.begin(), likely.begin() + kFewestCells, likely.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  double most_certain = -1;
  cv::Point2d origin = lattice.origin;
  const auto search_around = [&](cv::Point2d middle, int reach, int step) {
    for (int dy = -reach; dy <= reach; dy += step)
      for (int dx = -reach; dx <= reach; dx += step) {
        lattice.origin = middle + cv::Point2d(dx, dy);
        double certain = 0;
        for (int i = 0; i < kFewestCells; ++i)
          certain += certainty(lattice, likely[at(i)].second.x, likely[at(i)].second.y);
        if (certain <= most_certain) continue;
        most_certain = certain;
        origin = lattice.origin;
      }
  };
  // Large cells first in larger steps, of a fraction of an atlas's pixel.
  const int step = std::max(1, cvFloor(kOriginStep / seen.scale));
  search_around(origin, step * std::max(1, cvRound(kOriginReach / seen.scale / step)), step);
  if (step > 1) search_around(origin, step - 1, 1);
  if (most_certain < kCertain * kFewestCells) return std::nullopt;
  lattice.origin = origin;
  // The largest cluster of adjacent cells.
  cv::Mat cells(lattice.rows, lattice.columns, CV_8U);
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      cells.at<std::uint8_t>(row, column) = is_cell(lattice, column, row);
  if (across_gaps) {
    // At the picture's edge, closing would leave what it has grown to.
    constexpr int kRoom = 2;
    cv::copyMakeBorder(cells, cells, kRoom, kRoom, kRoom, kRoom, cv::BORDER_CONSTANT, 0);
    cv::morphologyEx(cells, cells, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
    cells = cells(cv::Rect(kRoom, kRoom, cells.cols - 2 * kRoom, cells.rows - 2 * kRoom));
  }
  const std::vector<Component> clusters = components(cells, Corners::part);
  const auto largest = std::max_element(clusters.begin(), clusters.end());
  if (largest == clusters.end() || largest->pixels < kFewestCells) return std::nullopt;
  lattice.origin += pitch * cv::Point2d(largest->box.tl());
  lattice.columns = largest->box.width;
  lattice.rows = largest->box.height;
  return pitch == usual.pitch ? lattice : refined(lattice, certainty);
}

Lattice grown(Lattice lattice, const IsCell& is_cell) {
  const auto grow = [&](int dx, int dy) {
    const int length = dx != 0 ? lattice.rows : lattice.columns;
    int cells = 0;
    for (int i = 0; i < length; ++i) {
      const int column = dx < 0 ? -1 : dx > 0 ? lattice.columns : i;
      const int row = dy < 0 ? -1 : dy > 0 ? lattice.rows : i;
      cells += is_cell(lattice, column, row);
    }
    if (2 * cells <= length) return false;
    lattice.origin -= lattice.pitch * cv::Point2d(dx < 0, dy < 0);
    lattice.columns += dx != 0;
    lattice.rows += dy != 0;
    return true;
  };
  for (const auto& [dx, dy] :
       {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)})
    while (grow(dx, dy)) continue;
  return lattice;
}

void try_scales(Search search, const std::function<bool(double scale)>& is_found) {
  if (search == Search::nowhere) return;
  bool is_any = is_found(1);
  const int steps = search == Search::any_size ? kScaleSteps : 0;
  for (int step = 1; step <= steps && !is_any; ++step)
    for (const int sign : {1, -1}) is_any = is_found(std::pow(kScaleStep, sign * step)) || is_any;
}

}  // namespace eyehand::cells
