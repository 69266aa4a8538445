// Saved games of Simon Tatham's collection with the solver's moves, opened by its programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "player/games.hpp"
#include "process/temp_folder.hpp"
#include "solver/trace.hpp"
#include "tests/play/stage.hpp"
#include "tests/vision/sgt_program.hpp"

namespace eyehand::test {
namespace {

/// The saved game of a puzzle's solution, and the number of its moves.
std::pair<std::string, int> saved(const Game& game, const std::string& id) {
  std::vector<int> order;
  const Trace trace = [&](const Deduction& step) {
    order.insert(order.end(), step.decided.begin(), step.decided.end());
  };
  TextOptions options;
  options.trace = &trace;
  const std::string text = game.saved(id, game.solve(id, options), order);
  int moves = 0;
  for (std::size_t at = text.find("\nMOVE"); at != std::string::npos;
       at = text.find("\nMOVE", at + 1))
    ++moves;
  return {text, moves};
}

struct Program {
  const char* name;
  const char* parameters;
};
void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

class SavedGames : public testing::TestWithParam<Program> {};

TEST_P(SavedGames, EndWithTheSolution) {
  const SgtProgram program(GetParam().name);
  if (!program.is_installed()) GTEST_SKIP() << GetParam().name << " is not installed";
  const Game& game = game_named(program.skin().game);
  const TempFolder folder;
  const auto file = folder.path() / "saved";
  int boards = 0, refused = 0;
  for (const std::string& id : program.generate(GetParam().parameters, std::max(3, effort(20)))) {
    SCOPED_TRACE(id);
    const auto [begun, moves] = saved(game, id);
    std::string text = begun;
    ASSERT_GT(moves, 0);
    const auto seen = [&] {
      std::ofstream(file) << text;
      return game.begin(program.skin())->observe(program.draw({file}, 40));
    };
    const Observation first = seen();
    EXPECT_EQ(first.rejection, "");
    EXPECT_FALSE(first.solved);
    const std::string begin = "STATEPOS:1:1\n", all = std::to_string(moves + 1);
    text.replace(text.find(begin), begin.size(),
                 "STATEPOS:" + std::to_string(all.size()) + ':' + all + '\n');
    const Observation last = seen();
    EXPECT_TRUE(last.solved || !last.accepted()) << text;
    ++boards;
    refused += !last.accepted();
  }
  // Of triangles full of lines and crosses, it refuses many.
  EXPECT_LE(refused * 3, boards * 2) << "the reader refuses too many of the solved boards";
}

INSTANTIATE_TEST_SUITE_P(
    , SavedGames,
    testing::Values(
        Program{"sgt-net", "7x7"}, Program{"sgt-loopy", "7x5t0"}, Program{"sgt-loopy", "4x3t1"},
        Program{"sgt-loopy", "4x4t2"}, Program{"sgt-loopy", "4x4t3"}, Program{"sgt-loopy", "4x5t4"},
        Program{"sgt-loopy", "3x4t5"}, Program{"sgt-loopy", "4x4t6"}, Program{"sgt-loopy", "3x3t7"},
        Program{"sgt-loopy", "2x3t8"}, Program{"sgt-loopy", "3x4t9"},
        Program{"sgt-loopy", "3x3t10"}, Program{"sgt-loopy", "2x3t13"},
        Program{"sgt-loopy", "4x4t14"}, Program{"sgt-loopy", "3x3t15"}, Program{"sgt-flip", "5x5c"},
        Program{"sgt-flip", "4x4r"}, Program{"sgt-lightup", "7x7"}, Program{"sgt-tents", "8x8"},
        Program{"sgt-unruly", "8x8"}, Program{"sgt-singles", "6x6"},
        Program{"sgt-pattern", "10x10"}, Program{"sgt-solo", "3x3"}, Program{"sgt-towers", "5"},
        Program{"sgt-range", "7x7"}, Program{"sgt-mosaic", "7x7"}),
    [](const auto& program) {
      std::string name = std::string(program.param.name) + program.param.parameters;
      std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
      return name;
    });

class SavedGame : public Stage {};

TEST_F(SavedGame, IsPlayedByRedoing) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const TempFolder folder;
  const auto file = folder.path() / "saved";
  const auto [text, moves] = saved(game_named("net"), SgtProgram("sgt-net").generate("5x5", 1)[0]);
  std::ofstream(file) << text;
  start("sgt-net", {"sgt-net", file});
  EXPECT_FALSE(observe().solved);
  for (int i = 0; i < moves; ++i) tap_key(desktop_.connection(), "r");
  EXPECT_TRUE(desktop_.eventually([&] { return observe().solved; }));
}

}  // namespace
}  // namespace eyehand::test
