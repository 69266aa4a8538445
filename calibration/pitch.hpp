// How far apart the cells of an unknown board are, measured by what presses changed.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <vector>

#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// A click and what it changed, in image pixels.
struct Press {
  cv::Point at;
  cv::Mat before, after;
  cv::Mat changed;  ///< 8-bit mask
};

/// The shift of `b` that makes it overlap `a` as much as possible, if at least half of their union
/// is then common to both. Both are non-empty 8-bit masks of the same size.
std::optional<cv::Point> shift_between(const cv::Mat& a, const cv::Mat& b);

/// The boxes of the separate parts that the first press changed and that are as large as the one
/// that was clicked, or right beside, which comes first. Empty if the click is near none of them.
std::vector<cv::Rect> cells_flipped(const Press& first);

/// The size of the smallest part that was clicked itself. Where cells touch, only a press that
/// flips no neighbours shows one by itself. 0x0 if no press was near a part.
cv::Size smallest_cell(std::span<const Press> presses);

/// The size of the smallest parts that changed, if the others consist of several of them side by
/// side: where cells touch, few of those that flip show by themselves. Something else, much smaller
/// than all of these, may change as well. Otherwise 0x0.
cv::Size touching_cell(std::span<const Press> presses);

/// How far the second press's cell is from the first's, pixels; if either cell cannot be separated
/// from what else changed, how far all of that moved. Nothing if that is unclear, too.
std::optional<cv::Point> step_between(const Press& first, const Press& second);

/// The distances of cells across and down, pixels: parts as large as `cell` are whole pitches
/// apart, whatever set of them a press flips, and the nearest are one pitch apart. 0 along an axis
/// on which there are none, or on which some do not fit.
cv::Size2d pitches_of_parts(std::span<const Press> presses, cv::Size cell);

/// The pitches of a lattice by presses at least two cells apart that changed the same set; the
/// lattice's own unless there are some along both axes.
cv::Size2d pitches_of_far_presses(std::span<const Press> presses, const Lattice& lattice);

}  // namespace eyehand::calibration
