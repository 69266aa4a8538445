// Clicks on a window, and what becomes of what they open.
#include "calibration/prober.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <vector>

#include "calibration/learn.hpp"
#include "tests/calibration/fake_program.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A page with a lamp, and a button that opens a dialog over all of it.
class Page : public FakeProgram {
 public:
  inline static const cv::Point kHome{30, 30}, kLamp{200, 150}, kCancel{150, 120};

  explicit Page(bool is_dialog_a_window = false, int grey = 200)
      : FakeProgram({300, 220}, cv::Scalar::all(grey)), is_dialog_a_window_(is_dialog_a_window) {}

  void draw(cv::Mat& picture) const override {
    cv::circle(picture, kHome, 12, cv::Scalar(120, 60, 20), cv::FILLED);
    cv::circle(picture, kLamp, 25, is_lit_ ? cv::Scalar(0, 255, 255) : cv::Scalar(60, 60, 60),
               cv::FILLED);
    if (!is_open_ || is_dialog_a_window_) return;
    picture *= 0.4;
    cv::rectangle(picture, {90, 60, 120, 90}, cv::Scalar(240, 240, 240), cv::FILLED);
  }
  void click(cv::Point at) override {
    ++clicks_;
    if (is_open_)
      is_open_ = cv::norm(at - kCancel) > 10;
    else if (cv::norm(at - kHome) < 12)
      is_open_ = true;
    else if (cv::norm(at - kLamp) < 25)
      is_lit_ = !is_lit_;
  }

  bool is_open() const { return is_open_; }
  void close() { is_open_ = false; }
  int clicks() const { return clicks_; }

 private:
  const bool is_dialog_a_window_;
  bool is_lit_ = false, is_open_ = false;
  int clicks_ = 0;
};

TEST(Prober, ClosesADialogThatAClickOpens) {
  Page page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_veiled([](const cv::Mat&, const cv::Mat&) { return std::optional(Page::kCancel); });
  const Effect opened = prober.click(Page::kHome);
  EXPECT_FALSE(page.is_open());
  EXPECT_EQ(cv::countNonZero(opened.difference), 0) << "what the dialog covered is as before";
  EXPECT_TRUE(prober.is_restless(Page::kHome)) << "it is not worth another click";
  const Effect lit = prober.click(Page::kLamp);
  EXPECT_GT(cv::countNonZero(lit.difference), 1000);
  EXPECT_EQ(page.clicks(), 3) << "a small change is no dialog";
}

TEST(Prober, ClosesADialogOverAPageThatIsNearlyBlack) {
  Page page(false, 8);
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_veiled([](const cv::Mat&, const cv::Mat&) { return std::optional(Page::kCancel); });
  prober.click(Page::kHome);
  EXPECT_FALSE(page.is_open());
}

TEST(Prober, ADialogIsNotTheLateEffectOfAnEarlierClickThatItCovers) {
  Page page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_veiled([](const cv::Mat&, const cv::Mat&) { return std::optional(Page::kCancel); });
  EXPECT_FALSE(prober.click({270, 60}).changed);
  EXPECT_NO_THROW(prober.click(Page::kHome));
  EXPECT_FALSE(page.is_open());
}

/// Such a dialog keeps all clicks from the board without covering it.
TEST(Prober, ClosesADialogInAWindowOfItsOwn) {
  Page page(true);
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_covered([&] {
    if (!page.is_open()) return false;
    page.close();
    return true;
  });
  EXPECT_FALSE(prober.click(Page::kHome).changed);
  EXPECT_FALSE(page.is_open());
  EXPECT_TRUE(prober.is_restless(Page::kHome)) << "it is not worth another click";
  EXPECT_GT(cv::countNonZero(prober.click(Page::kLamp).difference), 1000);
}

/// A page whose dialog, a window of its own, covers it and cannot be lowered.
class CoveredPage : public Page {
 public:
  CoveredPage() : Page(true) {}
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    return is_open() ? GestureStatus::covered : Page::perform(gesture, pace);
  }
  bool raise(ScreenPoint) override { return !is_open(); }
};

