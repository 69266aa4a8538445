#include "vision/slitherlink/repeats.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>

namespace eyehand::slitherlink {
namespace {

/// The steps that are tried, in pixels. The search takes time in proportion to their number.
constexpr int kPitchMin = 18, kPitchMax = 130;
/// How far around a pixel its surroundings are, pixels.
constexpr int kAround = 15;
/// Differences are clipped here, 0 to 255: strong ones are not better than clear ones.
constexpr double kClear = 64;
/// Spots differ at least this much from their surroundings, 0 to 255.
constexpr double kFaint = 6;
/// The largest share of a cell that a spot fills.
constexpr double kSpotShare = 0.4;
/// Two pitches nearer than this share of them are one, found twice.
constexpr double kSamePitch = 0.08;
/// Places that are tried for each pitch.
constexpr int kSpotsPerPitch = 4;
/// Around a node, as a share of the pitch, others look the same.
constexpr double kNodeReach = 0.15;
/// A repeat that covers more of the picture than this in both directions is its backdrop.
constexpr double kBackdrop = 0.75;
constexpr std::size_t kMostRepeats = 12;

/// How much each pixel differs from its surroundings.
cv::Mat relief(const cv::Mat& bgr) {
  cv::Mat around, difference, relief;
  cv::boxFilter(bgr, around, -1, {2 * kAround + 1, 2 * kAround + 1});
  cv::absdiff(bgr, around, difference);
  std::vector<cv::Mat> channels;
  cv::split(difference, channels);
  relief = cv::min(cv::max(cv::max(channels[0], channels[1]), channels[2]), kClear);
  // Pitches need not be whole pixels.
  cv::dilate(relief, relief, cv::Mat::ones(3, 3, CV_8U));
  return relief;
}

/// For each pixel the least of those kRepeatNodes times kRepeatNodes that begin there.
cv::Mat least_of_nodes(const cv::Mat& relief, int pitch) {
  static_assert(kRepeatNodes == 4);
  cv::Mat least = relief;
  for (const int step : {pitch, 2 * pitch}) {
    const int width = least.cols - step;
    least = cv::min(least.colRange(0, width), least.colRange(step, least.cols));
  }
  for (const int step : {pitch, 2 * pitch}) {
    const int height = least.rows - step;
    least = cv::min(least.rowRange(0, height), least.rowRange(step, least.rows));
  }
  return least;
}

/// How alike what surrounds the nodes is: the mean correlation of each with the mean of all.
double likeness(const cv::Mat& bgr, cv::Point first, int pitch) {
  const int reach = std::max(4, cvRound(kNodeReach * pitch));
  std::vector<cv::Mat> patches;
  cv::Mat mean;
  for (int row = 0; row < kRepeatNodes; ++row)
    for (int column = 0; column < kRepeatNodes; ++column) {
      const cv::Rect box(first.x + column * pitch - reach, first.y + row * pitch - reach,
                         2 * reach + 1, 2 * reach + 1);
      if ((box & cv::Rect({}, bgr.size())) != box) return 0;
      cv::Mat patch;
      bgr(box).convertTo(patch, CV_32F);
      patch -= cv::mean(patch);
      patches.push_back(patch);
      mean = mean.empty() ? patch.clone() : cv::Mat(mean + patch);
    }
  double sum = 0;
  for (const cv::Mat& patch : patches)
    sum += patch.dot(mean) / std::max(1.0, cv::norm(patch) * cv::norm(mean));
  return std::max(0.0, sum / static_cast<double>(patches.size()));
}

/// The rectangle of nodes around one where most are about as strong.
cv::Rect extent(const cv::Mat& relief, cv::Point from, int pitch, double strength) {
  const auto strong = [&](int x, int y) {
    return cv::Rect({}, relief.size()).contains({x, y}) &&
           relief.at<std::uint8_t>(y, x) >= strength / 2;
  };
  cv::Rect area(from, cv::Size((kRepeatNodes - 1) * pitch, (kRepeatNodes - 1) * pitch));
  const auto side_is_strong = [&](cv::Point first, cv::Point step, int nodes) {
    int count = 0;
    for (int i = 0; i < nodes; ++i) count += strong(first.x + i * step.x, first.y + i * step.y);
    return 4 * count >= 3 * nodes;
  };
  for (bool grows = true; grows;) {
    grows = false;
    const int across = area.width / pitch + 1, down = area.height / pitch + 1;
    if (side_is_strong({area.x - pitch, area.y}, {0, pitch}, down))
      area.x -= pitch, area.width += pitch, grows = true;
    else if (side_is_strong({area.x + area.width + pitch, area.y}, {0, pitch}, down))
      area.width += pitch, grows = true;
    else if (side_is_strong({area.x, area.y - pitch}, {pitch, 0}, across))
      area.y -= pitch, area.height += pitch, grows = true;
    else if (side_is_strong({area.x, area.y + area.height + pitch}, {pitch, 0}, across))
      area.height += pitch, grows = true;
  }
  return area;
}

}  // namespace

std::vector<Repeat> find_repeats(const cv::Mat& bgr) {
  const int most = std::min(kPitchMax, (std::min(bgr.cols, bgr.rows) - 1) / kRepeatNodes);
  if (most < kPitchMin || std::min(bgr.cols, bgr.rows) < 100) return {};
  const cv::Mat bumps = relief(bgr);
  std::vector<Repeat> all;
  for (int pitch = kPitchMin; pitch <= most; ++pitch) {
    cv::Mat least = least_of_nodes(bumps, pitch).clone();
    for (int i = 0; i < kSpotsPerPitch; ++i) {
      double strength = 0;
      cv::Point where;
      cv::minMaxLoc(least, nullptr, &strength, nullptr, &where);
      if (strength < kFaint) break;
      const cv::Rect cell = cv::Rect(where.x - pitch / 2, where.y - pitch / 2, pitch, pitch) &
                            cv::Rect({}, least.size());
      const cv::Mat spot = least(cell) > strength / 2;
      const double share = static_cast<double>(cv::countNonZero(spot)) / cell.area();
      // The middle of the spot: its brightest pixels are many.
      const cv::Moments moments = cv::moments(least(cell) >= strength, true);
      const cv::Point middle(cell.x + cvRound(moments.m10 / moments.m00),
                             cell.y + cvRound(moments.m01 / moments.m00));
      if (least.at<std::uint8_t>(middle) >= strength / 2) where = middle;
      const cv::Rect board(where.x - pitch, where.y - pitch, 3 * pitch, 3 * pitch);
      least(board & cv::Rect({}, least.size())) = 0;
      if (share > kSpotShare) continue;
      Repeat repeat{pitch, {}, extent(bumps, where, pitch, strength), 0};
      if (repeat.area.width > kBackdrop * bgr.cols && repeat.area.height > kBackdrop * bgr.rows)
        continue;
      repeat.at = repeat.area.tl() + cv::Point(repeat.area.width / pitch / 2 * pitch,
                                               repeat.area.height / pitch / 2 * pitch);
      repeat.score = strength * std::pow(likeness(bgr, where, pitch), 2);
      if (repeat.score > 0) all.push_back(repeat);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Repeat& a, const Repeat& b) { return a.score > b.score; });
  std::vector<Repeat> best;
  for (const Repeat& repeat : all) {
    const bool is_known = std::any_of(best.begin(), best.end(), [&](const Repeat& other) {
      return std::abs(other.pitch - repeat.pitch) <= 1 + kSamePitch * other.pitch &&
             !(other.area & repeat.area).empty();
    });
    if (!is_known) best.push_back(repeat);
    if (best.size() == kMostRepeats) break;
  }
  return best;
}

}  // namespace eyehand::slitherlink
