// A made-up desktop with a program's window on it, as a viewer shows it.
#pragma once

#include <opencv2/core.hpp>

namespace eyehand::test {

enum class Wallpaper { even, shaded, photograph };

struct RemoteDesktop {
  cv::Size size{1280, 960};  ///< grows until the window fits
  Wallpaper wallpaper = Wallpaper::even;
  double scale = 1;  ///< of the picture
  int quality = 0;   ///< of JPEG, 1 to 100; 0: not compressed
};

/// The desktop's picture with `content` as the contents of a decorated window, which covers another
/// in part; icons and a panel with text lie around them.
cv::Mat shown_on(const RemoteDesktop& desktop, const cv::Mat& content);

}  // namespace eyehand::test
