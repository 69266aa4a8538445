// pzpr in Chromium: boards of the puzzle-loop collection in cells of 24 to 60 px, solved as a fresh
// capture shows, and as pzpr says when it is asked afterwards.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "actuator/input.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;

const fs::path kBoards = EYEHAND_SHARED "/data/slitherlink/puzzle-loop";

class Pzpr : public Stage, public testing::WithParamInterface<std::size_t> {
 protected:
  Pzpr() : Stage({2560, 1600}) {}
  void SetUp() override {
    if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
    if (!fs::exists(kBoards)) GTEST_SKIP() << kBoards << " is not there";
    pzpr_ = std::make_unique<PzprProgram>(desktop_);
  }

  /// What pzpr itself says of the board.
  bool is_solved_for_pzpr() {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    input.raise({info().on_root.x + 5, info().on_root.y + 5});
    EXPECT_EQ(input.perform(Key{"F9"}, {}), GestureStatus::ok);
    desktop_.eventually([&] { return info().title != "pzpr"; });
    return info().title == "pzpr: solved";
  }

  std::unique_ptr<PzprProgram> pzpr_;
};

TEST_P(Pzpr, ABoardIsSolved) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kBoards)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  const fs::path file = files[GetParam() * 5 % files.size()];
  SCOPED_TRACE(file);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const auto board = slitherlink::from_slk(text.str());
  const int cells[] = {24, 36, 45, 60};
  start("pzpr", pzpr_->show(board, board.grid->shape()->columns > 20 ? 36 : cells[GetParam() % 4]));

  const Sighting before = appearance();
  ASSERT_EQ(before.rejection, "");
  EXPECT_EQ(slitherlink::from_text(before.text).clues, board.clues);
  expect_solved(play());
  EXPECT_TRUE(is_solved_for_pzpr()) << info().title;
}

INSTANTIATE_TEST_SUITE_P(Boards, Pzpr, testing::Range<std::size_t>(0, 20));

}  // namespace
}  // namespace eyehand::test
