// Learning Lights Out from fake programs that react at once: which state is the goal, and what
// becomes of the user's board.
#include "calibration/lights/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "calibration/areas.hpp"
#include "calibration/lights/sets.hpp"
#include "calibration/survey.hpp"
#include "player/games.hpp"
#include "puzzle/lights/text.hpp"
#include "tests/calibration/fake_program.hpp"
#include "tests/calibration/label_answers.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kSide = 4;
const cv::Point kCorner(120, 80);
const cv::Size kWindow(600, 560);
const cv::Rect kButton(400, 420, 130, 34);
const cv::Scalar kBackground(60, 40, 40), kDim(75, 60, 60), kBright(80, 220, 240);

constexpr std::array<lights::Offset, 4> kRing = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};

constexpr std::array<lights::Offset, 5> kPlus = {{{0, 0}, {0, -1}, {-1, 0}, {1, 0}, {0, 1}}};

enum class OnWin {
  says_so,
  deals_the_next,
  shows_nothing,
  opens_a_dialog  ///< beside the board, which is dimmed; it takes a click anywhere, and the keys
};

/// A window with a board whose tiles are bright or dim.
class FakeLights : public FakeProgram {
 public:
  FakeLights() : FakeProgram(kWindow, kBackground) {}

  std::uint8_t goal = 0;  ///< 1: bright
  OnWin on_win = OnWin::says_so;
  lights::Board board = lights::Board::plus(kSide, kSide);  ///< lit: bright
  lights::Board next = board;
  cv::Size cell{40, 40};  ///< pixels
  int wins = 0, deals = 0, clicks_outside = 0;
  int lost_click = 0;              ///< the number of a click that has no effect
  bool loses_fast_clicks = false;  ///< every other one that follows within 50 ms
  /// If not 0, a press shows so long afterwards, and those until then are lost.
  std::chrono::milliseconds answers_after{0};
  bool loses_last_press = false;   ///< the first that would make all tiles alike has no effect
  bool has_message = false;        ///< over the first two rows; it takes a click and goes
  bool has_banner = false;         ///< the same over a part of the last row, with a cross
  int banner_down = 0;             ///< how much lower the banner is, pixels
  bool draws_pointer = false;      ///< it stays where a tile was pressed
  bool has_discs = false;          ///< as large as cells, so that they touch
  bool has_counter = false;        ///< of presses, above the board
  bool shows_turn = false;         ///< there, too: whether their number is odd
  bool has_advertisement = false;  ///< it blinks slowly beside the board
  bool has_sign = false;           ///< above the board, like a tile; blinks when clicked, then goes
  int most_clicks = 0;  ///< that have an effect in a game, if not 0; a button deals `next`
  std::string start{};  ///< what a button says without which tiles are all dim and do not react

  int tile_at(cv::Point at) const {
    const cv::Point in_board = at - kCorner;
    if (!cv::Rect(0, 0, cell.width * board.width, cell.height * board.height).contains(in_board))
      return -1;
    return in_board.y / cell.height * board.width + in_board.x / cell.width;
  }

