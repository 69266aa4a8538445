#include "tests/soak/auditor.hpp"

#include <gtest/gtest.h>

namespace eyehand::soak {
namespace {

using Kind = ServerEvent::Kind;

constexpr ClientId kEyehand = 0x400000, kUser = 0x600000, kOther = 0x800000;
constexpr x11::WindowId kRoot = 1, kTarget = 0xA00001, kFrame = 0xC00001, kNeighbour = 0xE00001;
constexpr ScreenPoint kInside{150, 150}, kOutside{20, 20};

/// A focused window in a frame, at 110,130, of 200x100, and a small one next to it.
Scene scene() {
  Scene scene;
  scene.root = kRoot;
  scene.target = kTarget;
  scene.frame = kFrame;
  scene.inner = {10, 30, 200, 100};
  scene.target_mapped = scene.has_keyboard = true;
  scene.stack = {{kNeighbour, {10, 10, 50, 50}, 1, true}, {kFrame, {100, 100, 220, 140}, 0, true}};
  return scene;
}

class AuditorTest : public testing::Test {
 protected:
  AuditorTest() { auditor.begin(scene()); }

  void does(Kind kind, ClientId client, ScreenPoint at = {}, int detail = 1) {
    ServerEvent what;
    what.kind = kind;
    what.client = client;
    what.at = at;
    what.detail = detail;
    what.time_ms = now;
    auditor.observe(what);
  }
  void happens(Kind kind, x11::WindowId window, const x11::Rect& place = {},
               x11::WindowId above = 0, x11::WindowId parent = kRoot) {
    ServerEvent what;
    what.kind = kind;
    what.window = window;
    what.place = place;
    what.above = above;
    what.parent = parent;
    what.time_ms = now;
    auditor.observe(what);
  }
  void ask() {
    for (const Kind kind :
         {Kind::queried_position, Kind::requested_pointer, Kind::requested_keyboard})
      does(kind, kEyehand, {});
  }
  void click(ScreenPoint at) {
    does(Kind::motion, kEyehand, at);
    does(Kind::button_press, kEyehand, at);
    does(Kind::button_release, kEyehand, at);
  }
  const Verdict& verdict() { return auditor.verdict(); }

