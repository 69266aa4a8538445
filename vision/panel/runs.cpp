#include "vision/panel/runs.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/foreground.hpp"

namespace eyehand::panel {
namespace {

constexpr float kSameColour = 7;  ///< colours are the same up to this
constexpr uchar kOther = static_cast<uchar>(PixelClass::other);
constexpr uchar kBackground = static_cast<uchar>(PixelClass::background);
constexpr uchar kUnlit = static_cast<uchar>(PixelClass::unlit);
constexpr uchar kLit = static_cast<uchar>(PixelClass::lit);
constexpr uchar kWalker = static_cast<uchar>(PixelClass::walker);
/// Lengths are counted in quarters of a pixel, middles in halves.
constexpr double kParts = 4;

/// How many pixels at a tile's edge may be blended.
constexpr int kBlended = 3;
/// Of pictures with more rows or columns not all are examined.
constexpr int kManyRows = 400;

/// Evenly spaced rows of an image, no more than are needed.
cv::Mat some_rows(const cv::Mat& image) {
  const int step = 1 + image.rows / kManyRows;
  return cv::Mat((image.rows + step - 1) / step, image.cols, image.type(), image.data,
                 image.step * static_cast<std::size_t>(step));
}

/// The same of its columns, as rows.
template <class Pixel>
cv::Mat some_columns(const cv::Mat& image) {
  const int step = 1 + image.cols / kManyRows;
  cv::Mat columns((image.cols + step - 1) / step, image.rows, image.type());
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < columns.rows; ++x) columns.at<Pixel>(x, y) = image.at<Pixel>(y, x * step);
  return columns;
}

std::size_t at(double place) {
  return static_cast<std::size_t>(std::max(std::lround(place), 0L));
}

/// Of the rows of a picture.
class RowRuns {
 public:
  /// Adds to `lengths`.
  RowRuns(const cv::Mat& bgr, const cv::Mat& classes, const Palette& palette,
          std::vector<double>& lengths)
      : bgr_(bgr), classes_(classes), palette_(palette), lengths_(lengths) {
    middles_.assign(static_cast<std::size_t>(2 * classes.cols + 4), 0);
    lengths_.resize(std::max(lengths_.size(), at(kParts * (classes.cols + 2))), 0);
  }

  std::vector<Middle> run() {
    for (int y = 0; y < classes_.rows; ++y) {
      const uchar* row = classes_.ptr<uchar>(y);
      for (int x = 0; x < classes_.cols;) {
        if (row[x] == kBackground) {
          ++x;
          continue;
        }
        int end = x;
        while (end < classes_.cols && row[end] != kBackground) ++end;
        if (x > 0 && end < classes_.cols) add_parts(y, x, end);
        x = end;
      }
    }
    constexpr double kFew = 0.03;
    const double most = *std::max_element(middles_.begin(), middles_.end());
    std::vector<Middle> found;
    for (std::size_t i = 0; i < middles_.size(); ++i)
      if (middles_[i] > kFew * most) found.push_back({static_cast<double>(i) / 2, middles_[i]});
    return found;
  }

 private:
  /// The background between small tiles may be a few pixels blended of background and tiles.
  void add_parts(int y, int first, int end) {
    constexpr int kFew = 4;
    constexpr double kParted = 0.75;
    const uchar* row = classes_.ptr<uchar>(y);
    cuts_.clear();
    int longest = 0, begin = first;
    for (int x = first + 1; x < end; ++x) {
      if (row[x - 1] == kOther || row[x] != kOther) continue;
      int next = x;
      while (next < end && row[next] == kOther) ++next;
      if (next == end) break;
      int darkest = x;
      double least = next - x <= kFew ? 1 : -1;
      for (int i = x; i < next && least >= 0; ++i) {
        const double part = blended(y, i, row[x - 1], row[next]);
        if (part < least) darkest = i;
        least = std::min(least, part);
      }
      if (least >= 0 && least < kParted) {
        cuts_.push_back(darkest);
        longest = std::max(longest, darkest - begin);
        begin = darkest;
      }
      x = next;
    }
    // Between large tiles there is pure background: these are lines on one.
    constexpr int kLargest = 36;
    if (std::max(longest, end - begin) > kLargest) cuts_.clear();
    begin = first;
    for (const int cut : cuts_) {
      add(y, begin, cut + 1);
      begin = cut;
    }
    add(y, begin, end);
  }

  /// The share of a tile's colour, either one's, in a pixel that is blended of it and the
  /// background; -1 if it is not.
  double blended(int y, int x, uchar left, uchar right) const {
    const auto& pixel = bgr_.at<cv::Vec3b>(y, x);
    const cv::Vec3f off = cv::Vec3f(pixel[0], pixel[1], pixel[2]) - palette_.background;
    for (const uchar colour : {left, right}) {
      const cv::Vec3f way = (colour == kLit ? palette_.lit : palette_.unlit) - palette_.background;
      const float part = std::max(off.dot(way) / way.dot(way), 0.F);
      if (farthest(off, way * part) <= 2 * kSameColour) return part;
    }
    return -1;
  }

