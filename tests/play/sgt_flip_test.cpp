// Flip from Simon Tatham's collection: crosses and random sets, of every preset and other sizes.
#include <algorithm>
#include <ostream>

#include "process/find_program.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/solve.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

struct FlipBoards {
  const char* parameters;  ///< as sgt-flip takes them
  int games = 1;
  double scale = 1;  ///< of the window, relative to its initial size
};

void PrintTo(const FlipBoards& boards, std::ostream* out) {
  *out << boards.parameters << " x" << boards.games;
}

class SgtFlip : public Stage, public testing::WithParamInterface<FlipBoards> {
 protected:
  void SetUp() override {
    if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
    start("sgt-flip", {"sgt-flip", GetParam().parameters});
  }
};

int fewest_presses(const std::string& id) {
  const auto solution = lights::solve(lights::from_game_id(id));
  EXPECT_TRUE(solution.fewest) << id;
  return static_cast<int>(
      std::count(solution.presses.begin(), solution.presses.end(), std::uint8_t{1}));
}

TEST_P(SgtFlip, EveryBoardIsSolvedWithTheFewestClicks) {
  if (GetParam().scale != 1) {
    const x11::Size size = info().on_root.size();
    resize({static_cast<int>(size.width * GetParam().scale),
            static_cast<int>(size.height * GetParam().scale)});
  }
  for (int game = 1; game <= games(GetParam().games); ++game) {
    SCOPED_TRACE("game " + std::to_string(game));
    ASSERT_EQ(observe().rejection, "");
    recorder_.clear();
    // The solved board of the previous game counts as the first of two.
    const Played played = play({"--games", game == 1 ? "1" : "2"});
    expect_played(played);
    if (HasFailure()) return;
    EXPECT_EQ(played.games.back().at("clicks"),
              fewest_presses(played.games.back().at("board").get<std::string>()));
    EXPECT_GT(played.games.back().at("clicks"), 0);
  }
}

// 36 boards at full effort.
INSTANTIATE_TEST_SUITE_P(Types, SgtFlip,
                         testing::Values(FlipBoards{"3x3c", 5}, FlipBoards{"4x4c", 5},
                                         FlipBoards{"5x5c", 5}, FlipBoards{"3x3r", 5},
                                         FlipBoards{"4x4r", 5}, FlipBoards{"5x5r", 5},
                                         FlipBoards{"5x5r", 1, 0.7}, FlipBoards{"5x5c", 1, 1.8},
                                         FlipBoards{"9x7r", 2}, FlipBoards{"10x10c", 2}));

}  // namespace
}  // namespace eyehand::test
