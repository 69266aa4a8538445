// What eyehand watch shows: its data, its pages and films. tests/arena/watch_test.cpp has the
// window.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <thread>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/net/text.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Watched {
  const char *game, *puzzle;
  std::size_t cells;
};
void PrintTo(const Watched& watched, std::ostream* out) {
  *out << watched.game;
}

json data_of(const std::string& game, const std::string& puzzle) {
  const Ran ran = run_eyehand({"watch", game, puzzle, "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return json::parse(ran.out);
}

class Watch : public testing::TestWithParam<Watched> {
 protected:
  TempFolder folder_;
  std::string file_ = folder_.path() / "page.html";
};

/// What is in a cell at a step.
std::string content(const json& cell, int step) {
  std::string now;
  for (const json& state : cell.at("states"))
    if (state[0] <= step) now = state[1];
  return now;
}

TEST_P(Watch, ThePageHasTheBoardTheStepsAndTheSolution) {
  const auto& [game, puzzle, cells] = GetParam();
  const Ran ran = run_eyehand({"watch", game, puzzle, "--html", file_});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string page = contents(file_);
  const std::size_t begin = page.find("const data = ") + 13;
  const auto on_page = json::parse(page.substr(begin, page.find(";\n", begin) - begin));
  const json data = data_of(game, puzzle);
  EXPECT_EQ(on_page, data);
  ASSERT_EQ(data.at("cells").size(), cells);
  ASSERT_GT(data.at("steps").size(), 1U);
  const int end = static_cast<int>(data.at("steps").size()) + 1;
  std::size_t changed = 0;
  for (const json& cell : data.at("cells")) {
    changed += content(cell, 0) != content(cell, end);
    int last = -1;
    for (const json& state : cell.at("states")) {
      EXPECT_GT(state[0], last);
      last = state[0];
    }
    EXPECT_LE(last, end);
  }
  EXPECT_GT(changed, 1U);
  for (const json& step : data.at("steps"))
    for (const char* list : {"reasons", "decided"})
      for (const json& cell : step.at(list)) EXPECT_LT(cell.get<std::size_t>(), cells);
}

TEST_P(Watch, ACellShowsItsSolutionFromTheStepThatDecidesIt) {
  const auto& [game, puzzle, cells] = GetParam();
  const json data = data_of(game, puzzle);
  int now = 0, decided = 0;
  const int end = static_cast<int>(data.at("steps").size()) + 1;
  for (const json& step : data.at("steps")) {
    ++now;
    for (const json& number : step.at("decided")) {
      const json& cell = data.at("cells").at(number.get<std::size_t>());
      EXPECT_EQ(cell.at("states").back()[0], now) << number;
      EXPECT_NE(content(cell, now - 1), content(cell, end)) << number;
      ++decided;
    }
  }
  EXPECT_GT(decided, 1);
}

TEST_P(Watch, ABrowserShowsTheSolution) {
  if (!find_program("chromium")) GTEST_SKIP() << "chromium is not installed";
  const auto& [game, puzzle, cells] = GetParam();
  ASSERT_EQ(run_eyehand({"watch", game, puzzle, "--html", file_}).code, 0);
  const std::string shown = run_program({"chromium", "--headless", "--no-sandbox", "--disable-gpu",
                                         "--user-data-dir=" + (folder_.path() / "profile").string(),
                                         "--dump-dom", "file://" + file_ + "#999"},
                                        {});
  EXPECT_NE(shown.find("The solution, after"), std::string::npos) << shown;
  EXPECT_NE(shown.find("<svg"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    , Watch,
    testing::Values(Watched{"net", "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6", 25},
                    Watched{"slitherlink", "3x3t0:33a1a2b2", 9 + 24},
                    Watched{"lights", "3x3:+,798", 9}, Watched{"sudoku", "2x2:a3_1a1a2a3_2f", 16},
                    Watched{"lightup", "https://puzz.link/p?lightup/6/6/nekcakbl", 36}),
    [](const auto& watched) { return std::string(watched.param.game); });

constexpr const char* kNet = "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6";
constexpr const char* kLights = "3x3:+,798";

/// The sides to which wires are drawn in a cell, whatever their colour.
net::Sides drawn_sides(const std::string& content) {
  static const std::regex line(R"re(<line x1="(\S+)" y1="(\S+)" x2="(\S+)" y2="(\S+)")re");
  net::Sides sides = 0;
  for (std::sregex_iterator at(content.begin(), content.end(), line), end; at != end; ++at) {
    const double dx = std::stod((*at)[3]) - std::stod((*at)[1]),
                 dy = std::stod((*at)[4]) - std::stod((*at)[2]);
    sides |= dx > 0 ? net::kRight : dx < 0 ? net::kLeft : dy > 0 ? net::kDown : net::kUp;
  }
  return sides;
}

TEST(WatchNet, TilesNarrowDownToTheSolution) {
  const json data = data_of("net", kNet);
  const Ran solved = run_eyehand({"solve", "net", kNet, "--json"});
  const net::Board answer =
      net::from_game_id(json::parse(solved.out).at("answer").get<std::string>());
  const int end = static_cast<int>(data.at("steps").size()) + 1;
  for (std::size_t tile = 0; tile < answer.size(); ++tile) {
    const json& cell = data.at("cells").at(tile);
    int before = net::kAllSides;
    for (int step = 1; step <= end; ++step) {
      const net::Sides sides = drawn_sides(content(cell, step));
      EXPECT_EQ(sides & ~before, 0) << tile << " at " << step;
      EXPECT_EQ(answer.wires[tile] & ~sides, 0) << tile << " at " << step;
      before = sides;
    }
    EXPECT_EQ(before, answer.wires[tile]) << tile;
  }
}

TEST(WatchNet, TilesThatLieRightAreDecidedByAStepToo) {
  const json data = data_of("net", kNet);
  const Ran solved = run_eyehand({"solve", "net", kNet, "--json", "--explain"});
  const json explained = json::parse(solved.out).at("explanation").at("steps");
  ASSERT_EQ(data.at("steps").size(), explained.size());
  std::set<int> decided;
  for (std::size_t i = 0; i < explained.size(); ++i) {
    EXPECT_EQ(data.at("steps")[i].at("what"), explained[i].at("what"));
    for (const json& cell : data.at("steps")[i].at("decided")) decided.insert(cell.get<int>());
  }
  EXPECT_EQ(decided.size(), 25U);
}

TEST(WatchSudoku, TheCandidatesHaveTheSolutionAndNothingThatIsKnownInTheRow) {
  constexpr const char* kPuzzle = "2x2:a3_1a1a2a3_2f";
  const json data = data_of("sudoku", kPuzzle);
  std::string answer =
      json::parse(run_eyehand({"solve", "sudoku", kPuzzle, "--json"}).out).at("answer");
  std::erase(answer, '\n');
  const int end = static_cast<int>(data.at("steps").size()) + 1;
  const auto shows = [&](std::size_t cell, int step, char digit) {
    return content(data.at("cells").at(cell), step).find(std::string(">") + digit + '<') !=
           std::string::npos;
  };
  for (int step = 1; step <= end; ++step)
    for (std::size_t cell = 0; cell < 16; ++cell) {
      EXPECT_TRUE(shows(cell, step, answer[cell])) << cell << " at " << step;
      const bool is_known = data.at("cells").at(cell).at("states").back()[0] <= step;
      for (std::size_t other = cell / 4 * 4; is_known && other < cell / 4 * 4 + 4; ++other)
        if (other != cell) {
          EXPECT_FALSE(shows(other, step, answer[cell])) << other << " at " << step;
        }
    }
}

TEST(WatchWindow, WithoutADisplayOneLineNamesTheOtherWays) {
  const Ran ran = run_eyehand({"watch", "lights", kLights});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
  for (const char* option : {"--html", "--mp4"})
    EXPECT_NE(ran.err.find(option), std::string::npos) << ran.err;
}

TEST(WatchWindow, WithoutItsProgramOneLineNamesThePage) {
  const TempFolder folder;  // programs beside eyehand are found
  const std::string alone = folder.path() / "eyehand";
  fs::copy_file(test::built_program("eyehand"), alone);
  Process process({alone, "watch", "lights", kLights},
                  {{"DISPLAY", ":1"}, {"PATH", folder.path()}});
  EXPECT_EQ(process.wait(std::chrono::seconds(20)), 1);
  EXPECT_TRUE(is_one_clear_error(process.output())) << process.output();
  for (const char* word : {"eyehand-watch", "--html"})
    EXPECT_NE(process.output().find(word), std::string::npos) << process.output();
}

TEST(WatchWindow, WrongOptionsAreUsageErrors) {
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--speed", "0.1"},
                                                  {"--speed", "2x"},
                                                  {"--size", "640"},
                                                  {"--size", "640x9999"},
                                                  {"--size", "x640"}}) {
    std::vector<std::string> arguments = {"watch", "lights", kLights, "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ran ran = run_eyehand(arguments);
    EXPECT_EQ(ran.code, 2) << options[1];
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
  }
}

TEST(WatchWindow, EyehandItselfDoesNotLinkQt) {
  EXPECT_EQ(run_program({"ldd", test::built_program("eyehand")}, {}).find("Qt"), std::string::npos);
}

class WatchFilm : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("ffmpeg")) GTEST_SKIP() << "ffmpeg is not installed";
    if (!find_program(test::built_program("eyehand-watch"))) GTEST_SKIP() << "built without Qt";
  }
  Ran film(const std::string& file, const std::string& speed = "4") const {
    return run_eyehand(
        {"watch", "lights", kLights, "--mp4", file, "--speed", speed, "--size", "321x400"}, "",
        {{"TMPDIR", temporary_.path()}});
  }
  /// Qt leaves a folder of its own there.
  bool is_clean() const {
    return std::none_of(fs::directory_iterator(temporary_.path()), {}, [](const auto& entry) {
      return entry.path().filename().string().starts_with("eyehand");
    });
  }
  TempFolder folder_, temporary_;
};

