#include "vision/model/cages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "puzzle/model/parts.hpp"
#include "vision/foreground.hpp"

namespace eyehand::model {
namespace {

/// A pixel may differ by this much from a mixture of two colours.
constexpr float kImpure = 24;
/// A pixel is drawn if it has more than this of a colour, of 255.
constexpr int kDrawn = 90;
/// Of a board with cages, more than this is drawn in their colour.
constexpr double kLeastInk = 0.01;
/// An outline is at most this far inside its cell, in cells.
constexpr double kDeepest = 0.3;
/// Along thick lines it may be this much deeper inside, in cells.
constexpr double kPlay = 0.03;
/// Where along a side it is looked for, in cells: beside the number, and before the outlines of the
/// other sides.
constexpr double kFrom = 0.5, kTo = 0.7;
/// The part of a cell, from the outline on, in which its number stands, in cells.
constexpr double kNumberWidth = 0.62, kNumberHeight = 0.5;

struct Mixture {
  float share, error;
};

/// The mixture of background and colour that is nearest to the pixel.
Mixture mixture_of(cv::Vec3f pixel, cv::Vec3f background, cv::Vec3f colour) {
  const cv::Vec3f whole = colour - background, seen = pixel - background;
  const float square = whole.dot(whole);
  const float share = square > 0 ? std::clamp(seen.dot(whole) / square, 0.0F, 1.0F) : 0;
  return {share, farthest(seen, whole * share)};
}

cv::Vec3f to_bgr(Colour colour) {
  return cv::Vec3f(cv::Vec3i(colour.b, colour.g, colour.r));
}

// The sides of a cell, in the order of Board::ray.
enum { kTop, kRight, kBottom, kLeft, kSides };

/// From the line around a cell on to the inside: the pixels that an outline takes.
struct Depth {
  int first = 0, last = -1;
  bool is_found() const { return first <= last; }
};

class Outlines {
 public:
  Outlines(const cv::Mat& ink, const Lattice& lattice, const Board& board)
      : ink_(ink), lattice_(lattice), board_(board) {}

  /// The share of a cell's side that is drawn at some depth from `first` to `last`.
  double share(int cell, int side, Depth depth) const {
    const cv::Point2d corner = this->corner(cell);
    const double pitch = lattice_.pitch;
    int drawn = 0, all = 0;
    for (int along = cvRound(kFrom * pitch); along < kTo * pitch; ++along, ++all) {
      bool is_drawn = false;
      for (int i = depth.first; i <= depth.last; ++i) {
        const double inwards = side == kTop || side == kLeft ? i : pitch - i;
        const cv::Point at =
            side == kTop || side == kBottom
                ? cv::Point(cvRound(corner.x + along), cvRound(corner.y + inwards))
                : cv::Point(cvRound(corner.x + inwards), cvRound(corner.y + along));
        is_drawn |= cv::Rect({}, ink_.size()).contains(at) && ink_.at<std::uint8_t>(at) > kDrawn;
      }
      drawn += is_drawn;
    }
    return static_cast<double>(drawn) / std::max(1, all);
  }

  /// Where the outlines along this side of the board are, which all cages there have.
  Depth depth(int side) const {
    const std::vector<int> cells = side == kTop      ? board_.row(0)
                                   : side == kBottom ? board_.row(board_.height - 1)
                                   : side == kLeft   ? board_.column(0)
                                                     : board_.column(board_.width - 1);
    Depth found;
    for (int depth = 1; depth <= std::ceil(kDeepest * lattice_.pitch); ++depth) {
      double sum = 0;
      for (const int cell : cells) sum += share(cell, side, {depth, depth});
      const bool is_outline = sum > 0.7 * static_cast<double>(cells.size());
      if (is_outline && !found.is_found()) found = {depth, depth};
      if (is_outline && found.last + 1 == depth) found.last = depth;
    }
    return found;
  }

