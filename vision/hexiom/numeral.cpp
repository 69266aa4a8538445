#include "vision/hexiom/numeral.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/foreground.hpp"
#include "vision/frame.hpp"

namespace eyehand::hexiom {
namespace {

constexpr int kColumns = kNumeralColumns + 2 * kBesides, kRows = kNumeralRows + 2 * kAboveAndBelow;
/// A numeral's strongest foreground is searched for this far from the middle, pitches: rims and the
/// marks of locks are farther out.
constexpr double kHalfWidth = 0.14, kHalfHeight = 0.16;
/// What differs from the cell's colour by this share of the most is of the numeral's colour.
constexpr double kFullForeground = 0.85;
/// How many steps a step's surroundings reach: a heavy stroke is some 4 steps wide.
constexpr int kSurroundings = 2;
/// A numeral ahead of all others by the first margin is not compared at half steps, by the second
/// not by its details.
constexpr double kPlainMargin = 0.12, kCloseMargin = 0.08;

void normalise(Numeral& numeral) {
  const float mean =
      std::accumulate(numeral.begin(), numeral.end(), 0.0F) / static_cast<float>(numeral.size());
  float square = 0;
  for (float& value : numeral) {
    value -= mean;
    square += value * value;
  }
  const float length = std::sqrt(square);
  for (float& value : numeral) value = length > 1e-6F ? value / length : 0;
}

}  // namespace

double likeness(const Numeral& a, const Numeral& b) {
  // Twelve sums, so that the compiler may add four at once, and the processor need not wait for one
  // addition before the next.
  std::array<float, 12> sums{};
  static_assert(std::tuple_size_v<Numeral> % sums.size() == 0);
  for (std::size_t i = 0; i < a.size(); i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += a[i + k] * b[i + k];
  return static_cast<double>(std::accumulate(sums.begin(), sums.end(), 0.0F));
}

Numeral details(const Numeral& numeral) {
  // Sums over all steps above and to the left.
  std::array<std::array<float, kNumeralColumns + 1>, kNumeralRows + 1> sums{};
  for (int y = 0; y < kNumeralRows; ++y)
    for (int x = 0; x < kNumeralColumns; ++x)
      sums[at(y + 1)][at(x + 1)] = numeral[at(y * kNumeralColumns + x)] + sums[at(y)][at(x + 1)] +
                                   sums[at(y + 1)][at(x)] - sums[at(y)][at(x)];
  Numeral result;
  for (int y = 0; y < kNumeralRows; ++y)
    for (int x = 0; x < kNumeralColumns; ++x) {
      const int x0 = std::max(x - kSurroundings, 0), y0 = std::max(y - kSurroundings, 0);
      const int x1 = std::min(x + kSurroundings + 1, kNumeralColumns);
      const int y1 = std::min(y + kSurroundings + 1, kNumeralRows);
      const float sum =
          sums[at(y1)][at(x1)] - sums[at(y0)][at(x1)] - sums[at(y1)][at(x0)] + sums[at(y0)][at(x0)];
      const int i = y * kNumeralColumns + x;
      result[at(i)] = numeral[at(i)] - sum / static_cast<float>((x1 - x0) * (y1 - y0));
    }
  normalise(result);
  return result;
}

Numeral CellForeground::numeral(int right, int below) const {
  // Half steps are between two steps, or four.
  const int x0 = kBesides + (right >> 1), y0 = kAboveAndBelow + (below >> 1);
  const int x1 = x0 + (right & 1), y1 = y0 + (below & 1);
  Numeral numeral;
  for (int y = 0; y < kNumeralRows; ++y)
    for (int x = 0; x < kNumeralColumns; ++x)
      numeral[at(y * kNumeralColumns + x)] = (foreground[at((y + y0) * kColumns + x + x0)] +
                                              foreground[at((y + y0) * kColumns + x + x1)] +
                                              foreground[at((y + y1) * kColumns + x + x0)] +
                                              foreground[at((y + y1) * kColumns + x + x1)]) /
                                             4;
  normalise(numeral);
  return numeral;
}

CellForeground foreground_of_cell(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                                  cv::Vec3d fill) {
  CellForeground result;
  const auto box = [&](double half_width, double half_height) {
    const cv::Point2d half(half_width * pitch, half_height * pitch);
    return covering(middle - half, middle + half + cv::Point2d(1, 1)) & cv::Rect({}, bgr.size());
  };
  const cv::Rect inner = box(kHalfWidth, kHalfHeight);
  const auto each = [&](auto&& visit) {
    for (int y = inner.y; y < inner.br().y; ++y)
      for_each_run(bgr.ptr<cv::Vec3b>(y) + inner.x, inner.width,
                   [&](int first, int last, const cv::Vec3b& pixel) {
                     visit(cv::Vec3d(pixel), last - first);
                   });
  };
  each([&](const cv::Vec3d& colour, int) {
    result.contrast = std::max(result.contrast, farthest(colour, fill));
  });
  if (result.contrast < 1) return result;
  cv::Vec3d foreground;
  double pixels = 0;
  each([&](const cv::Vec3d& colour, int times) {
    if (farthest(colour, fill) < kFullForeground * result.contrast) return;
    foreground += times * (colour - fill);
    pixels += times;
  });
  foreground *= 1 / pixels;
  const cv::Vec3d way = foreground * (1 / foreground.dot(foreground));

  const double reach = (std::max(kColumns, kRows) / 2.0 + 1) / kNumeralSteps;
  const cv::Rect outer = box(reach, reach);
  if (outer.empty()) return result;
  cv::Mat1f shares(outer.size());
  for (int y = 0; y < outer.height; ++y)
    for_each_run(bgr.ptr<cv::Vec3b>(outer.y + y) + outer.x, outer.width,
                 [&](int first, int last, const cv::Vec3b& pixel) {
                   const double share = (cv::Vec3d(pixel) - fill).dot(way);
                   std::fill(shares[y] + first, shares[y] + last,
                             static_cast<float>(std::clamp(share, -0.3, 1.2)));
                 });
  struct Between {
    int before, after;  ///< pixels
    float share;        ///< of `after`
  };
  const auto between = [](double place, int size) {
    const double inside = std::clamp(place, 0.0, size - 1.001);
    const int before = static_cast<int>(inside);
    return Between{before, std::min(before + 1, size - 1), static_cast<float>(inside - before)};
  };
  // The mean of each step's square, at n by n points: those of a row of steps are added up down all
  // columns first.
  const double step = pitch / kNumeralSteps;
  const int n = std::clamp(cvRound(step), 1, 6);
  const cv::Point2d origin =
      middle - step / 2 * cv::Point2d(kColumns, kRows) - cv::Point2d(outer.tl());
  for (int row = 0; row < kRows; ++row) {
    std::vector<float> down(at(outer.width), 0);
    for (int i = 0; i < n; ++i) {
      const Between y = between(origin.y + (row + (i + 0.5) / n) * step, outer.height);
      const float *above = shares[y.before], *below = shares[y.after];
      for (std::size_t x = 0; x < down.size(); ++x)
        down[x] += (1 - y.share) * above[x] + y.share * below[x];
    }
    for (int column = 0; column < kColumns; ++column) {
      float sum = 0;
      for (int j = 0; j < n; ++j) {
        const Between x = between(origin.x + (column + (j + 0.5) / n) * step, outer.width);
        sum += (1 - x.share) * down[at(x.before)] + x.share * down[at(x.after)];
      }
      result.foreground[at(row * kColumns + column)] = sum / static_cast<float>(n * n);
    }
  }
  return result;
}

std::string to_sample(char font, int shown, const CellForeground& foreground) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text{font, shown == kBadge ? 'x' : static_cast<char>('0' + shown), ':'};
  for (int y = 0; y < kNumeralRows; ++y)
    for (int x = 0; x < kNumeralColumns; ++x) {
      const float share = foreground.foreground[at((y + kAboveAndBelow) * kColumns + x + kBesides)];
      text += kDigits[std::clamp(cvRound(share * 15), 0, 15)];
    }
  return text;
}

NumeralReader::NumeralReader(const std::vector<std::string>& samples) {
  for (const std::string& text : samples) {
    const auto wrong = [&] {
      std::string message = "A sample of a numeral is a capital, a digit 0 to 6 or x, a colon and ";
      message +=
          std::to_string(std::tuple_size_v<Numeral>) + " hexadecimal digits; this is not one: ";
      message += text.substr(0, 12);
      return Error(message);
    };
    if (text.size() != 3 + std::tuple_size_v<Numeral> || text[0] < 'A' || text[0] > 'Z' ||
        ((text[1] < '0' || text[1] > '6') && text[1] != 'x') || text[2] != ':')
      throw wrong();
    Sample sample{text[0], text[1] == 'x' ? kBadge : text[1] - '0', {}, {}};
    for (std::size_t i = 0; i < sample.numeral.size(); ++i) {
      const char c = text[3 + i];
      if (c >= '0' && c <= '9')
        sample.numeral[i] = static_cast<float>(c - '0');
      else if (c >= 'a' && c <= 'f')
        sample.numeral[i] = static_cast<float>(c - 'a' + 10);
      else
        throw wrong();
    }
    normalise(sample.numeral);
    sample.details = details(sample.numeral);
    samples_.push_back(sample);
    if (std::find(fonts_.begin(), fonts_.end(), sample.font) == fonts_.end())
      fonts_.push_back(sample.font);
  }
}

bool NumeralReader::has_badge(char font) const {
  return std::any_of(samples_.begin(), samples_.end(), [&](const Sample& sample) {
    return sample.shown == kBadge && (font == 0 || sample.font == font);
  });
}

void NumeralReader::compare(const CellForeground& foreground, int right, int below, char font,
                            bool by_details, Bests& bests) const {
  if (std::abs(right) > 2 * kBesides || std::abs(below) > 2 * kAboveAndBelow) return;
  Numeral numeral = foreground.numeral(right, below);
  if (by_details) numeral = details(numeral);
  for (const Sample& sample : samples_) {
    if (font != 0 && sample.font != font) continue;
    Best& best = bests[at(sample.shown)];
    const double like = likeness(numeral, by_details ? sample.details : sample.numeral);
    if (like > best.likeness) best = {like, right, below};
  }
}

NumeralGuess NumeralReader::guess(const CellForeground& foreground, Where where, char font,
                                  bool by_details) const {
  Bests bests;
  for (int right = -where.slack; right <= where.slack; ++right)
    for (int below = where.below - where.slack; below <= where.below + where.slack; ++below)
      compare(foreground, 2 * right, 2 * below, font, by_details, bests);
  const auto guess_of = [&bests] {
    NumeralGuess guess;
    for (int shown = 0; shown <= kBadge; ++shown) {
      const double like = bests[at(shown)].likeness;
      if (like > guess.likeness) {
        guess.other = guess.likeness;
        guess.likeness = like;
        guess.shown = shown;
      } else {
        guess.other = std::max(guess.other, like);
      }
    }
    return guess;
  };
  const NumeralGuess first = guess_of();
  if (first.shown < 0 || first.margin() >= kPlainMargin) return first;
  // Half steps around the best places of all that it may be.
  const Bests whole = bests;
  for (const Best& best : whole) {
    if (best.likeness < first.likeness - kPlainMargin) continue;
    for (int right = best.right - 1; right <= best.right + 1; ++right)
      for (int below = best.below - 1; below <= best.below + 1; ++below)
        compare(foreground, right, below, font, by_details, bests);
  }
  return guess_of();
}

NumeralGuess NumeralReader::read(const CellForeground& foreground, Where where, char font) const {
  NumeralGuess whole = guess(foreground, where, font, false);
  if (whole.shown < 0 || whole.margin() >= kCloseMargin) return whole;
  const NumeralGuess close = guess(foreground, where, font, true);
  whole.other = close.shown == whole.shown ? std::min(whole.other, whole.likeness - close.margin())
                                           : whole.likeness;
  return whole;
}

}  // namespace eyehand::hexiom
