// Which pixels belong to the strokes and dots around a face.
#pragma once

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::slitherlink {

/// A straight side, prepared for the distances of many points from it.
struct Side {
  Side(cv::Point2d a, cv::Point2d b) : start(a), length(cv::norm(b - a)), way((b - a) / length) {}

  double square_distance(cv::Point2d p) const {
    const cv::Point2d off = p - start;
    const double along = off.dot(way), aside = off.cross(way);
    const double beyond = along - std::clamp(along, 0.0, length);
    return aside * aside + beyond * beyond;
  }

  cv::Point2d start;
  double length;
  cv::Point2d way;        ///< the unit vector from the start
  double half_width = 0;  ///< of the stroke with its fringe, pixels
};

inline double distance_to(cv::Point2d p, cv::Point2d a, cv::Point2d b) {
  return std::sqrt(Side(a, b).square_distance(p));
}

/// Coordinates are pixels of the picture that the sides are in.
class FaceOutline {
 public:
  /// `dot_radius` includes the fringe.
  FaceOutline(std::vector<Side> sides, double dot_radius);

  /// Part of a stroke or dot, close enough to one that it may be part of it, or further away.
  enum class Place { stroke, beside, apart };
  Place place_of(cv::Point2d p);
  /// Whether both pixels are in one stroke; then so are those between them, because strokes are
  /// convex. May be false for some that are.
  bool has_in_one_stroke(cv::Point2d a, cv::Point2d b);

 private:
  std::vector<Side> sides_;  ///< the one that a pixel was last part of comes first
  double dot_radius_;
  cv::Point2d middle_;
  double free_;  ///< the radius around the centre within which all is apart, if not negative
};

}  // namespace eyehand::slitherlink
