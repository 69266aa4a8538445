// A minimal game and its screen source, input sink and session: a row of switches, each of which
// needs a few more clicks. Whatever may go wrong on a screen is a member of World.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "actuator/input_sink.hpp"
#include "player/games.hpp"
#include "player/play.hpp"
#include "vision/capture.hpp"

namespace eyehand {

inline void PrintTo(End end, std::ostream* out) {
  *out << name(end);
}

}  // namespace eyehand

namespace eyehand::test {

inline constexpr x11::Rect kScreen{0, 0, 1280, 1024};

/// Within the window, from its corner.
inline constexpr ScreenPoint kBannerCross{95, 3};

/// The number of the puzzle that another looks like because of the pointer.
inline constexpr int kAltered = 200;

struct World {
  std::vector<int> left = {1, 2,
                           3};  ///< clicks that each switch still needs; one too many makes it 3
  int puzzle = 1;               ///< its number
  x11::Rect place{100, 50, 100, 20}, screen = kScreen;
  bool readable = true, solvable = true,
       counts = true;        ///< counts: a solved board counts as solved
  bool ambiguous = false;    ///< the puzzle has several answers
  bool wants_check = false;  ///< the puzzle is to be checked by a key
  bool drags = false;        ///< drags take the place of clicks
  bool types = false;        ///< clicks count only once a key follows
  std::function<void()> on_key = [] {};
  bool covered = false, stubborn = false;  ///< stubborn: cannot be raised
  bool message = false;                    ///< something written is over the board
  std::optional<int> message_on;           ///< only over this switch
  int stale = 0;    ///< clicks on the first switch until the program draws a readable board
  int banners = 0;  ///< cover the board, one on the other, each until kBannerCross is clicked
  CaptureStatus status = CaptureStatus::good;
  Stillness stillness = Stillness::still;
  std::optional<GestureStatus> refusal;  ///< of every gesture
  int lose_every = 0;                    ///< one of this many clicks is lost
  /// What clicks change shows after waits for a reaction of so long in all.
  std::chrono::milliseconds lag{0};
  /// What the program does the moment the board is solved.
  std::function<void()> on_win = [] {};
  int shade = 0;              ///< of what is between the switches
  int margin = 0;             ///< of the window below the board
  int stripes = 0;            ///< how bright those below the board are
  bool hover_hides = false;   ///< the board cannot be read while the pointer is on it
  bool hover_alters = false;  ///< the board looks like another, unsolvable puzzle meanwhile
  bool hover_undoes = false;  ///< the switch under it looks as if one more click were missing
  bool dialog = false;        ///< a window of the program's own is open
  /// Whether a click goes to something other than the board.
  std::function<bool(ScreenPoint)> takes_click = [](ScreenPoint) { return false; };

  std::function<void(int clicks)> before_gesture = [](int) {};
  std::function<void(int captures)> before_capture = [](int) {};

  // What happened.
  int clicks = 0, lost = 0, outside = 0, moves = 0;
  std::optional<Click> selected;  ///< by a click that no key has followed
  ScreenPoint pointer{0, 0};
  bool pointer_forgotten = false;
  int captures = 0, raises = 0, solves = 0;
  std::vector<std::string> keys;
  std::vector<Pace> paces;  ///< of each gesture that was performed
  bool refused = false;     ///< a gesture was refused, and no capture was made since
  bool holds = false;       ///< gestures were tried since release_all()
  bool released = false;
};

class FakeScreen final : public ScreenSource {
 public:
  explicit FakeScreen(World& world) : world_(world) {}