  void draw(cv::Mat& picture) const override {
    for (int tile = 0; tile < static_cast<int>(board.size()); ++tile) {
      const cv::Point place(tile % board.width * cell.width, tile / board.width * cell.height);
      const cv::Scalar& colour =
          board.lit[static_cast<std::size_t>(tile)] && start.empty() ? kBright : kDim;
      if (has_discs)
        cv::ellipse(picture, kCorner + place + cv::Point(cell / 2), cell / 2, 0, 0, 360, colour,
                    cv::FILLED);
      else
        cv::rectangle(picture, {kCorner + place + cv::Point(2, 2), cell - cv::Size(4, 4)}, colour,
                      cv::FILLED);
    }
    if (draws_pointer && pressed_ != cv::Point())
      cv::rectangle(picture, pressed_ - cv::Point(14, 14), pressed_ + cv::Point(14, 14),
                    cv::Scalar(200, 40, 160), cv::FILLED);
    if (has_message)
      cv::rectangle(picture, {kCorner, cv::Size(cell.width * board.width, 2 * cell.height)},
                    kBright, cv::FILLED);
    if (has_banner) {
      const cv::Rect banner(corner_of(kSide * (kSide - 1) + 1) + cv::Point(0, banner_down),
                            cv::Size(2 * cell.width, cell.height));
      cv::rectangle(picture, banner, {20, 20, 20}, cv::FILLED);
      const cv::Point arm(5, 5), other_arm(5, -5);
      cv::line(picture, banner_cross() - arm, banner_cross() + arm, {255, 255, 255}, 2);
      cv::line(picture, banner_cross() - other_arm, banner_cross() + other_arm, {255, 255, 255}, 2);
    }
    if (has_counter)
      cv::rectangle(picture, {20, 20, 30, 30}, cv::Scalar::all(clicks_ * 37 % 256), cv::FILLED);
    if (shows_turn)
      cv::rectangle(picture, {20, 20, 25, 25}, clicks_ % 2 == 0 ? kDim : kBright, cv::FILLED);
    if (has_sign && sign_clicks_ < 3)
      cv::rectangle(picture, sign(), sign_clicks_ == 1 ? kBright : kDim, cv::FILLED);
    if (has_advertisement) {
      const auto now = Deadline::Clock::now().time_since_epoch();
      cv::rectangle(picture, {20, 120, 30, 30},
                    now / std::chrono::milliseconds(1300) % 2 == 0 ? kDim : kBright, cv::FILLED);
    }
    if (!start.empty()) cv::rectangle(picture, kButton, cv::Scalar(120, 40, 20), cv::FILLED);
    if (most_clicks > 0 || !start.empty())
      cv::putText(picture, start.empty() ? "New game" : start, kButton.tl() + cv::Point(4, 24),
                  cv::FONT_HERSHEY_SIMPLEX, 0.7, {255, 255, 255}, 1, cv::LINE_AA);
    if (is_won_ && on_win == OnWin::says_so)
      cv::putText(picture, "Solved!", {150, 40}, cv::FONT_HERSHEY_PLAIN, 2, kBright, 2);
    if (is_won_ && on_win == OnWin::opens_a_dialog) {
      picture *= 0.3;
      cv::rectangle(picture, {400, 420, 150, 90}, cv::Scalar::all(220), cv::FILLED);
      cv::putText(picture, "Solved!", {415, 475}, cv::FONT_HERSHEY_PLAIN, 2, cv::Scalar::all(0), 2);
    }
  }
  std::chrono::milliseconds quiet_for() const override {
    return has_advertisement ? std::chrono::milliseconds(20) : FakeProgram::quiet_for();
  }
  void click(cv::Point at) override {
    if (!start.empty()) {
      if (kButton.contains(at) && start != "Rules") start.clear();
      return;
    }
    if (on_win == OnWin::opens_a_dialog && std::exchange(is_won_, false)) return;
    if (has_sign && sign().contains(at)) ++sign_clicks_;
    if (most_clicks > 0 && kButton.contains(at)) {
      board = next;
      clicks_ = 0;
      ++deals;
    }
    if (most_clicks > 0 && clicks_ == most_clicks) return;
    const int tile = tile_at(at);
    clicks_outside += tile < 0;
    if (tile < 0 || std::exchange(has_message, false) || std::exchange(has_banner, false)) return;
    pressed_ = at;
    if (asked_ >= 0) return;
    if (answers_after.count() > 0) {
      asked_ = tile;
      answer_ = Deadline::after(answers_after);
      return;
    }
    take(tile);
  }
  void take(int tile) {
    if (++clicks_ == lost_click) return;
    if (loses_fast_clicks && interval_ < std::chrono::milliseconds(50) && clicks_ % 2 == 0) return;
    lights::press(board, tile);
    if (loses_last_press && (are_all(0) || are_all(1))) {
      loses_last_press = false;
      lights::press(board, tile);
    }
    is_won_ = are_all(goal);
    wins += is_won_;
    if (is_won_ && on_win == OnWin::deals_the_next) board = next;
  }

