#include "calibration/hexiom/moves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

/// Fewer changed pixels are noise.
constexpr int kFewestPixels = 20;
/// The smallest distance between the centres of two cells, pixels.
constexpr double kLeastShift = 12;
/// The smallest share of a change that must be opposite at the two places.
constexpr double kOpposite = 0.25;
/// Two pixels are opposite if their changes cancel out except for this share.
constexpr double kCancelled = 0.4;
/// A piece's box has at least this ratio of its shorter side to its longer, and is filled to at
/// least this share.
constexpr double kSquarish = 0.78, kFilled = 0.55;
constexpr int kWholeMin = 14;
/// Within this distance of a cell's centre, towards its sides, there is nothing of its neighbours.
constexpr double kOwn = 0.49;
/// Points are on a lattice if they are this close to its positions, in pixels or pitches.
constexpr double kOnPixels = 1.6, kOnPitches = 0.045;
/// Pitches that differ by less than this are the same.
constexpr double kSamePitch = 0.04;

double root3() {
  return std::sqrt(3.0);
}

/// The largest distance of a point from its position on a lattice.
double worst_distance(const HexLattice& lattice, const std::vector<cv::Point2d>& points) {
  double worst = 0;
  for (const cv::Point2d& point : points)
    worst = std::max(worst, cv::norm(lattice.at(nearest_step(lattice, point).point()) - point));
  return worst;
}

bool is_whole(const cv::Mat& part, const cv::Rect& box) {
  const double shape =
      static_cast<double>(std::min(box.width, box.height)) / std::max(box.width, box.height);
  return std::min(box.width, box.height) >= kWholeMin && shape >= kSquarish &&
         cv::countNonZero(part(box)) >= kFilled * box.area();
}

/// The part of a mask nearest to a point.
cv::Mat part_near(const cv::Mat& mask, cv::Point point) {
  cv::Mat labels, closed;
  cv::morphologyEx(mask, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  cv::connectedComponents(closed, labels, 8, CV_32S);
  int best = 0;
  double nearest = kDragReach;
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x) {
      const double distance = std::hypot(x - point.x, y - point.y);
      if (labels.at<int>(y, x) == 0 || distance >= nearest) continue;
      nearest = distance;
      best = labels.at<int>(y, x);
    }
  if (best == 0) return cv::Mat::zeros(mask.size(), CV_8U);
  return labels == best;
}

/// The places where two separate shapes of the same size have changed: a piece may have a different
/// colour in its new place.
std::optional<MovedPiece> move_of_shapes(const cv::Mat& difference, cv::Point from, cv::Point to) {
  constexpr int kSameSize = 2;
  const cv::Mat here = part_near(difference, from), there = part_near(difference, to);
  const cv::Rect box = cv::boundingRect(here), other = cv::boundingRect(there);
  if (box.empty() || other.empty() || !box.contains(from) || !other.contains(to) || box == other ||
      std::abs(box.width - other.width) > kSameSize ||
      std::abs(box.height - other.height) > kSameSize || !is_whole(here, box) ||
      !is_whole(there, other))
    return std::nullopt;
  const cv::Point2d shift = cv::Point2d(other.tl() + other.br() - box.tl() - box.br()) / 2;
  return MovedPiece{shift, box, true};
}

}  // namespace

std::optional<MovedPiece> find_move(const cv::Mat& before, const cv::Mat& after,
                                    const cv::Mat& difference, cv::Point from, cv::Point to) {
  const cv::Rect around =
      (cv::Rect(from, from + cv::Point(1, 1)) | cv::Rect(to, to + cv::Point(1, 1)));
  constexpr int kRoom = 2 * kDragReach;
  const cv::Rect area =
      cv::Rect(around.tl() - cv::Point(kRoom, kRoom), around.br() + cv::Point(kRoom, kRoom)) &
      cv::Rect({}, before.size());
  if (area.empty() || cv::countNonZero(difference(area)) < kFewestPixels) return std::nullopt;
  if (const auto moved = move_of_shapes(difference(area), from - area.tl(), to - area.tl()))
    return MovedPiece{moved->shift, moved->box + area.tl(), true};
  cv::Mat old_values, change;
  before(area).convertTo(old_values, CV_32F);
  after(area).convertTo(change, CV_32F);
  change -= old_values;
  change.setTo(cv::Scalar::all(0), ~difference(area));
  const double all = change.dot(change);
  if (all <= 0) return std::nullopt;

  // The shift that makes the change cancel itself out as far as possible.
  const cv::Point dragged = to - from;
  const int reach = std::max(std::abs(dragged.x), std::abs(dragged.y)) + kRoom;
  cv::Mat padded, products;
  cv::copyMakeBorder(change, padded, reach, reach, reach, reach, cv::BORDER_CONSTANT, 0);
  cv::matchTemplate(padded, change, products, cv::TM_CCORR);
  const cv::Rect window = cv::Rect(dragged + cv::Point(reach - kRoom, reach - kRoom),
                                   cv::Size(2 * kRoom + 1, 2 * kRoom + 1)) &
                          cv::Rect({}, products.size());
  cv::Mat near = products(window).clone();
  for (int y = 0; y < near.rows; ++y)
    for (int x = 0; x < near.cols; ++x) {
      const cv::Point shift = window.tl() + cv::Point(x - reach, y - reach);
      // A change cancels itself out equally well in the opposite direction.
      if (cv::norm(shift) < kLeastShift || shift.dot(dragged) <= 0) near.at<float>(y, x) = 0;
    }
  double least = 0;
  cv::Point where;
  cv::minMaxLoc(near, &least, nullptr, &where);
  if (-2 * least < kOpposite * all) return std::nullopt;
  const cv::Point shift = window.tl() + where - cv::Point(reach, reach);

  cv::Mat mask(area.size(), CV_8U, cv::Scalar(0));
  for (int y = 0; y < area.height; ++y)
    for (int x = 0; x < area.width; ++x) {
      const cv::Point there = cv::Point(x, y) + shift;
      const auto here = change.at<cv::Vec3f>(y, x);
      if (here == cv::Vec3f() || !cv::Rect({}, area.size()).contains(there)) continue;
      if (cv::norm(here + change.at<cv::Vec3f>(there)) < kCancelled * cv::norm(here))
        mask.at<std::uint8_t>(y, x) = 255;
    }
  const cv::Mat part = part_near(mask, from - area.tl());
  const cv::Rect box = cv::boundingRect(part);
  if (box.empty()) return std::nullopt;
  MovedPiece moved{shift, box + area.tl(), false};
  moved.is_whole = is_whole(part, box);
  return moved;
}