  Capture capture() override {
    world_.before_capture(++world_.captures);
    world_.refused = false;
    Capture capture;
    capture.status = world_.status;
    if (capture.status != CaptureStatus::good) return capture;
    const x11::Rect& place = world_.place;
    const x11::Rect seen = x11::intersection(place, world_.screen);
    capture.frame.image =
        cv::Mat(place.height, place.width, CV_8UC3, cv::Scalar::all(world_.shade));
    capture.frame.origin = {place.x, place.y};
    capture.frame.on_screen = {seen.x - place.x, seen.y - place.y, seen.width, seen.height};
    const auto put = [&](int x, int value) {
      capture.frame.image.at<cv::Vec3b>(0, x) = cv::Vec3b::all(static_cast<std::uint8_t>(value));
    };
    for (int x = 40; world_.message && x < 90; x += 4)
      capture.frame.image(cv::Rect(x, 6, 2, 8)) = cv::Scalar::all(255);
    for (int x = 0; x < place.width; x += 10)
      capture.frame.image(cv::Rect(x, place.height - world_.margin, 5, world_.margin)) =
          cv::Scalar::all(world_.stripes);
    const x11::Rect board{place.x, place.y, place.width, place.height - world_.margin};
    const bool is_hovered = board.contains(world_.pointer);
    const bool is_hidden = world_.hover_hides && is_hovered;
    put(0, world_.hover_alters && is_hovered ? kAltered : world_.puzzle);
    put(1, world_.readable && world_.banners == 0 && world_.stale == 0 && !is_hidden);
    put(2, static_cast<int>(world_.left.size()));
    if (world_.lag.count() == 0 || shown_.empty()) shown_ = world_.left;
    for (int i = 0; i < static_cast<int>(shown_.size()); ++i) {
      const bool is_under = is_hovered && (world_.pointer.x - place.x) / 10 == i;
      const int undone = world_.hover_undoes && is_under ? 1 : 0;
      put(3 + i, shown_[static_cast<std::size_t>(i)] + undone);
    }
    return capture;
  }

  StillnessReport wait_until_still(const StillnessOptions& options) override {
    Deadline::Clock::skip(std::chrono::milliseconds(10));
    if (world_.lag.count() > 0 && shown_ != world_.left) {
      Deadline::Clock::skip(options.reaction);
      waited_ += options.reaction;
      if (waited_ < world_.lag) return {};
      shown_ = world_.left;
      waited_ = {};
      return {.changed = true};
    }
    // Nothing shows any more once a gesture is done: a reaction is waited for in vain.
    const bool in_vain = world_.stillness == Stillness::still && options.reaction >= options.limit;
    return {.stillness = in_vain ? Stillness::limit_reached : world_.stillness};
  }

 private:
  World& world_;
  std::vector<int> shown_;  ///< of the switches
  std::chrono::milliseconds waited_{0};
};

class FakeInputSink final : public InputSink {
 public:
  explicit FakeInputSink(World& world) : world_(world) {}

  void aim(const Aim& aim) override { aim_ = aim; }

  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    EXPECT_FALSE(world_.refused) << "no capture was made since a gesture was refused";
    world_.holds = true;
    world_.before_gesture(world_.clicks);
    const GestureStatus outcome = guard(gesture);
    world_.refused = outcome != GestureStatus::ok && outcome != GestureStatus::no_keyboard;
    if (outcome != GestureStatus::ok) return outcome;
    world_.paces.push_back(pace);
    if (const auto* click = std::get_if<Click>(&gesture)) {
      if (world_.types)
        world_.selected = world_.selected == *click ? std::nullopt : std::optional(*click);
      else
        take(*click);
    }
    if (const auto* drag = std::get_if<Drag>(&gesture)) take(Click{drag->from});
    if (const auto* move = std::get_if<Move>(&gesture)) {
      ++world_.moves;
      world_.pointer = move->at;
    }
    if (const auto* key = std::get_if<Key>(&gesture)) {
      world_.keys.push_back(key->name);
      if (world_.selected) take(*std::exchange(world_.selected, std::nullopt));
      world_.on_key();
    }
    return GestureStatus::ok;
  }

  bool raise(ScreenPoint) override {
    ++world_.raises;
    if (world_.stubborn) return false;
    world_.covered = false;
    return true;
  }

  void forget_pointer() override { world_.pointer_forgotten = true; }

  void release_all() noexcept override {
    world_.holds = false;
    world_.released = true;
  }

 private:
  GestureStatus guard(const Gesture& gesture) const {
    if (world_.refusal) return *world_.refusal;
    if (aim_.deadline.passed()) return GestureStatus::deadline;
    if (world_.status == CaptureStatus::window_gone) return GestureStatus::window_gone;
    if (world_.status == CaptureStatus::not_viewable) return GestureStatus::not_viewable;
    if (aim_.window.origin() != world_.place.origin()) return GestureStatus::moved;
    if (aim_.window.size() != world_.place.size()) return GestureStatus::resized;
    if (const auto* click = std::get_if<Click>(&gesture))
      if (!world_.screen.contains(click->at)) return GestureStatus::off_screen;
    if (world_.covered)
      return std::holds_alternative<Key>(gesture) ? GestureStatus::no_keyboard
                                                  : GestureStatus::covered;
    return GestureStatus::ok;
  }

