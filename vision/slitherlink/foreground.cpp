#include "vision/foreground.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "puzzle/index.hpp"
#include "vision/slitherlink/stroke_graph.hpp"

namespace eyehand {

ForegroundPicture ForegroundPicture::of(const cv::Mat& bgr, Colour dot, int foreground_min) {
  ForegroundPicture picture;
  picture.bgr = bgr;
  picture.dot = dot;
  picture.foreground_min = foreground_min;
  // The commonest of coarse colours, and in it the commonest fine one.
  std::vector<int> coarse(1 << 15, 0);
  const auto bin = [](const cv::Vec3b& p) {
    return static_cast<std::size_t>((p[2] >> 3) << 10 | (p[1] >> 3) << 5 | p[0] >> 3);
  };
  const auto each_run = [&](auto&& visit) {
    for (int y = 0; y < bgr.rows; ++y)
      for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols,
                   [&](int first, int last, const cv::Vec3b& p) { visit(y, first, last, p); });
  };
  each_run([&](int, int first, int last, const cv::Vec3b& p) { coarse[bin(p)] += last - first; });
  const auto usual =
      static_cast<std::size_t>(std::max_element(coarse.begin(), coarse.end()) - coarse.begin());
  std::array<int, 512> fine{};
  each_run([&](int, int first, int last, const cv::Vec3b& p) {
    if (bin(p) == usual) fine[at((p[2] & 7) << 6 | (p[1] & 7) << 3 | (p[0] & 7))] += last - first;
  });
  const int best = static_cast<int>(std::max_element(fine.begin(), fine.end()) - fine.begin());
  const int high = static_cast<int>(usual);
  picture.background = {(high >> 10) << 3 | best >> 6, (high >> 5 & 31) << 3 | (best >> 3 & 7),
                        (high & 31) << 3 | (best & 7)};

  picture.foreground.create(bgr.size(), CV_8UC1);
  picture.dark.create(bgr.size(), CV_8UC1);
  const int full = std::max(1, distance(picture.background, dot));
  each_run([&](int y, int first, int last, const cv::Vec3b& p) {
    const Colour c = to_colour(p);
    auto* foreground_row = picture.foreground.ptr<std::uint8_t>(y);
    auto* dark_row = picture.dark.ptr<std::uint8_t>(y);
    std::fill(foreground_row + first, foreground_row + last,
              static_cast<std::uint8_t>(distance(c, picture.background)));
    std::fill(dark_row + first, dark_row + last,
              static_cast<std::uint8_t>(std::max(0, 255 - distance(c, dot) * 255 / full)));
  });
  return picture;
}

}  // namespace eyehand