TEST_F(WatchFilm, ShowsEachStepForItsTime) {
  const std::string file = folder_.path() / "film.mp4";
  const Ran ran = film(file);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const std::size_t steps = data_of("lights", kLights).at("steps").size();
  const auto stream = json::parse(run_program({"ffprobe", "-v", "error", "-count_frames",
                                               "-show_streams", "-of", "json", file},
                                              {}))
                          .at("streams")
                          .at(0);
  // The puzzle and the solution for two seconds each, at 30 frames per second.
  const double seconds = static_cast<double>(steps) / 4 + 4;
  EXPECT_NEAR(std::stod(stream.at("duration").get<std::string>()), seconds, 0.1);
  EXPECT_NEAR(std::stoi(stream.at("nb_read_frames").get<std::string>()), 30 * seconds, 3);
  EXPECT_EQ(stream.at("width"), 322) << "even";
  EXPECT_EQ(stream.at("height"), 400);
  EXPECT_TRUE(is_clean());
}

TEST_F(WatchFilm, AnErrorLeavesNothing) {
  const Ran nowhere = film("/nowhere/film.mp4");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_NE(nowhere.err.find("eyehand: /nowhere/film.mp4: "), std::string::npos) << nowhere.err;

  std::ofstream(folder_.path() / "film.mp4") << "before";
  // Something that ffmpeg can write but that cannot take the name.
  fs::create_directories(folder_.path() / "folder.mp4" / "full");
  EXPECT_EQ(film(folder_.path() / "folder.mp4").code, 1);
  EXPECT_EQ(contents(folder_.path() / "film.mp4"), "before");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);
  EXPECT_TRUE(is_clean());
}

