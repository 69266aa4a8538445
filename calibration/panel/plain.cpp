#include "calibration/panel/plain.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "puzzle/index.hpp"
#include "vision/oklab.hpp"
#include "vision/panel/shape.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// A pixel has changed if it has moved this far in OKLab.
constexpr double kChanged = 10;
/// A pixel belongs to the tile if it changes in at least this share of the toggled tiles.
constexpr double kDrawnShare = 0.34;
/// If no tile changes by a larger share than this about halfway from its edge to its middle, tiles
/// are hollow: blurred rims reach 0.36 of that way, and symbols leave more than this free.
constexpr double kFilledShare = 0.3, kHalfwayFrom = 0.4, kHalfwayTo = 0.6;
/// Anything this far inside a tile has the tile's colour, pixels.
constexpr float kRim = 5;
/// A pixel up to this far from tiles, and not at the edge of the cell, is part of the common
/// surroundings if it is the same in all but this share of the cells; its colours there differ by
/// less than kAroundSame, in OKLab.
constexpr int kAroundPixels = 6, kEdgePixels = 2;
constexpr double kAroundOthers = 0.2, kAroundSame = 12;
/// The edge of a cell sets tiles apart if it stays this much of its usual distance from the tile's
/// colour in all but the same share of the cells.
constexpr double kStaysApart = 0.7;

