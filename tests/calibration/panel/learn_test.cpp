// Learning panels from fake programs that react at once: by which appearance they are read, and
// what becomes of the user's panel.
#include "calibration/panel/learn.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/calibration/fake_program.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/vision/panel/drawn_panel.hpp"

namespace eyehand::calibration {
namespace {

using panel::Board;
using test::draw_panel;
using test::PanelStyle;

/// With locks and a missing tile, and without or with links. No single tile solves it.
constexpr const char* kUnlinked = "4:Sr00Sb0Sr2Sw4Sb+C4Sp0Sp2200Sy08";
constexpr const char* kCode = "4:Sr00Sb0Sr2Sw4Sb+C4Sp0Sp2<200Sy08";

using std::chrono::milliseconds;

/// A window with a panel, and a clock above it.
class FakePanel : public FakeProgram {
 public:
  FakePanel() : FakeProgram({}, {}) {}

  PanelStyle style{.pitch = 60, .origin = {70, 90}};
  Board board = panel::from_code(kCode);
  Board next = board;              ///< after the key n
  bool is_uneven = false;          ///< every other column is a little narrower
  bool is_touchy = false;          ///< any click on this panel solves it
  int touchy_next = 0;             ///< any click solves as many panels after this one
  bool deals_next = false;         ///< as soon as one is solved
  bool has_clock = false;          ///< it first moves with the 8th click
  bool is_checked_by_key = false;  ///< the answer covers some tiles for a moment
  bool is_answer_brief = false;    ///< seen only once
  Deadline message = Deadline::after(milliseconds(0));
  int solved = 0;

  void draw(cv::Mat& picture) const override {
    picture = draw_panel(board, style);
    if (is_uneven) narrow_tiles(picture);
    if (has_clock && clicks_ > 7)
      cv::putText(picture, std::to_string(clicks_), {100, 40}, cv::FONT_HERSHEY_PLAIN, 2, {}, 2);
    const bool is_answered = std::exchange(is_brief_answer_due_, false);
    if (is_answered || !message.passed())
      cv::rectangle(picture, {80, 95, 150, 40}, {240, 240, 240}, cv::FILLED);
  }
  milliseconds quiet_for() const override {
    return message.passed() ? FakeProgram::quiet_for() : milliseconds(20);
  }
  StillnessReport wait_until_still(const StillnessOptions& options) override {
    StillnessReport report = FakeProgram::wait_until_still(options);
    const bool was_drawn = std::exchange(is_message_drawn_, !message.passed());
    report.changed = report.changed || was_drawn != is_message_drawn_;
    return report;
  }
  void press_key(const std::string& name) override {
    if (is_checked_by_key && name == "Return") {
      is_brief_answer_due_ = is_answer_brief;
      if (!is_answer_brief) message = Deadline::after(milliseconds(800));
    }
    if (name != "n") return;
    board = next;
    is_touchy = touchy_next-- > 0;
    is_solved_ = false;
  }
  void click(cv::Point point) override {
    ++clicks_;
    const cv::Point place = point - style.origin;
    if (is_solved_ ||
        !cv::Rect(0, 0, board.width * style.pitch, board.height * style.pitch).contains(place))
      return;
    const int tile = place.y / style.pitch * board.width + place.x / style.pitch;
    if (!board.tiles[at(tile)].exists || board.tiles[at(tile)].locked) return;
    for (const int other : panel::linked_with(board, tile))
      board.tiles[at(other)].lit = !board.tiles[at(other)].lit;
    is_solved_ = is_touchy || panel::is_solved(board);
    solved += is_solved_;
    if (is_solved_ && deals_next) press_key("n");
  }

 private:
  void narrow_tiles(cv::Mat& picture) const {
    constexpr int kBy = 2, kBlurred = 1;
    const int edge = cvRound((1 - style.gap / 2) * style.pitch) - kBy;
    for (int x = 1; x < board.width; x += 2)
      cv::rectangle(picture,
                    {style.origin.x + x * style.pitch + edge, 0, kBy + kBlurred, picture.rows},
                    style.background, cv::FILLED);
  }