double width_on_cell(const cv::Mat& difference, const HexLattice& lattice, cv::Point2d middle) {
  std::vector<cv::Point> corners;
  const double radius = kOwn * lattice.pitch * 2 / root3();
  for (int i = 0; i < 6; ++i) {
    const double angle = (i + (lattice.flat_topped ? 0 : 0.5)) * std::numbers::pi / 3;
    corners.emplace_back(middle + radius * cv::Point2d(std::cos(angle), std::sin(angle)));
  }
  cv::Mat own(difference.size(), CV_8U, cv::Scalar(0));
  cv::fillConvexPoly(own, corners, 255);
  const cv::Rect box = cv::boundingRect(difference & own);
  return std::min(box.width, box.height);
}

HexStep nearest_step(const HexLattice& lattice, cv::Point2d point) {
  const cv::Point2d away = (point - lattice.middle) / lattice.pitch;
  const cv::Point2d unit =
      lattice.flat_topped ? cv::Point2d(away.y, -away.x) : cv::Point2d(away.x, away.y);
  const double r = unit.y * 2 / root3(), q = unit.x - r / 2;
  // The three coordinates sum to zero, so the one with the largest rounding error follows from the
  // others.
  const double s = -q - r;
  int nearest_q = cvRound(q), nearest_r = cvRound(r);
  const int nearest_s = cvRound(s);
  const double off_q = std::abs(nearest_q - q), off_r = std::abs(nearest_r - r),
               off_s = std::abs(nearest_s - s);
  if (off_q > off_r && off_q > off_s)
    nearest_q = -nearest_r - nearest_s;
  else if (off_r > off_s)
    nearest_r = -nearest_q - nearest_s;
  return {nearest_q, nearest_r};
}

std::optional<HexLattice> lattice_through(const std::vector<cv::Point2d>& points, double pitch_min,
                                          double pitch_max) {
  std::vector<HexLattice> fits;
  for (const bool flat_topped : {false, true}) {
    HexLattice lattice;
    lattice.middle = points.at(0);
    lattice.flat_topped = flat_topped;
    for (lattice.pitch = pitch_min; lattice.pitch <= pitch_max; lattice.pitch *= 1.004) {
      HexLattice settled = lattice;
      settle_on(settled, points);
      if (settled.pitch < pitch_min || settled.pitch > pitch_max) continue;
      if (worst_distance(settled, points) > std::max(kOnPixels, kOnPitches * settled.pitch))
        continue;
      fits.push_back(settled);
    }
  }
  if (fits.empty()) return std::nullopt;
  const auto best =
      *std::min_element(fits.begin(), fits.end(), [&](const HexLattice& a, const HexLattice& b) {
        return worst_distance(a, points) < worst_distance(b, points);
      });
  for (const HexLattice& fit : fits)
    if (fit.flat_topped != best.flat_topped ||
        std::abs(fit.pitch - best.pitch) > kSamePitch * best.pitch)
      return std::nullopt;
  return best;
}

void settle_on(HexLattice& lattice, const std::vector<cv::Point2d>& points) {
  HexLattice unit;
  unit.pitch = 1;
  unit.flat_topped = lattice.flat_topped;
  std::vector<cv::Point2d> places;
  cv::Point2d mean_place, mean_point;
  for (const cv::Point2d& point : points) {
    places.push_back(unit.at(nearest_step(lattice, point).point()));
    mean_place += places.back() / static_cast<double>(points.size());
    mean_point += point / static_cast<double>(points.size());
  }
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    products += (places[i] - mean_place).dot(points[i] - mean_point);
    squares += (places[i] - mean_place).dot(places[i] - mean_place);
  }
  if (squares > 0 && products > 0) lattice.pitch = products / squares;
  lattice.middle = mean_point - lattice.pitch * mean_place;
}

}  // namespace eyehand::calibration