TEST_F(WatchFilm, CtrlCLeavesNothing) {
  const std::string file = folder_.path() / "film.mp4";
  Process process({test::built_program("eyehand"), "watch", "lights", kLights, "--mp4", file,
                   "--speed", "0.2", "--size", "1600x1600"},
                  {{"TMPDIR", temporary_.path()}});
  const auto deadline = Deadline::after(std::chrono::seconds(20));
  while (!fs::exists(file + ".part") && !deadline.passed())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.signal(SIGINT);
  EXPECT_EQ(process.wait(std::chrono::seconds(20)), 7) << process.output();
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  EXPECT_TRUE(is_clean());
}

TEST_F(WatchFilm, WithoutFfmpegOneLineSaysSo) {
  const Ran ran = run_eyehand({"watch", "lights", kLights, "--mp4", folder_.path() / "film.mp4"},
                              "", {{"PATH", folder_.path()}});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
  EXPECT_NE(ran.err.find("ffmpeg"), std::string::npos) << ran.err;
}

TEST(WatchPanel, HasNoDrawing) {
  const TempFolder folder;
  const Ran ran = run_eyehand(
      {"watch", "panel", "4:W622W402202222W400W6", "--html", folder.path() / "page.html"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

}  // namespace
}  // namespace eyehand::test
