#include "vision/panel/fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace eyehand::panel {
namespace {

/// Slack: moved across, down; larger; less sharp across, down.
constexpr int kWays = 5;
/// The most of each: pixels; a share of the size; the variance of the blur, pixels squared. More
/// lets a drawing explain pictures of other symbols.
constexpr std::array<double, kWays> kMostSlack = {0.35, 0.35, 0.03, 0.25, 0.25};
/// The least squared difference of two drawings, per pixel, all channels, that can be
/// distinguished.
constexpr double kMinApart = 60;
/// Of the descent along one way after the other. It ends sooner as a rule.
constexpr int kRounds = 12;

bool is_far_off(const cv::Vec3f& d) {
  return std::max({std::abs(d[0]), std::abs(d[1]), std::abs(d[2])}) > kPixelOff;
}

/// A pixel of one channel and those beside it.
struct Around {
  float middle, left, right, up, down;
};

}  // namespace

Explained compare(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels) {
  Explained explained;
  for (const cv::Point p : pixels) {
    const cv::Vec3f d = seen.at<cv::Vec3f>(p) - drawn.at<cv::Vec3f>(p);
    explained.left += d.dot(d);
    explained.far_off += is_far_off(d) ? 1 : 0;
  }
  return explained;
}

Explained explain(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels) {
  // What each way changes at each pixel, and what there is to be explained.
  struct Row {
    std::array<float, kWays> ways;
    float off;
  };
  std::vector<Row> rows;
  rows.reserve(pixels.size() * 3);
  std::array<std::array<double, kWays>, kWays> products{};
  std::array<double, kWays> onto{};
  const float half_width = static_cast<float>(drawn.cols) / 2;
  const float half_height = static_cast<float>(drawn.rows) / 2;
  for (const cv::Point p : pixels) {
    const int left = std::max(p.x - 1, 0), right = std::min(p.x + 1, drawn.cols - 1);
    const int up = std::max(p.y - 1, 0), down = std::min(p.y + 1, drawn.rows - 1);
    const auto& s = seen.at<cv::Vec3f>(p);
    const auto& m = drawn.at<cv::Vec3f>(p);
    const auto &l = drawn.at<cv::Vec3f>(p.y, left), &r = drawn.at<cv::Vec3f>(p.y, right);
    const auto &u = drawn.at<cv::Vec3f>(up, p.x), &d = drawn.at<cv::Vec3f>(down, p.x);
    const float x = static_cast<float>(p.x) + 0.5F - half_width;
    const float y = static_cast<float>(p.y) + 0.5F - half_height;
    for (int c = 0; c < 3; ++c) {
      const Around a{m[c], l[c], r[c], u[c], d[c]};
      Row row;
      row.off = s[c] - a.middle;
      row.ways[0] = (a.right - a.left) / 2;
      row.ways[1] = (a.down - a.up) / 2;
      row.ways[2] = x * row.ways[0] + y * row.ways[1];
      row.ways[3] = (a.left + a.right) / 2 - a.middle;
      row.ways[4] = (a.up + a.down) / 2 - a.middle;
      rows.push_back(row);
    }
  }
  for (const Row& row : rows)
    for (int i = 0; i < kWays; ++i) {
      onto[i] += row.off * row.ways[i];
      for (int j = 0; j <= i; ++j) products[i][j] += row.ways[i] * row.ways[j];
    }
  // Least squares within bounds.
  std::array<double, kWays> by{};
  for (int round = 0; round < kRounds; ++round) {
    double moved = 0;
    for (int i = 0; i < kWays; ++i) {
      if (products[i][i] < 1) continue;
      double rest = onto[i];
      for (int j = 0; j < kWays; ++j)
        if (j != i) rest -= by[j] * (j < i ? products[i][j] : products[j][i]);
      const double now = std::clamp(rest / products[i][i], -kMostSlack[i], kMostSlack[i]);
      moved = std::max(moved, std::abs(now - by[i]) / kMostSlack[i]);
      by[i] = now;
    }
    if (moved < 0.01) break;
  }
  Explained explained;
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    cv::Vec3f off;
    for (int c = 0; c < 3; ++c) {
      const Row& row = rows[i + static_cast<std::size_t>(c)];
      double value = row.off;
      for (int k = 0; k < kWays; ++k) value -= by[k] * row.ways[k];
      off[c] = static_cast<float>(value);
    }
    explained.left += off.dot(off);
    explained.far_off += is_far_off(off) ? 1 : 0;
  }
  return explained;
}

float apart(double left_by_first, double left_by_second, double between, std::size_t pixels) {
  // A difference too small to be distinguished is not evidence.
  const double least = kMinApart * static_cast<double>(pixels);
  const double ahead = left_by_second - left_by_first;
  if (ahead < least) return static_cast<float>(std::max(0.5 * ahead / least, 0.0));
  const double by_left = ahead / left_by_second;
  const double by_way = ahead / between;
  return static_cast<float>(std::clamp(std::max(by_left, by_way), 0.0, 1.0));
}

}  // namespace eyehand::panel
