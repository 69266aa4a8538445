#include "vision/frame.hpp"

#include <opencv2/imgproc.hpp>
#include <utility>

namespace eyehand {

cv::Rect scaled(const cv::Rect& area, cv::Point2d scale) {
  return covering({area.x * scale.x, area.y * scale.y},
                  {area.br().x * scale.x, area.br().y * scale.y});
}

bool same_picture(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && a.type() == b.type() &&
         (a.empty() || cv::norm(a, b, cv::NORM_INF) == 0);
}

Frame with_image(Frame frame, cv::Mat resized) {
  const cv::Point2d by(static_cast<double>(resized.cols) / frame.image.cols,
                       static_cast<double>(resized.rows) / frame.image.rows);
  frame.scale = {frame.scale.x * by.x, frame.scale.y * by.y};
  frame.on_screen = scaled(frame.on_screen, by) & cv::Rect({}, resized.size());
  frame.image = std::move(resized);
  return frame;
}

Frame stretched(Frame frame, double stretch) {
  const cv::Size size = frame.image.size();
  const cv::Size larger(stretch < 1 ? cvRound(size.width / stretch) : size.width,
                        stretch > 1 ? cvRound(size.height * stretch) : size.height);
  if (larger == size || size.empty()) return frame;
  cv::Mat resized;
  cv::resize(frame.image, resized, larger, 0, 0, cv::INTER_LINEAR);
  return with_image(std::move(frame), std::move(resized));
}

}  // namespace eyehand