/// A win may have opened it.
TEST(Prober, RemembersThatADialogWasInTheWay) {
  CoveredPage page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_covered([&] {
    page.close();
    return true;
  });
  const auto click = [&](cv::Point at) { return Click{prober.on_screen(at)}; };
  prober.perform({click(Page::kHome), click(Page::kLamp)}, Prober::careful_pace());
  EXPECT_TRUE(prober.has_closed_dialog());
  EXPECT_THROW(prober.expect_no_dialog(), StartAgain);
  prober.perform({click(Page::kLamp)}, Prober::careful_pace());
  EXPECT_FALSE(prober.has_closed_dialog());
  EXPECT_NO_THROW(prober.expect_no_dialog());
}

/// A program whose window gets the size of the board that a button shows.
class GrowingProgram : public FakeProgram {
 public:
  GrowingProgram() : FakeProgram({300, 220}, cv::Scalar(200, 200, 200)) {}
  void draw(cv::Mat& picture) const override {
    if (clicks_ > 0) picture = cv::Mat(400, 500, CV_8UC3, cv::Scalar(60, 60, 60));
  }
  void click(cv::Point) override { ++clicks_; }
  void aim(const Aim& aim) override { is_old_ = clicks_ > 0 && aim.window.width == 300; }
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    return is_old_ ? GestureStatus::resized : FakeProgram::perform(gesture, pace);
  }

 private:
  int clicks_ = 0;
  bool is_old_ = false;
};

TEST(Prober, StartsAgainIfTheWindowGetsAnotherSize) {
  GrowingProgram program;
  Prober prober(program, program, Deadline::after(seconds(60)));
  prober.rest();
  const Click click{prober.on_screen({150, 110})};
  EXPECT_THROW(prober.perform({click, click}, Prober::careful_pace()), StartAgain);
  prober.start_again();
  EXPECT_EQ(prober.frame().image.size(), cv::Size(500, 400));
  EXPECT_NO_THROW(prober.click({250, 200}));
}

/// A page with a lamp and a list to choose from, which has the mouse while it is open.
class PageWithList : public FakeProgram {
 public:
  inline static const cv::Point kList{30, 30}, kLamp{200, 150};

  PageWithList() : FakeProgram({300, 220}, cv::Scalar(200, 200, 200)) {}

  void draw(cv::Mat& picture) const override {
    cv::circle(picture, kLamp, 25, is_lit_ ? cv::Scalar(0, 255, 255) : cv::Scalar(60, 60, 60),
               cv::FILLED);
  }
  void click(cv::Point at) override {
    if (cv::norm(at - kList) < 12) is_open_ = true;
    if (cv::norm(at - kLamp) < 25) is_lit_ = !is_lit_;
  }
  void press_key(const std::string& name) override {
    if (name == "Escape" && --escapes <= 0) is_open_ = false;
  }
  void aim(const Aim& aim) override { is_menu_ours_ = aim.is_menu_ours; }
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    if (is_open_ && !is_menu_ours_) return GestureStatus::grabbed;
    return FakeProgram::perform(gesture, pace);
  }
  void open() { is_open_ = true; }
  bool is_open() const { return is_open_; }

  int escapes = 1;  ///< that close the list

 private:
  bool is_lit_ = false, is_open_ = false, is_menu_ours_ = false;
};

TEST(Prober, ClosesAMenuThatAClickOpens) {
  PageWithList page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  EXPECT_FALSE(prober.click(PageWithList::kList).changed);
  EXPECT_TRUE(prober.click(PageWithList::kLamp).changed);
  EXPECT_FALSE(page.is_open());
  EXPECT_TRUE(prober.is_restless(PageWithList::kList)) << "it is not worth another click";
}

TEST(Prober, PressesEscapeAgainIfAMenuStaysOpen) {
  PageWithList page;
  page.escapes = 3;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.click(PageWithList::kList);
  EXPECT_TRUE(prober.click(PageWithList::kLamp).changed);
  EXPECT_FALSE(page.is_open());
}

/// As where the words in the window are read after the click.
TEST(Prober, ClosesAMenuThatHasBeenOpenForAWhile) {
  PageWithList page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.click(PageWithList::kList);
  prober.wait(milliseconds(3100));
  EXPECT_TRUE(prober.click(PageWithList::kLamp).changed);
  EXPECT_FALSE(page.is_open());
}