  int clicks_ = 0;
  bool is_solved_ = false;
  bool is_message_drawn_ = false;
  mutable bool is_brief_answer_due_ = false;
};

Learned learn(FakePanel& program, const StageReport& report = {}) {
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("panel");
  if (report) options.report = report;
  options.new_game_keys = {"n"};
  return learn_panel(prober, options);
}

std::string read_at(const Learned& learned, const char* code, PanelStyle style, int pitch) {
  style.pitch = pitch;
  const Observation seen = game_named("panel")
                               .begin(parse_skin(learned.skin, "learned"))
                               ->observe(to_frame(draw_panel(panel::from_code(code), style)));
  return seen.rejection.empty() ? seen.text : seen.rejection;
}

// The clock must not count as the reaction of a locked tile.
TEST(LearnPanel, FlatTilesAreReadAtAnySizeBesideAClock) {
  FakePanel program;
  program.has_clock = true;
  program.board = panel::from_code(kUnlinked);
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, kUnlinked);
  EXPECT_EQ(program.board, panel::from_code(kUnlinked));
  EXPECT_EQ(program.solved, 0);
  for (const int pitch : {40, 60, 85})
    EXPECT_EQ(read_at(learned, kUnlinked, program.style, pitch), kUnlinked) << pitch;
}

TEST(LearnPanel, OtherTilesAreReadByPictures) {
  FakePanel program;
  program.style.hollow = true;
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, kCode);
  EXPECT_EQ(read_at(learned, kCode, program.style, 60), kCode);
  EXPECT_NE(read_at(learned, kCode, program.style, 85), kCode);
}

// From one column to the next it seems to be a pixel less or more, which adds up.
TEST(LearnPanel, TheDistanceOfTilesIsMeasuredFarApart) {
  FakePanel program;
  program.is_uneven = true;
  program.board = panel::Board::make(14, 3);
  for (const int tile : {3, 20, 39}) {
    program.board.tiles[at(tile)].symbol = panel::Symbol::diamond;
    program.board.tiles[at(tile)].hue = panel::Hue::red;
  }
  double pitch = 0;
  const Learned learned = learn(program, [&](std::string_view stage, const std::string& what) {
    if (stage == "tiles") pitch = std::stod(what.substr(what.find(" of ") + 4));
  });
  EXPECT_NEAR(pitch, program.style.pitch, 0.25);
  EXPECT_EQ(learned.board, panel::to_code(program.board));
}

TEST(LearnPanel, AColumnOfWhichAllTilesAreMarkedBelongsToThePanel) {
  FakePanel program;
  program.style.lock = PanelStyle::Lock::hatch;
  program.board = panel::Board::make(4, 4);
  for (const int tile : {0, 4, 8, 12}) program.board.tiles[at(tile)].locked = true;
  program.board.tiles[6].symbol = panel::Symbol::diamond;
  program.board.tiles[6].hue = panel::Hue::red;
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, panel::to_code(program.board));
}

// Where the answer appears there was a message when the window was found.
TEST(LearnPanel, AKeyChecksThePanel) {
  FakePanel program;
  program.is_checked_by_key = true;
  program.message = Deadline::after(milliseconds(1500));
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, kCode);
  EXPECT_NE(learned.skin.find("check_key = \"Return\""), std::string::npos) << learned.skin;
}

TEST(LearnPanel, AnAnswerThatHasGoneAgainShowsThatAKeyChecksThePanel) {
  FakePanel program;
  program.is_checked_by_key = true;
  program.is_answer_brief = true;
  const Learned learned = learn(program);
  EXPECT_NE(learned.skin.find("check_key = \"Return\""), std::string::npos) << learned.skin;
}

TEST(LearnPanel, StartsOverIfTheFirstClickSolvedThePanel) {
  FakePanel program;
  program.is_touchy = true;
  const Learned learned = learn(program);
  EXPECT_EQ(program.solved, 1);
  EXPECT_EQ(learned.board, kCode);
}

TEST(LearnPanel, StartsOverAsLongAsAnyClickSolvesThePanel) {
  FakePanel program;
  program.is_touchy = true;
  program.touchy_next = 5;
  const Learned learned = learn(program);
  EXPECT_GT(program.solved, 2);
  EXPECT_EQ(learned.board, kCode);
}

TEST(LearnPanel, LinkedTilesThatTouchAreNotOne) {
  FakePanel program;
  program.style.gap = 0.02;
  program.board = panel::Board::make(6, 4);
  // Round a corner, wherever the first click is.
  for (int block = 0; block < 6; ++block) {
    const int tile = block / 3 * 12 + block % 3 * 2;
    program.board.tiles[at(tile + 1)].linked_left = program.board.tiles[at(tile + 6)].linked_up =
        true;
  }
  program.board.tiles[7].symbol = panel::Symbol::diamond;
  program.board.tiles[7].hue = panel::Hue::red;
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, panel::to_code(program.board));
}

TEST(LearnPanel, APanelThatTheFirstClickDealsIsRestored) {
  FakePanel program;
  program.is_touchy = program.deals_next = true;
  program.next = panel::from_code(kUnlinked);
  std::ranges::reverse(program.next.tiles);
  const Learned learned = learn(program);
  EXPECT_EQ(program.solved, 1);
  EXPECT_EQ(program.board, program.next);
  EXPECT_EQ(learned.board, panel::to_code(program.next));
}

}  // namespace
}  // namespace eyehand::calibration
