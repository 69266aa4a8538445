#include <gtest/gtest.h>

#include <fstream>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

std::string error_of(const std::vector<std::string>& command,
                     std::chrono::milliseconds limit = 60s) {
  try {
    run_program(command, {}, limit);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RunProgram, ReturnsWhatItPrints) {
  EXPECT_EQ(run_program({"sh", "-c", "echo one; echo two >&2"}, {}), "one\ntwo\n");
  EXPECT_EQ(run_program({"sh", "-c", "cat"}, {}), "");
}

TEST(RunProgram, SetsVariablesAndKeepsTheOthers) {
  setenv("EYEHAND_TEST_KEPT", "kept", 1);
  setenv("EYEHAND_TEST_SET", "before", 1);
  EXPECT_EQ(run_program({"sh", "-c", "echo $EYEHAND_TEST_KEPT $EYEHAND_TEST_SET"},
                        {"EYEHAND_TEST_SET=now"}),
            "kept now\n");
}

TEST(RunProgram, ReportsWhatWentWrong) {
  EXPECT_NE(error_of({"eyehand-no-such-program"}).find("is not installed"), std::string::npos);
  EXPECT_NE(error_of({"sh", "-c", "echo broken; exit 3"}).find("failed with exit code 3: broken"),
            std::string::npos);
  EXPECT_NE(error_of({"sh", "-c", "kill -9 $$"}).find("failed with exit code 137"),
            std::string::npos);
  EXPECT_NE(error_of({}).find("command is empty"), std::string::npos);
}

TEST(RunProgram, KillsWhatDoesNotEnd) {
  EXPECT_NE(error_of({"sleep", "60"}, 50ms).find("did not end within 50 ms"), std::string::npos);
}

TEST(RunProgram, LimitsTheOutput) {
  EXPECT_NE(error_of({"yes"}, 30s).find("more than 16 MiB"), std::string::npos);
}

TEST(FindProgram, LooksOnThePathAndTakesFiles) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_TRUE(find_program("/bin/sh"));
  EXPECT_FALSE(find_program("eyehand-no-such-program"));
  EXPECT_FALSE(find_program("/bin/eyehand-no-such-program"));
}

}  // namespace
}  // namespace eyehand
