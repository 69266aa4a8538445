#include "vision/model/cell.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/model/margins.hpp"

namespace eyehand::model {
namespace {

/// What is drawn is large from this share of a cell on.
constexpr double kLarge = 0.42;
/// What differs by this share of what it must may be there as well, as in a picture that was
/// scaled.
constexpr double kFaint = 0.8;

/// What is drawn on a cell, without what lies along its sides, such as the outline of a cage.
struct Drawn {
  cv::Mat foreground;  ///< as foreground_of()
  cv::Rect box;        ///< around it; empty if nothing is drawn
  Colour colour;       ///< where it differs most from the background
  bool is_faint;       ///< nothing is, but it differs nearly as much as it would
};

/// `contrast`: it differs by at least this from the background.
Drawn drawn_on(const cv::Mat& cell, Colour background, double contrast) {
  // As foreground_of(), but scaled by what is not along the cell's sides, where lines may lie.
  const int left = cell.cols / 8, top = cell.rows / 8;
  const cv::Rect within(left, top, cell.cols - 2 * left, cell.rows - 2 * top);
  Drawn drawn{distances(cell, background), {}, {}, false};
  double most_different = 0;
  cv::minMaxLoc(drawn.foreground(within), nullptr, &most_different);
  drawn.foreground.convertTo(drawn.foreground, CV_8UC1, 255 / std::max(1.0, most_different));
  if (most_different < contrast) {
    drawn.foreground.setTo(0);
    // A program with a larger contrast has textures.
    drawn.is_faint = contrast <= kLeastContrast && most_different > kFaint * contrast;
    return drawn;
  }
  cv::Mat kept = cv::Mat::zeros(cell.size(), CV_8UC1);
  cv::Mat clear = drawn.foreground > kClear;
  const cv::Rect inner(1, 1, cell.cols - 2, cell.rows - 2);
  // Long lines from a side belong to what covers the rim, such as the tower below in a raised view.
  // Something round only touches it.
  const auto is_beside_side = [](const cv::Mat& mask) {
    const cv::Rect box = cv::boundingRect(mask);
    const auto touches = [&](const cv::Mat& side, int extent) {
      return 4 * cv::countNonZero(side) >= 3 * extent;
    };
    return touches(mask.col(0), box.height) || touches(mask.col(mask.cols - 1), box.height) ||
           touches(mask.row(0), box.width) || touches(mask.row(mask.rows - 1), box.width);
  };
  constexpr double kLong = 0.7;
  // Odd, since OpenCV moves what it opens by half of what is even.
  const auto long_in = [](int size) { return std::max(3, (cvRound(kLong * size) - 1) | 1); };
  for (const cv::Size line : {cv::Size(long_in(cell.cols), 1), cv::Size(1, long_in(cell.rows))}) {
    cv::Mat lines;
    cv::morphologyEx(clear, lines, cv::MORPH_OPEN, cv::Mat::ones(line, CV_8UC1));
    for (const cv::Mat& each : component_masks(lines, 1))
      if (is_beside_side(each)) clear.setTo(0, each);
  }
  const cv::Rect middle(cell.cols / 4, cell.rows / 4, (cell.cols + 1) / 2, (cell.rows + 1) / 2);
  for (const cv::Mat& mask : component_masks(clear, 2)) {
    const cv::Rect box = cv::boundingRect(mask);
    if ((box & middle).empty()) continue;
    if ((box & inner) != box && cv::countNonZero(mask(middle)) == 0) continue;
    kept |= mask;
    drawn.box |= box;
  }
  if (drawn.box.empty()) {
    drawn.foreground.setTo(0);
    return drawn;
  }
  cv::dilate(kept, kept, {});  // with its smoothed rim
  drawn.foreground.setTo(0, ~kept);
  cv::Point most;
  cv::minMaxLoc(drawn.foreground, nullptr, nullptr, nullptr, &most);
  drawn.colour = colour_at(cell, most.x, most.y);
  return drawn;
}

}  // namespace

cv::Rect clipped(const cv::Rect2d& inside, cv::Size size) {
  const cv::Point first(cvCeil(inside.x), cvCeil(inside.y));
  const cv::Point last(cvFloor(inside.x + inside.width), cvFloor(inside.y + inside.height));
  return cv::Rect(first, cv::Point(last.x + 1, last.y + 1)) & cv::Rect({}, size);
}

cv::Rect area_of(const Lattice& lattice, int column, int row, double rim, cv::Size size) {
  const cv::Point2d middle = lattice.centre(column, row);
  const double half = (0.5 - rim) * lattice.pitch;
  return clipped({middle.x - half, middle.y - half, 2 * half, 2 * half}, size);
}

std::optional<CellSeen> see_cell(const cv::Mat& bgr, const Lattice& lattice, int column, int row,
                                 double rim, double contrast) {
  const cv::Rect inside = area_of(lattice, column, row, rim, bgr.size());
  if (inside.width < 5 || inside.height < 5) return std::nullopt;
  const cv::Mat cell = bgr(inside);
  const Colour background = background_of(cell);
  const Drawn drawn = drawn_on(cell, background, contrast);
  const bool is_large =
      std::max(drawn.box.width, drawn.box.height) >= kLarge * cell.cols / (1 - 2 * rim);
  return CellSeen{background,     drawn.foreground, !drawn.box.empty(),
                  drawn.is_faint, is_large,         drawn.colour};
}

}  // namespace eyehand::model