TEST(Prober, WhereTheRightButtonOpensAMenuTheLeftOneIsWorthAClick) {
  PageWithList page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.click(PageWithList::kList, 3);
  EXPECT_FALSE(prober.has_closed_menu());
  prober.click(PageWithList::kLamp);
  EXPECT_TRUE(prober.has_closed_menu());
  EXPECT_FALSE(prober.is_restless(PageWithList::kList));
  prober.click(PageWithList::kLamp);
  EXPECT_FALSE(prober.has_closed_menu());
}

TEST(Prober, ClosesNoMenuThatSomebodyElseHasOpened) {
  PageWithList page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  page.open();
  EXPECT_THROW(prober.click(PageWithList::kLamp), LearnStopped);
  EXPECT_TRUE(page.is_open());
}

TEST(Prober, AvoidsButtonsOnceOneMayHaveReplacedTheBoard) {
  Page page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  int asked = 0;
  prober.when_replaced([&](const cv::Mat&) {
    ++asked;
    return std::vector<cv::Point>{Page::kHome};
  });
  EXPECT_FALSE(prober.is_restless(Page::kHome));
  prober.avoid_buttons();
  prober.avoid_buttons();
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(prober.is_restless(Page::kHome));
  EXPECT_FALSE(prober.is_restless(Page::kLamp));
}

TEST(Prober, LeavesADialogAloneThatHasNoButtonToCloseIt) {
  Page page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.when_veiled([](const cv::Mat&, const cv::Mat&) { return std::optional<cv::Point>(); });
  const Effect opened = prober.click(Page::kHome);
  EXPECT_TRUE(page.is_open());
  EXPECT_EQ(page.clicks(), 1);
  EXPECT_GT(cv::countNonZero(opened.difference), 50000);
}

/// A program that may change at any time.
class MovingProgram : public FakeProgram {
 public:
  using FakeProgram::FakeProgram;

  StillnessReport wait_until_still(const StillnessOptions&) override {
    pass(quiet_for());
    return {.stillness = Stillness::still, .changed = true};
  }

 protected:
  milliseconds quiet_for() const override { return milliseconds(5); }
};

/// A lamp that a click makes lighter so slowly that its brightness grows by one every ten
/// milliseconds.
class SlowLamp : public MovingProgram {
 public:
  static constexpr int kSteps = 50;

  SlowLamp() : MovingProgram({200, 200}, cv::Scalar(20, 20, 20)) {}

  void draw(cv::Mat& picture) const override {
    cv::circle(picture, {100, 100}, 30, cv::Scalar::all(100 + brighter_by()), cv::FILLED);
  }
  void click(cv::Point /*at*/) override { clicked_ = Deadline::Clock::now(); }

 private:
  int brighter_by() const {
    if (!clicked_) return 0;
    const auto since = Deadline::Clock::now() - *clicked_;
    return std::min(kSteps, static_cast<int>(since / milliseconds(10)));
  }
  std::optional<Deadline::Clock::time_point> clicked_;
};

TEST(Prober, WaitsForTheEndOfASlowFade) {
  SlowLamp lamp;
  Prober prober(lamp, lamp, Deadline::after(seconds(60)));
  prober.rest();
  const Effect lit = prober.click({100, 100});
  EXPECT_TRUE(lit.changed);
  EXPECT_EQ(lit.frame.image.at<cv::Vec3b>(100, 100)[0], 100 + SlowLamp::kSteps);
  EXPECT_GE(lit.last, milliseconds(350));
}

/// Lamps that pulse while they are lit, out of step, and are made lit and dark by clicks on them.
class PulsingLamps : public MovingProgram {
 public:
  inline static const std::array<cv::Point, 2> kLamps = {cv::Point(50, 100), cv::Point(250, 100)};

  explicit PulsingLamps(milliseconds period)
      : MovingProgram({300, 200}, {20, 20, 20}), period_(period) {}

  void draw(cv::Mat& picture) const override {
    const auto now = Deadline::Clock::now().time_since_epoch() % period_;
    const double turn = 2 * CV_PI * std::chrono::duration<double>(now) / period_;
    for (std::size_t i = 0; i < kLamps.size(); ++i) {
      const double light = is_lit[i] ? 180 + 60 * std::sin(turn + static_cast<double>(i)) : 60;
      cv::circle(picture, kLamps[i], 30, cv::Scalar::all(light), cv::FILLED);
    }
  }
  void click(cv::Point at) override {
    for (std::size_t i = 0; i < kLamps.size(); ++i)
      if (cv::norm(at - kLamps[i]) < 30) is_lit[i] = !is_lit[i];
  }

