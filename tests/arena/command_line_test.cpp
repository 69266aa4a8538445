#include <gtest/gtest.h>

#include <QImage>
#include <filesystem>
#include <fstream>

#include "tests/arena/qt.hpp"
#include "tests/support/process.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

struct Ran {
  int code = -1;
  std::string output;
};

Ran run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), EYEHAND_BIN "/eyehand-arena");
  Process process(arguments,
                  {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"QT_QPA_PLATFORM", "xcb"}});
  const auto code = process.wait_for_exit(60s);
  return {code.value_or(-1), process.output()};
}

bool is_one_line(const std::string& text) {
  return text.starts_with("eyehand-arena: ") && text.find('\n') == text.size() - 1;
}

TEST(ArenaCommandLine, HelpTeaches) {
  const Ran general = run({"--help"});
  EXPECT_EQ(general.code, 0);
  EXPECT_NE(general.output.find("hexiom"), std::string::npos);
  const Ran hexiom = run({"hexiom", "--help"});
  EXPECT_EQ(hexiom.code, 0);
  for (const char* word : {"Drag", "--time-limit", "--theme", "neon", "Exit codes", " 1+."})
    EXPECT_NE(hexiom.output.find(word), std::string::npos) << word;
}

TEST(ArenaCommandLine, WrongUsageIsExitCode2AndOneLine) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"chess"},
                                             {"hexiom", "--side", "1"},
                                             {"hexiom", "--theme", "plaid"},
                                             {"hexiom", "--time-limit", "180"},
                                             {"hexiom", "--time-limit", "0s"},
                                             {"hexiom", "--time-limit", "1s2m"},
                                             {"hexiom", "--time-limit", "99999999999s"},
                                             {"hexiom", "--size", "50x50"},
                                             {"hexiom", "--size", "500x"},
                                             {"hexiom", "--level", "/nowhere/level"},
                                             {"hexiom", "--level", "/dev/null", "--seed", "3"}}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 2) << ran.output;
    EXPECT_TRUE(is_one_line(ran.output)) << ran.output;
  }
}

TEST(ArenaCommandLine, WithoutADisplayOneLineSaysWhatToDo) {
  const Ran ran = run({"hexiom", "--seed", "7"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_line(ran.output)) << ran.output;
  EXPECT_NE(ran.output.find("DISPLAY"), std::string::npos) << ran.output;
}

TEST(ArenaCommandLine, ABrokenLevelIsOneLineThatNamesTheFile) {
  const TempDir folder;
  const std::string level = folder.path() / "broken";
  std::ofstream(level) << "2\n  1 x\n . . .\n  . .\n";
  const Ran ran = run({"hexiom", "--level", level, "--screenshot", folder.path() / "a.png"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_line(ran.output)) << ran.output;
  EXPECT_NE(ran.output.find("broken"), std::string::npos) << ran.output;
}

TEST(ArenaCommandLine, ScreenshotsHaveTheirSizeAndNeedNoDisplay) {
  need_qt();
  const TempDir folder;
  const std::string file = folder.path() / "a.png";
  for (const char* theme : {"classic", "paper", "neon"}) {
    const Ran ran = run({"hexiom", "--side", "6", "--seed", "7", "--theme", theme, "--size",
                         "240x260", "--time-limit", "1m30s", "--screenshot", file});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.output, "");
    EXPECT_EQ(QImage(QString::fromStdString(file)).size(), QSize(240, 260));
  }
  EXPECT_EQ(run({"hexiom", "--seed", "7", "--screenshot", "/nowhere/a.png"}).code, 1);
}

TEST(ArenaCommandLine, ASeedIsAlwaysTheSameBoard) {
  need_qt();
  const TempDir folder;
  const auto board = [&](const char* seed) {
    const std::string file = folder.path() / "a.png";
    EXPECT_EQ(run({"hexiom", "--seed", seed, "--screenshot", file}).code, 0);
    // Without the line that tells the seed.
    return QImage(QString::fromStdString(file)).copy(0, 60, 720, 700);
  };
  const QImage seven = board("7");
  EXPECT_EQ(seven, board("7"));
  EXPECT_NE(seven, board("8"));
}

}  // namespace
}  // namespace eyehand::test
