#include "tests/calibration/remote_desktop.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

namespace eyehand::test {
namespace {

constexpr int kTitleHeight = 22, kPanelHeight = 28, kLeft = 150, kAbove = 70;

void write(cv::Mat& picture, const std::string& text, cv::Point at, const cv::Scalar& colour) {
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv::LINE_AA);
}

void draw_window(cv::Mat& picture, cv::Point at, const cv::Mat& content, const char* title) {
  const cv::Size inner = content.size();
  const cv::Rect frame(at, cv::Size(inner.width + 2, inner.height + kTitleHeight + 2));
  cv::rectangle(picture, frame, cv::Scalar(60, 50, 40), cv::FILLED);
  const cv::Rect bar(at.x + 1, at.y + 1, inner.width, kTitleHeight - 1);
  cv::rectangle(picture, bar, cv::Scalar(150, 110, 80), cv::FILLED);
  write(picture, title, {bar.x + 8, bar.y + 15}, cv::Scalar::all(255));
  content.copyTo(picture({at.x + 1, at.y + kTitleHeight, inner.width, inner.height}));
}

cv::Mat wallpaper(cv::Size size, Wallpaper kind) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar(110, 90, 60));
  if (kind == Wallpaper::shaded)
    for (int y = 0; y < size.height; ++y)
      picture.row(y) = cv::Scalar(60 + 120 * y / size.height, 90, 150 - 100 * y / size.height);
  if (kind == Wallpaper::photograph) {  // something with shapes of all sizes
    cv::RNG random(7);
    cv::Mat sum(size, CV_32FC3, cv::Scalar(100, 110, 90));
    for (int side = 4; side <= 256; side *= 4) {
      cv::Mat coarse(size.height / side + 2, size.width / side + 2, CV_32FC3), fine;
      random.fill(coarse, cv::RNG::NORMAL, 0, 28);
      cv::resize(coarse, fine, size, 0, 0, cv::INTER_CUBIC);
      sum += fine;
    }
    sum.convertTo(picture, CV_8UC3);
  }
  return picture;
}

cv::Mat letter() {
  cv::Mat page(300, 420, CV_8UC3, cv::Scalar::all(250));
  for (int line = 0; line < 13; ++line)
    write(page, "The quick brown fox jumps over the lazy dog", {14, 24 + 21 * line},
          cv::Scalar::all(30));
  return page;
}

}  // namespace

cv::Mat shown_on(const RemoteDesktop& desktop, const cv::Mat& content) {
  const cv::Size size(std::max(desktop.size.width, content.cols + kLeft + 60),
                      std::max(desktop.size.height, content.rows + kAbove + 100));
  cv::Mat picture = wallpaper(size, desktop.wallpaper);
  const cv::Rect panel(0, size.height - kPanelHeight, size.width, kPanelHeight);
  cv::rectangle(picture, panel, cv::Scalar::all(45), cv::FILLED);
  write(picture, "Applications   Games   12:34", {10, panel.y + 18}, cv::Scalar::all(220));
  for (int icon = 0; icon < 4; ++icon) {
    cv::rectangle(picture, cv::Rect(30, 40 + 100 * icon, 48, 48), cv::Scalar(60, 170, 220),
                  cv::FILLED);
    write(picture, "Folder", {30, 104 + 100 * icon}, cv::Scalar::all(255));
  }
  draw_window(picture, {size.width - 560, size.height - 420}, letter(), "Letter");
  draw_window(picture, {kLeft, kAbove}, content, "Game");
  if (desktop.scale != 1)
    cv::resize(picture, picture, {}, desktop.scale, desktop.scale,
               desktop.scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  if (desktop.quality > 0) {
    std::vector<uchar> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, desktop.quality});
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  }
  return picture;
}

}  // namespace eyehand::test
