#include "calibration/pitch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/changes.hpp"

namespace eyehand::calibration {
namespace {

/// The least side of a cell, pixels.
constexpr int kPartMinPx = 12;
/// Two changes with at least this share in common are the same.
constexpr double kSimilar = 0.5;
/// A cell may react to clicks this far beyond what changes, as a share of the latter's sides.
constexpr double kBeyond = 0.25;
/// Sides of cells that were measured, and their distances, differ by no more than this, pixels, and
/// sides by no more than this share: a few pixels of a cell may look as before.
constexpr double kSameSidePx = 2, kSameSide = 0.08;
/// The largest share of all that changes which may be something else than cells that touch.
constexpr double kElse = 0.1;
/// Presses at least this many cells apart show the pitch, where they moved a change to within this
/// share of a cell of where it should be.
constexpr int kFarCells = 2;
constexpr double kNearShift = 0.25;

/// Fits a pitch to distances of whole numbers of cells.
class PitchFit {
 public:
  void add(int cells, double distance) {
    sum_ += cells * distance;
    squares_ += static_cast<double>(cells) * cells;
  }
  bool is_empty() const { return squares_ == 0; }
  double pitch() const { return sum_ / squares_; }

 private:
  double sum_ = 0, squares_ = 0;
};

bool is_as_large(const cv::Rect& box, cv::Size cell) {
  const auto is_same = [](int a, int b) {
    return std::abs(a - b) <= std::max(kSameSidePx, kSameSide * b);
  };
  return is_same(box.width, cell.width) && is_same(box.height, cell.height);
}

/// The pitch of which all these are multiples, and the least is itself; 0 if there is none.
double pitch_of(const std::vector<double>& distances) {
  if (distances.empty()) return 0;
  const double least = *std::min_element(distances.begin(), distances.end());
  PitchFit fit;
  for (const double distance : distances) fit.add(cvRound(distance / least), distance);
  const bool fits = std::ranges::all_of(distances, [&](double distance) {
    return std::abs(distance - cvRound(distance / least) * fit.pitch()) <= kSameSidePx;
  });
  return fits ? fit.pitch() : 0;
}

}  // namespace

std::optional<cv::Point> shift_between(const cv::Mat& a, const cv::Mat& b) {
  const cv::Rect box_a = cv::boundingRect(a), box_b = cv::boundingRect(b);
  if (box_a.empty() || box_b.empty()) return std::nullopt;
  // Slide b over a. Where sets go around the rim, most of its box may be beyond that of a.
  cv::Mat padded, overlap, large, small;
  const int across = box_b.width, down = box_b.height;
  cv::copyMakeBorder(a(box_a), padded, down, down, across, across, cv::BORDER_CONSTANT, 0);
  padded.convertTo(large, CV_32F, 1 / 255.0);
  b(box_b).convertTo(small, CV_32F, 1 / 255.0);
  cv::matchTemplate(large, small, overlap, cv::TM_CCORR);
  double most = 0;
  cv::Point where;
  cv::minMaxLoc(overlap, nullptr, &most, nullptr, &where);
  const double all = cv::countNonZero(a) + cv::countNonZero(b) - most;
  if (most < kSimilar * all) return std::nullopt;
  return box_a.tl() - cv::Point(across, down) + where - box_b.tl();
}

std::vector<cv::Rect> cells_flipped(const Press& first) {
  std::vector<cv::Rect> boxes = boxes_of(first.changed, kPartMinPx);
  const auto own = std::ranges::find_if(boxes, [&](const cv::Rect& box) {
    const cv::Size more(cvRound(kBeyond * box.width), cvRound(kBeyond * box.height));
    return (box - cv::Point(more) + more + more).contains(first.at);
  });
  if (own == boxes.end()) return {};
  std::swap(*own, boxes.front());
  const cv::Size cell = boxes.front().size();
  std::erase_if(boxes, [&](const cv::Rect& box) { return !is_as_large(box, cell); });
  return boxes;
}

cv::Size smallest_cell(std::span<const Press> presses) {
  cv::Size smallest;
  for (const Press& press : presses)
    if (const auto cells = cells_flipped(press); !cells.empty())
      if (smallest.empty() || cells[0].area() < smallest.area()) smallest = cells[0].size();
  return smallest;
}

cv::Size touching_cell(std::span<const Press> presses) {
  std::vector<cv::Rect> boxes;
  for (const Press& press : presses)
    std::ranges::copy(boxes_of(press.changed, kPartMinPx), std::back_inserter(boxes));
  std::ranges::sort(boxes, {}, &cv::Rect::area);
  const auto is_whole = [](int length, int one) {
    return std::abs(length - cvRound(static_cast<double>(length) / one) * one) <=
           std::max(kSameSidePx, kSameSide * one);
  };
  const auto area_of = [](std::span<const cv::Rect> some) {
    return std::accumulate(some.begin(), some.end(), 0.0,
                           [](double sum, const cv::Rect& box) { return sum + box.area(); });
  };
  // Boxes that are smaller than cells come first.
  const double most_else = kElse * area_of(boxes);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (area_of({boxes.data(), i}) > most_else) break;
    const cv::Size cell = boxes[i].size();
    const std::span<const cv::Rect> rest(boxes.begin() + static_cast<std::ptrdiff_t>(i),
                                         boxes.end());
    const bool are_whole = std::ranges::all_of(rest, [&](const cv::Rect& box) {
      return is_whole(box.width, cell.width) && is_whole(box.height, cell.height);
    });
    if (!are_whole) continue;
    const bool do_touch =
        !std::ranges::all_of(rest, [&](const cv::Rect& box) { return is_as_large(box, cell); });
    return do_touch ? cell : cv::Size();
  }
  return {};
}

