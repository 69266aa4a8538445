// Puzzles that are pages of rules in pzpr, at three window sizes each.
#include <algorithm>
#include <ostream>

#include "solver/model/generate.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct PzprPage {
  const char* skin;
  const char* rules;
  int side;
};

void PrintTo(const PzprPage& page, std::ostream* out) {
  *out << page.skin << " " << page.side << "x" << page.side;
}

namespace {

class PagesInABrowser : public Stage, public testing::WithParamInterface<PzprPage> {
 protected:
  void SetUp() override {
    if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
    pzpr_ = std::make_unique<PzprProgram>(desktop_);
    start(GetParam().skin, pzpr_->show(boards(3 * games_), "480,480"));
  }

  /// In pzpr's own format.
  static std::vector<std::string> boards(int count) {
    const auto rules = std::ranges::find(model::pages(), GetParam().rules, &model::Rules::name);
    std::vector<std::string> urls;
    for (int seed = 1; seed <= count; ++seed) {
      const auto board = model::generate(
          **rules, {GetParam().side, GetParam().side, static_cast<std::uint64_t>(seed)},
          Deadline::after(std::chrono::seconds(30)));
      if (board) urls.push_back(model::write(**rules, *board, true));
    }
    return urls;
  }

  const int games_ = games(5);
  std::unique_ptr<PzprProgram> pzpr_;
};

TEST_P(PagesInABrowser, AreSolvedAtAllSizes) {
  bool is_first = true;
  for (const int size : {480, 250, 950}) {
    SCOPED_TRACE(size);
    resize({size, size});
    ASSERT_EQ(observe().rejection, "");
    recorder_.clear();
    // The solved board of the previous size counts as a game.
    const Played played = play({"--games", std::to_string(is_first ? games_ : games_ + 1)});
    expect_presses_within(expect_solved(played).area);
    EXPECT_EQ(played.clicks(), played.clicks_planned());
    is_first = false;
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, PagesInABrowser,
                         testing::Values(PzprPage{"pzpr-lightup", "lightup", 10},
                                         PzprPage{"pzpr-hitori", "singles", 8},
                                         PzprPage{"pzpr-sudoku", "sudoku", 9}));

}  // namespace
}  // namespace eyehand::test