  void press_key(const std::string& name) override {
    if (name != "n" || (is_won_ && on_win == OnWin::opens_a_dialog)) return;
    board = next;
    ++deals;
  }

  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    interval_ = pace.hold + pace.gap;
    if (answers_after.count() > 0) await_answer(interval_);
    return FakeProgram::perform(gesture, pace);
  }

  StillnessReport wait_until_still(const StillnessOptions& options) override {
    if (asked_ < 0) return FakeProgram::wait_until_still(options);
    const bool is_answered = await_answer(options.reaction);
    return {.stillness = Stillness::still, .changed = is_answered};
  }

  /// Whether one comes within this time, which passes.
  bool await_answer(std::chrono::milliseconds span) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(answer_.left());
    pass(asked_ < 0 ? span : std::min(span, left));
    if (asked_ < 0 || left > span) return false;
    take(std::exchange(asked_, -1));
    redraw();
    return true;
  }

  cv::Rect sign() const {
    const cv::Size tile = cell - cv::Size(4, 4);
    return {corner_of(2) + cv::Point(2, 2 - cell.height), tile};
  }

  cv::Point banner_cross() const {
    return corner_of(kSide * (kSide - 1) + 2) +
           cv::Point(cell.width / 2, cell.height / 2 + banner_down);
  }

 private:
  cv::Point corner_of(int tile) const {
    return kCorner + cv::Point(tile % kSide * cell.width, tile / kSide * cell.height);
  }
  bool are_all(std::uint8_t state) const {
    return std::ranges::all_of(board.lit, [&](auto lit) { return lit == state; });
  }

  int clicks_ = 0, sign_clicks_ = 0;
  int asked_ = -1;  ///< the tile that was pressed, until that is answered
  Deadline answer_;
  std::chrono::milliseconds interval_{};
  cv::Point pressed_;
  bool is_won_ = false;
};

/// A board for which both goals can be reached.
lights::Board mixed() {
  lights::Board board = lights::Board::plus(kSide, kSide);
  for (const int tile : {1, 6, 8, 15}) lights::press(board, tile);
  return board;
}

Learned learn(FakeLights& program, Goal goal = Goal::unknown) {
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("lights");
  options.goal = goal;
  return learn_lights(prober, options);
}

/// Whether the learned skin reads the board as one whose bright tiles, or dim ones, must change.
bool reads_with_goal(const Learned& learned, const lights::Board& shown, std::uint8_t goal) {
  lights::Board expected = shown;
  for (auto& lit : expected.lit) lit ^= goal;
  return lights::from_game_id(learned.board) == expected;
}

TEST(LearnLights, TheGoalIsTheOneThatTheProgramAnswers) {
  for (const std::uint8_t goal : {std::uint8_t{0}, std::uint8_t{1}}) {
    FakeLights program;
    program.goal = goal;
    program.board = mixed();
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, mixed(), goal)) << learned.board;
    EXPECT_GT(program.wins, 0);
    EXPECT_EQ(program.board, mixed());
  }
}

TEST(LearnLights, AGoalThatTheProgramDoesNotShowIsNotGuessed) {
  for (bool FakeLights::*extra : {&FakeLights::has_counter, &FakeLights::has_advertisement}) {
    FakeLights program;
    program.on_win = OnWin::shows_nothing;
    program.*extra = true;
    program.board = mixed();
    try {
      const Learned learned = learn(program);
      FAIL() << learned.skin;
    } catch (const LearnStopped& stopped) {
      EXPECT_NE(std::string(stopped.what()).find("--goal"), std::string::npos) << stopped.what();
      EXPECT_TRUE(stopped.is_final());  // another game would not fit better
    }
    EXPECT_EQ(program.board, mixed());
  }
}

TEST(LearnLights, AStatedGoalIsTakenWithoutAWin) {
  for (const Goal goal : {Goal::dark, Goal::light}) {
    FakeLights program;
    program.goal = goal == Goal::light;
    program.on_win = OnWin::shows_nothing;
    program.board = mixed();
    const Learned learned = learn(program, goal);
    EXPECT_TRUE(reads_with_goal(learned, mixed(), program.goal)) << learned.board;
    EXPECT_EQ(program.wins, 0);
    EXPECT_EQ(program.board, mixed());
  }
}

