#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/printable.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/test_window.hpp"

namespace eyehand::test {
namespace {

TEST(WithoutADisplay, OneLineSaysWhatToDo) {
  for (const char* command : {"read", "play"}) {
    const Ran ran = run_eyehand({command});
    EXPECT_EQ(ran.code, 1) << command;
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
    EXPECT_NE(ran.err.find("DISPLAY"), std::string::npos) << ran.err;
  }
  const Ran doctor = run_eyehand({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_NE(doctor.out.find("MISSING  display"), std::string::npos) << doctor.out;
}

class OnADesktop : public testing::Test {
 protected:
  Ran run(const std::vector<std::string>& arguments) const {
    return run_eyehand(arguments, "", desktop_.environment());
  }
  Desktop desktop_{find_program("openbox") ? WithManager::yes : WithManager::no};
};

TEST_F(OnADesktop, DoctorReportsThatItIsPlayable) {
  const Ran ran = run({"doctor"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  for (const char* word : {"XTEST", "Composite", "DAMAGE", "MIT-SHM", "scale", "skin sgt-net"})
    EXPECT_NE(ran.out.find(word), std::string::npos) << word;
}

TEST_F(OnADesktop, NoWindowIsExitCode5) {
  const TestWindow other(desktop_.display(), {.title = "Letters"});
  for (const auto& arguments : {std::vector<std::string>{"read"},
                                {"play"},
                                {"read", "--window", "Net"},
                                {"play", "--window-id", "0x7ffffff"},
                                {"read", "--window", "Letters"},
                                {"play", "--skin", "knetwalk"}}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 5) << arguments.back();
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
  }
}

TEST_F(OnADesktop, ATitleCannotWriteToTheTerminal) {
  const TestWindow window(desktop_.display(), {.title = "a\x1b]0;b\x07\x9b"
                                                        "31m\r\neyehand: c",
                                               .class_name = "sgt-net"});
  desktop_.wait_for_window({.class_name = "sgt-net"});
  const TempFolder folder;
  for (const auto& arguments :
       {std::vector<std::string>{"read"},
        {"read", "--window", "none of this title"},
        {"play", "--time-limit", "300ms", "--pictures", folder.path().string()},
        {"learn", "--window", "eyehand: c", "--time-limit", "1s", "--out",
         (folder.path() / "skin.toml").string(), "--pictures", folder.path().string()}}) {
    const Ran ran = run(arguments);
    EXPECT_NE(ran.code, 0);
    EXPECT_NE(ran.err.find("'a\ufffd]0;b"), std::string::npos) << ran.err;
    EXPECT_EQ(printable(ran.out + ran.err), ran.out + ran.err);
    EXPECT_EQ(ran.err.find("\neyehand: c"), std::string::npos) << ran.err;
  }
}

class WithTwoGames : public OnADesktop {
 protected:
  WithTwoGames() {
    for (const char* title : {"First", "Second"})
      desktop_.wait_for_window({.title_part = title, .class_name = "sgt-net"});
  }
  /// Their boards cannot be read.
  Ran play(std::vector<std::string> more) const {
    more.insert(more.begin(), {"play", "--time-limit", "300ms", "--pictures", folder_.path()});
    return run(more);
  }

  TempFolder folder_;
  TestWindow first_{desktop_.display(),
                    {.place = {50, 50, 300, 200}, .title = "First", .class_name = "sgt-net"}};
  TestWindow second_{desktop_.display(),
                     {.place = {500, 50, 300, 200}, .title = "Second", .class_name = "sgt-net"}};
};

TEST_F(WithTwoGames, WithoutATerminalTheyAreListed) {
  const Ran ran = play({});
  EXPECT_EQ(ran.code, 2);
  for (const char* word : {"'First'", "'Second'", "0x", "sgt-net", "--window-id", "--all"})
    EXPECT_NE(ran.err.find(word), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("found"), std::string::npos) << ran.err;
}

TEST_F(WithTwoGames, NamingOnePlaysIt) {
  const Ran ran = play({"--window", "First"});
  EXPECT_NE(ran.code, 2) << ran.err;
  EXPECT_NE(ran.err.find("found 'First'"), std::string::npos) << ran.err;
}

TEST_F(WithTwoGames, AllArePlayed) {
  const Ran ran = play({"--all"});
  EXPECT_NE(ran.code, 2) << ran.err;
  for (const char* word : {"found 'First'", "found 'Second'"})
    EXPECT_NE(ran.err.find(word), std::string::npos) << ran.err;
}

TEST_F(WithTwoGames, OnATerminalTheUserIsAsked) {
  const std::vector<std::string> command = {"play", "--time-limit", "300ms", "--pictures",
                                            folder_.path()};
  const Ran ran = run_on_terminal(command, "3\n2\n", desktop_.environment());
  EXPECT_NE(ran.code, 2) << ran.err;
  EXPECT_NE(ran.err.find("'3' must be a whole number from 1 to 2"), std::string::npos) << ran.err;
  const auto second = ran.err.find("\n  2  ");
  ASSERT_NE(second, std::string::npos) << ran.err;
  const bool is_first = ran.err.find("'First'", second) < ran.err.find('\n', second + 1);
  const std::string chosen = is_first ? "First" : "Second", other = is_first ? "Second" : "First";
  EXPECT_NE(ran.err.find("found '" + chosen + "'"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("found '" + other + "'"), std::string::npos) << ran.err;

  const Ran none = run_on_terminal(command, "\x04", desktop_.environment());
  EXPECT_EQ(none.code, 7) << none.err;
}

TEST_F(OnADesktop, AWindowWithoutABoardIsExitCode4) {
  const TestWindow window(desktop_.display(), {.title = "Letters"});
  desktop_.wait_for_window({.title_part = "Letters"});
  const Ran ran = run({"read", "--window", "letters", "--skin", "sgt-net", "--json"});
  EXPECT_EQ(ran.code, 4);
  const auto line = nlohmann::json::parse(ran.out);
  EXPECT_EQ(line.at("accepted"), false);
  EXPECT_FALSE(line.at("rejection").get<std::string>().empty());
}

TEST_F(OnADesktop, ReadsTheWindowOfAGame) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const std::string board = "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6";
  const auto program = desktop_.launch({"sgt-net", board});
  desktop_.wait_for_window({.class_name = "sgt-net"});
  Ran ran;
  EXPECT_TRUE(desktop_.eventually([&] { return (ran = run({"read"})).code == 0; })) << ran.err;
  EXPECT_EQ(ran.out, board + '\n');
}

}  // namespace
}  // namespace eyehand::test
