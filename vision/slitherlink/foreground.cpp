#include "vision/slitherlink/foreground.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/foreground.hpp"

namespace eyehand {
namespace {

/// Pixels first to before end of a row that are of one colour.
struct Run {
  int first, end;
  cv::Vec3b bgr;

  Colour colour() const { return to_colour(bgr); }
};

/// Rows first to before end, which are equal: what programs draw has many such.
struct Band {
  int first, end;
  std::vector<Run> runs;
};

std::vector<Band> bands_of(const cv::Mat& bgr) {
  std::vector<Band> bands;
  for (int y = 0; y < bgr.rows; ++y) {
    if (y > 0 && std::memcmp(bgr.ptr(y), bgr.ptr(y - 1), at(bgr.cols) * 3) == 0) {
      ++bands.back().end;
      continue;
    }
    bands.push_back({y, y + 1, {}});
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int end, const cv::Vec3b& p) {
      bands.back().runs.push_back({first, end, p});
    });
  }
  return bands;
}

/// The commonest of coarse colours, and in it the commonest fine one.
Colour commonest_of(const std::vector<Band>& bands) {
  const auto each_run = [&](auto&& visit) {
    for (const Band& band : bands)
      for (const Run& run : band.runs) visit(run, (band.end - band.first) * (run.end - run.first));
  };
  std::vector<int> coarse(1 << 15, 0);
  const auto bin = [](const cv::Vec3b& p) {
    return at((p[2] >> 3) << 10 | (p[1] >> 3) << 5 | p[0] >> 3);
  };
  each_run([&](const Run& run, int pixels) { coarse[bin(run.bgr)] += pixels; });
  const auto usual =
      static_cast<std::size_t>(std::max_element(coarse.begin(), coarse.end()) - coarse.begin());
  std::array<int, 512> fine{};
  each_run([&](const Run& run, int pixels) {
    const cv::Vec3b& p = run.bgr;
    if (bin(p) == usual) fine[at((p[2] & 7) << 6 | (p[1] & 7) << 3 | (p[0] & 7))] += pixels;
  });
  const int best = static_cast<int>(std::max_element(fine.begin(), fine.end()) - fine.begin());
  const int high = static_cast<int>(usual);
  return {(high >> 10) << 3 | best >> 6, (high >> 5 & 31) << 3 | (best >> 3 & 7),
          (high & 31) << 3 | (best & 7)};
}

}  // namespace

Colour commonest_colour(const cv::Mat& bgr) {
  return commonest_of(bands_of(bgr));
}

ForegroundPicture ForegroundPicture::of(const cv::Mat& bgr, Colour dot, int foreground_min) {
  ForegroundPicture picture;
  picture.bgr = bgr;
  picture.dot = dot;
  picture.foreground_min = foreground_min;
  const std::vector<Band> bands = bands_of(bgr);
  picture.background = commonest_of(bands);
  picture.foreground.create(bgr.size(), CV_8UC1);
  picture.dark.create(bgr.size(), CV_8UC1);
  const int full = std::max(1, distance(picture.background, dot));
  for (const Band& band : bands) {
    auto* foreground = picture.foreground.ptr<std::uint8_t>(band.first);
    auto* dark = picture.dark.ptr<std::uint8_t>(band.first);
    for (const Run& run : band.runs) {
      const int off = distance(run.colour(), picture.background);
      const int shade = std::max(0, 255 - distance(run.colour(), dot) * 255 / full);
      std::fill(foreground + run.first, foreground + run.end, static_cast<std::uint8_t>(off));
      std::fill(dark + run.first, dark + run.end, static_cast<std::uint8_t>(shade));
      picture.foreground_most = std::max(picture.foreground_most, off);
    }
    for (int y = band.first + 1; y < band.end; ++y) {
      std::copy_n(foreground, bgr.cols, picture.foreground.ptr(y));
      std::copy_n(dark, bgr.cols, picture.dark.ptr(y));
    }
    const auto is_drawn = [&](const Run& run) { return run.colour() != picture.background; };
    const auto first = std::find_if(band.runs.begin(), band.runs.end(), is_drawn);
    if (first == band.runs.end()) continue;
    const int end = std::find_if(band.runs.rbegin(), band.runs.rend(), is_drawn)->end;
    picture.drawn |= cv::Rect(first->first, band.first, end - first->first, band.end - band.first);
  }
  return picture;
}

}  // namespace eyehand