TEST(LearnLights, TheOnlyGoalThatCanBeReachedNeedsNoWin) {
  for (const std::uint8_t goal : {std::uint8_t{0}, std::uint8_t{1}}) {
    FakeLights program;
    program.goal = goal;
    program.on_win = OnWin::shows_nothing;
    // On a ring's board, all tiles together cannot be flipped.
    program.board = lights::Board::same(5, 5, kRing, false);
    program.board.lit.assign(25, goal);
    for (const int tile : {1, 7, 12, 20, 23}) lights::press(program.board, tile);
    const lights::Board start = program.board;
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, start, goal)) << learned.board;
    EXPECT_EQ(program.wins, 0);
    EXPECT_EQ(program.board, start);
  }
}

TEST(LearnLights, ALostPressIsNotAWin) {
  FakeLights program;
  program.goal = 1;
  program.loses_last_press = true;
  program.board = mixed();
  const Learned learned = learn(program);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 1)) << learned.board;
  EXPECT_EQ(program.board, mixed());
}

TEST(LearnLights, AProgramThatAnswersLateIsAwaited) {
  FakeLights program;
  program.board = mixed();
  program.answers_after = std::chrono::milliseconds(250);
  const Learned learned = learn(program);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 0)) << learned.board;
  EXPECT_EQ(program.board, mixed());
  const std::size_t gap = learned.skin.find("gap_ms = ");
  ASSERT_NE(gap, std::string::npos) << learned.skin;
  EXPECT_GE(std::stoi(learned.skin.substr(gap + 9)), 250) << learned.skin;
}

TEST(LearnLights, AnotherGameIsDealtWhenNoMorePressesAreAllowed) {
  for (const int most : {30, 40, 50}) {
    FakeLights program;
    program.board = program.next = mixed();
    program.most_clicks = most;
    program.on_win = OnWin::deals_the_next;
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, program.board, 0)) << learned.board;
    EXPECT_GT(program.wins, 0);
    EXPECT_GT(program.deals, 0);
  }
}

/// Until it is closed, the keys that would deal the next board do not reach the game.
TEST(LearnLights, ADialogBesideTheDimmedBoardIsClosed) {
  FakeLights program;
  program.on_win = OnWin::opens_a_dialog;
  program.board = program.next = mixed();
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("lights");
  options.new_game_keys = {"n"};
  const Learned learned = learn_lights(prober, options);
  EXPECT_EQ(program.wins, 1);
  EXPECT_EQ(program.deals, 1);
  EXPECT_TRUE(reads_with_goal(learned, program.board, 0)) << learned.board;
}

TEST(LearnLights, ASignThatBlinksWhileItIsClickedIsNoTile) {
  FakeLights program;
  program.board = mixed();
  program.has_sign = true;
  const Learned learned = learn(program);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 0)) << learned.board;
}

TEST(LearnLights, AGameIsStartedWhereNothingReacts) {
  for (const char* text : {"Start", "Start game", "Rules"}) {
    SCOPED_TRACE(text);
    FakeLights program;
    program.board = mixed();
    program.start = text;
    LearnOptions options = learn_options_for("lights");
    std::string why;
    try {
      const Learned learned = learn_by_acting(program, program, options);
      EXPECT_TRUE(reads_with_goal(learned, mixed(), 0)) << learned.board;
    } catch (const LearnStopped& stopped) {
      why = stopped.what();
    }
    if (std::string_view(text) == "Rules")
      EXPECT_NE(why, "");
    else
      EXPECT_EQ(why, "");
  }
}

