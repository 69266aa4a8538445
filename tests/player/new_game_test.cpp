#include "player/new_game.hpp"

#include <gtest/gtest.h>

#include "tests/player/fake_game.hpp"

namespace eyehand {

namespace {

using namespace std::chrono_literals;

class StartingANewGame : public testing::Test {
 protected:
  StartingANewGame() {
    skin.new_game_keys = {"Escape", "n"};
    skin.pace.hold_back = false;
    world.left = {0, 0, 0};
    deal_after_keys(2);
  }
  void deal_after_keys(std::size_t count) {
    world.before_capture = [this, count](int) {
      if (world.keys.size() < count || world.puzzle == 2) return;
      world.puzzle = 2;
      world.left = {2, 1};
    };
  }
  End start() {
    const End end = start_new_game(screen, input, session, skin, options, clear_way).end;
    EXPECT_FALSE(world.holds);
    return end;
  }

  test::World world;
  test::FakeScreen screen{world};
  test::FakeInputSink input{world};
  test::FakeSession session{world};
  PlayOptions options{};
  Skin skin;
  ClearWay clear_way{};
};

TEST_F(StartingANewGame, SendsTheKeysAndWaitsForThePuzzle) {
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys, (std::vector<std::string>{"Escape", "n"}));
  EXPECT_EQ(play(screen, input, session, skin.pace, options).end, End::solved);
  EXPECT_EQ(world.clicks, 3);
}

TEST_F(StartingANewGame, RaisesTheWindowForTheKeyboard) {
  world.covered = true;
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(StartingANewGame, DoesNotMistakeAGameThatWasNotWonForTheNext) {
  world.left = {1, 0, 0};
  world.before_capture = [this](int captures) {
    if (captures < 8) return;
    world.puzzle = 2;
    world.left = {2, 1};
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_GE(world.captures, 8);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(StartingANewGame, WithoutKeysTakesWhatIsThere) {
  skin.new_game_keys.clear();
  world.left = {1, 0, 0};
  world.before_capture = [](int) {};
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.puzzle, 1);
}

TEST_F(StartingANewGame, TriesAgainWhenTheKeysHadNoEffect) {
  deal_after_keys(4);
  const auto began = Deadline::Clock::now();
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys.size(), 4U);
  EXPECT_GT(Deadline::Clock::now() - began, 1s) << "it gave the program no time";
}

TEST_F(StartingANewGame, ClearsTheWayBefore) {
  int asked = 0;
  clear_way.close_dialogs = [&](Deadline) {
    EXPECT_TRUE(world.keys.empty());
    return ++asked > 0;
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(asked, 1);
  clear_way.close_dialogs = [](Deadline) { return false; };
  const NewGame begun = start_new_game(screen, input, session, skin, options, clear_way);
  EXPECT_EQ(begun.end, End::no_window);
  EXPECT_NE(begun.why.find("dialog"), std::string::npos);
}

TEST_F(StartingANewGame, DistinguishesAnUnreadableGameFromNone) {
  world.before_capture = [this](int) {
    if (world.keys.size() < 2) return;
    world.puzzle = 2;
    world.readable = false;
  };
  EXPECT_EQ(start(), End::unreadable);
}

TEST_F(StartingANewGame, TakesABoardThatCanBeReadOnceItIsRedrawn) {
  world.before_capture = [this](int) {
    if (world.keys.size() < 2 || world.puzzle == 2) return;
    world.puzzle = 2;
    world.left = {2, 1};
    world.stale = 4;
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(play(screen, input, session, skin.pace, options).end, End::solved);
}

TEST_F(StartingANewGame, ABoardMayBeDealtSolved) {
  world.before_capture = [this](int) {
    if (world.keys.size() >= 2) world.puzzle = 2;
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys.size(), 2U);
  EXPECT_EQ(play(screen, input, session, skin.pace, options).end, End::solved);
}

TEST_F(StartingANewGame, EndsAsGamesDo) {
  for (const auto& [outcome, end] : {std::pair{GestureStatus::window_gone, End::no_window},
                                     {GestureStatus::not_viewable, End::no_window},
                                     {GestureStatus::user_has_mouse, End::user_has_mouse},
                                     {GestureStatus::deadline, End::timeout},
                                     {GestureStatus::interrupted, End::interrupted}}) {
    world.refusal = outcome;
    EXPECT_EQ(start(), end) << name(outcome);
    EXPECT_TRUE(world.keys.empty());
  }
  world.refusal.reset();
  world.stillness = Stillness::interrupted;
  EXPECT_EQ(start(), End::interrupted);
  world.status = CaptureStatus::window_gone;
  EXPECT_EQ(start(), End::no_window);
}

TEST_F(StartingANewGame, StopsAtTheDeadline) {
  deal_after_keys(100);
  options.deadline = Deadline::after(100ms);
  EXPECT_EQ(start(), End::timeout);
}

/// After a board without a solution, with a button that is always there and one that checks it.
class AfterABoardWithoutASolution : public StartingANewGame {
 protected:
  AfterABoardWithoutASolution() {
    skin.new_game_keys.clear();
    world.left = {1, 0, 0};
    world.before_capture = [](int) {};
    world.takes_click = [this](ScreenPoint at) {
      if (at == ScreenPoint{140, 60}) on_button();
      return true;
    };
    clear_way.find_fresh_game_buttons = [this](const cv::Mat&) {
      return std::vector<Button>{{"New game", {140 - world.place.x, 60 - world.place.y}},
                                 {"Check", {160 - world.place.x, 60 - world.place.y}}};
    };
  }
  End next() {
    GameReport last;
    last.end = End::no_solution;
    last.first = session.observe(screen.capture().frame);
    return start_new_game(screen, input, session, skin, options, clear_way, &last).end;
  }
  std::function<void()> on_button = [this] {
    world.puzzle = 2;
    world.left = {2, 1};
  };
};

TEST_F(AfterABoardWithoutASolution, AButtonDealsAnother) {
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterABoardWithoutASolution, TheSameBoardIsNotPlayedAgain) {
  on_button = [] {};
  options.deadline = Deadline::after(8s);
  EXPECT_NE(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
}

/// After a win that covered the board, with a button that deals the next game or closes.
class AfterACoveredWin : public StartingANewGame {
 protected:
  static constexpr ScreenPoint kButton{140, 60};

  AfterACoveredWin() {
    skin.pace.hold_back = true;
    world.readable = false;
    last.end = End::solved;
    last.covered = true;
    world.before_capture = [](int) {};
    world.takes_click = [this](ScreenPoint at) {
      if (!(at == kButton) || world.readable) return false;
      on_button();
      return true;
    };
    clear_way.find_buttons = [this](const cv::Mat&, const cv::Mat&) {
      ++searches;
      std::vector<Button> buttons;
      if (!world.readable && has_button)
        buttons.push_back({"Play again", {kButton.x - world.place.x, kButton.y - world.place.y}});
      return buttons;
    };
  }
  void deal() {
    world.readable = true;
    world.puzzle = 2;
    world.left = {2, 1};
  }
  /// The win leaves the board as it is, without a button, and the skin has no keys.
  void show_the_solved_board() {
    skin.new_game_keys.clear();
    has_button = false;
    is_in_sight = true;
    last.covered = false;
  }
  /// The session has seen the board one click from its solution.
  End next() {
    world.readable = true;
    world.left = {0, 0, 1};
    last.board_before_last = session.observe(screen.capture().frame).text;
    world.readable = is_in_sight;
    world.left = {0, 0, 0};
    const End end = start_new_game(screen, input, session, skin, options, clear_way, &last).end;
    EXPECT_FALSE(world.holds);
    return end;
  }

  GameReport last;
  std::function<void()> on_button = [this] { deal(); };
  bool has_button = true, is_in_sight = false;
  int searches = 0;
};

TEST_F(AfterACoveredWin, PressesAButtonThatDealsTheNextGame) {
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
  EXPECT_TRUE(world.keys.empty());
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterACoveredWin, TheNextBoardMayAppearUnderThePointer) {
  world.hover_hides = true;
  world.margin = 8;
  last.first.area = {0, 0, 100, 12};
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
  EXPECT_TRUE(world.keys.empty());
}

TEST_F(AfterACoveredWin, OnlyASmallerBoardIsAPartOfTheOneBefore) {
  world.margin = 8;
  last.first.area = {0, 0, 100, 20};
  last.first.size = "3";
  options.deadline = Deadline::after(1s);
  EXPECT_EQ(next(), End::timeout);
  last.first.size = "2";
  options.deadline = Deadline();
  EXPECT_EQ(next(), End::planned);
}

TEST_F(AfterACoveredWin, SendsTheKeysOnceAButtonHasClosedWhatOpened) {
  on_button = [this] { world.readable = true; };
  deal_after_keys(2);
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(AfterACoveredWin, TheSkinsKeysForDialogsComeFirst) {
  skin.dismiss_keys = {"Return"};
  world.before_capture = [this](int) {
    if (!world.keys.empty() && world.puzzle == 1) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.keys, std::vector<std::string>{"Return"});
  EXPECT_EQ(searches, 0);
}

TEST_F(AfterACoveredWin, KeysThatDoNotCloseItAreFollowedByTheButton) {
  skin.dismiss_keys = {"Return"};
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterACoveredWin, WithoutAButtonSendsTheKeys) {
  has_button = false;
  world.before_capture = [this](int) {
    if (world.keys.size() == 2 && world.puzzle == 1) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(AfterACoveredWin, WithoutAButtonAndKeysClicksWhatAppeared) {
  has_button = false;
  skin.new_game_keys.clear();
  last.before_last = screen.capture().frame.image;
  last.first.area = {0, 0, 100, 20};
  world.message = true;
  world.takes_click = [this](ScreenPoint) {
    if (!world.readable) deal();
    world.message = false;
    return true;
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(AfterACoveredWin, ABoardThatOurClickHasChangedIsNotTheNextGame) {
  has_button = false;
  skin.new_game_keys.clear();
  world.readable = true;
  world.left.assign(8, 0);
  world.left[7] = 1;
  last.board_before_last = session.observe(screen.capture().frame).text;
  last.before_last = screen.capture().frame.image;
  last.first.area = {0, 0, 100, 20};
  // The win only recolours it.
  world.readable = false;
  world.left[7] = 0;
  world.message = true;
  world.takes_click = [this](ScreenPoint) {
    world.readable = true;
    world.message = false;
    world.left[4] = 3;
    return true;
  };
  EXPECT_EQ(start_new_game(screen, input, session, skin, options, clear_way, &last).end,
            End::stuck);
}

/// It may be the next board, of which a few parts are unclear.
TEST_F(AfterACoveredWin, WhatIsMostlyReadableIsNotClicked) {
  has_button = false;
  skin.new_game_keys.clear();
  last.before_last = cv::Mat(20, 100, CV_8UC3, cv::Scalar::all(200));
  last.first.area = {0, 0, 100, 20};
  EXPECT_EQ(next(), End::unreadable);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(AfterACoveredWin, WhatOpensOverAPartOfTheWonBoardIsClicked) {
  has_button = false;
  for (const bool covered : {true, false}) {
    world = test::World();
    world.left.assign(12, 0);
    world.left[7] = 1;
    last.covered = covered;
    last.board_before_last = session.observe(screen.capture().frame).text;
    last.parts_before_last = session.parts();
    last.before_last = screen.capture().frame.image;
    last.first.area = {0, 0, 100, 20};
    world.left[7] = 0;
    world.readable = false;
    world.message = true;
    world.message_on = 1;
    // It also keeps the keys from the game.
    world.takes_click = [this](ScreenPoint) {
      world.readable = true;
      world.message = false;
      world.keys.clear();
      return true;
    };
    world.before_capture = [this](int) {
      if (!world.message && world.keys.size() == 2 && world.puzzle == 1) deal();
    };
    EXPECT_EQ(start_new_game(screen, input, session, skin, options, clear_way, &last).end,
              End::planned);
    EXPECT_EQ(world.clicks, 1);
    EXPECT_EQ(world.puzzle, 2);
  }
}

TEST_F(AfterACoveredWin, AButtonWithoutEffectIsPressedOnceOnly) {
  on_button = [] {};
  world.before_capture = [this](int) {
    if (world.keys.size() == 2 && world.puzzle == 1) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterACoveredWin, AHeadingThatReadsLikeAButtonDoesNotHideTheButton) {
  is_in_sight = true;
  skin.new_game_keys.clear();
  world.takes_click = [this](ScreenPoint at) {
    if (at == kButton) deal();
    return true;
  };
  clear_way.find_buttons = [this](const cv::Mat&, const cv::Mat&) {
    return std::vector<Button>{
        {"New game", {10, 10}},
        {"Start game", {kButton.x - world.place.x, kButton.y - world.place.y}}};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(AfterACoveredWin, AButtonThatChangesNothingIsNotPressedAgain) {
  show_the_solved_board();
  const auto headings = [](int reads) {
    return std::vector<Button>{{reads % 2 == 0 ? "New game" : "New gane", {50 + reads % 2, 10}}};
  };
  world.takes_click = [](ScreenPoint) { return true; };
  clear_way.find_buttons = [&](const cv::Mat&, const cv::Mat&) { return headings(searches++); };
  clear_way.find_fresh_game_buttons = [&](const cv::Mat&) { return headings(searches++); };
  EXPECT_NE(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterACoveredWin, ABoardThatAppearsByItselfIsTheNextGame) {
  has_button = false;
  skin.new_game_keys.clear();
  world.before_capture = [this](int captures) {
    if (captures == 30) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(AfterACoveredWin, ABoardThatReplacedTheOldOneIsTakenAtOnce) {
  last.replaced = true;
  deal();
  session.observe(screen.capture().frame);
  EXPECT_EQ(start_new_game(screen, input, session, skin, options, clear_way, &last).end,
            End::planned);
  EXPECT_TRUE(world.keys.empty());
  EXPECT_EQ(searches, 0);
}

TEST_F(AfterACoveredWin, ABoardThatMightFollowFromTheOldOneIsTheNextGame) {
  skin.new_game_keys.clear();
  on_button = [this] {
    world.readable = true;
    world.left = {2, 1, 0};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(StartingANewGame, TheNextBoardMightFollowFromTheOldOne) {
  world.left = {2, 1, 0};  // dealt by the program after a win
  GameReport last;
  last.end = End::solved;
  last.board_before_last = session.observe(screen.capture().frame).text;
  world.before_capture = [this](int) {
    if (world.keys.size() >= 2) world.left = {1, 0, 1};
  };
  EXPECT_EQ(start_new_game(screen, input, session, skin, options, clear_way, &last).end,
            End::planned);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(AfterACoveredWin, TheOldBoardIsNotMistakenForTheNextGame) {
  skin.new_game_keys.clear();
  on_button = [this] {
    world.readable = true;
    world.left = {0, 0, 1};
  };
  options.deadline = Deadline::after(500ms);
  EXPECT_EQ(next(), End::timeout);
}

TEST_F(AfterACoveredWin, TheSolvedBoardIsNotMistakenForAnotherThatWasDealtSolved) {
  has_button = false;
  // What covers the board is read as another for a moment.
  world.before_capture = [this](int captures) {
    if (captures == 10) world.readable = true;
    world.puzzle = captures == 10 ? 7 : 1;
  };
  options.deadline = Deadline::after(3500ms);  // in the second try
  EXPECT_EQ(next(), End::timeout);
  EXPECT_EQ(world.keys.size(), 2 * 2U);
}

TEST_F(AfterACoveredWin, AWindowThatIsClearedIsNotAnotherBoardThatWasDealtSolved) {
  show_the_solved_board();
  skin.pace.hold_back = false;
  world.before_capture = [this](int captures) {
    if (captures == 20) world.puzzle = 7;
  };
  options.deadline = Deadline::after(3500ms);  // in the second try
  EXPECT_EQ(next(), End::timeout);
}

TEST_F(AfterACoveredWin, WaitsForWhatOpensLate) {
  last.covered = false;
  is_in_sight = true;
  const Deadline late = Deadline::after(300ms);
  world.before_capture = [this, late, opened = false](int) mutable {
    if (late.passed() && !opened) world.readable = false, opened = true;
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
  EXPECT_TRUE(world.keys.empty());
}

TEST_F(AfterACoveredWin, ADialogBesideTheBoardIsClosedIfKeysHaveNoEffect) {
  last.covered = false;
  is_in_sight = true;
  world.takes_click = [this](ScreenPoint at) {
    if (at == kButton) deal();
    return at == kButton;
  };
  clear_way.find_buttons = [this](const cv::Mat&, const cv::Mat&) {
    return std::vector<Button>{{"OK", {kButton.x - world.place.x, kButton.y - world.place.y}}};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.clicks, 1);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(AfterACoveredWin, WithoutKeysPressesAButtonThatIsAlwaysThere) {
  show_the_solved_board();
  world.takes_click = [this](ScreenPoint at) {
    if (at == kButton) deal();
    return at == kButton;
  };
  clear_way.find_fresh_game_buttons = [this](const cv::Mat&) {
    return std::vector<Button>{
        {"New game", {kButton.x - world.place.x, kButton.y - world.place.y}}};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(AfterACoveredWin, ABoardThatFadesAndLooksUnsolvedIsNotTheNextGame) {
  skin.new_game_keys.clear();
  is_in_sight = true;
  last.covered = false;
  last.before_last = screen.capture().frame.image;
  last.first.area = {0, 0, 100, 20};
  last.first.text = "1,1,2,3";
  world.before_capture = [this](int captures) {
    if (captures < 3 || world.puzzle != 1) return;
    world.shade = 60;
    world.left = {1, 2, 3};
  };
  world.takes_click = [this](ScreenPoint at) {
    if (at == kButton) deal();
    world.shade = 0;
    return at == kButton;
  };
  clear_way.find_fresh_game_buttons = [this](const cv::Mat&) {
    return std::vector<Button>{
        {"New game", {kButton.x - world.place.x, kButton.y - world.place.y}}};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(AfterACoveredWin, PressesTheKeyThatATextNames) {
  skin.new_game_keys.clear();
  clear_way.find_buttons = [this](const cv::Mat&, const cv::Mat&) {
    std::vector<Button> buttons;
    if (!world.readable) buttons.push_back({"Press Space to restart", {10, 10}, "space"});
    return buttons;
  };
  world.before_capture = [this](int) {
    if (!world.keys.empty() && world.puzzle == 1) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.keys, std::vector<std::string>{"space"});
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(AfterACoveredWin, ReloadsAPageOnceIfNothingElseLeadsOn) {
  show_the_solved_board();
  clear_way.usual_keys = {"F5"};
  world.before_capture = [this](int) {
    if (!world.keys.empty() && world.puzzle == 1) deal();
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.keys, std::vector<std::string>{"F5"});
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(AfterACoveredWin, APageThatWasReloadedMayHaveNoBoardYet) {
  show_the_solved_board();
  clear_way.usual_keys = {"F5"};
  world.before_capture = [this](int) {
    if (!world.keys.empty() && world.puzzle == 1) world.readable = false;
  };
  clear_way.find_start_buttons = [this](const cv::Mat&) {
    return std::vector<Button>{{"Start", {kButton.x - world.place.x, kButton.y - world.place.y}}};
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.puzzle, 2);
  EXPECT_EQ(world.clicks, 1);
}

TEST_F(AfterACoveredWin, AMenuIsTriedOnceWhereNoButtonLeadsOn) {
  show_the_solved_board();
  clear_way.usual_keys = {"F2"};
  int asked = 0;
  bool has_menu = false;
  clear_way.start_from_menu = [&](Deadline) {
    ++asked;
    if (has_menu) deal();
    return has_menu;
  };
  EXPECT_EQ(next(), End::stuck);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(world.keys, std::vector<std::string>{"F2"});
  world.keys.clear();
  has_menu = true;
  EXPECT_EQ(next(), End::planned);
  EXPECT_EQ(world.keys, std::vector<std::string>{});
  EXPECT_TRUE(world.pointer_forgotten);
}

TEST_F(AfterACoveredWin, NothingIsPressedAfterAGameThatWasNotWon) {
  last = {};
  last.end = End::unreadable;
  options.deadline = Deadline::after(300ms);
  EXPECT_EQ(next(), End::timeout);
  EXPECT_EQ(world.clicks, 0);
  EXPECT_EQ(searches, 0);
}

TEST_F(AfterACoveredWin, AClickThatTheGuardRefusesEndsAsGamesDo) {
  world.refusal = GestureStatus::user_has_mouse;
  EXPECT_EQ(next(), End::user_has_mouse);
}

TEST_F(AfterACoveredWin, ForgetsThePointerWhenADialogWasClosed) {
  world.dialog = true;
  clear_way.has_dialog = [this] { return world.dialog; };
  clear_way.close_dialogs = [this](Deadline) {
    world.dialog = false;
    deal();
    return true;
  };
  EXPECT_EQ(next(), End::planned);
  EXPECT_TRUE(world.pointer_forgotten);
}

}  // namespace
}  // namespace eyehand
