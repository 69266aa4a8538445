// The window on a real X server, played by real events.
#include <gtest/gtest.h>

#include <QImage>
#include <fstream>

#include "actuator/input.hpp"
#include "arena/frame.hpp"
#include "arena/hexiom/paint.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/arena/qt.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"
#include "x11/xcb_connection.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

using arena::HexiomTheme;
using namespace std::chrono_literals;

const QSize kSize(420, 460);

class ArenaWindow : public testing::TestWithParam<HexiomTheme> {
 protected:
  void start(const std::vector<std::string>& levels, const std::vector<std::string>& more = {}) {
    need_qt();
    std::vector<std::string> command = {test::built_program("eyehand-arena"), "hexiom", "--theme",
                                        std::string(GetParam().name),         "--size", "420x460"};
    for (const std::string& level : levels) {
      const std::string file = folder_.path() / ("level" + std::to_string(files_++));
      std::ofstream(file) << level;
      command.insert(command.end(), {"--level", file});
    }
    command.insert(command.end(), more.begin(), more.end());
    program_ = desktop_.launch(command, {{"QT_QPA_PLATFORM", "xcb"}});
    info_ = desktop_.wait_for_window({.class_name = "eyehand-arena"});
    ASSERT_EQ(info_.on_root.width, kSize.width());
    ASSERT_EQ(info_.on_root.height, kSize.height());
    screen_ = std::make_unique<WindowSource>(desktop_.connection(), info_.id);
    input_ = std::make_unique<Input>(desktop_.connection(), info_.id);
    input_->aim({info_.on_root, Deadline()});
    ASSERT_TRUE(input_->raise(info_.on_root.centre()));
    rest();
  }

  void perform(const Gesture& gesture) {
    ASSERT_EQ(input_->perform(gesture, Pace{.hold = 20ms}), GestureStatus::ok);
  }
  ScreenPoint on_screen(QPointF point) const {
    return {info_.on_root.x + qRound(point.x()), info_.on_root.y + qRound(point.y())};
  }
  ScreenPoint cell(const std::string& level, int number) const {
    const auto layout =
        arena::lay_out(hexiom::from_text(level), GetParam(), arena::lay_out_frame(kSize).board);
    return on_screen(layout.middles[static_cast<std::size_t>(number)]);
  }
  void drag(const std::string& level, int from, int to) {
    perform(Drag{cell(level, from), cell(level, to)});
    rest();
  }
  /// The pointer away from all pieces, so that none of them is lit up.
  void rest() { perform(Click{on_screen({4, kSize.height() - 4.0})}); }
  void key(const char* name) { perform(Key{name}); }

  QImage shown() {
    screen_->wait_until_still({.quiet = 200ms});
    const Capture capture = screen_->capture();
    QImage image(capture.frame.image.cols, capture.frame.image.rows, QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const auto* pixel = capture.frame.image.ptr(y, x);
        image.setPixel(x, y, qRgb(pixel[2], pixel[1], pixel[0]));
      }
    return image;
  }
  /// What the window would show of a level at first, as --screenshot has it.
  QImage expected(const std::string& level, const std::vector<std::string>& more = {}) {
    const std::string file = folder_.path() / "expected", picture = folder_.path() / "a.png";
    std::ofstream(file) << level;
    std::vector<std::string> command = {
        test::built_program("eyehand-arena"), "hexiom", "--level", file,           "--theme",
        std::string(GetParam().name),         "--size", "420x460", "--screenshot", picture};
    command.insert(command.end(), more.begin(), more.end());
    Process process(command);
    EXPECT_EQ(process.wait(60s), 0) << process.output();
    return QImage(QString::fromStdString(picture));
  }
  static QImage board_of(const QImage& window) {
    return window.copy(arena::lay_out_frame(kSize).board.toAlignedRect().adjusted(0, 1, 0, -1));
  }
  static QImage footer_of(const QImage& window) {
    return window.copy(arena::lay_out_frame(kSize).footer.toAlignedRect());
  }
  bool comes_to_show(const std::string& level) {
    const QImage wanted = board_of(expected(level));
    return desktop_.eventually([&] { return board_of(shown()) == wanted; });
  }
  int close() {
    // It may be gone before the key is up again.
    input_->perform(Key{"q"}, Pace{});
    return program_->wait(20s).value_or(-1);
  }

  Desktop desktop_{find_program("openbox") ? WithManager::yes : WithManager::no};
  TempFolder folder_;
  int files_ = 0;
  std::unique_ptr<Process> program_;
  x11::WindowInfo info_;
  std::unique_ptr<WindowSource> screen_;
  std::unique_ptr<Input> input_;
};

INSTANTIATE_TEST_SUITE_P(, ArenaWindow,
                         testing::ValuesIn(arena::hexiom_themes().begin(),
                                           arena::hexiom_themes().end()),
                         [](const auto& theme) { return std::string(theme.param.name); });

// Cells 0 1 / 2 3 4 / 5 6.
const std::string kOneMove = "2\n  1 .\n . . .\n  . 1\n";
const std::string kLocks = "2\n  1+.\n . . .\n +1 1\n";

