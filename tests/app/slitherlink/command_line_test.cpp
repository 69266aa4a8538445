// Slitherlink on the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "process/temp_folder.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/app/run_eyehand.hpp"

namespace eyehand::test {
namespace {

using nlohmann::json;
using slitherlink::from_text;

const std::string kUnique = "4x4t0:d33a1a1b3c";
const std::string kUniqueAnswer =
    "4 4\n\n....\n33.1\n.1..\n3...\n\n"
    "----\nx-xx\n-x-x\n---x\n----\n\n"
    "|xxx|\n|||x|\nxxx||\n|xxx|\n";
const std::string kNone = "5x5t0:0a0a0a3a3a0a0a0a3a3a0a0a0";
const std::string kSeveral = "3x3t0:i";

TEST(SolveSlitherlink, EveryFormatIsAnsweredAsSlk) {
  const auto board = from_text(kUnique);
  for (const std::string& text :
       {kUnique, slitherlink::to_pzpr(board), "https://puzz.link/p?" + slitherlink::to_pzpr(board),
        slitherlink::to_slk(board), slitherlink::to_json(board)}) {
    const Ran ran = run_eyehand({"solve", "slitherlink", text});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "unique\n" + kUniqueAnswer + "\n");
  }
}

TEST(SolveSlitherlink, JsonIsOneObjectPerPuzzle) {
  const Ran ran = run_eyehand({"solve", "slitherlink", "-", "--json", "--count-limit", "1000"},
                              "# four boards\n" + kUnique + "\n" + kUniqueAnswer + kNone + "\n" +
                                  slitherlink::to_slk(from_text(kSeveral)));
  EXPECT_EQ(ran.code, 3);
  const auto out = lines(ran.out);
  ASSERT_EQ(out.size(), 4u) << ran.out;
  const auto parsed = [&](std::size_t i) { return json::parse(out[i]); };
  EXPECT_EQ(parsed(0).at("status"), "unique");
  EXPECT_EQ(parsed(0).at("answer"), kUniqueAnswer);
  EXPECT_EQ(parsed(1).at("answer"), kUniqueAnswer);
  EXPECT_EQ(parsed(2).at("status"), "none");
  EXPECT_TRUE(parsed(2).at("answer").is_null());
  EXPECT_EQ(parsed(3).at("status"), "multiple");
  // Every simple loop in a 3x3 board.
  EXPECT_EQ(parsed(3).at("count"), 213);
  for (const auto& line : out) EXPECT_GE(json::parse(line).at("solve_ms").get<double>(), 0);
}

TEST(SolveSlitherlink, MarksAreKeptUnlessTheyAreMistakes) {
  auto board = from_text(kSeveral);
  for (const int e : board.grid->edges_of_face(4))
    board.marks[static_cast<std::size_t>(e)] = slitherlink::Mark::line;
  const auto solve = [](const slitherlink::Board& puzzle) {
    return json::parse(
        run_eyehand({"solve", "slitherlink", "--json", slitherlink::to_slk(puzzle)}).out);
  };
  EXPECT_EQ(solve(board).at("status"), "unique");  // the loop is there already

  auto wrong = from_text(kUnique);
  wrong.marks[0] = slitherlink::Mark::cross;  // which is a line in the answer
  EXPECT_EQ(solve(wrong).at("status"), "unique");
  EXPECT_EQ(solve(wrong).at("answer"), kUniqueAnswer);
}

TEST(SolveSlitherlink, ExplainsAndDraws) {
  const Ran explained = run_eyehand({"solve", "slitherlink", "--explain", kUnique});
  EXPECT_EQ(explained.code, 0);
  EXPECT_TRUE(explained.out.starts_with("1. the left edge of row ")) << explained.out;
  EXPECT_NE(explained.out.find(", because "), std::string::npos) << explained.out;
  EXPECT_NE(explained.out.find(" [clue]\n"), std::string::npos) << explained.out;
  EXPECT_TRUE(explained.out.ends_with("unique\n" + kUniqueAnswer + "\n")) << explained.out;
  const Ran drawn = run_eyehand({"solve", "slitherlink", "--picture", kUnique});
  EXPECT_NE(drawn.out.find("│ 3 │ 3 │   × 1 │\n"), std::string::npos) << drawn.out;

  const Ran several = run_eyehand({"solve", "slitherlink", "--explain", kSeveral});
  EXPECT_NE(several.out.find("several solutions are possible"), std::string::npos) << several.out;
  EXPECT_NE(several.out.find("\nmultiple\n"), std::string::npos) << several.out;

  const TempFolder folder;
  const std::string svg = folder.path() / "answer.svg";
  EXPECT_EQ(run_eyehand({"solve", "slitherlink", kUnique, "--svg", svg}).code, 0);
  std::string start;
  std::getline(std::ifstream(svg), start);
  EXPECT_TRUE(start.starts_with("<svg ")) << start;
  EXPECT_EQ(run_eyehand({"solve", "slitherlink", kUnique, kUnique, "--svg", svg}).code, 2);
  EXPECT_EQ(run_eyehand({"solve", "slitherlink", kUnique, "--svg", "/nowhere/a.svg"}).code, 1);
  EXPECT_EQ(run_eyehand({"solve", "net", "1x1:0", "--svg", svg}).code, 1);
}

TEST(SolveSlitherlink, BadInputIsOneClearError) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"nonsense", "not a file"},          {"5x5t11:", "from a picture"},
      {"5000x5000t0:", "at most 8388608"}, {"slither/3/3/", "character 13"},
      {"{\"columns\": 3}", "need both"},   {"2 2\n..\n", "line 2"},
      {"3x3t0:i\n3x3t0:j\n", "puzzle 2"},
  };
  for (const auto& [text, message] : bad) {
    const Ran ran = run_eyehand({"solve", "slitherlink", "-", "--json"}, text);
    const Ran as_argument = run_eyehand({"solve", "slitherlink", text, "--json"});
    EXPECT_EQ(as_argument.code, 2) << text;
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_NE((ran.err + as_argument.err).find(message), std::string::npos) << ran.err;
  }
  EXPECT_EQ(run_eyehand({"solve", "slitherlink", kUnique, "--rules", "loops"}).code, 2);
}

