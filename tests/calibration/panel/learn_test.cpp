// Learning panels from fake programs that react at once: by which appearance they are read, and
// what becomes of the user's panel.
#include "calibration/panel/learn.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
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
  bool is_touchy = false;          ///< any click on this panel solves it
  bool has_clock = false;          ///< it first moves with the 8th click
  bool is_checked_by_key = false;  ///< the answer covers some tiles for a moment
  Deadline message = Deadline::after(milliseconds(0));
  int solved = 0;

  void draw(cv::Mat& picture) const override {
    picture = draw_panel(board, style);
    if (has_clock && clicks_ > 7)
      cv::putText(picture, std::to_string(clicks_), {100, 40}, cv::FONT_HERSHEY_PLAIN, 2, {}, 2);
    if (!message.passed()) cv::rectangle(picture, {80, 95, 150, 40}, {240, 240, 240}, cv::FILLED);
  }
  StillnessReport wait_until_still(const StillnessOptions& options) override {
    StillnessReport report = FakeProgram::wait_until_still(options);
    const bool was_drawn = std::exchange(is_message_drawn_, !message.passed());
    report.changed = report.changed || was_drawn != is_message_drawn_;
    return report;
  }
  void press_key(const std::string& name) override {
    if (is_checked_by_key && name == "Return") message = Deadline::after(milliseconds(800));
    if (name != "n") return;
    board = next;
    is_touchy = is_solved_ = false;
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
  }

 private:
  int clicks_ = 0;
  bool is_solved_ = false;
  bool is_message_drawn_ = false;
};

Learned learn(FakePanel& program) {
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("panel");
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

// Where the answer appears there was a message when the window was found.
TEST(LearnPanel, AKeyChecksThePanel) {
  FakePanel program;
  program.is_checked_by_key = true;
  program.message = Deadline::after(milliseconds(1500));
  const Learned learned = learn(program);
  EXPECT_EQ(learned.board, kCode);
  EXPECT_NE(learned.skin.find("check_key = \"Return\""), std::string::npos) << learned.skin;
}

TEST(LearnPanel, StartsOverIfTheFirstClickSolvedThePanel) {
  FakePanel program;
  program.is_touchy = true;
  const Learned learned = learn(program);
  EXPECT_EQ(program.solved, 1);
  EXPECT_EQ(learned.board, kCode);
}

}  // namespace
}  // namespace eyehand::calibration