TEST_P(ArenaWindow, ALiftedPieceGoesBackWhenItIsMinimised) {
  if (!find_program("openbox")) GTEST_SKIP() << "openbox is not installed";
  start({kOneMove});
  x11::XcbConnection xcb(desktop_.display());
  x11::FakeInput input(xcb);
  const auto is_viewable = [&] {
    const auto now = x11::describe(desktop_.connection(), info_.id);
    return now && now->viewable;
  };
  input.move(cell(kOneMove, 0));
  input.button(1, true);
  xcb.sync();
  input.move(cell(kOneMove, 3));
  xcb.sync();
  ASSERT_TRUE(
      desktop_.eventually([&] { return board_of(shown()) != board_of(expected(kOneMove)); }));
  ::Display* display = desktop_.connection().xlib();
  XIconifyWindow(display, info_.id, DefaultScreen(display));
  ASSERT_TRUE(desktop_.eventually([&] { return !is_viewable(); }));
  input.button(1, false);
  input.move(on_screen({4, kSize.height() - 4.0}));
  xcb.sync();
  XMapWindow(display, info_.id);
  ASSERT_TRUE(desktop_.eventually(is_viewable));
  EXPECT_TRUE(comes_to_show(kOneMove));
}

TEST_P(ArenaWindow, ShowsWhatItsScreenshotShows) {
  start({kLocks}, {"--time-limit", "10m"});
  EXPECT_EQ(info_.title, "Hexiom");
  EXPECT_EQ(info_.class_name, "eyehand-arena");
  QImage wanted = expected(kLocks, {"--time-limit", "10m"});
  // The names of the files differ.
  const auto without_name = [](QImage image) {
    for (int y = 0; y < 60; ++y)
      for (int x = 140; x < 280; ++x) image.setPixel(x, y, 0);
    return image;
  };
  // The clock stands at 0:00 only for a second, but again for each game.
  EXPECT_TRUE(desktop_.eventually([&] {
    key("n");
    screen_->wait_until_still({.quiet = 30ms, .reaction = 100ms});
    return without_name(shown()) == without_name(wanted);
  }));
}

TEST_P(ArenaWindow, PiecesAreMovedAndSwappedButLockedOnesStay) {
  const std::string start_level = "2\n  1+.\n . 3 .\n +1 2\n";
  start({start_level});
  ASSERT_TRUE(comes_to_show(start_level));
  drag(start_level, 0, 2);
  EXPECT_TRUE(comes_to_show("2\n  .+.\n 1 3 .\n +1 2\n")) << "moved";
  drag(start_level, 2, 6);
  EXPECT_TRUE(comes_to_show("2\n  .+.\n 2 3 .\n +1 1\n")) << "swapped";
  drag(start_level, 5, 0);
  drag(start_level, 6, 5);
  drag(start_level, 6, 1);
  perform(Drag{cell(start_level, 6), on_screen({4, 200})});
  rest();
  EXPECT_TRUE(comes_to_show("2\n  .+.\n 2 3 .\n +1 1\n")) << "nothing else";
  EXPECT_EQ(close(), 1);
  EXPECT_EQ(program_->output(), "");
}

TEST_P(ArenaWindow, ASolvedGameSaysSoStopsAndMeansExitCode0) {
  start({kOneMove});
  const QImage before = footer_of(shown());
  drag(kOneMove, 6, 1);
  const std::string solved = "2\n  1 1\n . . .\n  . .\n";
  EXPECT_TRUE(comes_to_show(solved));
  EXPECT_NE(footer_of(shown()), before) << "the message";
  const QImage after = shown();
  drag(kOneMove, 0, 3);
  EXPECT_EQ(shown(), after) << "neither pieces nor clock move any more";
  EXPECT_EQ(close(), 0);
  EXPECT_EQ(program_->output(), "");
}

TEST_P(ArenaWindow, NCyclesThroughTheGames) {
  start({kOneMove, kLocks});
  drag(kOneMove, 6, 1);
  key("n");
  EXPECT_TRUE(comes_to_show(kLocks));
  key("n");
  EXPECT_TRUE(comes_to_show(kOneMove));
  EXPECT_EQ(close(), 1) << "the game on the screen is not the one that was solved";
}

TEST_P(ArenaWindow, WhenTheTimeIsUpNothingMoves) {
  const QImage before = expected(kOneMove);
  start({kOneMove}, {"--time-limit", "3s"});
  ASSERT_TRUE(desktop_.eventually([&] { return footer_of(shown()) != footer_of(before); }, 20s));
  const QImage over = shown();
  EXPECT_NE(board_of(over), board_of(before));
  drag(kOneMove, 6, 1);
  EXPECT_EQ(shown(), over);
  EXPECT_EQ(close(), 1);
}

TEST_P(ArenaWindow, ALiftedPieceGoesBackWhenTheTimeIsUp) {
  start({kOneMove}, {"--time-limit", "2s"});
  ASSERT_EQ(input_->perform(Drag{cell(kOneMove, 6), cell(kOneMove, 1)},
                            Pace{.hold = 20ms, .drag_steps = 5, .drag_step = 900ms}),
            GestureStatus::ok);
  EXPECT_EQ(close(), 1);
}

}  // namespace
}  // namespace eyehand::test
