// Learning panels from fake programs that react at once: by which appearance they are read, and
// what becomes of the user's panel.
#include "calibration/panel/learn.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/panel/text.hpp"
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

/// A window with a panel, and a clock above it.
class FakePanel : public ScreenSource, public InputSink {
 public:
  PanelStyle style{.pitch = 60, .origin = {70, 90}};
  Board board = panel::from_code(kCode);
  Board next = board;      ///< after the key n
  bool is_touchy = false;  ///< any click on this panel solves it
  bool has_clock = false;  ///< it first moves with the 8th click
  int solved = 0;

  Capture capture() override {
    cv::Mat picture = draw_panel(board, style);
    if (has_clock && clicks_ > 7)
      cv::putText(picture, std::to_string(clicks_), {100, 40}, cv::FONT_HERSHEY_PLAIN, 2, {}, 2);
    is_changed_ = false;
    return {CaptureStatus::good, to_frame(picture)};
  }
  StillnessReport wait_until_still(const StillnessOptions&) override {
    return {.stillness = Stillness::still, .changed = is_changed_};
  }
  void aim(const Aim&) override {}
  GestureStatus perform(const Gesture& gesture, const Pace&) override {
    if (const auto* click = std::get_if<Click>(&gesture)) press({click->at.x, click->at.y});
    if (const auto* key = std::get_if<Key>(&gesture); key && key->name == "n") {
      board = next;
      is_touchy = is_solved_ = false;
    }
    is_changed_ = true;
    return GestureStatus::ok;
  }
  bool raise(ScreenPoint) override { return true; }
  void release_all() noexcept override {}

 private:
  void press(cv::Point at) {
    ++clicks_;
    const cv::Point place = at - style.origin;
    if (is_solved_ ||
        !cv::Rect(0, 0, board.width * style.pitch, board.height * style.pitch).contains(place))
      return;
    const int tile = place.y / style.pitch * board.width + place.x / style.pitch;
    if (!board.tiles[at_(tile)].exists || board.tiles[at_(tile)].locked) return;
    for (const int other : panel::linked_with(board, tile))
      board.tiles[at_(other)].lit = !board.tiles[at_(other)].lit;
    is_solved_ = is_touchy || panel::is_solved(board);
    solved += is_solved_;
  }
  static std::size_t at_(int tile) { return static_cast<std::size_t>(tile); }

  int clicks_ = 0;
  bool is_changed_ = false, is_solved_ = false;
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

TEST(LearnPanel, StartsOverIfTheFirstClickSolvedThePanel) {
  FakePanel program;
  program.is_touchy = true;
  const Learned learned = learn(program);
  EXPECT_EQ(program.solved, 1);
  EXPECT_EQ(learned.board, kCode);
}

}  // namespace
}  // namespace eyehand::calibration
