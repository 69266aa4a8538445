// The pages that eyehand watch writes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"

namespace eyehand::test {
namespace {

struct Watched {
  const char *game, *puzzle;
  std::size_t cells;
};
void PrintTo(const Watched& watched, std::ostream* out) {
  *out << watched.game;
}

class Watch : public testing::TestWithParam<Watched> {
 protected:
  TempFolder folder_;
  std::string file_ = folder_.path() / "page.html";
};

TEST_P(Watch, ThePageHasTheBoardTheStepsAndTheSolution) {
  const auto& [game, puzzle, cells] = GetParam();
  const Ran ran = run_eyehand({"watch", game, puzzle, "--html", file_});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string page = contents(file_);
  const std::size_t begin = page.find("const data = ") + 13;
  const auto data = nlohmann::json::parse(page.substr(begin, page.find(";\n", begin) - begin));
  EXPECT_EQ(data.at("begin").at("cells").size(), cells);
  EXPECT_EQ(data.at("solved").size(), cells);
  EXPECT_GT(data.at("steps").size(), 1U);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < cells; ++i)
    changed += data.at("solved")[i] != data.at("begin").at("cells")[i].at("content");
  EXPECT_GT(changed, 1U);
  for (const auto& step : data.at("steps"))
    for (const char* list : {"reasons", "decided"})
      for (const auto& cell : step.at(list)) EXPECT_LT(cell.get<std::size_t>(), cells);
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

TEST(WatchPanel, HasNoDrawing) {
  const TempFolder folder;
  const Ran ran = run_eyehand(
      {"watch", "panel", "4:W622W402202222W400W6", "--html", folder.path() / "page.html"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

}  // namespace
}  // namespace eyehand::test