cv::Mat filled_outline(const cv::Mat& mask) {
  cv::Mat closed, whole = cv::Mat::zeros(mask.size(), CV_8U);
  cv::morphologyEx(mask, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(closed, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  const auto largest = std::max_element(
      outlines.begin(), outlines.end(),
      [](const auto& a, const auto& b) { return cv::contourArea(a) < cv::contourArea(b); });
  if (largest != outlines.end())
    cv::drawContours(whole, outlines, static_cast<int>(largest - outlines.begin()), cv::Scalar(255),
                     cv::FILLED);
  return whole;
}

cv::Mat changes(const ToggledCell& cell) {
  const cv::Mat a = to_oklab(cell.before), b = to_oklab(cell.after);
  cv::Mat changed(a.size(), CV_8U);
  for (int y = 0; y < a.rows; ++y)
    for (int x = 0; x < a.cols; ++x)
      changed.at<std::uint8_t>(y, x) =
          cv::norm(a.at<cv::Vec3f>(y, x) - b.at<cv::Vec3f>(y, x)) > kChanged ? 255 : 0;
  return changed;
}

/// Whether more than the rims of tiles changes.
bool are_filled(const std::vector<cv::Mat>& changed, const cv::Mat& whole) {
  const cv::Mat depth = panel::depth_within(whole);
  double deepest = 0;
  cv::minMaxLoc(depth, nullptr, &deepest);
  const cv::Mat halfway = (depth >= kHalfwayFrom * deepest) & (depth <= kHalfwayTo * deepest);
  const double most = kFilledShare * cv::countNonZero(halfway);
  return std::ranges::any_of(
      changed, [&](const cv::Mat& each) { return cv::countNonZero(each & halfway) > most; });
}

/// Symbols' outlines may change with their tile, and be on most tiles. A tile is flat, or a
/// gradient: whatever differs from that, well inside it, is replaced.
void smooth_inside(cv::Mat& state, const cv::Mat& area, const cv::Mat& seen) {
  const cv::Mat depth = panel::depth_within(area);
  std::vector<cv::Point> pixels;
  cv::findNonZero((depth > kRim) & seen, pixels);
  if (pixels.size() < 20) return;
  cv::findNonZero(depth > kRim, pixels);
  const auto plane = [](cv::Point p) { return cv::Vec3d(1, p.x, p.y); };
  cv::Matx33d by_channel;  // one row per channel
  std::vector<cv::Vec3b> colours;
  for (const cv::Point p : pixels)
    if (seen.at<std::uint8_t>(p) != 0) colours.push_back(state.at<cv::Vec3b>(p));
  for (int c = 0; c < 3; ++c) {
    std::vector<int> values;
    for (const cv::Vec3b& colour : colours) values.push_back(colour[c]);
    by_channel(c, 0) = eyehand::median(values);
  }
  const auto expected = [&](cv::Point p) { return cv::Vec3d(by_channel * plane(p)); };
  for (const double within : {40.0, 20.0, 12.0}) {
    cv::Matx33d squares, sums;
    for (const cv::Point p : pixels) {
      const cv::Vec3d colour = state.at<cv::Vec3b>(p);
      if (seen.at<std::uint8_t>(p) == 0 || cv::norm(colour - expected(p)) > within) continue;
      squares += plane(p) * plane(p).t();
      sums += colour * plane(p).t();
    }
    if (std::abs(cv::determinant(squares)) < 1) return;
    by_channel = sums * squares.inv();
  }
  for (const cv::Point p : pixels) {
    const cv::Vec3d wanted = expected(p);
    if (seen.at<std::uint8_t>(p) == 0 || cv::norm(cv::Vec3d(state.at<cv::Vec3b>(p)) - wanted) > 12)
      state.at<cv::Vec3b>(p) = cv::Vec3b(cv::saturate_cast<std::uint8_t>(wanted[0]),
                                         cv::saturate_cast<std::uint8_t>(wanted[1]),
                                         cv::saturate_cast<std::uint8_t>(wanted[2]));
  }
}

/// Marks what is the same beside all tiles.
void find_around(panel::PlainTile& plain, const std::vector<ToggledCell>& cells) {
  cv::Mat near;
  cv::dilate(plain.area != 0, near, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kAroundPixels);
  near &= plain.area == 0;
  cv::rectangle(near, {0, 0}, {near.cols - 1, near.rows - 1}, 0, 2 * kEdgePixels - 1);
  cv::Mat others = cv::Mat::zeros(near.size(), CV_32S);
  for (std::size_t s : {std::size_t{0}, std::size_t{1}}) {
    const cv::Mat usual = to_oklab(plain.states[s]);
    for (const ToggledCell& cell : cells)
      for (const cv::Mat& seen : {to_oklab(cell.before), to_oklab(cell.after)})
        for (int y = 0; y < near.rows; ++y)
          for (int x = 0; x < near.cols; ++x)
            others.at<int>(y, x) +=
                cv::norm(seen.at<cv::Vec3f>(y, x) - usual.at<cv::Vec3f>(y, x)) > kAroundSame;
  }
  // Each cell was compared four times.
  const double most = 4 * kAroundOthers * static_cast<double>(cells.size());
  plain.area.setTo(panel::PlainTile::kAround, near & (others <= most));
}

/// Where tiles touch, what is between them may be blurred differently beside each, and another
/// thing is along the edge of the panel. An edge of the cell that is not as far from the tile's
/// colour beside nearly all tiles gets that colour, so that it says nothing of other tiles.
void smooth_edges(panel::PlainTile& plain, const std::vector<ToggledCell>& cells,
                  const std::vector<bool>& is_after_lit) {
  cv::Mat edge = cv::Mat::zeros(plain.area.size(), CV_8U);
  cv::rectangle(edge, {0, 0}, {edge.cols - 1, edge.rows - 1}, 255);
  std::vector<cv::Point> pixels, drawn;
  cv::findNonZero(edge, pixels);
  cv::findNonZero(plain.area == panel::PlainTile::kDrawn, drawn);
  for (const bool is_lit : {false, true}) {
    cv::Mat& state = plain.states[is_lit ? 1 : 0];
    std::vector<cv::Vec3b> colours;
    for (const cv::Point p : drawn) colours.push_back(state.at<cv::Vec3b>(p));
    const cv::Vec3b tile = eyehand::median(colours);
    const cv::Vec3f tile_lab = to_oklab(cv::Mat(1, 1, CV_8UC3, tile)).at<cv::Vec3f>(0, 0);
    const cv::Mat usual = to_oklab(state);
    std::vector<cv::Mat> seen;
    for (std::size_t i = 0; i < cells.size(); ++i)
      seen.push_back(to_oklab(is_after_lit[i] == is_lit ? cells[i].after : cells[i].before));
    for (const cv::Point p : pixels) {
      const auto off = [&](const cv::Mat& lab) {
        return cv::norm(lab.at<cv::Vec3f>(p) - tile_lab);
      };
      const auto others = std::ranges::count_if(
          seen, [&](const cv::Mat& lab) { return off(lab) < kStaysApart * off(usual); });
      if (static_cast<double>(others) > kAroundOthers * static_cast<double>(cells.size()))
        state.at<cv::Vec3b>(p) = tile;
    }
  }
}

}  // namespace

std::optional<panel::PlainTile> plain_tile(const std::vector<ToggledCell>& cells) {
  if (cells.empty()) return std::nullopt;
  const cv::Size size = cells[0].before.size();
  std::vector<cv::Mat> changed;
  cv::Mat counts = cv::Mat::zeros(size, CV_32S);
  for (const ToggledCell& cell : cells) {
    changed.push_back(changes(cell));
    counts += (cv::Mat_<int>(changed.back()) / 255);
  }
  const cv::Mat drawn =
      counts >= std::max(1, cvRound(kDrawnShare * static_cast<double>(cells.size())));
  const cv::Mat whole = filled_outline(drawn);
  const int area = cv::countNonZero(whole);
  if (area < cv::countNonZero(drawn) / 2 || area < 50) return std::nullopt;
  const bool is_filled = are_filled(changed, whole);

  panel::PlainTile plain;
  plain.area = cv::Mat::zeros(size, CV_8U);
  plain.area.setTo(panel::PlainTile::kInside, whole);
  plain.area.setTo(panel::PlainTile::kDrawn, is_filled ? whole : cv::Mat(drawn & whole));

  // Which picture of each pair shows the state that all have in common, by the direction of the
  // change.
  cv::Mat direction = cells[0].after - cells[0].before;
  std::vector<bool> ends_high(cells.size(), true);
  for (int round = 0; round < 3; ++round) {
    cv::Mat sum = cv::Mat::zeros(size, CV_32FC3);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const cv::Mat step = cells[i].after - cells[i].before;
      ends_high[i] = step.dot(direction) > 0;
      sum += ends_high[i] ? step : cv::Mat(-step);
    }
    direction = sum / static_cast<double>(cells.size());
  }
  const cv::Scalar means = cv::mean(direction, plain.area == panel::PlainTile::kDrawn);
  const bool is_high_lit = means[0] + means[1] + means[2] > 0;
  std::vector<bool> is_after_lit;
  for (const bool ends : ends_high) is_after_lit.push_back(ends == is_high_lit);
  cv::Mat unseen = cv::Mat::zeros(size, CV_8U);
  for (cv::Mat& state : plain.states) state = cv::Mat::zeros(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const bool is_drawn = plain.area.at<std::uint8_t>(y, x) == panel::PlainTile::kDrawn;
      std::vector<float> values[2][3];
      const auto add = [&](std::size_t i) {
        for (int c = 0; c < 3; ++c) {
          values[is_after_lit[i] ? 1 : 0][c].push_back(cells[i].after.at<cv::Vec3f>(y, x)[c]);
          values[is_after_lit[i] ? 0 : 1][c].push_back(cells[i].before.at<cv::Vec3f>(y, x)[c]);
        }
      };
      for (std::size_t i = 0; i < cells.size(); ++i)
        if (!is_drawn || changed[i].at<std::uint8_t>(y, x) != 0) add(i);
      if (values[0][0].empty()) {
        unseen.at<std::uint8_t>(y, x) = 255;
        for (std::size_t i = 0; i < cells.size(); ++i) add(i);
      }
      for (std::size_t s : {std::size_t{0}, std::size_t{1}})
        for (int c = 0; c < 3; ++c)
          plain.states[s].at<cv::Vec3b>(y, x)[c] =
              cv::saturate_cast<std::uint8_t>(eyehand::median(values[s][c]));
    }
  if (is_filled)
    for (cv::Mat& state : plain.states) smooth_inside(state, plain.area, ~unseen);
  smooth_edges(plain, cells, is_after_lit);
  find_around(plain, cells);
  return plain;
}

}  // namespace eyehand::calibration
