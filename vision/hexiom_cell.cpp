#include "vision/hexiom_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/hex_shapes.hpp"
#include "vision/hex_view.hpp"

namespace eyehand::hexiom {
namespace {

// Lengths in pitches.

/// A numeral stands within this box around the middle.
constexpr double kNumeralHalfWidth = 0.22, kNumeralHalfHeight = 0.34;
/// Beside it, the cell has its own colour.
constexpr double kFillFrom = 0.235, kFillTo = 0.27, kFillHalfHeight = 0.12;
/// What is less high, to either side of the middle, is a badge.
constexpr double kBadgeHalfHeight = 0.14;
/// Marks of locks are looked at in discs of this radius, and so far above and below.
constexpr double kMarkRadius = 0.05, kBadgeReach = 0.024;
/// A claw covers so much.
constexpr double kClawRadius = 0.16;
/// Between a badge and the numeral below it there is a gap about here.
constexpr double kBadgeGapFrom = 0.2, kBadgeGapTo = 0.15;

/// What differs from a cell's colour by less is nothing; by more it is a numeral. Between it might
/// be anything.
constexpr double kNothing = 20, kNumeral = 50;
/// Where the samples are less sure, or cells smaller (pixels), a second voice does not help: both
/// may be wrong.
constexpr float kWorthAsking = 0.35F;
constexpr double kWorthAskingPitch = 28;
/// A row with this share of the strongest ink belongs to a numeral.
constexpr double kInked = 0.22;
/// A claw differs from the middle of its edge by so much, and by so many times as much as what is
/// on the cell's opposite side.
constexpr double kClaw = 10, kClawOnPiece = 30, kClawTimes = 2.2;
/// The same for a badge.
constexpr double kBadge = 45, kBadgeTimes = 1.6;
/// A rim is where a cell's colour has changed by this share of the greatest change near its side.
constexpr double kRimShare = 0.5, kRim = 25;

/// 0 where a measure is at `none`, 1 at `all`, 0.5 half-way.
float share_between(double value, double none, double all) {
  return static_cast<float>(std::clamp((value - none) / (all - none), 0.0, 1.0));
}

}  // namespace

/// How far pixels around a cell are from its colour. `middle` is in the picture's coordinates.
struct CellReader::Ink {
  HexView view;
  cv::Point2d middle;
  cv::Rect box;  ///< in the picture

  /// Calls visit(point) for points of a disc around (0, 0).
  template <class Visit>
  static void each_of_disc(double radius, Visit&& visit) {
    visit(cv::Point2d());
    for (const double r : {0.5 * radius, radius})
      for (int k = 0; k < 8; ++k)
        visit(r * cv::Point2d(std::cos(k * CV_PI / 4), std::sin(k * CV_PI / 4)));
  }
  static constexpr int kOfDisc = 17;