TEST(LearnLights, APaceThatTurnsOutTooFastIsSlowedDown) {
  FakeLights program;
  program.board = mixed();
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("lights");
  options.report = [&](std::string_view stage, const std::string&) {
    program.loses_fast_clicks |= stage == "pace";
  };
  const Learned learned = learn_lights(prober, options);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 0)) << learned.board;
  EXPECT_EQ(program.board, mixed());
  // Each click takes at least 50 ms.
  const SettingsFile skin = SettingsFile::parse(learned.skin, "learned.toml");
  Pace pace;
  skin.read("pace", pace);
  EXPECT_GE(pace.hold + pace.gap, std::chrono::milliseconds(50));
}

TEST(LearnLights, ARingAroundTheRimOfAnOblongBoardIsLearned) {
  for (const cv::Size cell : {cv::Size(60, 60), cv::Size(50, 60), cv::Size(60, 50)}) {
    FakeLights program;
    program.cell = cell;
    program.board = lights::Board::same(5, 5, kRing, true);
    for (const int tile : {1, 7, 12, 20, 23}) lights::press(program.board, tile);
    const lights::Board start = program.board;
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, start, 0)) << learned.board;
    EXPECT_EQ(program.board, start);
  }
}

/// Presses in the middle of a board do not show whether its sets go around the rim.
TEST(LearnLights, APlusAroundTheRimIsLearned) {
  FakeLights program;
  program.cell = {60, 60};
  program.board = lights::Board::same(5, 5, kPlus, true);
  for (const int tile : {1, 7, 12, 20, 23}) lights::press(program.board, tile);
  const lights::Board start = program.board;
  EXPECT_TRUE(reads_with_goal(learn(program), start, 0));
  EXPECT_EQ(program.board, start);
}

TEST(LearnLights, ABoardIsRestoredEvenIfAClickWasLostAtFirst) {
  FakeLights program;
  program.board = mixed();
  program.lost_click = 2;
  learn(program);
  EXPECT_EQ(program.board, mixed());
}

TEST(LearnLights, ABoardIsRestoredEvenIfAMessageTookAClickAtFirst) {
  FakeLights program;
  program.board = mixed();
  program.has_message = true;
  learn(program);
  EXPECT_EQ(program.board, mixed());
}

/// Makes the board one press from its goal, so that the first click wins.
bool place_win_at_first_click(FakeLights& program) {
  for (int tile = 0; tile < kSide * kSide; ++tile) {
    program.board.lit.assign(program.board.size(), program.goal);
    lights::press(program.board, tile);
    const auto places = places_like_tiles(program.capture().frame.image);
    if (!places.empty() && program.tile_at(places.front()) == tile) return true;
  }
  return false;
}

TEST(LearnLights, AWinByTheFirstClickIsEnough) {
  for (const std::uint8_t goal : {std::uint8_t{0}, std::uint8_t{1}}) {
    FakeLights program;
    program.goal = goal;
    program.on_win = OnWin::deals_the_next;
    program.next = mixed();
    ASSERT_TRUE(place_win_at_first_click(program));
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, program.board, goal)) << learned.board;
    EXPECT_EQ(program.wins, 1);
  }
}

TEST(LearnLights, TheCrossOfABannerThatWasThereAtFirstIsLearned) {
  FakeLights program;
  program.board = mixed();
  const Learned without = learn(program);
  EXPECT_EQ(without.skin.find("has_banner"), std::string::npos) << without.skin;
  for (const int down : {0, 26}) {
    program.banner_down = down;
    program.has_banner = true;
    program.redraw();
    const Learned learned = learn(program);
    EXPECT_FALSE(program.has_banner);
    EXPECT_EQ(program.board, mixed());
    const auto session = game_named("lights").begin(parse_skin(learned.skin, "learned"));
    const auto clicks_to_uncover = [&] {
      session->observe(program.capture().frame);
      return session->uncover();
    };
    EXPECT_TRUE(clicks_to_uncover().empty());
    program.has_banner = true;
    program.redraw();
    const Plan plan = clicks_to_uncover();
    ASSERT_EQ(plan.size(), 1u) << learned.skin;
    const ScreenPoint at = std::get<Click>(plan[0]).at;
    EXPECT_LE(cv::norm(cv::Point(at.x, at.y) - program.banner_cross()), 2);
  }
}

