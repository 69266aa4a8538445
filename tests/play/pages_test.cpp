// Programs of Simon Tatham's collection that are read, solved and played by pages of rules and
// skins, with no code for any of them.
#include <algorithm>
#include <ostream>

#include "process/find_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

struct Boards {
  const char* program;
  const char* parameters;  ///< as the program takes them
};

void PrintTo(const Boards& boards, std::ostream* out) {
  *out << boards.program << ' ' << boards.parameters;
}

class PageProgram : public Stage, public testing::WithParamInterface<std::tuple<Boards, double>> {
 protected:
  void SetUp() override {
    const auto& [program, parameters] = std::get<Boards>(GetParam());
    if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
    start(program, {program, parameters});
  }
};

TEST_P(PageProgram, EveryBoardIsSolvedAtEverySize) {
  const double scale = std::get<double>(GetParam());
  if (scale != 1) {
    const x11::Size size = info().on_root.size();
    resize({static_cast<int>(size.width * scale), static_cast<int>(size.height * scale)});
  }
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const int count = std::max(2, effort(10));
  const Played played = play({"--games", std::to_string(count)});
  const Sighting now = expect_solved(played);
  EXPECT_EQ(played.clicks(), played.clicks_planned());  // keys too
  expect_presses_within(now.area);
  EXPECT_EQ(played.games.size(), static_cast<std::size_t>(count));
  for (const auto& game : played.games) EXPECT_EQ(game.at("result"), "solved");
}

INSTANTIATE_TEST_SUITE_P(
    Programs, PageProgram,
    testing::Combine(testing::Values(Boards{"sgt-lightup", "10x10b20s4d1"},
                                     Boards{"sgt-tents", "10x10de"},
                                     Boards{"sgt-unruly", "10x10dn"},
                                     Boards{"sgt-singles", "8x8dk"}, Boards{"sgt-pattern", "10x10"},
                                     Boards{"sgt-solo", "3x3db"}, Boards{"sgt-towers", "6de"},
                                     Boards{"sgt-range", "9x6"}, Boards{"sgt-mosaic", "10x10"}),
                     testing::Values(0.7, 1.0, 1.6)),
    [](const auto& each) {
      std::string name = std::get<0>(each.param).program;
      name = name.substr(name.find('-') + 1) + "At";
      return name + std::to_string(static_cast<int>(100 * std::get<1>(each.param)));
    });

}  // namespace
}  // namespace eyehand::test
