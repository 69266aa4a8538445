#include "player/challenge.hpp"

#include <gtest/gtest.h>

#include "tests/player/fake_game.hpp"

namespace eyehand {

namespace {

using namespace std::chrono_literals;

/// Deals another board for each "n".
class GamesInARow : public testing::Test {
 protected:
  GamesInARow() {
    skin.new_game_keys = {"n"};
    skin.pace.hold_back = false;  // wins stay in sight
    world.before_capture = [this](int) {
      const int puzzle = 1 + static_cast<int>(world.keys.size());
      if (puzzle != world.puzzle) deal(puzzle);
    };
    options.games = 4;
    options.begin = [this](int number) { begun.push_back(number); };
    options.done = [this](int number, const GameReport& report) {
      EXPECT_EQ(number, static_cast<int>(ends.size()) + 1);
      ends.push_back(report.end);
      if (after_game) after_game(number);
    };
  }
  virtual void deal(int puzzle) {
    world.puzzle = puzzle;
    world.left = {1, 2};
    world.readable = puzzle != unreadable;
    world.solvable = puzzle != unsolvable;
    world.lose_every = puzzle == lossy ? 1 : 0;
  }
  RowReport play() {
    world.released = false;
    RowReport row = play_row({screen, input, session, skin}, options);
    EXPECT_FALSE(world.holds);
    EXPECT_EQ(row.played, static_cast<int>(ends.size()));
    return row;
  }

