// A program of Net without a window, for tests of learning.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "actuator/net/plan.hpp"
#include "puzzle/net/board.hpp"
#include "tests/calibration/fake_program.hpp"

namespace eyehand::calibration {

inline constexpr int kColumns = 6, kRows = 5, kSide = 44;
inline const cv::Point kCorner(70, 50);
inline const cv::Size kWindow(460, 360);

/// Tiles turn clockwise, immediately, whichever button is used.
class NetProgram final : public FakeProgram {
 public:
  NetProgram() : FakeProgram(kWindow, {}) {}

  std::vector<net::Sides> wires = {1, 3, 5, 7, 2, 9, 4,  6, 11, 10, 12, 8,  13, 1,  14,
                                   3, 5, 2, 7, 9, 4, 11, 6, 1,  10, 12, 13, 8,  14, 3};
  bool turns = true;
  std::string_view reversed;  ///< a shape that turns the other way
  int height = kSide;         ///< of a tile
  bool bevelled = false, outlined = true;
  int gap = 0;                            ///< from a tile to its cell's edge, if tiles are filled
  int thickness = 7;                      ///< of wires
  bool is_wire_around = false;            ///< what surrounds the board has their colour
  int powered = -1;                       ///< a tile with wires of another colour
  int source = -1;                        ///< a tile that lights those that its wires point at
  int marked = -1;                        ///< a tile with a disc on it
  std::pair<int, int> linked = {-1, -1};  ///< tiles that turn together, drawn like a powered one
  std::function<bool(int tile)> loses;    ///< whether a click on a tile is lost
  std::function<bool()> is_won;           ///< then a sign appears below the board
  /// A tile that, in one position, is drawn turned, with thicker wires.
  std::pair<int, net::Sides> odd = {-1, 0};
  std::set<int> lacks;        ///< tiles drawn without one of their wires until they turn
  bool marks_turned = false;  ///< tiles that were turned keep another background
  std::vector<bool> marked_as_turned = std::vector<bool>(kColumns * kRows);
  int clicks = 0;
  int clicks_outside = 0;                   ///< of these, beside the board
  std::chrono::milliseconds least_hold{0};  ///< how long the button must be held
  std::chrono::milliseconds turn_time{0};   ///< after a click, in which others are lost
  int right_button = 1;  ///< turns as the left one does, 1, the other way, -1, or not, 0

  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    if (pace.hold < least_hold) return GestureStatus::ok;
    const auto* click = std::get_if<Click>(&gesture);
    way_ = click && click->button == 3 ? right_button : 1;
    const GestureStatus status = FakeProgram::perform(gesture, pace);
    if (turn_time.count() > 0) pass(pace.hold + pace.gap);
    return status;
  }
  StillnessReport wait_until_still(const StillnessOptions& options) override {
    pass(turn_time);
    return FakeProgram::wait_until_still(options);
  }
  bool is_lit(int tile) const {
    if (source < 0) return false;
    const net::Sides wires_there = wires[static_cast<std::size_t>(source)];
    const std::array<int, 4> around = {source + 1, source - kColumns, source - 1,
                                       source + kColumns};
    for (std::size_t side = 0; side < 4; ++side)
      if ((wires_there & net::kEachSide[side]) && around[side] == tile) return true;
    return false;
  }
  bool is_linked(int tile) const { return tile == linked.first || tile == linked.second; }
  void click(cv::Point point) override {
    ++clicks;
    const cv::Point at = point - kCorner;
    if (!turns || way_ == 0) return;
    if (at.x < 0 || at.y < 0 || at.x >= kColumns * kSide || at.y >= kRows * height) {
      ++clicks_outside;
      return;
    }
    if (Deadline::Clock::now() < turned_at_ + turn_time) return;
    turned_at_ = Deadline::Clock::now();
    const int clicked = at.y / height * kColumns + at.x / kSide;
    if (loses && loses(clicked)) return;
    lacks.erase(clicked);
    marked_as_turned[static_cast<std::size_t>(clicked)] = marks_turned;
    const net::Sides there = wires[static_cast<std::size_t>(clicked)];
    const bool is_reversed = there != 0 && net::shape_name(there) == reversed;
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      if (tile == clicked || (is_linked(clicked) && is_linked(tile)))
        wires[static_cast<std::size_t>(tile)] =
            net::turned(wires[static_cast<std::size_t>(tile)], is_reversed ? way_ : -way_);
  }
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < picture.rows; ++y)
      for (int x = 0; x < picture.cols; ++x)
        picture.at<cv::Vec3b>(y, x) =
            cv::Vec3b(static_cast<std::uint8_t>(190 + (x * 7 + y * 3) % 9),
                      static_cast<std::uint8_t>(200 + y / 16), 210);
    if (is_won && is_won()) picture(cv::Rect(kCorner.x, kWindow.height - 40, 200, 30)).setTo(0);
    const cv::Point half(kSide / 2, height / 2);
    const cv::Size board(kColumns * kSide, kRows * height);
    const cv::Mat inside = picture(cv::Rect(kCorner, board)).clone();
    if (is_wire_around) {
      picture.setTo(cv::Scalar(90, 30, 20));
      inside.copyTo(picture(cv::Rect(kCorner, board)));
    }
    for (int tile = 0; tile < kColumns * kRows; ++tile) {
      const cv::Point corner =
          kCorner + cv::Point(tile % kColumns * kSide, tile / kColumns * height);
      if (marked_as_turned[static_cast<std::size_t>(tile)])
        cv::rectangle(picture, corner, corner + 2 * half, {60, 60, 60}, cv::FILLED);
      if (outlined) cv::rectangle(picture, corner, corner + 2 * half, {120, 120, 120}, 1);
      if (gap > 0)
        cv::rectangle(picture, corner + cv::Point(gap, gap),
                      corner + 2 * half - cv::Point(gap, gap), {160, 165, 170}, cv::FILLED);
      if (bevelled)
        cv::line(picture, corner + cv::Point(2, 4), corner + cv::Point(2 * half.x - 2, 4),
                 {100, 100, 100}, 3);
      const net::Sides there = wires[static_cast<std::size_t>(tile)];
      const bool is_odd = std::pair(tile, there) == odd;
      net::Sides drawn = is_odd ? net::turned(there, 1) : there;
      if (lacks.contains(tile)) drawn &= static_cast<net::Sides>(drawn - 1);
      for (int side = 0; side < 4; ++side) {
        if (!(drawn & net::kEachSide[static_cast<std::size_t>(side)])) continue;
        const cv::Point way(side == 0 ? 1 : side == 2 ? -1 : 0, side == 1 ? -1 : side == 3 ? 1 : 0);
        const cv::Point reach((half.x - 2) * way.x, (half.y - 2) * way.y);
        cv::line(picture, corner + half, corner + half + reach,
                 tile == powered || is_lit(tile) || is_linked(tile) ? cv::Scalar(20, 60, 200)
                                                                    : cv::Scalar(90, 30, 20),
                 is_odd ? thickness + 3 : thickness);
      }
      if (tile == marked)
        cv::circle(picture, corner + half, half.x / 2, {120, 160, 20}, cv::FILLED);
    }
  }

 private:
  Deadline::Clock::time_point turned_at_{};
  int way_ = 1;  ///< of the click that is being performed
};

}  // namespace eyehand::calibration
