#include "calibration/slitherlink/numbers.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/learn.hpp"
#include "calibration/slitherlink/fit.hpp"
#include "puzzle/index.hpp"
#include "solver/slitherlink/solve.hpp"
#include "vision/digits.hpp"
#include "vision/ocr.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kDigits = 10;
/// Faces without a clue have less contrast than kBlankMost, faces with one more than kClueLeast.
constexpr int kBlankMost = 40, kClueLeast = 30;
/// ... and the latter have at least this many times the contrast of the former.
constexpr double kApart = 1.3;
/// The shape of digits with less contrast is unreliable.
constexpr double kLegible = 30;
/// The largest difference between glyphs of the same digit; the first value that gives hardly more
/// shapes than there are digits is used, or the last.
constexpr std::array kAlikeShapes = {0.05, 0.08, 0.12, 0.16};
constexpr int kMoreShapes = 1;
constexpr std::size_t kMostShapes = 16;
constexpr std::size_t kDigitsAsked = 6, kDigitsSampled = 4;
/// If there are no more of a shape than this, or Tesseract recognises none of them, it is also
/// shown them slanted, by this much.
constexpr std::size_t kFew = 2;
constexpr double kSlant = 0.12;
/// For all ways to name the shapes.
constexpr std::chrono::seconds kSolvingTime{8};
/// A shape is certain to be a digit if Tesseract gives it at least this often, and never another.
constexpr int kClearVotes = 8;
/// If it says two digits, each at least so often, the shape may be both.
constexpr int kSplitVotes = 6;

[[noreturn]] void fail_unreadable(const std::string& why) {
  throw LearnStopped(End::unreadable, why);
}

/// A digit in a face.
struct Digit {
  int face = 0;
  cv::Mat foreground;
  int most = 0;  ///< the largest that it can be, as no face is a loop
};

/// Digits that look alike.
struct Shape {
  Glyph glyph;
  std::vector<std::size_t> which;
  int most = kDigits - 1;            ///< the largest that all of them can be
  std::array<int, kDigits> votes{};  ///< how often Tesseract says which digit
};

class Namer {
 public:
  Namer(const std::vector<cv::Mat>& pictures, std::shared_ptr<const slitherlink::Grid> grid,
        const FaceContents& content, Deadline deadline)
      : pictures_(pictures), grid_(std::move(grid)), content_(content), deadline_(deadline) {}

  Numbers run() {
    for (int face = 0; face < faces(); ++face) contents_.push_back(content_(pictures_[0], face));
    find_threshold();
    find_digits();
    find_shapes();
    split_shapes();
    name();
    take_samples();
    return std::move(numbers_);
  }

 private:
  int faces() const { return grid_->faces(); }
  bool has_clue(int face) const { return contents_[at(face)].contrast >= numbers_.foreground_min; }

  /// The threshold in the widest gap between contrasts.
  void find_threshold() {
    std::vector<int> contrasts;
    for (const auto& content : contents_) contrasts.push_back(content.contrast);
    contrasts.push_back(4);
    std::sort(contrasts.begin(), contrasts.end());
    double widest = 0;
    int blank = 0, clue = 255;
    for (std::size_t i = 0; i + 1 < contrasts.size(); ++i) {
      const double low = std::max(contrasts[i], 4), high = contrasts[i + 1];
      if (low > kBlankMost || high < kClueLeast || high / low <= widest) continue;
      widest = high / low;
      blank = contrasts[i];
      clue = contrasts[i + 1];
    }
    if (widest < kApart)
      fail_unreadable("faces with a number cannot be distinguished from those without one.");
    // Lines around them tint faces without a number, and numbers turn grey, or almost invisible.
    int faded = clue;
    const int limit = clue;
    for (const cv::Mat& picture : pictures_)
      for (int face = 0; face < faces(); ++face) {
        const int contrast = content_(picture, face).contrast;
        int& extreme = contents_[at(face)].contrast >= limit ? faded : blank;
        extreme = contents_[at(face)].contrast >= limit ? std::min(faded, contrast)
                                                        : std::max(blank, contrast);
      }
    const auto between = [](int low, int high) {
      return std::clamp(cvRound(std::sqrt(std::max(low, 4) * static_cast<double>(high))), 2, 100);
    };
    if (blank * kApart > clue)
      fail_unreadable("numbers cannot be distinguished from what is in other faces.");
    numbers_.clues_fade = faded < std::max(blank * kApart, kLegible);
    numbers_.foreground_min = between(blank, numbers_.clues_fade ? clue : faded);
  }

  void find_digits() {
    for (int face = 0; face < faces(); ++face) {
      if (!has_clue(face)) continue;
      const auto& content = contents_[at(face)];
      std::vector<cv::Mat> digits;
      if (content.is_plain && !content.foreground.empty()) digits = digits_of(content.foreground);
      if (digits.empty())
        fail_unreadable(fmt::format("what is drawn in face {} is not a digit.", face + 1));
      const int most = most_in(face);
      if (digits.size() == 1) {
        digits_.push_back({face, digits[0], std::min(most, kDigits - 1)});
      } else {
        digits_.push_back({face, digits[0], most / kDigits});
        digits_.push_back({face, digits[1], kDigits - 1});
      }
    }
    if (digits_.empty()) fail_unreadable("the faces have no numbers.");
  }
  int most_in(int face) const { return static_cast<int>(grid_->edges_of_face(face).size()) - 1; }