  std::array<bool, 2> is_lit{true, false};

 private:
  milliseconds period_;
};

TEST(Prober, LampsThatPulseChangeOnlyWhenTheyAreClicked) {
  for (const milliseconds period : {milliseconds(1200), milliseconds(2000), milliseconds(3200)}) {
    SCOPED_TRACE(period.count());
    PulsingLamps lamps(period);
    Prober prober(lamps, lamps, Deadline::after(seconds(600)));
    prober.rest();
    prober.find_restless(milliseconds(1100));
    const auto changes_lamp = [&](const Effect& effect, std::size_t i) {
      return effect.difference.at<std::uint8_t>(PulsingLamps::kLamps[i]) != 0;
    };
    for (int round = 0; round < 4; ++round)
      for (const std::size_t i : {0U, 0U, 1U, 1U}) {
        const Effect effect = prober.click(PulsingLamps::kLamps[i]);
        EXPECT_TRUE(changes_lamp(effect, i)) << round;
        EXPECT_FALSE(changes_lamp(effect, 1 - i)) << round;
      }
    EXPECT_FALSE(prober.click({150, 30}).changed);
  }
}

/// A lamp below a title that glows: consecutive pictures of it hardly differ.
class GlowingTitle : public MovingProgram {
 public:
  GlowingTitle() : MovingProgram({200, 200}, cv::Scalar(20, 20, 20)) {}

  void draw(cv::Mat& picture) const override {
    const double turn = std::chrono::duration<double>(Deadline::Clock::now() - start_).count();
    cv::rectangle(picture, {40, 20, 120, 30}, cv::Scalar::all(100 + 60 * std::sin(3 * turn)),
                  cv::FILLED);
    cv::circle(picture, {100, 140}, 30, cv::Scalar::all(is_lit_ ? 200 : 50), cv::FILLED);
  }
  void click(cv::Point /*at*/) override { is_lit_ = !is_lit_; }

 private:
  const Deadline::Clock::time_point start_ = Deadline::Clock::now();
  bool is_lit_ = false;
};

TEST(Prober, DoesNotWaitForATitleThatGlows) {
  GlowingTitle page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.rest();
  prober.find_restless(milliseconds(1100));
  EXPECT_FALSE(prober.is_restless({100, 140}));
  const auto start = Deadline::Clock::now();
  const Effect lit = prober.click({100, 140});
  EXPECT_TRUE(lit.changed);
  EXPECT_LT(Deadline::Clock::now() - start, seconds(1));
}

/// A message that disappears, a clock, and an advertisement that the message reaches over.
class MessageAndClock : public MovingProgram {
 public:
  MessageAndClock() : MovingProgram({200, 200}, cv::Scalar(200, 200, 200)) {}

  void draw(cv::Mat& picture) const override {
    const auto now = Deadline::Clock::now() - start_;
    const int tick = static_cast<int>(now / milliseconds(500));
    cv::rectangle(picture, {145, 100, 40, 80}, cv::Scalar::all(40 + 50 * (tick % 2)), cv::FILLED);
    if (now < milliseconds(300)) cv::rectangle(picture, {40, 120, 120, 30}, {}, cv::FILLED);
    cv::circle(picture, {100, 40}, 10, cv::Scalar::all(40 + 50 * (tick % 2)), cv::FILLED);
  }

 private:
  const Deadline::Clock::time_point start_ = Deadline::Clock::now();
};

TEST(Prober, WhatDisappearsOnceIsNotRestless) {
  MessageAndClock page;
  Prober prober(page, page, Deadline::after(seconds(60)));
  prober.find_restless(milliseconds(800));
  EXPECT_TRUE(prober.is_restless({100, 40}));
  EXPECT_TRUE(prober.is_restless({170, 140}));
  EXPECT_FALSE(prober.is_restless({100, 135}));
}

/// A lamp that goes on long after the first click, and soon after the others.
class LateLamp : public MovingProgram {
 public:
  inline static const cv::Point kLamp{100, 100}, kBeside{30, 30};

