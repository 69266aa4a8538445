// eyehand progress, on boards that programs draw with moves of people.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/saved_game.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/png.hpp"

namespace eyehand::test {
namespace {

/// What `eyehand progress` says of a game with these moves.
Ran progress(const std::string& program, const std::string& game, const std::string& id,
             const std::vector<std::string>& moves, const std::vector<std::string>& more = {}) {
  const TempFolder folder;
  const std::string saved = folder.path() / "saved", picture = folder.path() / "board.png";
  std::ofstream(saved) << saved_game(game, id, moves, moves.size());
  run_program({program, "--screenshot", picture, saved}, {});
  std::vector<std::string> command = {"progress", picture, "--skin", program};
  command.insert(command.end(), more.begin(), more.end());
  return run_eyehand(command);
}

/// The solution is 2314, 1423, 3241, 4132.
const std::string kSudoku = "2x2:a3_1a1a2a3_2f";

TEST(Progress, OfMarksThatAreRightSoFar) {
  if (!find_program("sgt-solo")) GTEST_SKIP() << "sgt-solo is not installed";
  const Ran ran = progress("sgt-solo", "Solo", kSudoku, {"R0,0,2", "R3,3,2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "right so far, 16 clicks or keys to go\n");
}

TEST(Progress, OfMarksThatAreWrong) {
  if (!find_program("sgt-solo")) GTEST_SKIP() << "sgt-solo is not installed";
  const Ran ran = progress("sgt-solo", "Solo", kSudoku, {"R0,0,4", "R3,0,2", "R3,3,2"});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(ran.out, "2 wrong: row 1, column 1; row 1, column 4\n");

  const Ran json = progress("sgt-solo", "Solo", kSudoku, {"R0,0,4"}, {"--json"});
  EXPECT_EQ(json.code, 3) << json.err;
  const auto line = nlohmann::json::parse(json.out);
  EXPECT_EQ(line.at("status"), "unique");
  EXPECT_EQ(line.at("solved"), false);
  EXPECT_GT(line.at("clicks_left"), 0);
  ASSERT_EQ(line.at("wrong").size(), 1U);
  EXPECT_EQ(line.at("wrong")[0].at("where"), "row 1, column 1");
  const auto area = line.at("wrong")[0].at("area").get<std::vector<int>>();
  EXPECT_GT(area[0], 0);
  EXPECT_GT(area[2], 10);
}

TEST(Progress, OfAnySolutionIsRight) {
  if (!find_program("sgt-solo")) GTEST_SKIP() << "sgt-solo is not installed";
  const std::string empty = "2x2:p";
  for (const char* mark : {"R0,0,1", "R0,0,2", "R0,0,3", "R0,0,4"}) {
    const Ran ran = progress("sgt-solo", "Solo", empty, {mark});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("right so far")) << ran.out;
    EXPECT_NE(ran.err.find("several solutions"), std::string::npos) << ran.err;
  }
  const Ran ran = progress("sgt-solo", "Solo", empty, {"R0,0,1", "R3,3,4", "R1,0,1"});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(ran.out, "2 wrong: row 1, column 1; row 1, column 2\n");
}

TEST(Progress, OfALoop) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  const std::string id = "3x3t0:33a1a2b2";
  std::set<std::string> said;
  for (int edge = 0; edge < 24; ++edge) {
    const Ran line = progress("sgt-loopy", "Loopy", id, {std::to_string(edge) + "y"});
    const Ran cross = progress("sgt-loopy", "Loopy", id, {std::to_string(edge) + "n"});
    EXPECT_EQ(line.code == 0, cross.code == 3) << edge << line.out << cross.out << cross.err;
    said.insert(line.code == 0 ? cross.out : line.out);
  }
  EXPECT_EQ(said.size(), 24U);
  EXPECT_TRUE(said.contains("1 wrong: the top edge of row 1, column 1\n"));
}

TEST(Progress, OfASolvedBoard) {
  const std::string folder = test::source_path("tests/data/picmi/");
  const Ran solved = run_eyehand({"progress", folder + "solved-18.png"});
  EXPECT_EQ(solved.code, 0) << solved.err;
  EXPECT_EQ(solved.out, "solved\n");
}

TEST(Progress, OfWhatCannotBeReadIsExitCode4) {
  const TempFolder folder;
  const std::string file = folder.path() / "grey.png";
  save_png(file, cv::Mat(100, 100, CV_8UC3, cv::Scalar::all(99)));
  const Ran ran = run_eyehand({"progress", file, "--skin", "sgt-solo"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

}  // namespace
}  // namespace eyehand::test
