#include "calibration/slitherlink/numbers.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "calibration/learn.hpp"
#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "vision/digits.hpp"
#include "vision/ocr.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

/// The largest clue of a square that programs show.
constexpr int kDigits = 4;
/// Faces without a clue have less contrast than kBlankMost, faces with one more than kClueLeast.
constexpr int kBlankMost = 40, kClueLeast = 30;
/// ... and the latter have at least this many times the contrast of the former.
constexpr double kApart = 1.3;
/// The shape of digits with less contrast is unreliable.
constexpr double kLegible = 30;
/// The largest difference between glyphs of the same digit; the first value that gives few enough
/// shapes is used.
constexpr std::array kAlikeShapes = {0.05, 0.08, 0.12, 0.16};
constexpr std::size_t kMostShapes = 5;
constexpr std::size_t kFacesAsked = 6, kFacesSampled = 4;
/// Shapes on no more faces than this are also shown to Tesseract slanted, by this much.
constexpr std::size_t kFewFaces = 2;
constexpr double kSlant = 0.12;
/// A shape is certain to be a digit if Tesseract gives it at least this often, and never another.
constexpr int kClearVotes = 8;

[[noreturn]] void fail_unreadable(const std::string& why) {
  throw LearnStopped(End::unreadable, why);
}

struct Shape {
  Glyph glyph;
  std::vector<int> faces;
  std::array<int, kDigits> votes{};  ///< how often Tesseract says which digit
};

class Namer {
 public:
  Namer(const std::vector<cv::Mat>& pictures, const Lattice& lattice, Deadline deadline)
      : pictures_(pictures), lattice_(lattice), deadline_(deadline) {}

  Numbers run() {
    for (int face = 0; face < faces(); ++face)
      contents_.push_back(slitherlink::face_content(pictures_[0], lattice_, face));
    find_threshold();
    find_shapes();
    ask_tesseract();
    name();
    take_samples();
    return std::move(numbers_);
  }

 private:
  int faces() const { return lattice_.columns * lattice_.rows; }
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
        const int contrast = slitherlink::face_content(picture, lattice_, face).contrast;
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

  void find_shapes() {
    for (const double alike : kAlikeShapes) {
      shapes_.clear();
      for (int face = 0; face < faces(); ++face) {
        if (!has_clue(face)) continue;
        const auto& content = contents_[at(face)];
        if (content.foreground.empty() || !content.is_plain)
          fail_unreadable(fmt::format("what is drawn in face {} is not a digit.", face + 1));
        const Glyph glyph = glyph_of(content.foreground);
        auto same =
            std::min_element(shapes_.begin(), shapes_.end(), [&](const Shape& a, const Shape& b) {
              return distance(a.glyph, glyph) < distance(b.glyph, glyph);
            });
        if (same == shapes_.end() || distance(same->glyph, glyph) > alike)
          shapes_.push_back({glyph, {face}, {}});
        else
          same->faces.push_back(face);
      }
      if (shapes_.size() <= kMostShapes) break;
    }
    if (shapes_.empty()) fail_unreadable("the faces have no numbers.");
    if (shapes_.size() > kMostShapes)
      fail_unreadable(fmt::format(
          "the faces seem to have {} different numbers, more than can occur.", shapes_.size()));
  }