  Auditor auditor{{kUser}};
  unsigned now = 1000;
};

TEST_F(AuditorTest, AClickInTheWindowIsRight) {
  ask();
  click({110, 130});
  click({309, 229});
  EXPECT_EQ(verdict().events, 6);
  EXPECT_EQ(verdict().presses, 2);
  EXPECT_EQ(verdict().stray, 0);
  EXPECT_EQ(verdict().overtaken, 0);
}

TEST_F(AuditorTest, AClickElsewhereIsStray) {
  ask();
  for (const ScreenPoint at :
       {kOutside, ScreenPoint{105, 120}, {109, 130}, {310, 130}, {110, 230}}) {
    const int before = verdict().stray;
    click(at);
    EXPECT_EQ(verdict().stray, before + 2) << at.x << "," << at.y;  // the motion and the press
  }
  EXPECT_EQ(verdict().strays.size(), 5U);
}

TEST_F(AuditorTest, EventsOfTheUserAreNotEyehands) {
  does(Kind::motion, kUser, kOutside);
  does(Kind::button_press, kUser, kOutside);
  does(Kind::motion, ClientId{0}, kOutside);
  EXPECT_EQ(verdict().events, 0);
  EXPECT_EQ(verdict().stray, 0);
}

TEST_F(AuditorTest, StackingCounts) {
  ask();
  happens(Kind::configured, kNeighbour, {140, 140, 50, 50}, kFrame);
  does(Kind::queried_position, kEyehand, {});
  click({130, 135});
  EXPECT_EQ(verdict().stray, 0);
  click(kInside);
  EXPECT_EQ(verdict().stray, 2);
  happens(Kind::configured, kNeighbour, {140, 140, 50, 50}, 0);  // to the bottom
  click(kInside);
  EXPECT_EQ(verdict().stray, 2);
  happens(Kind::created, x11::WindowId{0xE00002}, {0, 0, 1000, 1000});
  click(kInside);
  EXPECT_EQ(verdict().stray, 2) << "it is not mapped";
  happens(Kind::mapped, x11::WindowId{0xE00002});
  does(Kind::queried_position, kEyehand, {});
  click(kInside);
  EXPECT_EQ(verdict().stray, 4);
}

TEST_F(AuditorTest, AChangeBetweenQueryAndClickIsOvertaking) {
  ask();
  now += 3;
  happens(Kind::configured, kFrame, {500, 500, 220, 140}, kNeighbour);
  click(kInside);
  EXPECT_EQ(verdict().stray, 0);
  EXPECT_EQ(verdict().overtaken, 2);
  EXPECT_EQ(verdict().longest_overtaken_ms, 3U);
  does(Kind::queried_position, kEyehand, {});
  click(kInside);
  EXPECT_EQ(verdict().stray, 2) << "now it could know";
  click({600, 600});
  EXPECT_EQ(verdict().stray, 2);
}

TEST_F(AuditorTest, AQueryOfAnotherClientIsNoExcuse) {
  does(Kind::queried_position, kOther, {});
  happens(Kind::unmapped, kFrame);
  click(kInside);
  EXPECT_EQ(verdict().stray, 2);
}

TEST_F(AuditorTest, AClickOnAHiddenOrClosedWindowIsStray) {
  for (const auto& [kind, window] :
       {std::pair{Kind::unmapped, kFrame}, {Kind::unmapped, kTarget}, {Kind::destroyed, kTarget}}) {
    auditor.begin(scene());
    happens(kind, window);
    ask();
    click(kInside);
    EXPECT_EQ(verdict().stray, 2);
  }
}

TEST_F(AuditorTest, FollowsAWindowOutOfItsFrame) {
  happens(Kind::reparented, kTarget, {400, 400, 0, 0});
  happens(Kind::destroyed, kFrame);
  ask();
  click({450, 450});
  EXPECT_EQ(verdict().stray, 0);
  click(kInside);
  EXPECT_EQ(verdict().stray, 2);
}

TEST_F(AuditorTest, ADragMayPassUnderOtherWindowsButNotOutside) {
  ask();
  does(Kind::motion, kEyehand, kInside);
  does(Kind::button_press, kEyehand, kInside);
  happens(Kind::configured, kNeighbour, {140, 140, 50, 50}, kFrame);
  ask();
  does(Kind::motion, kEyehand, {160, 160});
  EXPECT_EQ(verdict().stray, 0);
  does(Kind::motion, kEyehand, kOutside);
  EXPECT_EQ(verdict().stray, 1);
  does(Kind::button_release, kEyehand, kOutside);
  EXPECT_EQ(verdict().stray, 1) << "a release is always right";
}

TEST_F(AuditorTest, AReleaseOfWhatIsNotHeldIsStray) {
  does(Kind::button_release, kEyehand, kInside);
  does(Kind::key_release, kEyehand, {}, 40);
  EXPECT_EQ(verdict().stray, 2);
}

TEST_F(AuditorTest, AGrabReceivesTheClicks) {
  ask();
  does(Kind::pointer_grabbed, kOther, {});
  click(kInside);
  EXPECT_EQ(verdict().overtaken, 2);
  ask();
  click(kInside);
  EXPECT_EQ(verdict().stray, 2);
  does(Kind::pointer_released, kEyehand, {});
  click(kInside);
  EXPECT_EQ(verdict().stray, 4) << "it is not Eyehand's to return";
  does(Kind::pointer_released, kOther, {});
  click(kInside);
  EXPECT_EQ(verdict().stray, 4);
  does(Kind::pointer_grabbed, client_of(kTarget), {});
  click(kInside);
  EXPECT_EQ(verdict().stray, 4) << "the program may have it";
}

TEST_F(AuditorTest, KeysGoToTheFocusOrTheGrab) {
  const auto press = [&] {
    does(Kind::key_press, kEyehand, {}, 40);
    does(Kind::key_release, kEyehand, {}, 40);
    return verdict().stray;
  };
  constexpr int kToAWindowInIt = 2, kElsewhere = 3;
  const auto focus = [&](Kind kind, int detail) {
    ServerEvent what;
    what.kind = kind;
    what.window = kTarget;
    what.detail = detail;
    auditor.observe(what);
  };
  ask();
  EXPECT_EQ(press(), 0);
  focus(Kind::focus_out, kToAWindowInIt);
  ask();
  EXPECT_EQ(press(), 0);
  focus(Kind::focus_out, kElsewhere);
  EXPECT_EQ(press(), 0);
  EXPECT_EQ(verdict().overtaken, 1);
  ask();
  EXPECT_EQ(press(), 1);
  focus(Kind::focus_in, kElsewhere);
  EXPECT_EQ(press(), 1);
  does(Kind::keyboard_grabbed, kOther, {});
  ask();
  EXPECT_EQ(press(), 2);
}

TEST_F(AuditorTest, TheReactionIsFromTheFirstTouchToTheLastEvent) {
  ask();
  does(Kind::motion, kUser, kOutside);
  click(kInside);
  EXPECT_FALSE(verdict().reaction_ms) << "until Eyehand has it, the pointer is the user's";
  does(Kind::motion, kUser, kOutside);
  EXPECT_EQ(verdict().reaction_ms, 0U);
  now += 7;
  does(Kind::button_press, kUser, kOutside);
  now += 5;
  does(Kind::motion, kEyehand, kInside);
  EXPECT_EQ(verdict().reaction_ms, 12U);
  does(Kind::key_press, kUser, kOutside);
  now += 5;
  EXPECT_EQ(verdict().reaction_ms, 12U);
}

}  // namespace
}  // namespace eyehand::soak
