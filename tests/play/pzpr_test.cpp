// pzpr in Chromium: boards of the puzzle-loop collection in cells of 24 to 60 px, solved as a fresh
// capture shows, and as pzpr says when it is asked afterwards.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "actuator/input.hpp"
#include "puzzle/slitherlink_text.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const fs::path kModules = EYEHAND_SOURCE "/build/pzpr/node_modules";
const fs::path kBoards = EYEHAND_SHARED "/data/slitherlink/puzzle-loop";

class Pzpr : public Stage, public testing::WithParamInterface<std::size_t> {
 protected:
  Pzpr() : Stage({2560, 1600}) {}
  void SetUp() override {
    for (const char* program : {"chromium", "node"})
      if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
    if (!fs::exists(kModules / "pzpr"))
      GTEST_SKIP() << "pzpr is not there; scripts/fetch-pzpr fetches it";
    if (!fs::exists(kBoards)) GTEST_SKIP() << kBoards << " is not there";
  }

  /// Shows the board in cells of about so many pixels.
  void start_pzpr(const slitherlink::Board& board, int cell_px) {
    server_ = desktop_.launch(
        {"node", EYEHAND_SOURCE "/tests/play/pzpr/serve.js", kModules.string()}, {});
    ASSERT_TRUE(desktop_.eventually([&] { return server_->output().ends_with("\n"); }));
    std::string address = server_->output();
    address.pop_back();
    std::string body = slitherlink::to_pzpr(board);
    body.erase(0, body.find("slither/"));
    const auto shape = board.grid->shape();
    const std::string size = std::to_string((shape->columns + 1) * cell_px + 2) + "," +
                             std::to_string((shape->rows + 1) * cell_px + 2);
    start("pzpr",
          {"chromium", "--app=" + address + "/page.html?" + body, "--window-size=" + size,
           "--force-device-scale-factor=1", "--no-sandbox", "--test-type", "--disable-gpu",
           "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--disable-quic", "--user-data-dir=" + profile_.path().string()});
  }

  /// What pzpr itself says of the board.
  bool is_solved_for_pzpr() {
    Input hand(desktop_.connection(), window());
    hand.aim({.window = info().on_root, .deadline = Deadline()});
    hand.raise({info().on_root.x + 5, info().on_root.y + 5});
    EXPECT_EQ(hand.perform(Key{"F9"}, {}), Outcome::ok);
    desktop_.eventually([&] { return info().title != "pzpr"; });
    return info().title == "pzpr: solved";
  }

 private:
  TempDir profile_;
  std::unique_ptr<Process> server_;
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
  start_pzpr(board, board.grid->shape()->columns > 20 ? 36 : cells[GetParam() % 4]);
  if (HasFatalFailure()) return;

  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  EXPECT_EQ(slitherlink::from_text(before.text).clues, board.clues);
  expect_solved(play());
  EXPECT_TRUE(is_solved_for_pzpr()) << info().title;
}

INSTANTIATE_TEST_SUITE_P(Boards, Pzpr, testing::Range<std::size_t>(0, 20));

}  // namespace
}  // namespace eyehand::test