  /// Of a run from `first` to before `end`. Its last pixels may be blended into the background:
  /// they count by their share of the tile's colour.
  void add(int y, int first, int end) {
    if (end - first < kShortest) return;
    const uchar* row = classes_.ptr<uchar>(y);
    const uchar colour = end_colour(row + first, 1);
    if (colour != kWalker || end_colour(row + end - 1, -1) != kWalker) {
      // A walker's frame may fill the background up to the tiles beside: its middle can
      // be found all the same.
      const auto from = std::find(row + first, row + end, kWalker) - row;
      auto to = end;
      while (to > from && row[to - 1] != kWalker) --to;
      if (to - from > std::max<std::ptrdiff_t>(kShortest, (end - first) / 4)) {
        ++middles_[at(static_cast<double>(from + to))];
        return;
      }
    }
    if (colour == kOther || colour != end_colour(row + end - 1, -1)) return;
    const cv::Vec3f& own =
        colour == kWalker ? palette_.walker : (colour == kLit ? palette_.lit : palette_.unlit);
    const cv::Vec3f way = own - palette_.background;
    double left = 0, right = 0;  // what is missing at either end
    for (int i = 0; i < kBlended; ++i) {
      left += 1 - share(bgr_.at<cv::Vec3b>(y, first + i), way);
      right += 1 - share(bgr_.at<cv::Vec3b>(y, end - 1 - i), way);
    }
    ++middles_[at(first + left + end - right)];
    // A walker's frame is larger than the tile that it stands on.
    if (colour != kWalker) ++lengths_[at(kParts * (end - first - left - right))];
  }

  /// The tile's colour at an end of a run.
  static uchar end_colour(const uchar* from, int step) {
    for (int i = 0; i <= kBlended; ++i)
      if (from[i * step] >= kUnlit) return from[i * step];
    return kOther;
  }

  double share(const cv::Vec3b& pixel, const cv::Vec3f& way) const {
    const cv::Vec3f off = cv::Vec3f(pixel[0], pixel[1], pixel[2]) - palette_.background;
    return std::clamp(static_cast<double>(off.dot(way) / way.dot(way)), 0.0, 1.0);
  }

  const cv::Mat bgr_, classes_;
  const Palette& palette_;
  std::vector<double> middles_;
  std::vector<int> cuts_;  ///< the last pixels of a run's parts, and the first of the next ones
  std::vector<double>& lengths_;
};

/// The greatest length around this that is not rare: a round tile's diameter.
double great_length(const std::vector<double>& counts, double length) {
  const auto first = static_cast<std::size_t>(length);
  const auto end = std::min(counts.size(), static_cast<std::size_t>(1.1 * length + kParts));
  const double most = *std::max_element(counts.begin() + static_cast<std::ptrdiff_t>(first),
                                        counts.begin() + static_cast<std::ptrdiff_t>(end));
  std::size_t i = end - 1;
  while (i > first && counts[i] < 0.35 * most) --i;
  return static_cast<double>(i);
}

std::vector<double> usual_lengths(std::vector<double> counts, bool is_round) {
  constexpr std::size_t kReach = 2, kMany = 8;
  // Lengths that few have are not those of tiles.
  constexpr double kRare = 0.08;
  double most_of_all = 0;
  std::vector<double> lengths;
  while (lengths.size() < kMany) {
    double most = 0, length = 0;
    for (std::size_t i = kReach; i + kReach < counts.size(); ++i) {
      double sum = 0, moment = 0;
      for (std::size_t k = i - kReach; k <= i + kReach; ++k) {
        sum += counts[k];
        moment += counts[k] * static_cast<double>(k);
      }
      if (sum <= most) continue;
      most = sum;
      length = moment / sum;
    }
    if (most <= kRare * most_of_all) break;
    most_of_all = std::max(most_of_all, most);
    if (is_round) length = great_length(counts, length);
    lengths.push_back(length / kParts);
    const auto from = static_cast<std::size_t>(0.9 * length);
    const auto to = std::min(counts.size(), static_cast<std::size_t>(1.1 * length) + 3);
    std::fill(counts.begin() + static_cast<std::ptrdiff_t>(from),
              counts.begin() + static_cast<std::ptrdiff_t>(to), 0.0);
  }
  return lengths;
}

}  // namespace

cv::Mat classify(const cv::Mat& bgr, const Palette& palette) {
  const auto class_of = [&](const cv::Vec3b& pixel) {
    const cv::Vec3f colour(pixel[0], pixel[1], pixel[2]);
    if (farthest(colour, palette.background) <= kSameColour) return kBackground;
    if (farthest(colour, palette.lit) <= kSameColour) return kLit;
    if (farthest(colour, palette.unlit) <= kSameColour) return kUnlit;
    return farthest(colour, palette.walker) <= kSameColour ? kWalker : kOther;
  };
  cv::Mat classes(bgr.size(), CV_8U);
  for (int y = 0; y < bgr.rows; ++y)
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int end, const cv::Vec3b& pixel) {
      std::fill(classes.ptr(y) + first, classes.ptr(y) + end, class_of(pixel));
    });
  return classes;
}

Runs find_runs(const cv::Mat& bgr, const cv::Mat& classes, const Palette& palette) {
  Runs found;
  std::vector<double> lengths;
  found.middles[0] = RowRuns(some_rows(bgr), some_rows(classes), palette, lengths).run();
  found.middles[1] =
      RowRuns(some_columns<cv::Vec3b>(bgr), some_columns<uchar>(classes), palette, lengths).run();
  const bool is_round = palette.shape.corner > 0.4 * palette.shape.width;
  found.lengths = usual_lengths(std::move(lengths), is_round);
  return found;
}

}  // namespace eyehand::panel
