// A detail of read_cells.cpp: where the panel is, if it has moved.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/cells/patch.hpp"
#include "vision/oklab.hpp"
#include "vision/panel/read_cells.hpp"

namespace eyehand::panel {
namespace {

/// The panel is where it was learned if more than this share of its places are certain. Elsewhere
/// it is looked for by pictures of tiles, this wide, in which a colour that is off by this much
/// (BGR) is half as likely.
constexpr double kCertainShare = 0.5;
constexpr int kSoughtPixels = 24;
constexpr double kHalfAsLikely = 30;
/// How far a side or the centre of a panel of another size may be from its usual place, pixels.
constexpr double kSamePlace = 3;
/// How far from each other the colours around a panel are, at most, if nothing is there (OKLab).
constexpr double kNotBare = 14;

}  // namespace

/// Whether a tile is certainly there, with nothing all over it.
bool CellsReader::has_tile(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const {
  const cv::Point2d centre = lattice.centre(column, row);
  return cv::Rect2d(0, 0, bgr.cols, bgr.rows).contains(centre) &&
         state_of(bgr, centre, lattice.pitch).is_plain();
}

std::optional<Lattice> CellsReader::locate(const cv::Mat& bgr) const {
  const double pitch = usual_.pitch;
  const double scale = kSoughtPixels / pitch;
  cv::Mat small, wide, mask, nearest;
  cv::resize(bgr, small, {}, scale, scale, cv::INTER_AREA);
  if (std::min(small.cols, small.rows) < 2 * kSoughtPixels) return std::nullopt;
  small.convertTo(wide, CV_32F);
  // By the rim and what is beside it.
  cv::Mat known = cv::Mat::zeros(kCellPixels, kCellPixels, CV_32F);
  for (const auto* points : {&rim_, &beside_})
    for (const cv::Point p : *points) known.at<float>(p) = 1;
  const cv::Size size(kSoughtPixels, kSoughtPixels);
  cv::resize(known, known, size, 0, 0, cv::INTER_AREA);
  cv::merge(std::vector<cv::Mat>(3, known), mask);
  for (const cv::Mat& state : plain_.states) {
    cv::Mat picture, squares;
    cv::resize(state, picture, size, 0, 0, cv::INTER_AREA);
    picture.convertTo(picture, CV_32F);
    cv::matchTemplate(wide, picture, squares, cv::TM_SQDIFF, mask);
    nearest = nearest.empty() ? squares : cv::Mat(cv::min(nearest, squares));
  }
  // matchTemplate squares the mask.
  cv::sqrt(cv::max(nearest, 0) / (3 * cv::norm(known, cv::NORM_L2SQR)), nearest);
  return cells::locate(
      {kHalfAsLikely / (nearest + kHalfAsLikely), scale, {}}, pitch, usual_,
      [&](const Lattice& lattice, int column, int row) {
        return state_of(bgr, lattice.centre(column, row), lattice.pitch).alike;
      },
      [&](const Lattice& lattice, int column, int row) {
        return has_tile(bgr, lattice, column, row);
      },
      // Where tiles are missing or marked all over.
      true);
}

/// Whether a panel that was found is seen as a whole.
bool CellsReader::is_whole(const cv::Mat& bgr, const Lattice& lattice) const {
  const bool as_wide = lattice.columns == usual_.columns, as_high = lattice.rows == usual_.rows;
  std::optional<cv::Vec3f> ground;
  for (int row = -1; row <= lattice.rows; ++row)
    for (int column = -1; column <= lattice.columns; ++column) {
      const bool is_beside = column < 0 || column == lattice.columns;
      const bool is_above = row < 0 || row == lattice.rows;
      if (is_beside == is_above) continue;
      const cv::Point2d middle = lattice.centre(column, row);
      const cv::Point2d half(lattice.pitch / 2, lattice.pitch / 2);
      const cv::Rect place(cv::Point(middle - half), cv::Point(middle + half));
      const bool is_inside = (place & cv::Rect({}, bgr.size())) == place;
      if (is_inside && state_of(bgr, middle, lattice.pitch).kind == State::Kind::tile) return false;
      if (as_wide && as_high) continue;
      if (!is_inside) return false;
      const cv::Mat lab = to_oklab(cells::cut(bgr, middle, lattice.pitch, kCellPixels));
      // But what is blurred by the panel.
      constexpr int kBlurred = 4;
      const cv::Rect inner(kBlurred, kBlurred, kCellPixels - 2 * kBlurred,
                           kCellPixels - 2 * kBlurred);
      const cv::Mat bare = lab(inner);
      if (!ground) ground = bare.at<cv::Vec3f>(0, 0);
      for (int y = 0; y < bare.rows; ++y)
        for (int x = 0; x < bare.cols; ++x)
          if (cv::norm(bare.at<cv::Vec3f>(y, x) - *ground) > kNotBare) return false;
    }
  const auto lies_as_before = [](double from, double length, double before, double usual) {
    return std::min({std::abs(from - before), std::abs(from + length - before - usual),
                     std::abs(from + length / 2 - before - usual / 2)}) < kSamePlace;
  };
  return (as_wide || lies_as_before(lattice.origin.x, lattice.columns * lattice.pitch,
                                    usual_.origin.x, usual_.columns * usual_.pitch)) &&
         (as_high || lies_as_before(lattice.origin.y, lattice.rows * lattice.pitch, usual_.origin.y,
                                    usual_.rows * usual_.pitch));
}

Lattice CellsReader::grown(const cv::Mat& bgr, const Lattice& lattice) const {
  return cells::grown(lattice, [&](const Lattice& place, int column, int row) {
    return cv::Rect2d(0, 0, bgr.cols, bgr.rows).contains(place.centre(column, row)) &&
           state_of(bgr, place.centre(column, row), place.pitch).kind == State::Kind::tile;
  });
}

Reading CellsReader::read(const Frame& frame, cells::Search search) const {
  Reading usual = read_at(frame, grown(frame.image, usual_));
  const auto certain = std::count_if(usual.confidence.begin(), usual.confidence.end(),
                                     [](float each) { return each >= kMinConfidence; });
  if (search == cells::Search::nowhere || usual.accepted() || usual.rejection == kOtherLight ||
      static_cast<double>(certain) > kCertainShare * static_cast<double>(usual.confidence.size()))
    return usual;
  const auto lattice = locate(frame.image);
  if (!lattice || !is_whole(frame.image, *lattice)) return usual;
  Reading found = read_at(frame, *lattice);
  return found.accepted() ? found : usual;
}

}  // namespace eyehand::panel
