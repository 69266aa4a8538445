// Learning a program of Net that loses clicks, turns two tiles together, or draws one misleadingly.
#include "calibration/net/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibration/net/drawing.hpp"
#include "calibration/net/rules.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "tests/calibration/net/net_program.hpp"

namespace eyehand::calibration {
namespace {

class LearnNetTest : public testing::Test {
 protected:
  /// Shows this board, with tiles that are not square: then the skin has pictures of sides.
  void show(bool linked, std::uint64_t seed = 0) {
    const auto board = net::generate(
        {.width = kColumns, .height = kRows, .linked = linked, .unique = true, .seed = seed});
    ASSERT_TRUE(board);
    board_ = *board;
    program_.wires = board_.wires;
    program_.height = kSide + 8;
    if (linked) program_.linked = {board_.linked[0][0], board_.linked[0][1]};
  }

  /// Learns the program; `at_play` is called once the board can be read, before all tiles are
  /// turned, and it is solved.
  void learn(const std::function<void()>& at_play) {
    LearnOptions options;
    options.name = "net";
    options.game = "net";
    options.report = [&](std::string_view stage, const std::string& what) {
      log_.push_back(std::string(stage) + ": " + what);
      if (stage == "goal" && clicks_to_play_ == 0) clicks_to_play_ = program_.clicks;
      if (stage == "pace" && what.find("between clicks") != std::string::npos) at_play();
    };
    Prober prober(program_, program_, Deadline::after(std::chrono::minutes(5)));
    prober.rest();
    skin_ = learn_net(prober, options).skin;
    board_.wires = program_.wires;
  }

  bool has_logged(std::string_view text) const {
    return std::ranges::any_of(
        log_, [&](const std::string& line) { return line.find(text) != std::string::npos; });
  }

