#include "vision/frame.hpp"

#include <opencv2/imgproc.hpp>

namespace eyehand {

cv::Rect scaled(const cv::Rect& area, cv::Point2d scale) {
  return covering({area.x * scale.x, area.y * scale.y},
                  {area.br().x * scale.x, area.br().y * scale.y});
}

Frame stretched(Frame frame, double stretch) {
  if (stretch == 1 || frame.image.empty()) return frame;
  const cv::Size size = frame.image.size();
  const cv::Size larger(stretch < 1 ? cvRound(size.width / stretch) : size.width,
                        stretch > 1 ? cvRound(size.height * stretch) : size.height);
  frame.scale = {static_cast<double>(larger.width) / size.width,
                 static_cast<double>(larger.height) / size.height};
  cv::resize(frame.image, frame.image, larger, 0, 0, cv::INTER_LINEAR);
  frame.on_screen = scaled(frame.on_screen, frame.scale) & cv::Rect({}, larger);
  return frame;
}

}  // namespace eyehand
