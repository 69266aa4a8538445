// Panels in their window on a real X server, played by real events.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "actuator/input.hpp"
#include "arena/frame.hpp"
#include "arena/panel/paint.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/arena/qt.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "vision/capture.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

const QSize kSize(420, 460);
constexpr const char* kTheme = "pond";

class PanelWindow : public testing::Test {
 protected:
  void start(const std::vector<std::string>& panels, const std::vector<std::string>& more = {}) {
    need_qt();
    std::vector<std::string> command = {test::built_program("eyehand-arena"),
                                        "panel",
                                        "--theme",
                                        kTheme,
                                        "--size",
                                        "420x460",
                                        "--panel"};
    command.insert(command.end(), panels.begin(), panels.end());
    command.insert(command.end(), more.begin(), more.end());
    program_ = desktop_.launch(command, {{"QT_QPA_PLATFORM", "xcb"}});
    info_ = desktop_.wait_for_window({.class_name = "eyehand-arena"});
    screen_ = std::make_unique<WindowSource>(desktop_.connection(), info_.id);
    input_ = std::make_unique<Input>(desktop_.connection(), info_.id);
    input_->aim({info_.on_root, Deadline()});
    ASSERT_TRUE(input_->raise(info_.on_root.centre()));
  }

  static QRectF board_area() { return arena::lay_out_frame(kSize).board; }

  void click(const std::string& panel, int tile) {
    const auto layout = arena::lay_out(
        panel::from_code(panel), arena::find_theme(arena::panel_themes(), kTheme), board_area());
    const QPointF middle = layout.middles[static_cast<std::size_t>(tile)];
    const ScreenPoint at{info_.on_root.x + qRound(middle.x()),
                         info_.on_root.y + qRound(middle.y())};
    ASSERT_EQ(input_->perform(Click{at}, Pace{.hold = 20ms}), GestureStatus::ok);
  }
  void keys(const std::vector<std::string>& names) {
    for (const std::string& name : names)
      ASSERT_EQ(input_->perform(Key{name}, Pace{.hold = 20ms}), GestureStatus::ok);
  }

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
  static QImage board_of(const QImage& window) {
    return window.copy(board_area().toAlignedRect().adjusted(0, 1, 0, -1));
  }
  static QImage footer_of(const QImage& window) {
    return window.copy(arena::lay_out_frame(kSize).footer.toAlignedRect());
  }
  bool comes_to_show(const std::string& panel, const std::vector<int>& walk = {}) {
    const arena::PanelTheme& theme = arena::find_theme(arena::panel_themes(), kTheme);
    const panel::Board board = panel::from_code(panel);
    QImage window(kSize, QImage::Format_RGB32);
    window.fill(theme.style.background);
    QPainter painter(&window);
    arena::paint(painter, board, theme, arena::lay_out(board, theme, board_area()), {.walk = walk});
    return desktop_.eventually([&] { return board_of(shown()) == board_of(window); });
  }
  int close() {
    // It may be gone before the key is up again.
    input_->perform(Key{"q"}, Pace{});
    return program_->wait(20s).value_or(-1);
  }

  Desktop desktop_{find_program("openbox") ? WithManager::yes : WithManager::no};
  std::unique_ptr<Process> program_;
  x11::WindowInfo info_;
  std::unique_ptr<WindowSource> screen_;
  std::unique_ptr<Input> input_;
};

// A column of three, two of them linked, solves it; tile 5 is locked.
const std::string kToggled = "3:Cr0000Fb04^000";
// From the second start, the lower row; from the first there is no answer of three tiles.
const std::string kWalked = "3:@0Fb000000Cr0@0";

TEST_F(PanelWindow, IsToggledToTheEnd) {
  start({kToggled});
  EXPECT_EQ(info_.title, "Panel");
  ASSERT_TRUE(comes_to_show(kToggled));
  const QImage before = footer_of(shown());
  click(kToggled, 5);
  click(kToggled, 8);
  click(kToggled, 6);
  EXPECT_TRUE(comes_to_show("3:Cr0002Fb04^202"));
  click(kToggled, 8);
  click(kToggled, 0);
  EXPECT_TRUE(comes_to_show("3:Cr2002Fb04^200"));
  const QImage after = shown();
  EXPECT_NE(footer_of(after), before) << "the message";
  click(kToggled, 0);
  keys({"Escape"});
  EXPECT_EQ(shown(), after) << "neither tiles nor clock change any more";
  EXPECT_EQ(close(), 0);
  EXPECT_EQ(program_->output(), "");
}

TEST_F(PanelWindow, IsWalkedToTheEnd) {
  start({kWalked});
  ASSERT_TRUE(comes_to_show("3:@2Fb000000Cr0@0", {0}));
  click(kWalked, 1);
  keys({"Left", "Right", "Down"});
  EXPECT_TRUE(comes_to_show("3:@2Fb200200Cr0@0", {0, 1, 4}));
  keys({"Tab", "Escape"});
  EXPECT_TRUE(comes_to_show("3:@2Fb000000Cr0@0", {0}));
  keys({"Tab"});
  EXPECT_TRUE(comes_to_show("3:@0Fb000000Cr0@2", {8}));
  keys({"Left", "Left"});
  EXPECT_TRUE(comes_to_show("3:@0Fb000002Cr2@2", {8, 7, 6}));
  EXPECT_EQ(close(), 0);
  EXPECT_EQ(program_->output(), "");
}

TEST_F(PanelWindow, NShowsTheNextPanelAndAnUnsolvedOneMeansExitCode1) {
  start({kToggled, kWalked});
  click(kToggled, 3);
  click(kToggled, 0);
  ASSERT_TRUE(comes_to_show("3:Cr2002Fb04^200"));
  keys({"n"});
  EXPECT_TRUE(comes_to_show("3:@2Fb000000Cr0@0", {0}));
  keys({"Right", "n"});
  EXPECT_TRUE(comes_to_show(kToggled));
  EXPECT_EQ(close(), 1);
}

}  // namespace
}  // namespace eyehand::test