  LateLamp() : MovingProgram({200, 200}, cv::Scalar(20, 20, 20)) {}

  void draw(cv::Mat& picture) const override {
    const bool is_late = clicks_ == 1 && Deadline::Clock::now() - clicked_ < milliseconds(450);
    const bool is_lit = is_late ? false : clicks_ % 2 == 1;
    cv::circle(picture, kLamp, 30, cv::Scalar::all(is_lit ? 200 : 50), cv::FILLED);
  }
  void click(cv::Point at) override {
    clicked_ = Deadline::Clock::now();
    if (at == kLamp) ++clicks_;
  }
  static void pass(milliseconds span) { MovingProgram::pass(span); }
  int clicks() const { return clicks_; }

 private:
  Deadline::Clock::time_point clicked_;
  int clicks_ = 0;
};

TEST(Prober, NoticesAnEffectThatCameLate) {
  LateLamp lamp;
  Prober prober(lamp, lamp, Deadline::after(seconds(60)));
  prober.rest();
  EXPECT_FALSE(prober.click(LateLamp::kLamp).changed) << "not awaited yet";
  LateLamp::pass(milliseconds(200));
  EXPECT_THROW(prober.click(LateLamp::kLamp), StartAgain);
  EXPECT_EQ(lamp.clicks(), 1) << "nothing is clicked once the effect is seen";
  prober.start_again();
  EXPECT_TRUE(prober.click(LateLamp::kLamp).changed);
  const auto start = Deadline::Clock::now();
  EXPECT_FALSE(prober.click(LateLamp::kBeside).changed);
  EXPECT_GE(Deadline::Clock::now() - start, milliseconds(450)) << "effects are awaited for longer";
}

TEST(Prober, WhatChangesOnceClicksAreForgottenIsNoLateEffect) {
  LateLamp lamp;
  Prober prober(lamp, lamp, Deadline::after(seconds(60)));
  prober.rest();
  EXPECT_FALSE(prober.click(LateLamp::kLamp).changed);
  LateLamp::pass(milliseconds(200));
  prober.forget_clicks();
  EXPECT_NO_THROW(prober.click(LateLamp::kLamp));
}

/// A program that is still starting.
class TinyWindow : public FakeProgram {
 public:
  TinyWindow() : FakeProgram({1, 1}, cv::Scalar(200, 200, 200)) {}
  void draw(cv::Mat& /*picture*/) const override {}
  void click(cv::Point /*at*/) override { ADD_FAILURE() << "it must not be clicked"; }
};

TEST(LearningByActing, ClicksNothingInAWindowTooSmallForABoard) {
  TinyWindow window;
  try {
    LearnOptions options;
    options.deadline = Deadline::after(seconds(60));
    learn_by_acting(window, window, options);
    FAIL() << "learned";
  } catch (const LearnStopped& stopped) {
    EXPECT_EQ(stopped.end(), End::unreadable);
    EXPECT_NE(std::string(stopped.what()).find("1x1"), std::string::npos) << stopped.what();
  }
}

/// A browser's tabs and bookmarks stand out, and its page does not.
class BrowserWindow : public FakeProgram {
 public:
  BrowserWindow() : FakeProgram({640, 480}, cv::Scalar(230, 230, 230)) {}
  void draw(cv::Mat& picture) const override {
    for (int x = 20; x < 600; x += 60)
      for (const int y : {20, 90}) cv::circle(picture, {x, y}, 12, {90, 40, 20}, cv::FILLED);
  }
  void click(cv::Point at) override {
    ++clicks;
    EXPECT_GE(at.y, 100) << at;
  }
  int clicks = 0;
};

TEST(LearningByActing, ClicksNoTabsAndNoBookmarks) {
  for (const char* game : {"lights", "slitherlink"}) {
    BrowserWindow window;
    LearnOptions options;
    options.game = game;
    options.deadline = Deadline::after(seconds(60));
    options.window.class_name = "Chromium";
    options.window.title = "Some page - Chromium";
    EXPECT_THROW(learn_by_acting(window, window, options), LearnStopped);
    EXPECT_GT(window.clicks, 0) << game;
  }
}

}  // namespace
}  // namespace eyehand::calibration
