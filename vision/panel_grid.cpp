#include "vision/panel_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace eyehand::panel {
namespace {

constexpr float kSame = 7;  ///< colours are the same up to this
constexpr uchar kGround = 1, kUnlit = 2, kLit = 3;
/// Shorter stretches, in pixels, tell nothing.
constexpr int kShortest = 5;
/// A tile's own colour fills at least this share of its cell.
constexpr double kOwnColour = 0.14;
/// A pitch that explains this share of the stretches needs no other beside it.
constexpr double kEnough = 0.5;
/// Larger boards than fit in a picture of a screen.
constexpr int kMostCells = 20'000;

/// Which pixels are ground, unlit or lit; 0: something else.
cv::Mat classify(const cv::Mat& bgr, const Paints& paints) {
  cv::Mat classes(bgr.size(), CV_8U, cv::Scalar(0));
  const auto mark = [&](const cv::Vec3f& colour, uchar value) {
    const cv::Scalar middle(colour[0], colour[1], colour[2]);
    cv::Mat mask;
    cv::inRange(bgr, middle - cv::Scalar::all(kSame), middle + cv::Scalar::all(kSame), mask);
    classes.setTo(value, mask);
  };
  mark(paints.unlit, kUnlit);
  mark(paints.lit, kLit);
  mark(paints.ground, kGround);
  return classes;
}

/// Stretches by their doubled middle, and by their length in quarters of a pixel.
struct Stretches {
  std::vector<double> middles, lengths;
};
constexpr double kParts = 4;

/// Finds stretches in the rows of a picture.
class StretchFinder {
 public:
  StretchFinder(const cv::Mat& bgr, const cv::Mat& classes, const Paints& paints)
      : bgr_(bgr), classes_(classes), paints_(paints) {
    found_.middles.assign(static_cast<std::size_t>(2 * classes.cols + 2), 0);
    found_.lengths.assign(static_cast<std::size_t>(kParts * (classes.cols + 2)), 0);
  }

  Stretches run() {
    for (int y = 0; y < classes_.rows; ++y) {
      const uchar* row = classes_.ptr<uchar>(y);
      for (int x = 0; x < classes_.cols;) {
        if (row[x] == kGround) {
          ++x;
          continue;
        }
        int end = x;
        while (end < classes_.cols && row[end] != kGround) ++end;
        if (x > 0 && end < classes_.cols) add_parts(y, x, end);
        x = end;
      }
    }
    return std::move(found_);
  }

 private:
  /// In small windows the ground between tiles may be blended into them: a few pixels between
  /// pixels of tiles.
  void add_parts(int y, int first, int end) {
    constexpr int kFew = 4;
    const uchar* row = classes_.ptr<uchar>(y);
    for (int x = first + 1; x < end; ++x) {
      if (row[x - 1] == 0 || row[x] != 0) continue;
      int next = x;
      while (next < end && row[next] == 0) ++next;
      if (next == end) break;
      int darkest = x;
      double least = next - x <= kFew ? 1 : -1;
      for (int i = x; i < next && least >= 0; ++i) {
        const double part = blended(y, i, row[x - 1], row[next]);
        if (part < least) darkest = i;
        least = std::min(least, part);
      }
      constexpr double kParted = 0.75;
      if (least >= 0 && least < kParted) {
        add(y, first, darkest + 1);
        first = darkest;
      }
      x = next;
    }
    add(y, first, end);
  }

  /// The share of a tile's colour, either one's, in a pixel that is blended of it and the ground;
  /// -1 if it is not.
  double blended(int y, int x, uchar left, uchar right) const {
    const auto& pixel = bgr_.at<cv::Vec3b>(y, x);
    const cv::Vec3f off = cv::Vec3f(pixel[0], pixel[1], pixel[2]) - paints_.ground;
    for (const uchar colour : {left, right}) {
      const cv::Vec3f way = (colour == kLit ? paints_.lit : paints_.unlit) - paints_.ground;
      const float part = std::max(off.dot(way) / way.dot(way), 0.F);
      if (farthest(off, way * part) <= 2 * kSame) return part;
    }
    return -1;
  }

