#include "player/covered_win.hpp"

#include <algorithm>
#include <cstdlib>
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
  constexpr int kStep = 3;            // pixels; every ninth is enough
  constexpr double kContrast = 12;    // of 255: how far from the usual colour pixels say something
  constexpr double kLeast = 0.01;     // of the pixels must be so far
  constexpr double kMostLeft = 0.95;  // of the contrast, or it is as before
  constexpr double kNear = 6;         // of 255: how far pixels may be from how a veil shows them
  // Of the pixels, and of those that say something, are so near: a dialog may cover others, and
  // text may have changed.
  constexpr double kMost = 0.7, kMostFar = 0.6;
  if (before.size() != now.size() || before.type() != CV_8UC3 || now.type() != CV_8UC3)
    return false;
  std::vector<cv::Vec3d> were, are;
  for (int y = 0; y < now.rows; y += kStep)
    for (int x = 0; x < now.cols; x += kStep)
      if (!board.contains({x, y})) {
        were.push_back(before.at<cv::Vec3b>(y, x));
        are.push_back(now.at<cv::Vec3b>(y, x));
      }
  if (were.empty()) return false;
  // Medians, so that what a dialog covers does not matter.
  const cv::Vec3d was = median(were), is = median(are);
  const auto count = static_cast<double>(were.size());
  const auto is_far = [&](const cv::Vec3d& colour) { return cv::norm(colour - was) >= kContrast; };
  std::vector<double> shares;
  for (std::size_t i = 0; i < were.size(); ++i)
    if (const cv::Vec3d from = were[i] - was; is_far(were[i]))
      shares.push_back((are[i] - is).dot(from) / from.dot(from));
  const auto far = static_cast<double>(shares.size());
  if (far < kLeast * count) return false;
  const double left = median_in_place(shares);
  for (std::size_t i = 0; i < were.size(); ++i) are[i] -= left * were[i];
  const cv::Vec3d colour = median(are);  // of the veil, by its share
  int near = 0, near_far = 0;
  for (std::size_t i = 0; i < were.size(); ++i) {
    if (cv::norm(are[i] - colour, cv::NORM_INF) > kNear) continue;
    ++near;
    near_far += is_far(were[i]);
  }
  return left > 0 && left < kMostLeft && near > kMost * count && near_far > kMostFar * far;
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