  std::vector<Shape> shapes_of(const std::vector<std::size_t>& digits, double alike) const {
    std::vector<Shape> shapes;
    for (const std::size_t i : digits) {
      const Glyph glyph = glyph_of(digits_[i].foreground);
      auto same = std::ranges::min_element(
          shapes, {}, [&](const Shape& shape) { return distance(shape.glyph, glyph); });
      if (same == shapes.end() || distance(same->glyph, glyph) > alike)
        same = shapes.insert(shapes.end(), {glyph, {}, kDigits - 1, {}});
      same->which.push_back(i);
      same->most = std::min(same->most, digits_[i].most);
    }
    return shapes;
  }

  void find_shapes() {
    const int most = std::ranges::max_element(digits_, {}, &Digit::most)->most;
    std::vector<std::size_t> all(digits_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (alike_ = 0; alike_ < kAlikeShapes.size(); ++alike_) {
      shapes_ = shapes_of(all, kAlikeShapes[alike_]);
      if (static_cast<int>(shapes_.size()) <= most + 1 + kMoreShapes) break;
    }
    if (shapes_.size() > kMostShapes)
      fail_unreadable(fmt::format(
          "the faces seem to have {} different numbers, more than can occur.", shapes_.size()));
    for (Shape& shape : shapes_) ask_tesseract(shape);
  }

  /// Shapes of which Tesseract says two digits may be both: digits of a bold or blurred print are
  /// as alike as those of another that lie differently between pixels.
  void split_shapes() {
    std::vector<Shape> split;
    for (const Shape& shape : shapes_) {
      auto votes = shape.votes;
      std::ranges::nth_element(votes, votes.begin() + 1, std::greater());
      std::vector<Shape> parts = {shape};
      for (std::size_t i = alike_; i-- > 0 && votes[1] >= kSplitVotes && parts.size() == 1;)
        parts = shapes_of(parts[0].which, kAlikeShapes[i]);
      if (parts.size() > 1)
        for (Shape& part : parts) ask_tesseract(part);
      std::ranges::move(parts, std::back_inserter(split));
    }
    if (split.size() <= kMostShapes) shapes_ = std::move(split);
  }

  /// Asks Tesseract at several sizes, and at several slants if that is not enough.
  void ask_tesseract(Shape& shape) const {
    for (const double slant : {0.0, -kSlant, kSlant}) {
      const bool is_seen = std::ranges::max(shape.votes) > 0;
      if (slant != 0 && is_seen && shape.which.size() > kFew) break;
      for (std::size_t i = 0; i < std::min(shape.which.size(), kDigitsAsked); ++i) {
        const cv::Mat& foreground = digits_[shape.which[i]].foreground;
        const cv::Mat tight = foreground(cv::boundingRect(foreground > 40));
        for (const double scale : {1.0, 2.0, 3.0}) {
          const int digit = ocr_digit(slanted(tight, scale, slant)).digit;
          if (digit >= 0 && digit <= shape.most) ++shape.votes[at(digit)];
        }
      }
    }
  }

  static cv::Mat slanted(const cv::Mat& digit, double scale, double slant) {
    const double aside = std::abs(slant) * scale * digit.rows;
    const cv::Matx23d map(scale, -slant * scale, slant > 0 ? aside : 0, 0, scale, 0);
    cv::Mat result;
    cv::warpAffine(digit, result, map,
                   {cvCeil(scale * digit.cols + aside), cvCeil(scale * digit.rows)},
                   cv::INTER_CUBIC);
    return result;
  }

  struct Reading {
    std::vector<int> digits;  ///< of the shapes
    double votes = 0;         ///< the mean share of votes that agree
    Status status = Status::none;
  };

  /// The share of a shape's votes for a digit.
  static double share(const Shape& shape, int digit) {
    const int all = std::accumulate(shape.votes.begin(), shape.votes.end(), 0);
    return (shape.votes[at(digit)] + 0.1) / (all + 0.4);
  }

  /// The ways to name the shapes with which Tesseract agrees best; several may be the same digit.
  /// `others`: its agreement with any other way is less.
  std::vector<Reading> likeliest_readings(double& others) const {
    const auto count = static_cast<double>(shapes_.size());
    std::vector<double> most;  // of each shape's shares
    for (const Shape& shape : shapes_) {
      most.push_back(0);
      for (int digit = 0; digit <= shape.most; ++digit)
        most.back() = std::max(most.back(), share(shape, digit) / count);
    }
    others = 0;
    std::vector<Reading> readings = {{}};
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      std::vector<Reading> longer;
      for (const Reading& reading : readings)
        for (int digit = 0; digit <= shapes_[i].most; ++digit) {
          longer.push_back(reading);
          longer.back().digits.push_back(digit);
          longer.back().votes += share(shapes_[i], digit) / count;
        }
      std::ranges::stable_sort(longer, std::greater<>(), &Reading::votes);
      if (longer.size() > kMostReadings) {
        const double rest =
            std::accumulate(most.begin() + static_cast<std::ptrdiff_t>(i) + 1, most.end(), 0.0);
        others = std::max(others, longer[kMostReadings].votes + rest);
        longer.resize(kMostReadings);
      }
      readings = std::move(longer);
    }
    return readings;
  }

