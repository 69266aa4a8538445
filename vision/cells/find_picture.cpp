#include "vision/cells/find_picture.hpp"

#include <opencv2/imgproc.hpp>

namespace eyehand::cells {
namespace {

/// The least correlation, and how far from its usual place a picture is looked for first, pixels.
constexpr double kSame = 0.8;
constexpr int kMoves = 60;

}  // namespace

std::optional<cv::Point> find_picture(const cv::Mat& picture, const cv::Mat& window,
                                      cv::Point usual) {
  const cv::Size size = picture.size();
  const cv::Rect all({}, window.size());
  const cv::Rect near(usual - cv::Point(size) / 2 - cv::Point(kMoves, kMoves),
                      size + cv::Size(2 * kMoves, 2 * kMoves));
  for (const cv::Rect& where : {near & all, all}) {
    if (where.width < size.width || where.height < size.height) continue;
    cv::Mat likeness;
    cv::matchTemplate(window(where), picture, likeness, cv::TM_CCOEFF_NORMED);
    double most = 0;
    cv::Point at;
    cv::minMaxLoc(likeness, nullptr, &most, nullptr, &at);
    if (most > kSame) return where.tl() + at + cv::Point(size) / 2;
  }
  return std::nullopt;
}

}  // namespace eyehand::cells
