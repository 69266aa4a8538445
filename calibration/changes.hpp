// What differs between two pictures of one window.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::calibration {

/// An 8-bit mask: 255 where any channel differs by more than `min_difference`; all 255 if the sizes
/// differ.
cv::Mat changed_pixels(const cv::Mat& a, const cv::Mat& b, int min_difference = 8);

/// How much each pixel differs, 8-bit: the most of any channel. The sizes must be the same.
cv::Mat strength_of(const cv::Mat& a, const cv::Mat& b);

/// What two masks have in common, as a share of their union; 0 if both are empty.
double common_share(const cv::Mat& a, const cv::Mat& b);

/// The pixels of a mask of changes without those that changed much less than the strongest: a lamp
/// without its glow, which reaches into the cells around it. All have the same size. O(pixels).
cv::Mat without_glow(const cv::Mat& changed, const cv::Mat& before, const cv::Mat& after);

/// Whether these changes cover more of the window than cells that react to a click do.
bool is_more_than_cells(const cv::Mat& changed);

/// When the measured sides of a cell are taken to differ: by more than this share of the shorter
/// one, and by more than this many pixels.
struct Oblong {
  double share = 0, px = 0;
  /// False if a side is 0.
  bool is(cv::Size2d sides) const;
};

/// What an action changed and its undoing changed back: the connected parts of `changed` of which
/// at most a tenth is in `left`, the mask of what differs even so; of those of which more is, up to
/// the share `marked`, what is not in it: a frame may mark the cell that was clicked last. A move
/// counter is not such a part.
cv::Mat parts_restored(const cv::Mat& changed, const cv::Mat& left, double marked = 0);

/// Bounding boxes of the connected parts of a mask, except boxes inside others; each is at least
/// `side_min` on both sides.
std::vector<cv::Rect> boxes_of(const cv::Mat& mask, int side_min);

/// Points to try clicking in the inner half of a picture of this size, from the middle outwards.
std::vector<cv::Point> points_to_try(cv::Size picture);

}  // namespace eyehand::calibration
