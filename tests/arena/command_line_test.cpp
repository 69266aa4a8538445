#include <gtest/gtest.h>

#include <QImage>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/arena/qt.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

struct Ran {
  int code = -1;
  std::string output;
};

Ran run(std::vector<std::string> arguments, const std::string& program = "eyehand-arena") {
  arguments.insert(arguments.begin(), test::built_program(program));
  Process process(arguments,
                  {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"QT_QPA_PLATFORM", "xcb"}});
  const auto code = process.wait(60s);
  return {code.value_or(-1), process.output()};
}

bool is_one_line(const std::string& text, const std::string& program = "eyehand-arena") {
  return text.starts_with(program + ": ") && text.find('\n') == text.size() - 1;
}

TEST(ArenaCommandLine, HelpTeaches) {
  const Ran general = run({"--help"});
  EXPECT_EQ(general.code, 0);
  EXPECT_NE(general.output.find("hexiom"), std::string::npos);
  const Ran hexiom = run({"hexiom", "--help"});
  EXPECT_EQ(hexiom.code, 0);
  for (const char* word : {"Drag", "--time-limit", "--theme", "neon", "Exit codes", " 1+."})
    EXPECT_NE(hexiom.output.find(word), std::string::npos) << word;
  const Ran panel = run({"panel", "--help"});
  EXPECT_EQ(panel.code, 0);
  for (const char* word : {"arrow keys", "--tiles", "--walk", "flowers", "pond", "Exit codes"})
    EXPECT_NE(panel.output.find(word), std::string::npos) << word;
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
                                             {"hexiom", "--level", "/dev/null", "--seed", "3"},
                                             {"panel", "--tiles", "5"},
                                             {"panel", "--tiles", "65x5"},
                                             {"panel", "--symbols", "dots,cats"},
                                             {"panel", "--locked", "1.5"},
                                             {"panel", "--panel", "3:K"},
                                             {"panel", "--panel", "/nowhere/panel"},
                                             {"panel", "--panel", "3:000", "--walk"}}) {
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
  const TempFolder folder;
  const std::string level = folder.path() / "broken";
  std::ofstream(level) << "2\n  1 x\n . . .\n  . .\n";
  const Ran ran = run({"hexiom", "--level", level, "--screenshot", folder.path() / "a.png"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_line(ran.output)) << ran.output;
  EXPECT_NE(ran.output.find("broken"), std::string::npos) << ran.output;
}

TEST(ArenaCommandLine, ScreenshotsHaveTheirSizeAndNeedNoDisplay) {
  need_qt();
  const TempFolder folder;
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

TEST(ArenaCommandLine, PanelsComeFromCodesFilesOrSeeds) {
  need_qt();
  const TempFolder folder;
  const std::string file = folder.path() / "codes", picture = folder.path() / "a.png";
  std::ofstream(file) << "# two panels\n3:Kw202200Fw62Dw4 101100110\n2:@0Br000\n";
  const auto shown = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "panel");
    arguments.insert(arguments.end(), {"--screenshot", picture});
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.output, "");
    // Without the line with the name.
    return QImage(QString::fromStdString(picture)).copy(0, 60, 720, 700);
  };
  const QImage first = shown({"--panel", file});
  EXPECT_EQ(first, shown({"--panel", "3:Kw202200Fw62Dw4", "2:@0Br000"}));
  EXPECT_NE(first, shown({"--panel", "2:@0Br000", file}));
  EXPECT_NE(first, shown({"--panel", file, "--theme", "paper"}));
  const std::vector<std::string> seed = {"--tiles", "6x4",    "--symbols", "dots,bars", "--holes",
                                         "0.1",     "--walk", "--seed",    "7"};
  const QImage seven = shown(seed);
  EXPECT_EQ(seven, shown(seed));
  EXPECT_NE(seven, shown({"--tiles", "6x4", "--symbols", "dots,bars", "--seed", "7"}));

  std::ofstream(file) << "2:00\n2:0X\n";
  const Ran broken = run({"panel", "--panel", file, "--screenshot", picture});
  EXPECT_EQ(broken.code, 1);
  EXPECT_TRUE(is_one_line(broken.output)) << broken.output;
  EXPECT_NE(broken.output.find("codes"), std::string::npos) << broken.output;
}

TEST(ArenaCommandLine, ASeedIsAlwaysTheSameBoard) {
  need_qt();
  const TempFolder folder;
  const auto board = [&](const char* seed) {
    const std::string file = folder.path() / "a.png";
    EXPECT_EQ(run({"hexiom", "--seed", seed, "--screenshot", file}).code, 0);
    // Without the line with the seed.
    return QImage(QString::fromStdString(file)).copy(0, 60, 720, 700);
  };
  const QImage seven = board("7");
  EXPECT_EQ(seven, board("7"));
  EXPECT_NE(seven, board("8"));
}

/// As eyehand watch hands it to eyehand-watch.
std::string walkthrough() {
  return run_program({test::built_program("eyehand"), "watch", "lights", "3x3:+,798", "--json"},
                     {});
}

TEST(WatchCommandLine, WhatItCannotShowIsOneLine) {
  const TempFolder folder;
  const std::string file = folder.path() / "data.json", picture = folder.path() / "picture.png";
  const std::string good = walkthrough();
  const auto with = [&](const std::function<void(json&)>& change) {
    json data = json::parse(good);
    change(data);
    std::ofstream(file) << data.dump();
    return run({file, "--screenshot", picture}, "eyehand-watch");
  };
  EXPECT_EQ(with([](json&) {}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(picture));
  const std::vector<std::function<void(json&)>> broken = {
      [](json& data) { data = 7; },
      [](json& data) { data.erase("steps"); },
      [](json& data) { data["schema"] = 99; },
      [](json& data) { data["width"] = 0; },
      [](json& data) { data["height"] = 1e300; },
      [](json& data) { data["title"] = 3; },
      [](json& data) { data["cells"][0]["outline"] = "0,0 1"; },
      [](json& data) {
        data["cells"][0]["states"] = {{3, ""}, {3, ""}};
      },
      [](json& data) { data["steps"][0]["decided"] = {9}; },
      [](json& data) { data["steps"][0]["reasons"] = {-1}; },
  };
  for (std::size_t i = 0; i < broken.size(); ++i) {
    const Ran ran = with(broken[i]);
    EXPECT_EQ(ran.code, 1) << i;
    EXPECT_TRUE(is_one_line(ran.output, "eyehand-watch")) << ran.output;
  }
  // Elements that are no SVG are left out.
  EXPECT_EQ(with([](json& data) { data["cells"][0]["states"] = {{0, "<rect"}}; }).code, 0);
  std::ofstream(file) << good.substr(0, good.size() / 2);
  EXPECT_EQ(run({file, "--screenshot", picture}, "eyehand-watch").code, 1) << "cut off";
}

TEST(WatchCommandLine, WrongUsageIsExitCode2) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"-", "--speed", "0"},
                                             {"-", "--step", "-1"},
                                             {"-", "--frames", "--screenshot", "a.png"}})
    EXPECT_EQ(run(arguments, "eyehand-watch").code, 2);
}

TEST(WatchCommandLine, WithoutADisplayOneLineSaysWhatToDo) {
  const TempFolder folder;
  const std::string file = folder.path() / "data.json";
  std::ofstream(file) << walkthrough();
  const Ran ran = run({file}, "eyehand-watch");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.output.find("--html"), std::string::npos) << ran.output;
}

}  // namespace
}  // namespace eyehand::test
