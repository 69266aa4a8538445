#include "vision/slitherlink/unseen_digits.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/components.hpp"
#include "vision/ocr.hpp"

namespace eyehand::slitherlink {
namespace {

/// The largest clue that is looked for: no face of the usual puzzles is a loop.
constexpr int kMostUnseen = 3;
/// The least foreground of a pixel of a digit's strokes, of 255, and of its rim.
constexpr int kStroke = 90, kRim = 45;
/// The confidence of such a digit: just accepted.
constexpr float kUnseen = 0.55F;
/// The least width and height of the hole of a 0, which is narrow in bold fonts, as shares of the
/// digit's, and how far it may be off the digit's centre.
constexpr double kRingHoleWidth = 0.2, kRingHoleHeight = 0.33, kRingOff = 0.1;

/// Whether a glyph is a ring; of all clues, only 0 is.
bool is_ring(const cv::Mat& foreground) {
  const cv::Mat ink = foreground >= kStroke;
  const cv::Rect box = cv::boundingRect(ink);
  cv::Mat framed;
  cv::copyMakeBorder(ink(box), framed, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  // One component is the background around the ink.
  for (const auto& [hole, pixels, sum, middle] : components(~framed, Corners::part)) {
    if (hole.width >= framed.cols || hole.height < kRingHoleHeight * box.height) continue;
    if (hole.width < kRingHoleWidth * box.width) continue;
    const cv::Point2d off = middle - cv::Point2d(framed.cols - 1, framed.rows - 1) / 2;
    if (std::abs(off.x) < kRingOff * box.width && std::abs(off.y) < kRingOff * box.height)
      return true;
  }
  return false;
}

}  // namespace

UnseenDigits::UnseenDigits(const std::vector<std::string>& samples) {
  for (int digit = 0; digit <= kMostUnseen; ++digit)
    if (std::ranges::none_of(samples,
                             [&](const std::string& sample) { return sample[0] == '0' + digit; }))
      unseen_.push_back(digit);
}

DigitGuess UnseenDigits::read(const cv::Mat& foreground, const DigitGuess& by_samples) const {
  const bool may_be_zero = by_samples.digit == 0 || (!unseen_.empty() && unseen_.front() == 0);
  if (may_be_zero && is_ring(foreground)) return {0, kUnseen};
  if (unseen_.empty()) return by_samples;
  const cv::Mat tight = foreground(cv::boundingRect(foreground > kRim));
  int digit = -1;
  for (const double scale : {1.0, 2.0, 3.0}) {
    cv::Mat scaled;
    cv::resize(tight, scaled, {}, scale, scale, cv::INTER_CUBIC);
    const int read = ocr_digit(scaled).digit;
    if (read < 0 || (digit >= 0 && digit != read)) return by_samples;
    digit = read;
  }
  return std::ranges::find(unseen_, digit) == unseen_.end() ? by_samples
                                                            : DigitGuess{digit, kUnseen};
}

}  // namespace eyehand::slitherlink