TEST(GenerateSlitherlink, BoardsHaveOneSolutionOnEveryGrid) {
  for (const char* grid : {"squares", "triangular", "honeycomb", "cairo"}) {
    const std::vector<std::string> options = {
        "generate", "slitherlink", "--size", "4x4", "--count", "5", "--seed", "1", "--grid", grid};
    const Ran boards = run_eyehand(options);
    ASSERT_EQ(boards.code, 0) << grid << ": " << boards.err;
    ASSERT_EQ(lines(boards.out).size(), 5u);
    EXPECT_EQ(run_eyehand(options).out, boards.out);
    const Ran solved = run_eyehand({"solve", "slitherlink", "-", "--json"}, boards.out);
    EXPECT_EQ(solved.code, 0) << solved.err;
    ASSERT_EQ(lines(solved.out).size(), 5u) << solved.err;
    for (const auto& line : lines(solved.out)) {
      EXPECT_EQ(json::parse(line).at("status"), "unique") << grid;
      EXPECT_TRUE(is_solved(from_text(json::parse(line).at("answer").get<std::string>())));
    }
  }
}

TEST(GenerateSlitherlink, WritesEveryFormat) {
  const std::vector<std::string> options = {"generate", "slitherlink", "--size",
                                            "5x4",      "--seed",      "3"};
  const auto board = from_text(run_eyehand(options).out);
  for (const auto& [format, start] : {std::pair{"id", "5x4t0:"},
                                      {"pzpr", "slither/5/4/"},
                                      {"slk", "4 5\n"},
                                      {"json", "{\"columns\":5"}}) {
    auto arguments = options;
    arguments.insert(arguments.end(), {"--format", format});
    const Ran ran = run_eyehand(arguments);
    EXPECT_TRUE(ran.out.starts_with(start)) << ran.out << ran.err;
    EXPECT_EQ(from_text(ran.out), board) << format;
  }
}

TEST(GenerateSlitherlink, RespectsItsOptions) {
  const Ran clues =
      run_eyehand({"generate", "slitherlink", "--size", "7x6", "--seed", "2", "--clues", "30"});
  ASSERT_EQ(clues.code, 0) << clues.err;
  const auto board = from_text(clues.out);
  EXPECT_EQ(board.grid->shape(), (slitherlink::Grid::Squares{7, 6}));
  EXPECT_EQ(
      std::count_if(board.clues.begin(), board.clues.end(), [](int clue) { return clue >= 0; }),
      30);
  const Ran hard =
      run_eyehand({"generate", "slitherlink", "--size", "7x6", "--seed", "2", "--hard"});
  EXPECT_EQ(hard.code, 0) << hard.err;
  EXPECT_NE(hard.out, run_eyehand({"generate", "slitherlink", "--size", "7x6", "--seed", "2"}).out);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--grid", "spirals"},
                                                {"--ambiguous"},
                                                {"--wrapping"},
                                                {"--barriers", "0.5"},
                                                {"--clues", "0"},
                                                {"--format", "gif"}}) {
    std::vector<std::string> arguments = {"generate", "slitherlink"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(run_eyehand(arguments).code, 2) << wrong[0];
  }
  EXPECT_EQ(run_eyehand({"generate", "slitherlink", "--format", "slk", "--grid", "cairo"}).code, 1);
  EXPECT_EQ(run_eyehand({"generate", "net", "--grid", "cairo"}).code, 2);
}

}  // namespace
}  // namespace eyehand::test
