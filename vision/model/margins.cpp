#include "vision/model/margins.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <opencv2/imgproc.hpp>
#include <tuple>
#include <utility>

#include "vision/digits.hpp"
#include "vision/foreground.hpp"

namespace eyehand::model {

Colour background_of(const cv::Mat& cell, std::optional<Colour> apart) {
  struct Found {
    int in_corners = 0, in_cell = 0;
    cv::Vec3i sum_in_corners, sum_in_cell;
  };
  std::map<std::array<int, 3>, Found> found;  // by the upper bits of the channels
  const auto count = [&](const cv::Mat& part, int Found::*pixels, cv::Vec3i Found::*sum) {
    for (auto pixel = part.begin<cv::Vec3b>(); pixel != part.end<cv::Vec3b>(); ++pixel) {
      if (apart && distance(to_colour(*pixel), *apart) <= kTolerance) continue;
      Found& colour = found[{(*pixel)[0] / 16, (*pixel)[1] / 16, (*pixel)[2] / 16}];
      colour.*pixels += 1;
      colour.*sum += cv::Vec3i(*pixel);
    }
  };
  const cv::Rect inner(cell.cols / 8, cell.rows / 8, cell.cols - 2 * (cell.cols / 8),
                       cell.rows - 2 * (cell.rows / 8));
  const cv::Size corner(std::max(1, cell.cols / 4 - inner.x), std::max(1, cell.rows / 4 - inner.y));
  for (const int x : {inner.x, inner.br().x - corner.width})
    for (const int y : {inner.y, inner.br().y - corner.height})
      count(cell(cv::Rect(cv::Point(x, y), corner)), &Found::in_corners, &Found::sum_in_corners);
  count(cell, &Found::in_cell, &Found::sum_in_cell);
  if (found.empty()) return *apart;
  const int few = static_cast<int>(cell.total()) / 8;
  const auto mean_of = [](const cv::Vec3i& sum, int pixels) {
    return to_colour(cv::Vec3b(sum / pixels));
  };
  // Textures and gradients are spread over colours that are nearly the same.
  const auto are_near = [&](const Found& a, const Found& b) {
    return distance(mean_of(a.sum_in_cell, a.in_cell), mean_of(b.sum_in_cell, b.in_cell)) <=
           kTolerance / 2;
  };
  const auto has_many = [&](const Found& colour) {
    int pixels = 0;
    for (const auto& [bits, other] : found)
      if (are_near(colour, other)) pixels += other.in_cell;
    return pixels >= few;
  };
  const Found& in_corners =
      std::ranges::max_element(found, {}, [&](const auto& entry) {
        const Found& colour = entry.second;
        const bool is_in_corners = colour.in_corners > 0;
        return std::tuple(is_in_corners, is_in_corners && has_many(colour), colour.in_corners);
      })->second;
  // A bevel of nearly the same colour may lie in the corners.
  const Found& most = std::ranges::max_element(found, {}, [&](const auto& entry) {
                        return are_near(in_corners, entry.second) ? entry.second.in_cell : 0;
                      })->second;
  return most.in_corners > 0 ? mean_of(most.sum_in_corners, most.in_corners)
                             : mean_of(most.sum_in_cell, most.in_cell);
}

namespace {

/// A line along a margin may fade: it differs by more than this from the background on the second,
/// a share of its length.
constexpr int kFaded = 32;
constexpr double kLeastLine = 0.6;

/// How much each pixel differs from the background, CV_8UC1, the most `inside` as 255; without what
/// is paler than the background, such as the rims of lines, if what differs most is darker, such as
/// digits; or the other way round. Numbers may have several colours: all channels count, so that
/// these differ alike.
cv::Mat drawn_in_one_tone(const cv::Mat& bgr, Colour background, const cv::Rect& inside) {
  const cv::Mat back(bgr.size(), CV_8UC3, cv::Scalar(background.b, background.g, background.r));
  cv::Mat differences, drawn, tones, tones_behind;
  cv::absdiff(bgr, back, differences);
  cv::transform(differences, drawn, cv::Matx13f(1 / 3.0F, 1 / 3.0F, 1 / 3.0F));
  double most = 0;
  cv::Point where;
  cv::minMaxLoc(drawn(inside), nullptr, &most, nullptr, &where);
  if (most < kLeastContrast) return cv::Mat::zeros(bgr.size(), CV_8UC1);
  drawn.convertTo(drawn, CV_8UC1, 255 / most);
  cv::cvtColor(bgr, tones, cv::COLOR_BGR2GRAY);
  cv::cvtColor(back, tones_behind, cv::COLOR_BGR2GRAY);
  where += inside.tl();
  const bool is_darker = tones.at<std::uint8_t>(where) < tones_behind.at<std::uint8_t>(where);
  drawn.setTo(0, is_darker ? tones >= tones_behind : tones <= tones_behind);
  return drawn;
}

/// Removes lines along the sides of a margin, which digits may touch. They lie in its `rim`.
void remove_lines(cv::Mat& drawn, bool is_of_column, int rim) {
  const int size = is_of_column ? drawn.cols : drawn.rows;
  for (const int begin : {0, size - rim})
    for (int i = begin; i < begin + rim; ++i) {
      cv::Mat strip = is_of_column ? drawn.col(i) : drawn.row(i);
      if (cv::countNonZero(strip > kFaded) > kLeastLine * static_cast<double>(strip.total()))
        strip.setTo(0);
    }
}

/// The margin in a band at this side of the board, nothing if there is none. The background is seen
/// `near` the board, that many pixels from it. Along its sides are rims of lines, up to `rim` wide.
std::optional<Margin> margin_in(const cv::Mat& bgr, const cv::Rect& band, char side, cv::Range near,
                                int rim) {
  const bool is_before = side == 't' || side == 'l';  // it ends at the board
  const int length = is_column(side) ? band.height : band.width;
  if (near.size() > length) return std::nullopt;
  const cv::Mat picture = bgr(band);
  const auto part = [&](const cv::Mat& of, int begin, int end) {  // by the distance from the board
    begin = std::max(begin, 0);
    end = std::min(end, length);
    if (is_before) std::tie(begin, end) = std::pair(length - end, length - begin);
    return is_column(side) ? of.rowRange(begin, end) : of.colRange(begin, end);
  };
  const Colour background = background_of(part(picture, near.start, near.end));
  // It goes on from the board in one colour, which may be shaded between lines; what else the
  // window has is beyond it, and may be nearly alike.
  const cv::Mat even = distances(picture, background) <= (rim > 0 ? kTolerance : 4);
  const auto is_margin = [&](int place) {
    return cv::countNonZero(part(even, place, place + 1)) > 0;
  };
  int extent = near.start;
  while (extent < length && is_margin(extent)) ++extent;
  if (extent == near.start) return std::nullopt;
  const int begin = is_before ? length - extent : 0;
  const cv::Mat margin = part(picture, 0, extent);
  const cv::Rect inside = is_column(side) ? cv::Rect(rim, 0, margin.cols - 2 * rim, margin.rows)
                                          : cv::Rect(0, rim, margin.cols, margin.rows - 2 * rim);
  cv::Mat drawn = drawn_in_one_tone(margin, background, inside);
  if (rim > 0) remove_lines(drawn, is_column(side), rim);
  return Margin{std::move(drawn),
                band.tl() + (is_column(side) ? cv::Point(0, begin) : cv::Point(begin, 0))};
}

}  // namespace

std::vector<Margin> margins_beside(const cv::Mat& bgr, const Lattice& lattice, char side,
                                   std::optional<int> rim) {
  const cv::Rect board = lattice.bounds();
  const cv::Point end = board.br();
  const cv::Rect band =
      (side == 't'   ? cv::Rect(board.x, 0, board.width, board.y - 1)
       : side == 'b' ? cv::Rect(board.x, end.y + 1, board.width, bgr.rows - end.y - 1)
       : side == 'l' ? cv::Rect(0, board.y, board.x - 1, board.height)
                     : cv::Rect(end.x + 1, board.y, bgr.cols - end.x - 1, board.height)) &
      cv::Rect({}, bgr.size());
  const int lines = is_column(side) ? lattice.columns : lattice.rows;
  std::vector<Margin> margins;
  const auto add = [&](const cv::Rect& part, cv::Range near, int rim_of_it) {
    auto margin = margin_in(bgr, part & band, side, near, rim_of_it);
    if (margin) margins.push_back(std::move(*margin));
    return margin.has_value();
  };
  const int wide = cvRound(lattice.pitch), step = std::max(3, cvRound(lattice.pitch / 4));
  if (!rim) {
    // A digit may be where the search starts: the background is the most frequent colour there.
    add(band, {step / 2, step / 2 + step}, 0);
    return margins;
  }
  for (int line = 0; line < lines; ++line) {
    const cv::Point2d from = lattice.origin + cv::Point2d(line, line) * lattice.pitch;
    const int x = cvRound(from.x), y = cvRound(from.y);
    if (!add(is_column(side) ? cv::Rect(x, band.y, wide, band.height)
                             : cv::Rect(band.x, y, band.width, wide),
             {step / 2, wide}, *rim))
      return {};
  }
  return margins;
}

}  // namespace eyehand::model