  slitherlink::Board board_of(const std::vector<int>& named) const {
    std::vector<int> values(digits_.size());
    for (std::size_t i = 0; i < shapes_.size(); ++i)
      for (const std::size_t digit : shapes_[i].which) values[digit] = named[i];
    auto board = slitherlink::Board::of(grid_);
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      std::int8_t& clue = board.clues[at(digits_[i].face)];
      clue = static_cast<std::int8_t>(clue == slitherlink::kNoClue ? values[i]
                                                                   : kDigits * clue + values[i]);
    }
    return board;
  }
  Status status_of(const std::vector<int>& named) const {
    const auto board = board_of(named);
    for (int face = 0; face < faces(); ++face)
      if (board.clues[at(face)] > most_in(face)) return Status::none;
    return slitherlink::solve(board, {.deadline = deadline_}).status;
  }

  /// Follows Tesseract, if it has no doubt about any shape and the puzzle has a solution.
  bool name_clearly() {
    std::vector<int> digits;
    for (const Shape& shape : shapes_) {
      const auto most = std::max_element(shape.votes.begin(), shape.votes.end());
      if (*most < kClearVotes || *most < std::accumulate(shape.votes.begin(), shape.votes.end(), 0))
        return false;
      digits.push_back(static_cast<int>(most - shape.votes.begin()));
    }
    const Status status = status_of(digits);
    if (status == Status::none || status == Status::timeout) return false;
    named_ = std::move(digits);
    return true;
  }

  void name() {
    if (name_clearly()) return;
    double others = 0;
    std::vector<Reading> readings = likeliest_readings(others);
    deadline_ = deadline_.at_most(kSolvingTime);
    for (Reading& reading : readings) reading.status = status_of(reading.digits);
    // A puzzle normally has one solution; several are better than none.
    constexpr double kUnique = 0.5;
    const auto rank = [](const Reading& reading) {
      const bool may_be_unique =
          reading.status == Status::unique || reading.status == Status::timeout;
      return reading.status == Status::none ? 0 : reading.votes + (may_be_unique ? kUnique : 0);
    };
    std::stable_sort(readings.begin(), readings.end(),
                     [&](const Reading& a, const Reading& b) { return rank(a) > rank(b); });
    double second = others > 0 ? others + kUnique : 0;
    if (readings.size() > 1) second = std::max(second, rank(readings[1]));
    if (readings[0].votes < kAgreed || readings[0].status == Status::timeout ||
        rank(readings[0]) - second < kMargin / static_cast<double>(shapes_.size())) {
      std::string what;
      for (const Shape& shape : shapes_)
        what += fmt::format(" [{}: {}]", shape.which.size(), fmt::join(shape.votes, " "));
      fail_unreadable("it is not certain which digits the numbers are:" + what + ".");
    }
    named_ = readings[0].digits;
  }

  void take_samples() {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const auto& which = shapes_[i].which;
      const std::size_t count = std::min(which.size(), kDigitsSampled);
      for (std::size_t k = 0; k < count; ++k)
        add_samples(digits_[which[k * which.size() / count]].foreground, named_[i],
                    numbers_.samples);
    }
    numbers_.clues = board_of(named_).clues;
    for (int digit = 0; digit < kDigits; ++digit)
      if (std::ranges::count(named_, digit) > 0) numbers_.digits += std::to_string(digit);
  }

  /// Tesseract must agree with a reading to this share, and its share of a shape's votes must
  /// exceed that of any other solvable reading by the margin.
  static constexpr double kAgreed = 0.4, kMargin = 0.4;
  static constexpr std::size_t kMostReadings = 500;

  const std::vector<cv::Mat>& pictures_;
  std::shared_ptr<const slitherlink::Grid> grid_;
  const FaceContents& content_;
  Deadline deadline_;
  std::vector<slitherlink::FaceContent> contents_;  ///< of the first picture
  std::vector<Digit> digits_;
  std::vector<Shape> shapes_;
  std::size_t alike_ = 0;   ///< of kAlikeShapes: what the shapes were found with
  std::vector<int> named_;  ///< the digit of each
  Numbers numbers_;
};

}  // namespace

Numbers name_numbers(const std::vector<cv::Mat>& pictures,
                     std::shared_ptr<const slitherlink::Grid> grid, const FaceContents& contents,
                     Deadline deadline) {
  return Namer(pictures, std::move(grid), contents, deadline).run();
}

}  // namespace eyehand::calibration