  /// Of a stretch from `first` to before `end`. Its last pixels may be blended into the ground:
  /// they count by their share of the tile's colour.
  void add(int y, int first, int end) {
    if (end - first < kShortest) return;
    const uchar* row = classes_.ptr<uchar>(y);
    const uchar colour = end_colour(row + first, 1);
    if (colour == 0 || colour != end_colour(row + end - 1, -1)) return;
    const cv::Vec3f way = (colour == kLit ? paints_.lit : paints_.unlit) - paints_.ground;
    double left = 0, right = 0;  // what is missing at either end
    for (int i = 0; i < 2; ++i) {
      left += 1 - share(bgr_.at<cv::Vec3b>(y, first + i), way);
      right += 1 - share(bgr_.at<cv::Vec3b>(y, end - 1 - i), way);
    }
    ++found_.middles[static_cast<std::size_t>(std::lround(first + left + end - right))];
    ++found_.lengths[static_cast<std::size_t>(std::lround(kParts * (end - first - left - right)))];
  }

  /// The tile's colour at an end of a stretch.
  static uchar end_colour(const uchar* at, int step) {
    for (int i = 0; i < 3; ++i)
      if (at[i * step] == kUnlit || at[i * step] == kLit) return at[i * step];
    return 0;
  }

  double share(const cv::Vec3b& pixel, const cv::Vec3f& way) const {
    const cv::Vec3f off = cv::Vec3f(pixel[0], pixel[1], pixel[2]) - paints_.ground;
    return std::clamp(static_cast<double>(off.dot(way) / way.dot(way)), 0.0, 1.0);
  }

