// pzpr in Chromium: boards, generated and published, in cells of 24 to 60 px, solved according to a
// fresh capture and to pzpr's own checker, which is asked afterwards.
#include <algorithm>
#include <filesystem>

#include "actuator/input.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/generate.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/published.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;

class PzprInABrowser : public Stage, public testing::WithParamInterface<std::size_t> {
 protected:
  PzprInABrowser() : Stage({2560, 1600}) {}
  void SetUp() override {
    if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
    pzpr_ = std::make_unique<PzprProgram>(desktop_);
  }

  /// What pzpr's own checker says about the board.
  bool is_solved_for_pzpr() {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    input.raise({info().on_root.x + 5, info().on_root.y + 5});
    EXPECT_EQ(input.perform(Key{"F9"}, {}), GestureStatus::ok);
    desktop_.eventually([&] { return info().title != "pzpr slither"; });
    return info().title == "pzpr slither: solved";
  }

  void expect_board_solved(const slitherlink::Board& board) {
    const int cells[] = {24, 36, 45, 60};
    start("pzpr",
          pzpr_->show(board, board.grid->shape()->columns > 20 ? 36 : cells[GetParam() % 4]));
    const Sighting before = observe();
    ASSERT_EQ(before.rejection, "");
    EXPECT_EQ(slitherlink::from_text(before.text).clues, board.clues);
    expect_solved(play());
    EXPECT_TRUE(is_solved_for_pzpr()) << info().title;
  }

  std::unique_ptr<PzprProgram> pzpr_;
};

TEST_P(PzprInABrowser, AGeneratedBoardIsSolved) {
  if (GetParam() >= 5 && is_left_out()) GTEST_SKIP() << kOnlyWithAll;
  const bool is_large = GetParam() % 5 == 4;
  const auto board = slitherlink::generate(
      {.grid = slitherlink::Grid::squares(is_large ? 25 : 10, is_large ? 30 : 10),
       .seed = GetParam(),
       .clues = is_large ? 300 : 0,
       .hard = !is_large});
  ASSERT_TRUE(board);
  expect_board_solved(*board);
}

// In cells of 24 to 60 px, and a large board.
INSTANTIATE_TEST_SUITE_P(Boards, PzprInABrowser, testing::Range<std::size_t>(0, 5));
INSTANTIATE_TEST_SUITE_P(FullBoards, PzprInABrowser, testing::Range<std::size_t>(5, 20));

class PublishedBoards : public PzprInABrowser {};

TEST_P(PublishedBoards, AreSolved) {
  if (published().empty()) GTEST_SKIP() << "EYEHAND_PUBLISHED is not set";
  if (is_left_out()) GTEST_SKIP() << kOnlyWithAll;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(published() / "slitherlink/puzzle-loop"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  const fs::path file = files[GetParam() * 5 % files.size()];
  SCOPED_TRACE(file);
  expect_board_solved(slitherlink::from_slk(published_text(file)));
}

INSTANTIATE_TEST_SUITE_P(PublishedInABrowser, PublishedBoards, testing::Range<std::size_t>(0, 20));

}  // namespace
}  // namespace eyehand::test
