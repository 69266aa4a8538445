// The symbol that a mask shows, known by its outline alone: how many discs, rings or petals it has,
// or how long it is. And measures of masks that this and marks.cpp share.
#pragma once

#include <cstddef>
#include <opencv2/core.hpp>
#include <optional>

#include "puzzle/panel/board.hpp"
#include "vision/panel/marks.hpp"

namespace eyehand::panel {

/// Components of a mask with fewer pixels are noise, or the rim of something.
inline constexpr int kSpeck = 6;

/// `shape` (CV_8U, kCellPixels wide and high) is where a cell has the colours of its symbol, of
/// which there are `colours`. Gives symbol, value and hue; nothing if the shape is none that is
/// known, or shape or hue could be two. O(pixels).
std::optional<Tile> read_shape(const cv::Mat& shape, const TilePicture& picture,
                               std::size_t colours);

/// The mean place of the pixels that are set, at least one.
cv::Point2d centroid_of(const cv::Mat& mask);
/// A pixel's place relative to the centre of its cell, pixels.
cv::Point2d from_centre(cv::Point2d p);
/// Degrees, 0 to the right, 90 up.
double angle_of(cv::Point2d p);
/// How far an angle is from the nearest multiple of `period` plus `first`.
double degrees_off(double angle, double first, double period);
cv::Mat without_holes(const cv::Mat& mask);
/// The distance of each pixel that is set from the nearest that is not, CV_32F.
cv::Mat depth_of(const cv::Mat& mask);
/// The same where nothing is set beyond the picture.
cv::Mat depth_within(const cv::Mat& mask);
/// How many times as long as wide.
double elongation(const cv::Moments& moments);
/// In which direction it is long: degrees, 0 to the right, 90 up, -90 to 90.
double direction_of(const cv::Moments& moments);
/// The largest distance between a pixel's colour (CV_32FC3) and those of its four neighbours.
float steepness(const cv::Mat& picture, cv::Point p);

}  // namespace eyehand::panel