  /// Asks Tesseract at several sizes and, where a shape is on few faces, both upright and slanted.
  void ask_tesseract() {
    for (Shape& shape : shapes_)
      for (std::size_t i = 0; i < std::min(shape.faces.size(), kFacesAsked); ++i) {
        const cv::Mat& foreground = contents_[at(shape.faces[i])].foreground;
        const cv::Mat tight = foreground(cv::boundingRect(foreground > 40));
        for (const double slant : {0.0, -kSlant, kSlant}) {
          if (slant != 0 && shape.faces.size() > kFewFaces) continue;
          for (const double scale : {1.0, 2.0, 3.0}) {
            const int digit = ocr_digit(slanted(tight, scale, slant)).digit;
            if (digit >= 0 && digit < kDigits) ++shape.votes[at(digit)];
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

  double votes_for(const std::vector<int>& digits) const {
    double sum = 0;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const auto& votes = shapes_[i].votes;
      const int all = std::accumulate(votes.begin(), votes.end(), 0);
      sum += (votes[at(digits[i])] + 0.1) / (all + 0.4);
    }
    return sum / static_cast<double>(shapes_.size());
  }

  Status status_of(const std::vector<int>& digits) const {
    auto board =
        slitherlink::Board::of(slitherlink::Grid::squares(lattice_.columns, lattice_.rows));
    for (std::size_t i = 0; i < shapes_.size(); ++i)
      for (const int face : shapes_[i].faces)
        board.clues[at(face)] = static_cast<std::int8_t>(digits[i]);
    return game_named("slitherlink")
        .solve(slitherlink::to_text(board), {.deadline = deadline_, .rules = {}})
        .status;
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

  /// Considers all ways to name the shapes; several shapes may be the same digit.
  void name() {
    if (name_clearly()) return;
    std::vector<int> digits(shapes_.size(), 0);
    std::vector<Reading> readings;
    for (std::size_t i = 0; i < digits.size();) {
      readings.push_back({digits, votes_for(digits), Status::none});
      for (i = 0; i < digits.size() && ++digits[i] == kDigits; ++i) digits[i] = 0;
    }
    std::sort(readings.begin(), readings.end(),
              [](const Reading& a, const Reading& b) { return a.votes > b.votes; });
    if (readings.size() > kMostReadings) readings.resize(kMostReadings);
    for (Reading& reading : readings) reading.status = status_of(reading.digits);
    // A puzzle normally has one solution; several are better than none.
    const auto rank = [](const Reading& reading) {
      return reading.status == Status::unique ? reading.votes + 0.5
             : reading.status == Status::none || reading.status == Status::timeout ? 0
                                                                                   : reading.votes;
    };
    std::stable_sort(readings.begin(), readings.end(),
                     [&](const Reading& a, const Reading& b) { return rank(a) > rank(b); });
    const double second = readings.size() > 1 ? rank(readings[1]) : 0;
    if (readings[0].votes < kAgreed ||
        rank(readings[0]) - second < kMargin / static_cast<double>(shapes_.size())) {
      std::string what;
      for (const Shape& shape : shapes_)
        what += fmt::format(" [{}: {}]", shape.faces.size(), fmt::join(shape.votes, " "));
      fail_unreadable("it is not certain which digits the numbers are:" + what + ".");
    }
    named_ = readings[0].digits;
  }

  void take_samples() {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const auto& of = shapes_[i].faces;
      for (std::size_t k = 0; k < std::min(of.size(), kFacesSampled); ++k)
        for (const double scale : {1.0, 0.6, 0.8, 1.5}) {
          const int face = of[k * of.size() / std::min(of.size(), kFacesSampled)];
          cv::Mat scaled;
          cv::resize(contents_[at(face)].foreground, scaled, {}, scale, scale,
                     scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
          auto sample = to_sample(named_[i], glyph_of(scaled));
          if (std::ranges::count(numbers_.samples, sample) == 0)
            numbers_.samples.push_back(std::move(sample));
        }
    }
    for (int digit = 0; digit < kDigits; ++digit)
      if (std::ranges::count(named_, digit) > 0) numbers_.digits += std::to_string(digit);
  }

  /// Tesseract must agree with a reading to this share, and its share of a shape's votes must
  /// exceed that of any other solvable reading by the margin.
  static constexpr double kAgreed = 0.4, kMargin = 0.4;
  static constexpr std::size_t kMostReadings = 64;

  const std::vector<cv::Mat>& pictures_;
  const Lattice& lattice_;
  Deadline deadline_;
  std::vector<slitherlink::FaceContent> contents_;  ///< of the first picture
  std::vector<Shape> shapes_;
  std::vector<int> named_;
  Numbers numbers_;
};

}  // namespace

Numbers name_numbers(const std::vector<cv::Mat>& pictures, const Lattice& lattice,
                     Deadline deadline) {
  return Namer(pictures, lattice, deadline).run();
}

}  // namespace eyehand::calibration
