#include "player/covered_win.hpp"

#include <algorithm>
#include <cstdlib>

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
  if (after.is_another_puzzle && after.text != before.text)
    return CoveredWin{"the program replaced the board", true};
  if (!before.has_dialog && after.has_dialog && after.has_dialog())
    return CoveredWin{"the program opened a dialog"};
  if (is_dimmed(before.window, after.window, before.board))
    return CoveredWin{"the program dimmed the board"};
  return std::nullopt;
}

}  // namespace eyehand
