#include "vision/frame.hpp"

#include <opencv2/imgproc.hpp>
#include <utility>

namespace eyehand {

cv::Rect scaled(const cv::Rect& area, cv::Point2d scale) {
  return covering({area.x * scale.x, area.y * scale.y},
                  {area.br().x * scale.x, area.br().y * scale.y});
}

bool same_picture(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

namespace {

Frame resized(Frame frame, cv::Size to, int interpolation) {
  if (to == frame.image.size() || frame.image.empty()) return frame;
  const cv::Point2d by(static_cast<double>(to.width) / frame.image.cols,
                       static_cast<double>(to.height) / frame.image.rows);
  frame.scale = {frame.scale.x * by.x, frame.scale.y * by.y};
  cv::resize(frame.image, frame.image, to, 0, 0, interpolation);
  frame.on_screen = scaled(frame.on_screen, by) & cv::Rect({}, to);
  return frame;
}

}  // namespace

Frame stretched(Frame frame, double stretch) {
  const cv::Size size = frame.image.size();
  const cv::Size larger(stretch < 1 ? cvRound(size.width / stretch) : size.width,
                        stretch > 1 ? cvRound(size.height * stretch) : size.height);
  return resized(std::move(frame), larger, cv::INTER_LINEAR);
}

Frame magnified(Frame frame, double times) {
  const cv::Size size = frame.image.size();
  return resized(std::move(frame), {cvRound(size.width * times), cvRound(size.height * times)},
                 cv::INTER_CUBIC);
}

}  // namespace eyehand
