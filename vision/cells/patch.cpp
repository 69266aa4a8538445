#include "vision/cells/patch.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace eyehand::cells {

cv::Mat cut(const cv::Mat& bgr, cv::Point2d centre, double side, int pixels, int quarters) {
  // A whole number of samples per pixel, about one for each pixel of the image.
  const int fine = pixels * std::clamp(static_cast<int>(std::lround(side / pixels)), 1, 16);
  const double step = side / fine, first = (step - side) / 2;
  const cv::Matx23d to_image(step, 0, centre.x + first, 0, step, centre.y + first);
  cv::Mat sampled, patch, turned;
  cv::warpAffine(bgr, sampled, to_image, {fine, fine}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  sampled.convertTo(sampled, CV_32F);
  cv::resize(sampled, patch, {pixels, pixels}, 0, 0, cv::INTER_AREA);
  switch (quarters & 3) {
    case 1:
      cv::rotate(patch, turned, cv::ROTATE_90_COUNTERCLOCKWISE);
      return turned;
    case 2:
      cv::rotate(patch, turned, cv::ROTATE_180);
      return turned;
    case 3:
      cv::rotate(patch, turned, cv::ROTATE_90_CLOCKWISE);
      return turned;
    default:
      return patch;
  }
}

}  // namespace eyehand::cells
