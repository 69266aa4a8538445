#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "vision/png.hpp"

namespace eyehand::test {
namespace {

const std::string kUnique = "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6";
const std::string kUniqueAnswer = "5x5w:162aa95hd7h6a9e88v6a3h634hav9cv9";
const std::string kNone = "2x2:1111";  // four ends make two pairs, and the rules want one network

std::string solve_text(const std::string& puzzle) {
  return run_eyehand({"solve", "net", puzzle}).out;
}

TEST(Solve, PrintsTheSolutionAndTheStatus) {
  const Ran ran = run_eyehand({"solve", "net", kUnique});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "unique\t" + kUniqueAnswer + '\n');
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(solve_text(kUniqueAnswer), "unique\t" + kUniqueAnswer + '\n');

  const Ran none = run_eyehand({"solve", "net", kNone});
  EXPECT_EQ(none.code, 3);
  EXPECT_EQ(none.out, "none\n");

  const Ran parts = run_eyehand({"solve", "net", "--rules", "parts", kNone});
  EXPECT_EQ(parts.code, 0);
  EXPECT_TRUE(parts.out.starts_with("multiple\t2x2:")) << parts.out;
}

TEST(Solve, JsonIsOneObjectPerPuzzle) {
  const Ran ran = run_eyehand(
      {"solve", "net", "-", "--json", "--rules", "loops,parts", "--count-limit", "1000"},
      kUnique + "\r\n\n  " + kNone + "\n" + "2x1:13\n");
  EXPECT_EQ(ran.code, 3);
  const auto out = lines(ran.out);
  ASSERT_EQ(out.size(), 3u);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto line = nlohmann::json::parse(out[i]);
    const std::string status = line.at("status");
    EXPECT_TRUE(line.at("solve_ms").is_number());
    EXPECT_GE(line.at("solve_ms").get<double>(), 0);
    EXPECT_EQ(status, i == 0 ? status : i == 1 ? "multiple" : "none");
    EXPECT_EQ(line.at("answer").is_null(), status == "none");
    EXPECT_EQ(line.at("count").get<int>() == 0, status == "none");
  }
  EXPECT_EQ(nlohmann::json::parse(out[1]).at("count"), 2);
}

TEST(Solve, TimeoutIsExitCode6) {
  const Ran board = run_eyehand(
      {"generate", "net", "--size", "200x200", "--wrapping", "--ambiguous", "--seed", "3"});
  ASSERT_EQ(board.code, 0);
  const Ran ran = run_eyehand({"solve", "net", "-", "--json", "--time-limit", "0ms"}, board.out);
  EXPECT_EQ(ran.code, 6);
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("status"), "timeout");
}

TEST(Solve, TheLargestExitCodeOfSeveralPuzzlesCounts) {
  EXPECT_EQ(run_eyehand({"solve", "net", kUnique, kNone, kUnique}).code, 3);
  EXPECT_EQ(run_eyehand({"solve", "net", kUnique, kUnique}).code, 0);
}

TEST(Solve, ExplainsAndDraws) {
  const Ran explained = run_eyehand({"solve", "net", "--explain", kUnique});
  EXPECT_EQ(explained.code, 0);
  EXPECT_GT(lines(explained.out).size(), 10u);
  EXPECT_EQ(lines(explained.out).back(), "unique\t" + kUniqueAnswer);
  EXPECT_TRUE(lines(explained.out)[0].starts_with("1. row ")) << explained.out;
  EXPECT_TRUE(lines(explained.out)[0].ends_with(" [orientation]")) << explained.out;
  EXPECT_EQ(run_eyehand({"solve", "net", "--explain", "2x2:1111"}).out,
            "1. the whole board: has no solution, because row 1, column 2 is a dead end, row 2, "
            "column 1 is a dead end, and all wires form one network [several rules]\nnone\n");
  const Ran both = run_eyehand({"solve", "net", "--explain", "--json", kUnique});
  const auto explanation = nlohmann::json::parse(both.out).at("explanation");
  EXPECT_EQ(explanation.at("schema"), 2);
  EXPECT_EQ(explanation.at("steps").size() + 1, lines(explained.out).size());
  EXPECT_EQ(explanation.at("steps")[0].at("rule"), "orientation");
  const Ran difficulty = run_eyehand({"solve", "net", "--difficulty", "--json", kUnique});
  int hardest = 0;
  for (const auto& step : explanation.at("steps"))
    hardest = std::max(hardest, step.at("level").get<int>());
  EXPECT_EQ(nlohmann::json::parse(difficulty.out).at("hardest").at("level"), hardest);
  const auto said = lines(run_eyehand({"solve", "net", "--difficulty", kUnique}).out);
  EXPECT_EQ(said.size(), 2U);
  EXPECT_TRUE(said.back().starts_with("hardest step: ")) << said.back();
  const Ran drawn = run_eyehand({"solve", "net", "--picture", kUnique});
  EXPECT_NE(drawn.out.find("◆"), std::string::npos);
}

