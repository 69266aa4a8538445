#include "vision/hexiom/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/foreground.hpp"

namespace eyehand {
namespace {

/// The share of the rectangle around it that a shape fills: 3/4 for a hexagon, 0.785 for a disc.
constexpr double kFullMin = 0.68, kFullMax = 0.85;
/// The most that a shape is longer in one direction: 1.155 for a hexagon, and more for coarse
/// pixels.
constexpr double kOblong = 1.28;
/// Colours are counted by this many upper bits of each channel.
constexpr int kColourBits = 5;
/// Backgrounds that differ less, 0 to 255, are one: that is the width of a bin.
constexpr int kSameColour = 8;

}  // namespace

std::vector<Colour> likely_backgrounds(const cv::Mat& bgr, int n) {
  constexpr int kDrop = 8 - kColourBits;
  struct Bin {
    int count = 0, r = 0, g = 0, b = 0;
  };
  std::vector<Bin> bins(std::size_t{1} << (3 * kColourBits));
  const auto count = [&](Colour c, int times) {
    Bin& bin = bins[at((c.r >> kDrop) << (2 * kColourBits) | (c.g >> kDrop) << kColourBits |
                       c.b >> kDrop)];
    bin.count += times;
    bin.r += times * c.r;
    bin.g += times * c.g;
    bin.b += times * c.b;
  };
  std::vector<Colour> found;
  const auto take = [&](const Bin& bin) {
    const Colour c{bin.r / bin.count, bin.g / bin.count, bin.b / bin.count};
    const auto is_near = [&](Colour other) { return distance(c, other) < kSameColour; };
    if (std::none_of(found.begin(), found.end(), is_near)) found.push_back(c);
  };
  const auto is_rarer = [](const Bin& a, const Bin& b) { return a.count < b.count; };

  for (int x = 0; x < bgr.cols; ++x) {
    count(colour_at(bgr, x, 0), 1);
    count(colour_at(bgr, x, bgr.rows - 1), 1);
  }
  for (int y = 0; y < bgr.rows; ++y) {
    count(colour_at(bgr, 0, y), 1);
    count(colour_at(bgr, bgr.cols - 1, y), 1);
  }
  take(*std::max_element(bins.begin(), bins.end(), is_rarer));
  // Every second pixel of every second row.
  for (int y = 1; y < bgr.rows; y += 2)
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int last, const cv::Vec3b& pixel) {
      if (const int odd = last / 2 - first / 2; odd > 0) count(to_colour(pixel), odd);
    });
  while (static_cast<int>(found.size()) < n) {
    Bin& bin = *std::max_element(bins.begin(), bins.end(), is_rarer);
    if (bin.count == 0) break;
    take(bin);
    bin = {};
  }
  return found;
}

std::vector<HexShape> hexagonal_shapes(const cv::Mat& foreground, int size_min) {
  std::vector<std::vector<cv::Point>> contours;
  std::vector<cv::Vec4i> family;
  cv::findContours(foreground, contours, family, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
  std::vector<HexShape> shapes;
  for (std::size_t i = 0; i < contours.size(); ++i) {
    const auto& contour = contours[i];
    if (contour.size() < 8) continue;
    // The contour of a hole runs through the pixels around it.
    const int rim = family[i][3] >= 0 ? -1 : 1;
    const cv::Rect box = cv::boundingRect(contour);
    const int width = box.width + rim - 1, height = box.height + rim - 1;
    if (std::min(width, height) < size_min || width > kOblong * height || height > kOblong * width)
      continue;
    const cv::Moments moments = cv::moments(contour);
    if (moments.m00 <= 0) continue;
    const double area = moments.m00 + rim * static_cast<double>(contour.size()) / 2;
    const double full = area / (static_cast<double>(width) * height);
    if (full < kFullMin || full > kFullMax) continue;
    shapes.push_back({{moments.m10 / moments.m00, moments.m01 / moments.m00}, width, height});
  }
  return shapes;
}

std::vector<std::vector<HexShape>> clusters_by_size(const std::vector<HexShape>& shapes, int n) {
  std::map<std::pair<int, int>, std::vector<HexShape>> sizes;
  for (const HexShape& shape : shapes) sizes[{shape.width, shape.height}].push_back(shape);
  std::vector<std::vector<HexShape>> clusters;
  while (!sizes.empty() && static_cast<int>(clusters.size()) < n) {
    std::vector<std::pair<int, int>> best;
    std::size_t most = 0;
    for (const auto& [size, unused] : sizes) {
      const int slack = 1 + std::max(size.first, size.second) / 40;
      std::vector<std::pair<int, int>> like;
      std::size_t count = 0;
      for (int w = size.first - slack; w <= size.first + slack; ++w)
        for (int h = size.second - slack; h <= size.second + slack; ++h)
          if (const auto there = sizes.find({w, h}); there != sizes.end()) {
            like.emplace_back(w, h);
            count += there->second.size();
          }
      if (count <= most) continue;
      most = count;
      best = std::move(like);
    }
    auto& cluster = clusters.emplace_back();
    for (const auto& size : best) {
      const auto& here = sizes[size];
      cluster.insert(cluster.end(), here.begin(), here.end());
      sizes.erase(size);
    }
  }
  return clusters;
}

}  // namespace eyehand
