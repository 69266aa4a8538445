#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process/find_program.hpp"
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
