// KNetWalk: every level, at several window sizes.
#include <ostream>

#include "actuator/input.hpp"
#include "app/exit_code.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct Level {
  const char* name;
  bool wraps = false;  ///< and nothing shows it
};

void PrintTo(const Level& level, std::ostream* out) {
  *out << level.name;
}

namespace {

class KNetWalk : public Stage, public testing::WithParamInterface<Level> {
 protected:
  void SetUp() override {
    if (is_left_out()) GTEST_SKIP() << kOnlyWithAll;
    start_knetwalk(GetParam().name);
  }
  void expect_games(int count) {
    recorder_.clear();
    expect_played(play({"--skin", "knetwalk", "--games", std::to_string(count)}), GetParam().wraps);
  }
};

TEST_P(KNetWalk, GamesInARowAreSolved) {
  resize({520, 600});
  expect_games(games(5));
}

TEST_P(KNetWalk, GamesAreSolvedAtOtherSizes) {
  resize({400, 450});
  expect_games(1);
  if (HasFailure()) return;
  resize({900, 980});
  expect_games(2);  // besides the one that is solved already
}

// Not Easy, whose few tiles are large enough even in the smallest window.
class SmallKNetWalk : public KNetWalk {};

TEST_P(SmallKNetWalk, ABoardDrawnTooSmallIsRefused) {
  resize({300, 330});
  recorder_.clear();
  const Played played = play({"--skin", "knetwalk", "--time-limit", "20s"});
  EXPECT_EQ(played.code, static_cast<int>(ExitCode::unreadable)) << played.err;
  EXPECT_TRUE(recorder_.presses().empty());
}

/// KNetWalk keeps a list of tiles that turn, which it does not redraw, and a new game does not
/// empty it: a tile whose place is on it shows the power it had at first until it is turned.
TEST_F(Stage, TilesThatKNetWalkDoesNotRedrawAreTurnedThereAndBack) {
  start_knetwalk("Easy");
  if (IsSkipped()) return;
  resize({520, 600});
  const Sighting seen = observe();
  ASSERT_EQ(seen.rejection, "");
  constexpr int kSide = 5;
  {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline::after(std::chrono::seconds(10))});
    ASSERT_TRUE(input.raise(seen.area.centre()));
    const Pace pace{.gap = std::chrono::milliseconds(2)};
    for (int tile = 0; tile < kSide * kSide; ++tile) {
      const ScreenPoint at{seen.area.x + seen.area.width * (2 * (tile % kSide) + 1) / (2 * kSide),
                           seen.area.y + seen.area.height * (2 * (tile / kSide) + 1) / (2 * kSide)};
      ASSERT_EQ(input.perform(Click{at}, pace), GestureStatus::ok);
    }
    ASSERT_EQ(input.perform(Key{"ctrl+n"}, pace), GestureStatus::ok);
  }
  recorder_.clear();
  expect_solved(play({"--skin", "knetwalk"}));
}

INSTANTIATE_TEST_SUITE_P(Levels, KNetWalk,
                         testing::Values(Level{"Easy"}, Level{"Medium"}, Level{"Hard"},
                                         Level{"Very Hard", true}));
INSTANTIATE_TEST_SUITE_P(Levels, SmallKNetWalk,
                         testing::Values(Level{"Medium"}, Level{"Hard"}, Level{"Very Hard", true}));

}  // namespace
}  // namespace eyehand::test
