#include "vision/read_panel.hpp"

namespace eyehand::panel {

cv::Mat draw(const Frame& frame, const Reading&) {
  return frame.image.clone();
}

}  // namespace eyehand::panel