  const cv::Mat& bgr_;
  const cv::Mat& classes_;
  const Paints& paints_;
  Stretches found_;
};

/// The most frequent lengths, in pixels, the first the most frequent of all.
std::vector<double> usual_lengths(const std::vector<double>& a, const std::vector<double>& b) {
  const std::size_t n = std::max(a.size(), b.size());
  std::vector<double> counts(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    counts[i] = (i < a.size() ? a[i] : 0) + (i < b.size() ? b[i] : 0);
  constexpr std::size_t kReach = 2, kMany = 8;
  std::vector<double> lengths;
  while (lengths.size() < kMany) {
    double most = 0, length = 0;
    for (std::size_t i = kReach; i + kReach < n; ++i) {
      double sum = 0, moment = 0;
      for (std::size_t k = i - kReach; k <= i + kReach; ++k) {
        sum += counts[k];
        moment += counts[k] * static_cast<double>(k);
      }
      if (sum <= most) continue;
      most = sum;
      length = moment / sum;
    }
    if (most <= 0) break;
    lengths.push_back(length / kParts);
    const auto from = static_cast<std::size_t>(0.9 * length);
    const auto to = std::min(n, static_cast<std::size_t>(1.1 * length) + 3);
    std::fill(counts.begin() + static_cast<std::ptrdiff_t>(from),
              counts.begin() + static_cast<std::ptrdiff_t>(to), 0.0);
  }
  return lengths;
}

/// The greatest length around `about` that is not rare: a round tile's diameter.
double great_length(const std::vector<double>& a, const std::vector<double>& b, double about) {
  const auto count = [&](std::size_t i) {
    return (i < a.size() ? a[i] : 0) + (i < b.size() ? b[i] : 0);
  };
  const auto first = static_cast<std::size_t>(std::max((about - 1) * kParts, 0.0));
  const auto last = static_cast<std::size_t>((about + 1) * kParts);
  double most = 0;
  for (std::size_t i = first; i <= last; ++i) most = std::max(most, count(i));
  if (most <= 0) return about;
  std::size_t i = last;
  while (count(i) < 0.35 * most) --i;
  return static_cast<double>(i) / kParts;
}

/// Where in a pitch the middles lie, and how many lie there.
struct Phase {
  double at = 0, weight = 0;
};
Phase best_phase(const std::vector<double>& middles, double pitch) {
  const int bins = std::max(8, static_cast<int>(std::lround(2 * pitch)));
  std::vector<double> folded(static_cast<std::size_t>(bins), 0);
  for (std::size_t i = 0; i < middles.size(); ++i)
    if (middles[i] > 0) {
      const double turn = static_cast<double>(i) / 2 / pitch;
      const int bin = static_cast<int>((turn - std::floor(turn)) * bins) % bins;
      folded[static_cast<std::size_t>(bin)] += middles[i];
    }
  const int reach = std::max(1, static_cast<int>(0.03 * bins));
  Phase best;
  for (int bin = 0; bin < bins; ++bin) {
    double weight = 0;
    for (int i = -reach; i <= reach; ++i)
      weight += folded[static_cast<std::size_t>((bin + i + bins) % bins)] *
                (1 - std::abs(i) / (reach + 1.0));
    if (weight > best.weight) best = {(bin + 0.5) * pitch / bins, weight};
  }
  return best;
}

/// Sums for a line through middles by their number, x and y with offsets of their own.
struct Fit {
  double n[2] = {0, 0}, k[2] = {0, 0}, m[2] = {0, 0}, kk = 0, km = 0;

  void add(int axis, double number, double middle, double weight) {
    n[axis] += weight;
    k[axis] += weight * number;
    m[axis] += weight * middle;
    kk += weight * number * number;
    km += weight * number * middle;
  }
  /// Least squares; false where one tile a row and a column leaves the pitch open.
  bool pitch(double& value) const {
    double a = kk, b = km;
    for (const int axis : {0, 1})
      if (n[axis] > 0) {
        a -= k[axis] * k[axis] / n[axis];
        b -= k[axis] * m[axis] / n[axis];
      }
    if (a <= 0.5) return false;
    value = b / a;
    return true;
  }
};

class GridFinder {
 public:
  GridFinder(const cv::Mat& bgr, const Paints& paints, double cell_min_px)
      : bgr_(bgr), paints_(paints), cell_min_(cell_min_px), classes_(classify(bgr, paints)) {}

  Grid run() {
    along_[0] = StretchFinder(bgr_, classes_, paints_).run();
    cv::Mat turned, turned_classes;
    cv::transpose(bgr_, turned);
    cv::transpose(classes_, turned_classes);
    along_[1] = StretchFinder(turned, turned_classes, paints_).run();
    const auto lengths = usual_lengths(along_[0].lengths, along_[1].lengths);
    const double width = paints_.shape.width;
    double most = 0, length = 0;
    for (const double one : lengths) {
      if (one >= kShortest && one / width >= cell_min_ * 0.93 && find_pitch(one / width, most))
        length = one;
      if (explained_ > kEnough) break;
    }
    if (length <= 0) return none("no tiles are to be seen");
    refine();
    const bool is_round = paints_.shape.corner > 0.4 * width;
    grid_.tile =
        is_round ? great_length(along_[0].lengths, along_[1].lengths, width * grid_.pitch) : length;
    if (grid_.pitch < cell_min_ - 0.5) return none("the tiles are too small");
    find_extent();
    return grid_;
  }

 private:
  static Grid none(const char* why_not) {
    Grid grid;
    grid.why_not = why_not;
    return grid;
  }

  /// Keeps the pitch around a guess if it explains more than `most`, the most so far.
  bool find_pitch(double guess, double& most) {
    bool is_better = false;
    double all = 1;
    for (const auto& one : along_)
      all = std::accumulate(one.middles.begin(), one.middles.end(), all);
    const double reach = 0.07 * guess + 1;
    const int longest = std::max(classes_.cols, classes_.rows);
    const double step = std::max(0.35 * guess / longest, 0.002);
    for (double pitch = std::max(guess - reach, 4.0); pitch <= guess + reach; pitch += step) {
      const Phase x = best_phase(along_[0].middles, pitch),
                  y = best_phase(along_[1].middles, pitch);
      // Of pitches that explain the same the one nearest to the guess: one tile fits any. Of a
      // pitch and its half, the whole.
      const double weight = (x.weight + y.weight) * (1 - 0.05 * std::abs(pitch - guess) / reach) *
                            std::pow(guess, 0.3);
      if (weight <= most || x.weight <= 0 || y.weight <= 0) continue;
      most = weight;
      explained_ = (x.weight + y.weight) / all;
      is_better = true;
      grid_.pitch = pitch;
      phase_[0] = x.at;
      phase_[1] = y.at;
    }
    return is_better;
  }

  void refine() {
    for (const double reach : {0.1, 0.05}) {
      Fit fit;
      for (const int axis : {0, 1}) add_middles(axis, reach, fit);
      double pitch = grid_.pitch;
      if (fit.pitch(pitch)) grid_.pitch = pitch;
      for (const int axis : {0, 1}) {
        step_[axis] = grid_.pitch;
        set_phase(axis, fit);
      }
    }
    for (const int axis : {0, 1}) {
      Fit fit;
      add_middles(axis, 0.07, fit);
      constexpr double kUneven = 0.02;
      double pitch = step_[axis];
      if (fit.pitch(pitch) && std::abs(pitch - grid_.pitch) < kUneven * grid_.pitch)
        step_[axis] = pitch;
      set_phase(axis, fit);
    }
    grid_.step = {step_[0], step_[1]};
  }

  void add_middles(int axis, double reach, Fit& fit) {
    step_[axis] = grid_.pitch;
    each_middle(axis, reach, [&](double number, double middle, double weight) {
      fit.add(axis, number, middle, weight);
    });
  }
  void set_phase(int axis, const Fit& fit) {
    if (fit.n[axis] > 0) phase_[axis] = (fit.m[axis] - step_[axis] * fit.k[axis]) / fit.n[axis];
  }

  template <class Visit>
  void each_middle(int axis, double reach, Visit&& visit) const {
    const auto& middles = along_[axis].middles;
    for (std::size_t i = 0; i < middles.size(); ++i) {
      if (middles[i] <= 0) continue;
      const double middle = static_cast<double>(i) / 2;
      const double number = std::round((middle - phase_[axis]) / grid_.pitch);
      const double off = std::abs(middle - phase_[axis] - number * grid_.pitch);
      if (off <= std::max(reach * grid_.pitch, 0.8)) visit(number, middle, middles[i]);
    }
  }

  void find_extent() {
    const double pitch = grid_.pitch;
    cv::Mat own = (classes_ == kUnlit) | (classes_ == kLit);
    cv::Mat sums;
    cv::integral(own, sums, CV_32S);
    // From the first cell that reaches into the picture on.
    int first[2], count[2];
    double from[2];
    const int size[2] = {classes_.cols, classes_.rows};
    for (const int axis : {0, 1}) {
      first[axis] = -static_cast<int>(std::ceil((phase_[axis] + step_[axis] / 2) / step_[axis]));
      from[axis] = phase_[axis] + (first[axis] - 0.5) * step_[axis];
      count[axis] = static_cast<int>(std::ceil((size[axis] - from[axis]) / step_[axis]));
    }
    if (count[0] > kMostCells / std::max(count[1], 1)) {
      grid_ = none("the tiles are too many");
      return;
    }
    cv::Rect extent;
    for (int row = 0; row < count[1]; ++row)
      for (int column = 0; column < count[0]; ++column) {
        const cv::Rect cell = cv::Rect(cv::Point(cvRound(from[0] + column * step_[0]),
                                                 cvRound(from[1] + row * step_[1])),
                                       cv::Point(cvRound(from[0] + (column + 1) * step_[0]),
                                                 cvRound(from[1] + (row + 1) * step_[1]))) &
                              cv::Rect({}, classes_.size());
        if (cell.empty()) continue;
        const int filled = (sums.at<int>(cell.br()) - sums.at<int>(cell.y, cell.br().x) -
                            sums.at<int>(cell.br().y, cell.x) + sums.at<int>(cell.tl())) /
                           255;
        if (filled >= kOwnColour * pitch * pitch) extent |= cv::Rect(column, row, 1, 1);
      }
    if (extent.empty()) {
      grid_ = none("no tiles are to be seen");
      return;
    }
    grid_.origin = {from[0] + extent.x * step_[0], from[1] + extent.y * step_[1]};
    grid_.columns = extent.width;
    grid_.rows = extent.height;
  }

  const cv::Mat& bgr_;
  const Paints& paints_;
  double cell_min_;
  cv::Mat classes_;
  Stretches along_[2];
  double phase_[2] = {0, 0};  ///< the middle of the tile with number 0
  double step_[2] = {0, 0};
  double explained_ = 0;  ///< share of the stretches that lie where tiles are, by the best pitch
  Grid grid_;
};

}  // namespace

Grid find_grid(const cv::Mat& bgr, const Paints& paints, double cell_min_px) {
  return GridFinder(bgr, paints, cell_min_px).run();
}

}  // namespace eyehand::panel
