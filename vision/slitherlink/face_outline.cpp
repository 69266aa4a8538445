#include "vision/slitherlink/face_outline.hpp"

#include <utility>

namespace eyehand::slitherlink {
namespace {

/// What is this close to strokes and dots, in pixels, may be of them.
constexpr double kOverlooked = 1.2;

double square(double x) {
  return x * x;
}

}  // namespace

FaceOutline::FaceOutline(std::vector<Side> sides, double dot_radius)
    : sides_(std::move(sides)), dot_radius_(dot_radius), free_(1e9) {
  for (const Side& side : sides_) middle_ += side.start / static_cast<double>(sides_.size());
  for (const Side& side : sides_)
    free_ = std::min(free_, std::sqrt(side.square_distance(middle_)) - kOverlooked -
                                std::max(side.half_width, dot_radius_));
}

FaceOutline::Place FaceOutline::place_of(cv::Point2d p) {
  const cv::Point2d from_middle = p - middle_;
  if (free_ > 0 && from_middle.dot(from_middle) < square(free_)) return Place::apart;
  Place place = Place::apart;
  for (Side& side : sides_) {
    const double to_side = side.square_distance(p);
    const cv::Point2d off = p - side.start;
    if (to_side < square(side.half_width) || off.dot(off) < square(dot_radius_)) {
      std::swap(side, sides_.front());  // the next pixel is likely part of it, too
      return Place::stroke;
    }
    if (to_side < square(side.half_width + kOverlooked) ||
        off.dot(off) < square(dot_radius_ + kOverlooked))
      place = Place::beside;
  }
  return place;
}

bool FaceOutline::has_in_one_stroke(cv::Point2d a, cv::Point2d b) {
  if (place_of(a) != Place::stroke) return false;
  const Side& side = sides_.front();
  return side.square_distance(a) < square(side.half_width) &&
         side.square_distance(b) < square(side.half_width);
}

}  // namespace eyehand::slitherlink