  void take(const Click& click) {
    ++world_.clicks;
    world_.pointer = click.at;
    if (world_.takes_click(click.at)) return;
    if (world_.banners > 0 &&
        click.at == ScreenPoint{world_.place.x + kBannerCross.x, world_.place.y + kBannerCross.y}) {
      --world_.banners;
      return;
    }
    const int i = (click.at.x - world_.place.x) / 10;
    if (!world_.place.contains(click.at) || i >= static_cast<int>(world_.left.size())) {
      ++world_.outside;
    } else if (world_.lose_every > 0 && world_.clicks % world_.lose_every == 0) {
      ++world_.lost;
    } else {
      if (i == 0 && world_.stale > 0) --world_.stale;
      int& left = world_.left[static_cast<std::size_t>(i)];
      left = (left + 3) % 4;
      if (std::all_of(world_.left.begin(), world_.left.end(), [](int n) { return n == 0; }))
        world_.on_win();
    }
  }

  World& world_;
  Aim aim_;
};

class FakeSession final : public PuzzleSession {
 public:
  explicit FakeSession(World& world) : world_(world) {}

  Observation observe(const Frame& frame) override {
    const auto get = [&](int x) { return static_cast<int>(frame.image.at<cv::Vec3b>(0, x)[0]); };
    Observation seen;
    if (get(1) == 0) seen.rejection = "a blot";
    seen.area = {0, 0, frame.image.cols, frame.image.rows - world_.margin};
    seen.size = std::to_string(get(2));
    seen.same = puzzle_ == get(0) || !seen.accepted();
    if (seen.accepted()) puzzle_ = get(0);
    left_.clear();
    for (int i = 0; i < get(2); ++i) left_.push_back(get(3 + i));
    seen.solved = world_.counts && seen.accepted() && clicks_left() == 0;
    seen.text = std::to_string(puzzle_);
    for (const int left : left_) seen.text += "," + std::to_string(left);
    frame_ = frame;
    if (!seen.same) has_answer_ = false;
    return seen;
  }

  Status solve(Deadline deadline) override {
    ++world_.solves;
    if (deadline.passed()) return Status::timeout;
    has_answer_ = world_.solvable && puzzle_ != kAltered;
    if (!has_answer_) return Status::none;
    return world_.ambiguous ? Status::multiple : Status::unique;
  }

  Plan plan() const override {
    EXPECT_TRUE(has_answer_);
    Plan plan;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const auto at = frame_.to_screen({10.0 * static_cast<double>(i) + 5, 10});
      const ScreenPoint to{at.x, at.y};
      for (int click = 0; click < left_[i]; ++click) {
        plan.push_back(world_.drags ? Gesture(Drag{to, to, 1, {}}) : Gesture(Click{to}));
        if (world_.types) plan.emplace_back(Key{"1"});
      }
    }
    if (world_.wants_check) plan.emplace_back(Key{"Return"});
    return plan;
  }

  std::size_t checks() const override { return world_.wants_check ? 1 : 0; }

  Plan uncover() const override {
    if (world_.banners == 0) return {};
    const auto at = frame_.to_screen({kBannerCross.x, kBannerCross.y});
    return {Click{{at.x, at.y}}};
  }

  /// One click and then three are a full turn of a switch.
  std::vector<Plan> redraw() override {
    if (world_.stale == 0) return {};
    const auto at = frame_.to_screen({5, 10});
    return {Plan(1, Click{{at.x, at.y}}), Plan(3, Click{{at.x, at.y}})};
  }

  std::vector<ObservedPart> parts() const override {
    std::vector<ObservedPart> parts;
    for (int i = 0; const int left : left_) {
      const bool is_hidden = world_.message && world_.message_on.value_or(i) == i;
      parts.push_back({{"switch", std::to_string(left)}, is_hidden ? 0.F : 1.F, {}});
      ++i;
    }
    return parts;
  }

  cv::Mat overlay(const Plan&) const override { return frame_.image.clone(); }

 private:
  int clicks_left() const {
    int sum = 0;
    for (const int left : left_) sum += left;
    return sum;
  }

  World& world_;
  Frame frame_;
  std::vector<int> left_;
  int puzzle_ = 0;
  bool has_answer_ = false;
};

}  // namespace eyehand::test