  NetProgram program_;
  net::Board board_;
  std::vector<std::string> log_;
  std::string skin_;
  int odd_clicks_ = 0;
  int clicks_to_play_ = 0;  ///< until it is played
};

/// As on a texture.
TEST(DrawnCells, DoNotLeadBeyondTheWindow) {
  const Lattice tiles{{10, 20}, 50, 23, 18};
  LatticeGuess guess{.lattice = {{60, 121}, 50, 5, 16}, .appearance = {}};
  EXPECT_TRUE(find_drawn_cells({&guess, 1}, tiles));
  ++guess.lattice.rows;
  EXPECT_FALSE(find_drawn_cells({&guess, 1}, tiles));
}

TEST_F(LearnNetTest, AClickThatWasLostIsRepeated) {
  show(false);
  bool is_lost = false;
  learn([&] { program_.loses = [&](int) { return !std::exchange(is_lost, true); }; });
  EXPECT_TRUE(is_lost);
  EXPECT_TRUE(has_logged("1 tiles had lost a click"));
  EXPECT_TRUE(net::is_solved(board_));
}

TEST_F(LearnNetTest, AClickMayBeLostBesideAnEmptyTile) {
  show(false);
  // Without one of its ends, the network is still one.
  const std::vector<net::Sides> answer = net::solve(board_).answer;
  const auto end = std::ranges::find_if(answer, [](net::Sides s) { return net::degree(s) == 1; });
  const auto empty = static_cast<int>(end - answer.begin());
  const int beside = board_.neighbour(empty, *end);
  program_.wires[static_cast<std::size_t>(empty)] = 0;
  program_.wires[static_cast<std::size_t>(beside)] = net::turned(
      static_cast<net::Sides>(answer[static_cast<std::size_t>(beside)] & ~net::opposite(*end)), 1);
  bool is_lost = false;
  learn([&] {
    program_.loses = [&](int tile) { return tile == beside && !std::exchange(is_lost, true); };
  });
  EXPECT_TRUE(is_lost);
  EXPECT_TRUE(has_logged("1 tiles had lost a click"));
}

TEST_F(LearnNetTest, TheRightButtonIsTriedWhereClicksAreSlow) {
  for (const int right : {-1, 0, 1}) {
    SCOPED_TRACE(right);
    show(false);
    program_.turn_time = std::chrono::milliseconds(70);
    program_.right_button = right;
    program_.redraw();
    learn([] {});
    EXPECT_EQ(has_logged("the right button turns tiles the other way"), right == -1);
    EXPECT_NE(skin_.find("turn_clockwise_button = 1"), std::string::npos);
    EXPECT_EQ(skin_.find("turn_anticlockwise_button = 3") != std::string::npos, right == -1);
    EXPECT_TRUE(net::is_solved(board_));
    log_.clear();
  }
}

TEST_F(LearnNetTest, NotAllTilesAreTurnedIfNoneLooksNew) {
  show(false);
  program_.least_hold = std::chrono::milliseconds(20);
  int before = 0;
  learn([&] { before = program_.clicks; });
  EXPECT_LT(clicks_to_play_ - before, 4 * kColumns * kRows / 2);
  EXPECT_TRUE(net::is_solved(board_));
}

TEST_F(LearnNetTest, ATileThatIsMisreadAsItLiesIsTurnedThroughAFullCircle) {
  show(false);
  learn([&] {
    net::Board now = board_;
    now.wires = program_.wires;
    const std::vector<net::Sides> answer = net::solve(now).answer;
    for (std::size_t tile = 0; tile < answer.size(); ++tile)
      if (net::degree(answer[tile]) == 3 && answer[tile] == now.wires[tile])
        program_.odd = {static_cast<int>(tile), answer[tile]};
    ASSERT_GE(program_.odd.first, 0);
    program_.redraw();
    program_.loses = [&](int tile) {
      odd_clicks_ += tile == program_.odd.first;
      return false;
    };
  });
  EXPECT_GT(odd_clicks_, 4);  // those that turn every tile once are no test
  EXPECT_EQ(odd_clicks_ % 4, 0);
  EXPECT_TRUE(net::is_solved(board_));
}

TEST_F(LearnNetTest, TheLastTileTurnedIsAnEndThatLooksLikeOthers) {
  int last = -1;
  for (const std::uint64_t seed : {1, 1, 2, 2}) {
    show(false, seed);
    program_.marked = last;  // as a source may be
    learn([&] { program_.loses = [&](int tile) { return last = tile, false; }; });
    EXPECT_TRUE(net::is_solved(board_));
    EXPECT_EQ(net::degree(board_.wires[static_cast<std::size_t>(last)]), 1);
    EXPECT_NE(last, program_.marked);
  }
}

TEST_F(LearnNetTest, TilesThatTurnTogetherAreFoundAlthoughAClickWasLost) {
  show(true);
  bool is_lost = false;
  learn([&] {
    program_.loses = [&](int tile) {
      return !program_.is_linked(tile) && !std::exchange(is_lost, true);
    };
  });
  EXPECT_TRUE(has_logged("1 tiles had lost a click"));
  EXPECT_TRUE(has_logged("turn together"));
  EXPECT_TRUE(net::is_solved(board_));
}

/// Each tile is turned before the board can be read.
TEST_F(LearnNetTest, ABoardOfUnmarkedTilesCanBeReadAlthoughThoseThatWereTurnedAreMarked) {
  show(false);
  program_.marks_turned = true;
  learn([] {});
  EXPECT_EQ(std::ranges::count(program_.marked_as_turned, false), 0);
  EXPECT_TRUE(net::is_solved(board_));
  show(false, 7);
  program_.marked_as_turned.assign(kColumns * kRows, false);
  program_.redraw();
  const Skin skin = parse_skin(skin_, "learned");
  const Frame frame = stretched(program_.capture().frame, skin.view.stretch);
  const Observation seen = game_named("net").begin(skin)->observe(frame);
  EXPECT_EQ(seen.rejection, "");
  EXPECT_EQ(seen.text, net::to_game_id(board_));
}

/// Two tiles are drawn misleadingly, so that only loose rules fit the board as it is read at first.
TEST_F(LearnNetTest, RulesThatFitNearlyAnyBoardAreDoubted) {
  const auto is_fitted_loosely = [&](int a, int b) {
    net::Board misread = board_;
    program_.lacks.clear();
    for (const int tile : {a, b}) {
      net::Sides& wires = misread.wires[static_cast<std::size_t>(tile)];
      if (net::degree(wires) < 2) return false;
      program_.lacks.insert(tile);
      wires &= static_cast<net::Sides>(wires - 1);
    }
    const auto rules = find_rules(misread, {}, Deadline());
    return rules && !rules->rules.connected;
  };
  show(false);
  // The last ones are far from those that are turned first.
  int first = kColumns * kRows - 1, second = first - 1;
  while (first > 0 && !is_fitted_loosely(first, second))
    if (--second < 0) second = --first - 1;
  ASSERT_GT(first, 0);
  program_.redraw();
  EXPECT_THROW(learn([] {}), LearnStopped);
  EXPECT_TRUE(has_logged("only loose rules fit the board"));
  EXPECT_FALSE(has_logged("any networks"));
  EXPECT_EQ(program_.wires, board_.wires);
}

/// The board has one solution as one network across the rim, and others as several networks.
TEST_F(LearnNetTest, OtherRulesAreTriedIfNoWinIsSeen) {
  board_ = net::from_game_id("6x5:364882ef677ed797eeee35ca6b2453");
  program_.wires = board_.wires;
  program_.height = kSide + 8;
  program_.is_won = [&] {
    net::Board now = board_;
    now.wires = program_.wires;
    now.rules = {.connected = false, .acyclic = false};
    return net::is_solved(now);
  };
  learn([] {});
  EXPECT_TRUE(has_logged("one network, across the rim"));
  EXPECT_TRUE(has_logged("it may play by other rules"));
  EXPECT_TRUE(has_logged("the program shows a win"));
  EXPECT_NE(skin_.find("connected = false"), std::string::npos) << skin_;
}

/// Which way straights turn shows only in a tile that turns with one.
TEST_F(LearnNetTest, StraightsMayTurnTheOtherWay) {
  const auto is_straight = [&](int tile) {
    return net::shape_name(board_.wires[static_cast<std::size_t>(tile)]) == "straight";
  };
  program_.reversed = "straight";
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    show(true, seed);
    if (is_straight(program_.linked.first) != is_straight(program_.linked.second)) break;
  }
  learn([] {});
  EXPECT_TRUE(has_logged("turn together"));
  EXPECT_NE(skin_.find("reversed_shapes = [\"straight\"]"), std::string::npos) << skin_;
  EXPECT_TRUE(net::is_solved(board_));
}

}  // namespace
}  // namespace eyehand::calibration
