// Programs that no skin describes, drawn at random by the zoo: `eyehand play` learns them first.
// What the page reports itself is compared with what was played; scripts/zoo does so for more
// looks.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "tests/play/stage.hpp"
#include "tests/play/zoo_program.hpp"

namespace eyehand::test {
namespace {

struct RandomProgram {
  const char* game;
  int seed;
};
void PrintTo(const RandomProgram& look, std::ostream* out) {
  *out << look.game << " " << look.seed;
}

class LearnZoo : public Stage, public testing::WithParamInterface<RandomProgram> {};

TEST_P(LearnZoo, LooksAreLearnedAndThenPlayed) {
  if (const auto what = ZooProgram::missing(); !what.empty()) GTEST_SKIP() << what;
  const auto& [game, seed] = GetParam();
  const std::string title = fmt::format("Zoo {} {}", game, seed);
  const ZooProgram zoo(desktop_);
  const auto browser = desktop_.launch(
      zoo.show(fmt::format("game={}&seed={}&window=app&win=dialog&dialogButton=again&newGame=key"
                           "&dialogCloses=button",
                           game, seed)));
  const auto count = [&](const char* type) {
    return std::ranges::count_if(zoo.truth(), [&](const auto& e) { return e.at("type") == type; });
  };
  ASSERT_TRUE(desktop_.eventually([&] { return count("new") > 0; }, std::chrono::seconds(60)));
  desktop_.wait_for_window({.title_part = title});  // the browser shows the title after the page
  const Played played = play({"--window", title, "--game", game, "--games", "2"});
  EXPECT_EQ(played.code, 0) << played.err;
  ASSERT_EQ(played.games.size(), 2U) << played.err;
  for (const auto& each : played.games) EXPECT_EQ(each.at("result"), "solved") << each;
  expect_nothing_held();
  // Learning may win a game, too.
  EXPECT_GE(count("won"), 2) << played.err;
}

const auto kLookName = [](const auto& look) {
  return std::string(look.param.game) + std::to_string(look.param.seed);
};

INSTANTIATE_TEST_SUITE_P(, LearnZoo,
                         testing::Values(RandomProgram{"lights", 20030}, RandomProgram{"net", 6},
                                         RandomProgram{"net", 314}, RandomProgram{"panel", 1},
                                         RandomProgram{"slitherlink", 7}),
                         kLookName);

}  // namespace
}  // namespace eyehand::test