TEST(LearnLights, CellsThatAreHardlyHigherThanWideFitTheWholeBoard) {
  FakeLights program;
  program.cell = {104, 106};
  program.board = mixed();
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_NEAR(prober.stretch(), 104.0 / 106, 0.003);
  const Lattice& lattice = survey.lattice();
  EXPECT_NEAR(lattice.pitch, 106, 0.3);
  for (const int last : {0, kSide - 1}) {
    const ScreenPoint middle = prober.on_screen(lattice.centre(last, last));
    EXPECT_NEAR(middle.x, kCorner.x + (last + 0.5) * 104, 1.5);
    EXPECT_NEAR(middle.y, kCorner.y + (last + 0.5) * 106, 1.5);
  }
}

/// What pressing these tiles of a board flips.
std::vector<Flip> flips_of(const lights::Board& board, const std::vector<int>& tiles) {
  std::vector<Flip> flips;
  for (const int tile : tiles) {
    Flip flip{tile, std::vector<bool>(board.size())};
    for (const int flipped : board.flips[static_cast<std::size_t>(tile)])
      flip.flipped[static_cast<std::size_t>(flipped)] = true;
    flips.push_back(flip);
  }
  return flips;
}

/// The cells of a board of 5x5, of this size, that are set.
cv::Mat mask_of(const std::vector<cv::Point>& cells, cv::Size cell) {
  cv::Mat mask(300, 300, CV_8U, cv::Scalar(0));
  for (const cv::Point at : cells)
    mask(cv::Rect(cv::Point(20 + at.x * cell.width + 5, 20 + at.y * cell.height + 5),
                  cell - cv::Size(10, 10))) = 255;
  return mask;
}

TEST(Survey, ATileThatAPointerCoversIsPartOfTheBoard) {
  FakeLights program;
  program.draws_pointer = true;
  program.board = lights::Board::same(4, 5, kRing, true);
  for (const int tile : {1, 6, 12, 19}) lights::press(program.board, tile);
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, 4);
  EXPECT_EQ(survey.lattice().rows, 5);
}

/// Presses on neighbours then have little in common.
TEST(Survey, EachTileMayFlipAnotherSet) {
  FakeLights program;
  program.cell = {60, 60};
  program.board = lights::Board::same(5, 5, kPlus, false);
  for (int tile = 0; tile < 25; ++tile) {
    std::vector<int>& set = program.board.flips[static_cast<std::size_t>(tile)];
    set = {tile};
    for (const int further : {3, 6, 11})
      if (tile % 2 == 1) set.push_back((tile + further) % 25);
  }
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, 5);
  EXPECT_EQ(survey.lattice().rows, 5);
  EXPECT_NEAR(survey.lattice().pitch, 60, 0.5);
}

/// The only presses that show single tiles are those that flip no neighbours.
TEST(Survey, TilesThatTouchMayFlipDifferentSets) {
  FakeLights program;
  program.cell = {60, 72};
  program.has_discs = true;
  program.board = lights::from_game_id(
      "4x4:8800640060001000084026804650030008800c64063102320008004c00020001,fb19");
  const lights::Board start = program.board;
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, 4);
  EXPECT_EQ(survey.lattice().rows, 4);
  EXPECT_NEAR(prober.stretch(), 60.0 / 72, 0.01);
  EXPECT_EQ(program.board, start);
}

TEST(Survey, TilesMayBeTwiceAsWideAsHigh) {
  FakeLights program;
  program.cell = {104, 52};
  program.board = mixed();
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, kSide);
  EXPECT_EQ(survey.lattice().rows, kSide);
  EXPECT_NEAR(prober.stretch(), 2, 0.05);
}

/// Each click beside the board takes time: without a limit there were 36.
TEST(Survey, SearchesNotFarBeyondABoardThatCutsSetsOff) {
  FakeLights program;
  program.cell = {40, 48};
  program.has_discs = true;
  program.board = lights::from_game_id(
      "6x3:c30038e0071c00e3801c70030c0c30c38e3871c70e38e1c71c30c3030c00e3801c70038e0071c00c3,"
      "b9ad4");
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, 6);
  EXPECT_EQ(survey.lattice().rows, 3);
  EXPECT_LE(program.clicks_outside, 18);
}