  cv::Point2d corner(int cell) const {
    return lattice_.origin +
           cv::Point2d(board_.column_of(cell), board_.row_of(cell)) * lattice_.pitch;
  }

 private:
  const cv::Mat& ink_;
  const Lattice& lattice_;
  const Board& board_;
};

}  // namespace

cv::Mat ink_of(const cv::Mat& bgr, Colour background, Colour colour,
               std::span<const Colour> others) {
  cv::Mat ink = cv::Mat::zeros(bgr.size(), CV_8UC1);
  const cv::Vec3f under = to_bgr(background);
  for (int y = 0; y < bgr.rows; ++y) {
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int last, const cv::Vec3b& bytes) {
      const cv::Vec3f pixel(bytes);
      if (farthest(pixel, under) <= kImpure) return;
      const Mixture mixture = mixture_of(pixel, under, to_bgr(colour));
      if (mixture.error > kImpure || std::ranges::any_of(others, [&](Colour other) {
            return mixture_of(pixel, under, to_bgr(other)).error < mixture.error;
          }))
        return;
      ink.row(y).colRange(first, last).setTo(255 * mixture.share);
    });
  }
  return ink;
}

Cages find_cages(const cv::Mat& ink, const Lattice& lattice, const Board& board) {
  Cages cages;
  const Outlines outlines(ink, lattice, board);
  std::array<Depth, kSides> depths;
  for (int side = 0; side < kSides; ++side) depths[at(side)] = outlines.depth(side);
  if (std::ranges::none_of(depths, &Depth::is_found)) {
    const cv::Rect area = lattice.bounds() & cv::Rect({}, ink.size());
    if (cv::countNonZero(ink(area) > kDrawn) > kLeastInk * area.area())
      cages.why_not = "the outlines of the cages are unclear";
    return cages;
  }
  const int play = std::max(1, cvRound(kPlay * lattice.pitch));
  // Per cell, the sides where it has an outline.
  std::vector<std::array<bool, kSides>> has_outline(board.clues.size());
  const auto unclear = [&](int cell) {
    cages.why_not = "the outline of the cage at " + board.name(cell) + " is unclear";
  };
  for (int cell = 0; cell < board.cells(); ++cell)
    for (int side = 0; side < kSides; ++side) {
      const auto [first, last] = depths[at(side)];
      const double share = outlines.share(cell, side, {first - play, last + play});
      has_outline[at(cell)][at(side)] = share > 0.5;
      if (share > 0.2 && share < 0.8) unclear(cell);
    }
  cages.first = joined_parts(board, [&](int cell, int next) {
    return !has_outline[at(cell)][next == cell + board.width ? kBottom : kRight];
  });
  // Both cells have an outline where the side between them parts cages, and only there.
  for (int cell = 0; cell < board.cells(); ++cell)
    for (int side = 0; side < kSides; ++side) {
      const std::vector<int> ray = board.ray(cell, side);
      const bool parts = ray.empty() || cages.first[at(cell)] != cages.first[at(ray[0])];
      if (has_outline[at(cell)][at(side)] != parts) unclear(cell);
    }
  for (int cell = 0; cell < board.cells(); ++cell) {
    const cv::Point2d corner = outlines.corner(cell);
    const cv::Point from(cvRound(corner.x) + depths[kLeft].last + 1,
                         cvRound(corner.y) + depths[kTop].last + 1);
    const cv::Point to(cvFloor(corner.x + kNumberWidth * lattice.pitch),
                       cvFloor(corner.y + kNumberHeight * lattice.pitch));
    const cv::Rect place = cv::Rect(from, to) & cv::Rect({}, ink.size());
    const cv::Rect box = place.empty() ? place : cv::boundingRect(ink(place) > kDrawn);
    if (box.empty() == (cages.first[at(cell)] == cell))
      cages.why_not = "the number of the cage at " + board.name(cell) + " is unclear";
    if (!box.empty()) cages.numbers.push_back({cell, box + place.tl()});
  }
  return cages;
}

}  // namespace eyehand::model