std::optional<cv::Point> step_between(const Press& first, const Press& second) {
  const std::vector<cv::Rect> from = cells_flipped(first), to = cells_flipped(second);
  if (from.empty() || to.empty() || !is_as_large(to[0], from[0].size()))
    return shift_between(second.changed, first.changed);
  return (to[0].tl() + to[0].br() - from[0].tl() - from[0].br()) / 2;
}

cv::Size2d pitches_of_parts(std::span<const Press> presses, cv::Size cell) {
  std::vector<double> across, down;
  for (const Press& press : presses) {
    std::vector<cv::Rect> boxes = boxes_of(press.changed, kPartMinPx);
    std::erase_if(boxes, [&](const cv::Rect& box) { return !is_as_large(box, cell); });
    for (const cv::Rect& a : boxes)
      for (const cv::Rect& b : boxes) {
        const cv::Point2d shift = cv::Point2d(b.tl() + b.br() - a.tl() - a.br()) / 2;
        // What glows reaches into other cells.
        if (shift.x > cell.width / 2.0) across.push_back(shift.x);
        if (shift.y > cell.height / 2.0) down.push_back(shift.y);
      }
  }
  return {pitch_of(across), pitch_of(down)};
}

cv::Size2d pitches_of_far_presses(std::span<const Press> presses, const Lattice& lattice) {
  std::map<std::pair<int, int>, const Press*> by_cell;
  for (const Press& press : presses) {
    const cv::Point2d cell = (cv::Point2d(press.at) - lattice.origin) / lattice.pitch;
    by_cell[{cvFloor(cell.x), cvFloor(cell.y)}] = &press;
  }
  PitchFit across, down;
  for (const auto& [from, first] : by_cell)
    for (const auto& [to, second] : by_cell) {
      const cv::Point by(to.first - from.first, to.second - from.second);
      if (to <= from || std::max(std::abs(by.x), std::abs(by.y)) < kFarCells) continue;
      const auto shift = shift_between(second->changed, first->changed);
      // Tiles that flip other sets seem to move by other distances.
      if (!shift || cv::norm(cv::Point2d(*shift) - lattice.pitch * cv::Point2d(by)) >
                        kNearShift * lattice.pitch)
        continue;
      if (std::abs(by.x) >= kFarCells) across.add(by.x, shift->x);
      if (std::abs(by.y) >= kFarCells) down.add(by.y, shift->y);
    }
  if (across.is_empty() || down.is_empty()) return {lattice.pitch, lattice.pitch};
  return {across.pitch(), down.pitch()};
}

}  // namespace eyehand::calibration