/// Then it is no cell of theirs that is the smallest of what changes.
TEST(Survey, SomethingSmallerMayChangeWithTilesThatTouch) {
  FakeLights program;
  program.cell = {60, 60};
  program.has_discs = true;
  program.shows_turn = true;
  program.board = lights::from_game_id(
      "6x6:c00000000430000000304000000300000000080000000041000000020c00000418c000001082"
      "000001040000000430c0000081000000000c00000020408000000208000000184000000182000003"
      "04200000002080000021840000010820000028610000000608000000100000000082000000040800"
      "00003000000003000000020c20000000c30000000200000008100000007080000000860000001070"
      "00000081,8d4db485b");
  Prober prober(program, program, Deadline());
  prober.rest();
  Survey survey(prober);
  survey.run();
  EXPECT_EQ(survey.lattice().columns, 6);
  EXPECT_EQ(survey.lattice().rows, 6);
}

/// What then is undone by a second click is but a part of what one flips.
TEST(Survey, AnyPressMayWinAndReplaceTheBoard) {
  for (int last = 0; last < kSide * kSide; ++last) {
    FakeLights program;
    program.on_win = OnWin::deals_the_next;
    program.next = mixed();
    lights::press(program.board, last);
    Prober prober(program, program, Deadline());
    prober.rest();
    Survey survey(prober);
    survey.run();
    const Lattice& lattice = survey.lattice();
    ASSERT_EQ(cv::Size(lattice.columns, lattice.rows), cv::Size(kSide, kSide)) << last;
    for (const Press& press : survey.presses()) {
      const auto flips = flips_of(program.board, {program.tile_at(press.at)});
      EXPECT_EQ(cells_changed(press.changed, lattice), flips[0].flipped) << last;
    }
  }
}

TEST(Survey, AShiftIsFoundWhereARingGoesAroundTheRim) {
  const cv::Mat first = mask_of({{0, 1}, {1, 2}, {4, 2}, {0, 3}}, {40, 50}),
                second = mask_of({{1, 1}, {0, 2}, {2, 2}, {1, 3}}, {40, 50});
  EXPECT_EQ(shift_between(second, first), cv::Point(40, 0));
}

TEST(LightsSets, WhichTileIsHitNearItsRimIsUncertain) {
  const Lattice lattice{{20, 20}, 40, 5, 5};
  const cv::Mat changed = mask_of({{1, 1}, {2, 1}}, {40, 40});
  std::vector<Press> presses;
  for (const cv::Point at : {cv::Point(70, 65), {70, 101}, {99, 80}, {225, 80}})
    presses.push_back({at, {}, {}, changed});
  const std::vector<Flip> flips = calibration::flips_of(presses, lattice);
  ASSERT_EQ(flips.size(), 1u);
  EXPECT_EQ(flips[0].tile, 6);
  EXPECT_EQ(offsets_of(flips[0], 5), (std::vector<lights::Offset>{{0, 0}, {1, 0}}));
}

TEST(LightsSets, APatternIsFoundFromAFewPresses) {
  for (const bool wrapping : {false, true}) {
    const auto flips = flips_of(lights::Board::same(5, 4, kRing, wrapping), {0, 6, 7, 19});
    const auto set = common_set({5, 4}, flips);
    ASSERT_TRUE(set);
    EXPECT_EQ(set->wrapping, wrapping);
    EXPECT_EQ(lights::Board::same(5, 4, set->offsets, wrapping),
              lights::Board::same(5, 4, kRing, wrapping));
  }
}

TEST(LightsSets, DifferentSetsHaveNothingInCommon) {
  auto flips = flips_of(lights::Board::plus(5, 4), {6, 7, 12});
  ASSERT_TRUE(common_set({5, 4}, flips));
  flips[1].flipped[0] = true;
  EXPECT_FALSE(common_set({5, 4}, flips));
}

}  // namespace
}  // namespace eyehand::calibration
