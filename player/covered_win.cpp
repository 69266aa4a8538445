#include "player/covered_win.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// A program that changes more of the board than this with one gesture, but leaves it in sight and
/// unsolved, has dimmed it. (A gesture itself changes at most the cells, not what is between them.)
constexpr double kDimmedShare = 0.9;
/// A colour has changed if it differs by more than this, of 255.
constexpr int kChanged = 8;

/// The share of the pixels in `area` that differ; 0 if the pictures cannot be compared.
double changed_share(const cv::Mat& before, const cv::Mat& now, cv::Rect area) {
  if (before.size() != now.size() || before.type() != now.type()) return 0;
  area &= cv::Rect({}, now.size());
  if (area.empty()) return 0;
  cv::Mat difference, is_same;
  cv::absdiff(before(area), now(area), difference);
  cv::inRange(difference, cv::Scalar::all(0), cv::Scalar::all(kChanged), is_same);
  return 1 - static_cast<double>(cv::countNonZero(is_same)) / area.area();
}

}  // namespace

bool is_dimmed(const cv::Mat& before, const cv::Mat& now, cv::Rect board) {
  return changed_share(before, now, board) > kDimmedShare;
}

bool is_veiled(const cv::Mat& before, const cv::Mat& now, const cv::Rect& board) {
  constexpr int kStep = 3;                // pixels; every ninth is enough
  constexpr double kLeastSpread = 4;      // of 255: how much the window must vary, to say anything
  constexpr double kMostLeft = 0.95;      // of the contrast, or it is as before
  constexpr double kNear = 6, kFar = 24;  // of 255: how far from the veil's colours pixels may be
  constexpr double kMost = 0.7;           // of the pixels: a dialog may cover others
  if (before.size() != now.size() || before.type() != CV_8UC3 || now.type() != CV_8UC3)
    return false;
  std::vector<std::pair<cv::Vec3d, cv::Vec3d>> pixels;
  for (int y = 0; y < now.rows; y += kStep)
    for (int x = 0; x < now.cols; x += kStep)
      if (!board.contains({x, y}))
        pixels.emplace_back(before.at<cv::Vec3b>(y, x), now.at<cv::Vec3b>(y, x));
  // now = left * before + colour; twice, the second time without what does not fit at all.
  double left = 0;
  cv::Vec3d colour;
  const auto off = [&](const auto& pixel) {
    return cv::norm(pixel.second - left * pixel.first - colour, cv::NORM_INF);
  };
  for (const bool is_first : {true, false}) {
    std::vector<cv::Vec3d> were, are;
    for (const auto& pixel : pixels)
      if (is_first || off(pixel) <= kFar) {
        were.push_back(pixel.first);
        are.push_back(pixel.second);
      }
    const cv::Vec3d was = median(were), is = median(are);
    double spread = 0, common = 0;
    for (std::size_t i = 0; i < were.size(); ++i) {
      spread += (were[i] - was).dot(were[i] - was);
      common += (were[i] - was).dot(are[i] - is);
    }
    if (spread <= 3 * kLeastSpread * kLeastSpread * static_cast<double>(were.size())) return false;
    left = common / spread;
    colour = is - left * was;
  }
  const auto near = std::ranges::count_if(pixels, [&](const auto& p) { return off(p) <= kNear; });
  const double share = static_cast<double>(near) / static_cast<double>(pixels.size());
  return left > 0 && left < kMostLeft && share > kMost;
}

bool is_rest(const cv::Rect& before, const cv::Rect& now) {
  constexpr int kSlack = 3;
  const cv::Point first = now.tl() - before.tl(), last = before.br() - now.br();
  const auto is_same = [](int pixels) { return std::abs(pixels) <= kSlack; };
  const auto is_cut = [&](int a, int b) {
    return std::max(a, b) > kSlack && std::min(a, b) >= -kSlack && (is_same(a) || is_same(b));
  };
  return (is_same(first.x) && is_same(last.x) && is_cut(first.y, last.y)) ||
         (is_same(first.y) && is_same(last.y) && is_cut(first.x, last.x));
}

std::optional<CoveredWin> covered_win(const BeforeLastGesture& before,
                                      const AfterLastGesture& after) {
  if (!after.is_readable || is_rest(before.board, after.board))
    return CoveredWin{"the program covered the board"};
  if (is_veiled(before.window, after.window, before.board))
    return CoveredWin{"the program dimmed its window"};
  if (after.is_another_puzzle && after.text != before.text)
    return CoveredWin{"the program replaced the board", true};
  if (!before.has_dialog && after.has_dialog && after.has_dialog())
    return CoveredWin{"the program opened a dialog"};
  if (is_dimmed(before.window, after.window, before.board))
    return CoveredWin{"the program dimmed the board"};
  return std::nullopt;
}

}  // namespace eyehand