  /// The mean of a disc; `at` in pixels from the cell's middle.
  double disc(cv::Point2d at, double radius) const {
    double sum = 0;
    each_of_disc(radius, [&](cv::Point2d p) { sum += view.at(middle + at + p); });
    return sum / kOfDisc;
  }
  /// How much two discs differ, point by point.
  double difference(cv::Point2d a, cv::Point2d b, double radius) const {
    double sum = 0;
    each_of_disc(radius, [&](cv::Point2d p) {
      sum += std::abs(view.at(middle + a + p) - view.at(middle + b + p));
    });
    return sum / kOfDisc;
  }
};

CellReader::Ink CellReader::ink_around(cv::Point2d middle) const {
  const auto left = static_cast<int>(std::floor(middle.x - 0.6 * pitch_));
  const auto top = static_cast<int>(std::floor(middle.y - 0.6 * pitch_));
  const int size = static_cast<int>(std::ceil(1.2 * pitch_)) + 2;
  Ink ink;
  ink.box = cv::Rect(left, top, size, size) & cv::Rect({}, bgr_.size());
  ink.middle = middle - cv::Point2d(ink.box.tl());

  std::array<std::vector<int>, 3> channels;
  for (const double side : {-1.0, 1.0})
    for (double x = kFillFrom; x <= kFillTo; x += 0.0175)
      for (double y = -kFillHalfHeight; y <= kFillHalfHeight; y += 0.03) {
        const int px = std::clamp(cvRound(middle.x + side * x * pitch_), 0, bgr_.cols - 1);
        const int py = std::clamp(cvRound(middle.y + y * pitch_), 0, bgr_.rows - 1);
        const Colour c = colour_at(bgr_, px, py);
        channels[0].push_back(c.r);
        channels[1].push_back(c.g);
        channels[2].push_back(c.b);
      }
  for (auto& channel : channels) {
    const auto mid = channel.begin() + static_cast<std::ptrdiff_t>(channel.size() / 2);
    std::nth_element(channel.begin(), mid, channel.end());
    channel[0] = *mid;
  }
  ink.view.ink = distances(bgr_(ink.box), {channels[0][0], channels[1][0], channels[2][0]});
  return ink;
}

cv::Mat CellReader::numeral(cv::Point2d middle) const {
  const Ink ink = ink_around(middle);
  return numeral(ink, lock_by_claws(ink) >= 0.5F, lock_by_badge(ink) >= 0.5F);
}

cv::Mat CellReader::numeral(const Ink& ink, bool has_claws, bool has_badge) const {
  const auto pixels = [&](double pitches) { return pitches * pitch_; };
  const auto box_around = [&](double half_width, double half_height) {
    const int left = static_cast<int>(std::ceil(ink.middle.x - pixels(half_width)));
    const int right = static_cast<int>(std::floor(ink.middle.x + pixels(half_width)));
    const int top = static_cast<int>(std::ceil(ink.middle.y - pixels(half_height)));
    const int bottom = static_cast<int>(std::floor(ink.middle.y + pixels(half_height)));
    return cv::Rect(left, top, right - left + 1, bottom - top + 1) &
           cv::Rect({}, ink.view.ink.size());
  };
  double most = 0;
  cv::minMaxLoc(ink.view.ink(box_around(0.17, 0.17)), nullptr, &most);
  if (most < kNothing) return {};

  const cv::Rect box = box_around(kNumeralHalfWidth, kNumeralHalfHeight);
  const cv::Mat part = ink.view.ink(box).clone();
  if (has_claws)
    for (const double side : {-1.0, 1.0})
      cv::circle(part,
                 cv::Point(cvRound(ink.middle.x + pixels(side * look_.claw_x)) - box.x,
                           cvRound(ink.middle.y - pixels(look_.claw_y)) - box.y),
                 cvRound(pixels(kClawRadius)), cv::Scalar(0), cv::FILLED);
  const auto has_ink = [&](int y) {
    double here = 0;
    cv::minMaxLoc(part.row(y), nullptr, &here);
    return here >= kInked * most;
  };
  const double middle_row = ink.middle.y - box.y;
  int top = static_cast<int>(std::lround(middle_row)), bottom = top;
  while (bottom + 1 < part.rows && has_ink(bottom + 1)) ++bottom;
  if (has_badge) {
    // They may touch: between them is the row with the least ink.
    cv::Mat rows;
    cv::reduce(part, rows, 1, cv::REDUCE_SUM, CV_32S);
    const auto row_at = [&](double y) {
      return std::clamp(static_cast<int>(std::lround(middle_row + pixels(y))), 0, part.rows - 1);
    };
    int cut = row_at(-kBadgeGapFrom);
    for (int y = cut; y <= row_at(-kBadgeGapTo); ++y)
      if (rows.at<int>(y) < rows.at<int>(cut)) cut = y;
    top = std::min(cut + 1, part.rows - 1);
  } else {
    while (top > 0 && has_ink(top - 1)) --top;
    // A numeral is in the middle; what touches it on one side is not of it.
    const double half = std::min(middle_row - top, bottom - middle_row);
    top = std::max(top, static_cast<int>(std::floor(middle_row - half - 0.6)));
    bottom = std::min(bottom, static_cast<int>(std::ceil(middle_row + half + 0.6)));
  }
  bottom = std::max(bottom, top);
  cv::Mat numeral;
  part.rowRange(top, bottom + 1).convertTo(numeral, CV_8UC1, 255 / most);
  return numeral;
}

/// Each of these is 0 if the cell is not locked by this mark, 1 if it is, and 0.5 if nobody knows.
float CellReader::lock_by_claws(const Ink& ink) const {
  if (look_.claw_x == 0 || !flat_topped_) return 0;
  const double y = look_.claw_y * pitch_, radius = kMarkRadius * pitch_;
  const bool is_piece = ink.disc({0, 0}, 0.12 * pitch_) >= kNothing;
  // Without a claw the upper edge looks alike at its end and in its middle; so does the lower one.
  const auto end_of_edge = [&](double side, double up) {
    return ink.difference({side * look_.claw_x * pitch_, -up * y}, {0, -up * y}, radius);
  };
  const double above = std::min(end_of_edge(-1, 1), end_of_edge(1, 1));
  const double below = std::min(end_of_edge(-1, -1), end_of_edge(1, -1));
  const double limit = std::max(is_piece ? kClawOnPiece : kClaw, kClawTimes * below);
  return share_between(above, 0.2 * limit, 1.4 * limit);
}

float CellReader::lock_by_badge(const Ink& ink) const {
  if (look_.badge_y == 0) return 0;
  // Its upper end has no like below the middle; where its body is, a numeral may have its foot.
  const auto most_around = [&](double y) {
    double most = 0;
    for (double off = -kBadgeReach; off <= kBadgeReach; off += kBadgeReach / 4)
      most = std::max(most, ink.view.at(ink.middle + cv::Point2d(0, (y + off) * pitch_)));
    return most;
  };
  const double above = most_around(-look_.badge_top), below = most_around(look_.badge_top);
  const double limit = std::max(kBadge, kBadgeTimes * below);
  return std::min(share_between(above, 0.5 * limit, 1.5 * limit),
                  share_between(most_around(-look_.badge_y), 0.5 * kBadge, 1.5 * kBadge));
}

float CellReader::lock_by_line(const Ink& ink) const {
  if (look_.line_from == 0) return 0;
  constexpr double kFrom = 0.26, kTo = 0.46;
  constexpr int kSteps = 41;
  // The middle one of six directions: numerals and other marks are in the way of one or two.
  std::array<double, kSteps> profile{};
  for (std::size_t i = 0; i < kSteps; ++i) {
    const double t = kFrom + (kTo - kFrom) * static_cast<double>(i) / (kSteps - 1);
    std::array<double, 6> all{};
    std::size_t k = 0;
    for (const cv::Point2d& way : hex_directions(flat_topped_)) {
      const cv::Point2d across(-way.y, way.x);
      for (const double along : {-0.08, 0.0, 0.08})
        all[k] += ink.view.at(ink.middle + pitch_ * (t * way + along * across)) / 3;
      ++k;
    }
    std::sort(all.begin(), all.end());
    profile[i] = (all[2] + all[3]) / 2;
  }
  const double most = *std::max_element(profile.begin(), profile.end());
  std::size_t i = 0;
  while (profile[i] < kRimShare * most) ++i;
  if (most < kRim) return 0;
  if (i == 0) return most < 2 * kRim ? 0 : 0.5F;
  const double at =
      static_cast<double>(i) - (profile[i] - kRimShare * most) / (profile[i] - profile[i - 1]);
  const double from = kFrom + (kTo - kFrom) * at / (kSteps - 1);
  return share_between(from, look_.rim_from, look_.line_from);
}

CellGuess CellReader::read(cv::Point2d middle, bool ask_twice) const {
  CellGuess guess;
  const Ink ink = ink_around(middle);
  const float claws = lock_by_claws(ink), badge = lock_by_badge(ink);
  const cv::Mat figure = numeral(ink, claws >= 0.5F, badge >= 0.5F);
  float lock = std::max(claws, lock_by_line(ink));
  guess.confidence = 1;
  if (!figure.empty()) {
    const double half = figure.rows / 2.0 / pitch_;
    if (half < kBadgeHalfHeight && look_.badge_y > 0) {
      lock = 1;
    } else {
      lock = std::max(lock, badge);
      DigitGuess digit = digits_.read_by_samples(figure);
      if (ask_twice && digit.confidence >= kWorthAsking && pitch_ >= kWorthAskingPitch)
        digit = digits_.read(figure);
      guess.cell = static_cast<Cell>(std::clamp(digit.digit, 0, 6));
      guess.confidence = digit.digit > 6 || digit.digit < 0 ? 0 : digit.confidence;
      if (guess.confidence < kSure) guess.doubt = "its numeral cannot be told";
    }
  }
  guess.is_locked = lock >= 0.5F;
  const float sure_of_lock = std::abs(2 * lock - 1);
  if (sure_of_lock < 0.25F) {
    guess.confidence = std::min(guess.confidence, sure_of_lock);
    guess.doubt = "whether it is locked cannot be told";
  }
  return guess;
}

}  // namespace eyehand::hexiom