  test::World world;
  test::FakeScreen screen{world};
  test::FakeInputSink input{world};
  test::FakeSession session{world};
  Skin skin;
  RowOptions options;
  std::vector<int> begun;
  std::vector<End> ends;
  std::function<void(int)> after_game;
  int unreadable = 0, unsolvable = 0, lossy = 0;
};

TEST_F(GamesInARow, AreAllPlayed) {
  const RowReport row = play();
  EXPECT_EQ(row.end, End::solved);
  EXPECT_EQ(row.why, "");
  EXPECT_EQ(row.won, 4);
  EXPECT_EQ(ends, std::vector<End>(4, End::solved));
  EXPECT_EQ(begun, (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(world.keys.size(), 3U);
}

TEST_F(GamesInARow, DoNotBeginWithABoardThatIsThereSolved) {
  world.left.clear();
  const RowReport row = play();
  EXPECT_EQ(row.end, End::solved);
  EXPECT_EQ(row.won, 4);
  EXPECT_EQ(world.puzzle, 5);
}

TEST_F(GamesInARow, ASolvedBoardIsEnoughIfOnlyOneIsToBePlayed) {
  world.left.clear();
  options.games = 1;
  EXPECT_EQ(play().won, 1);
  EXPECT_EQ(world.puzzle, 1);
}

TEST_F(GamesInARow, MayBeginWithABoardThatAWinHides) {
  skin.new_game_keys.clear();
  world.before_capture = [](int) {};
  world.readable = false;
  options.clear_way.find_buttons = [](const cv::Mat&, const cv::Mat&) {
    return std::vector<Button>{{"Play again", {95, 15}}};
  };
  world.takes_click = [this](ScreenPoint at) {
    const bool is_button = at == ScreenPoint{world.place.x + 95, world.place.y + 15};
    if (is_button && !world.readable) deal(2);
    return is_button;
  };
  options.games = 1;
  EXPECT_EQ(play().won, 0);
  options.may_be_won = true;
  ends.clear();
  EXPECT_EQ(play().won, 1);
}

/// What was taken for a new board for a moment was not one.
TEST_F(GamesInARow, ABoardThatLooksSolvedAtOnceIsNotWonAgain) {
  world.before_capture = [this, since = 0](int) mutable {
    if (world.keys.empty()) return;
    world.puzzle = 2;
    world.left = since++ == 0 ? std::vector{1, 2} : std::vector<int>{};
  };
  const RowReport row = play();
  EXPECT_EQ(row.end, End::stuck);
  EXPECT_NE(row.why, "");
  EXPECT_EQ(row.won, 1);
  EXPECT_EQ(ends, (std::vector<End>{End::solved, End::stuck}));
}

TEST_F(GamesInARow, EndAtTheFirstThatIsNotWon) {
  unsolvable = 2;
  const RowReport row = play();
  EXPECT_EQ(row.end, End::no_solution);
  EXPECT_EQ(row.played, 2);
  EXPECT_EQ(row.won, 1);
  EXPECT_FALSE(row.no_next);
}

TEST_F(GamesInARow, GoOnIfRequested) {
  options.go_on = true;
  unsolvable = 2;
  lossy = 3;
  const RowReport row = play();
  EXPECT_EQ(row.end, End::solved) << "all that were wished for were played";
  EXPECT_EQ(row.won, 2);
  EXPECT_EQ(ends, (std::vector<End>{End::solved, End::no_solution, End::stuck, End::solved}));
}

TEST_F(GamesInARow, AButtonIsNotPressedForeverIfNoBoardHasASolution) {
  options.go_on = true;
  options.games = 9;
  world.solvable = false;
  skin.new_game_keys.clear();
  world.before_capture = [](int) {};
  options.clear_way.find_fresh_game_buttons = [](const cv::Mat&) {
    return std::vector<Button>{{"New game", {95, 10}}};
  };
  world.takes_click = [this](ScreenPoint) {
    ++world.puzzle;
    return true;
  };
  const RowReport row = play();
  EXPECT_EQ(row.end, End::no_solution);
  EXPECT_EQ(row.played, 3);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(GamesInARow, AGameThatCannotBeReadCountsAsNotWon) {
  options.go_on = true;
  options.games = 3;
  unreadable = 2;
  options.each = 2s;  // or it would be asked for again
  const RowReport row = play();
  EXPECT_EQ(row.end, End::solved);
  ASSERT_EQ(ends.size(), 3U);
  EXPECT_EQ(ends[0], End::solved);
  EXPECT_NE(ends[1], End::solved);
  EXPECT_EQ(ends[2], End::solved);
}

TEST_F(GamesInARow, EachHasItsOwnTimeLimit) {
  options.go_on = true;
  options.games = 3;
  options.each = 300ms;
  world.before_gesture = [this, slept = false](int) mutable {
    if (slept || world.puzzle != 2) return;
    slept = true;
    std::this_thread::sleep_for(310ms);
  };
  play();
  EXPECT_EQ(ends, (std::vector<End>{End::solved, End::timeout, End::solved}));
}

TEST_F(GamesInARow, EndWhenTheTotalTimeIsUp) {
  options.go_on = true;
  options.all = Deadline::after(400ms);
  world.before_gesture = [this](int) {
    if (world.puzzle == 2) std::this_thread::sleep_for(options.all.left() + 1ms);
  };
  const RowReport row = play();
  EXPECT_EQ(row.end, End::timeout);
  EXPECT_NE(row.why, "");
  EXPECT_TRUE(row.was_cut);
  EXPECT_EQ(ends, (std::vector<End>{End::solved, End::timeout}));
}

TEST_F(GamesInARow, AsManyAsTimeAllowsIsSuccess) {
  options.games = 0;
  options.all = Deadline::after(300ms);
  after_game = [this](int number) {
    if (number == 3) std::this_thread::sleep_for(options.all.left() + 1ms);
  };
  const RowReport row = play();
  EXPECT_EQ(row.end, End::solved);
  EXPECT_EQ(row.played, 3);
  EXPECT_FALSE(row.was_cut);
}

struct Stop {
  GestureStatus outcome;
  End end;
};
class Stops : public GamesInARow, public testing::WithParamInterface<Stop> {};

TEST_P(Stops, EndTheRowDuringAndBetweenGames) {
  for (const std::size_t keys : {1U, 0U}) {
    ends.clear();
    world.keys.clear();
    world.refusal.reset();
    deal(1);
    options.go_on = true;
    after_game = [&, keys](int) {
      if (world.keys.size() == keys && keys == 0) world.refusal = GetParam().outcome;
    };
    world.before_gesture = [&, keys](int) {
      if (keys > 0 && world.keys.size() == keys) world.refusal = GetParam().outcome;
    };
    const RowReport row = play();
    EXPECT_EQ(row.end, GetParam().end);
    EXPECT_EQ(row.no_next, keys == 0);
    EXPECT_EQ(row.played, keys == 0 ? 1 : 2);
    EXPECT_EQ(row.won, 1);
  }
}
INSTANTIATE_TEST_SUITE_P(EachOutcome, Stops,
                         testing::Values(Stop{GestureStatus::user_has_mouse, End::user_has_mouse},
                                         Stop{GestureStatus::interrupted, End::interrupted},
                                         Stop{GestureStatus::window_gone, End::no_window}));

TEST_F(GamesInARow, EndWhenNoNextGameCanBeStarted) {
  options.go_on = true;
  options.clear_way.close_dialogs = [](Deadline) { return false; };
  const RowReport row = play();
  EXPECT_EQ(row.end, End::no_window);
  EXPECT_TRUE(row.no_next);
  EXPECT_NE(row.why.find("dialog"), std::string::npos);
  EXPECT_EQ(row.played, 1);
}

}  // namespace
}  // namespace eyehand