TEST(Solve, GeneratedBoardsHaveOneSolution) {
  for (const char* kind : {"--wrapping", "--loops", "--parts", "--crosses"}) {
    const Ran boards =
        run_eyehand({"generate", "net", "--size", "5x5", "--count", "20", "--seed", "1", kind});
    ASSERT_EQ(boards.code, 0) << kind << ": " << boards.err;
    const std::string rule = std::string(kind).substr(2);
    std::vector<std::string> arguments = {"solve", "net", "-"};
    if (rule == "loops" || rule == "parts") arguments.insert(arguments.end(), {"--rules", rule});
    const Ran solved = run_eyehand(arguments, boards.out);
    EXPECT_EQ(solved.code, 0);
    ASSERT_EQ(lines(solved.out).size(), 20u) << solved.err;
    for (const auto& line : lines(solved.out))
      EXPECT_TRUE(line.starts_with("unique\t")) << kind << ' ' << line;
  }
}

TEST(Solve, BadInputIsOneClearError) {
  const TempFolder folder;
  const auto file = [&](const char* name, const std::string& bytes) {
    std::string path = folder.path() / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  };
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "no puzzle"},
      {"nonsense", "not a file"},
      {"5x5:", "character"},
      {"5x5:zzzzzzzzzzzzzzzzzzzzzzzzz", "character 5"},
      {"0x0:", "eyehand:"},
      {"99999999999999999999x1:1", "eyehand:"},
      {"2000000000x2000000000:1", "eyehand:"},
      {std::string(100'000, 'f'), "not a file"},
      {folder.path(), "cannot be read"},
      {file("empty.txt", ""), "no puzzle"},
      {file("some.txt", kUnique + "\n5x5:12\n"), "puzzle 2"},
      {file("garbage.bin", std::string("\x00\xff\x01net\n\x7f", 8)), "eyehand:"},
      {"/dev/null", "no puzzle"},
  };
  for (const auto& [source, message] : bad) {
    const Ran ran = run_eyehand({"solve", "net", source, "--json"});
    EXPECT_EQ(ran.code, source == folder.path() ? 1 : 2) << source.substr(0, 40);
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
    EXPECT_LT(ran.err.size(), 400u);
    EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
  }
  const Ran cut = run_eyehand({"solve", "net", file("cut.png", "\x89PNG\r\n\x1a\nIHDR")});
  EXPECT_EQ(cut.code, 1);
  EXPECT_TRUE(is_one_clear_error(cut.err)) << cut.err;
  EXPECT_NE(cut.err.find("incomplete PNG"), std::string::npos) << cut.err;
  const Ran other = run_eyehand({"solve", "net", file("other.ppm", "P6\n1 1\n255\nabc")});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("must be PNG"), std::string::npos) << other.err;
  const Ran rule = run_eyehand({"solve", "net", kUnique, "--rules", "wrapping"});
  EXPECT_EQ(rule.code, 2);
  EXPECT_NE(rule.err.find("'wrapping'"), std::string::npos) << rule.err;
}

TEST(Solve, ReadsPictures) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const TempFolder folder;
  const std::string picture = folder.path() / "net.png";
  Process draw({"sgt-net", "--screenshot", picture, kUnique});
  ASSERT_EQ(draw.wait(std::chrono::seconds(20)), 0);
  const Ran ran = run_eyehand({"solve", "net", picture});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "unique\t" + kUniqueAnswer + '\n');
  const Ran read = run_eyehand({"read", picture, "--skin", "sgt-net", "--json"});
  EXPECT_EQ(read.code, 0) << read.err;
  EXPECT_EQ(nlohmann::json::parse(read.out).at("text"), kUnique);
}

TEST(Read, APictureWithoutABoardIsExitCode4) {
  const TempFolder folder;
  const std::string picture = folder.path() / "grey.png", overlay = folder.path() / "seen.png";
  save_png(picture, cv::Mat(200, 200, CV_8UC3, cv::Scalar::all(0x80)));
  const Ran read = run_eyehand({"read", picture, "--skin", "sgt-net", "--overlay", overlay});
  EXPECT_EQ(read.code, 4);
  EXPECT_EQ(read.out, "");
  EXPECT_TRUE(is_one_clear_error(read.err)) << read.err;
  EXPECT_TRUE(std::filesystem::exists(overlay));
  const Ran solve = run_eyehand({"solve", "net", picture});
  EXPECT_EQ(solve.code, 4);
  const Ran bad_overlay = run_eyehand({"read", picture, "--overlay", "/nowhere/seen.png"});
  EXPECT_EQ(bad_overlay.code, 1);
  EXPECT_TRUE(is_one_clear_error(bad_overlay.err)) << bad_overlay.err;
}

}  // namespace
}  // namespace eyehand::test
