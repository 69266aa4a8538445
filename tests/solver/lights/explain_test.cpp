// Every press of a solution of Lights Out follows from the lights that it is explained by, and from
// no fewer.
#include "solver/lights/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/generate.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::lights {
namespace {

constexpr std::size_t kMostTiles = 100;

/// The rules as equations over GF(2): a light changes as often as a tile that flips it is pressed.
/// Searches take exponentially long to refute such equations, so that this is verified by algebra
/// of its own; on small boards the model agrees.
class Equations {
 public:
  explicit Equations(const Board& board) : lights_(board.size()) {
    for (std::size_t tile = 0; tile < board.size(); ++tile)
      for (const int light : board.flips[tile]) lights_[at(light)].set(tile);
    for (std::size_t light = 0; light < board.size(); ++light)
      lights_[light].set(kMostTiles, board.lit[light] != 0);
  }

  /// Whether the tile must be pressed, or must not be, because of these lights alone.
  bool follows(int tile, bool is_pressed, const std::vector<int>& lights) const {
    Row opposite;
    opposite.set(at(tile));
    opposite.set(kMostTiles, !is_pressed);
    std::vector<std::pair<std::size_t, Row>> reduced;  // with the first tile of each
    const auto add = [&](Row row) {
      for (const auto& [first, other] : reduced)
        if (row.test(first)) row ^= other;
      std::size_t first = 0;
      while (!row.test(first)) {
        if (++first > kMostTiles) return true;  // 0 = 0
      }
      if (first == kMostTiles) return false;  // 0 = 1
      reduced.emplace_back(first, row);
      return true;
    };
    if (!add(opposite)) return true;
    return !std::ranges::all_of(lights, [&](int light) { return add(lights_[at(light)]); });
  }

 private:
  using Row = std::bitset<kMostTiles + 1>;  // the last is the constant
  std::vector<Row> lights_;
};

TEST(LightsExplain, GivesEachPressJustTheLightsItNeeds) {
  Random random(1);
  int explained = 0, large = 0, open = 0;
  for (int i = effort(200); i > 0; --i) {
    constexpr Shape kShapes[] = {Shape::plus, Shape::plus, Shape::random, Shape::dense};
    const Board board = generate({.width = 2 + static_cast<int>(random.below(9)),
                                  .height = 2 + static_cast<int>(random.below(9)),
                                  .shape = kShapes[random.below(4)],
                                  .wrapping = random.chance(0.2),
                                  .seed = random.next()});
    SCOPED_TRACE(to_game_id(board));
    const Equations equations(board);
    constexpr std::size_t kSmall = 16;
    const auto description = describe(board);
    std::optional<model::StepVerifier> model;
    if (board.size() <= kSmall) model.emplace(description->model);
    const Solution solution = solve(board);
    const std::vector<int> presses(solution.presses.begin(), solution.presses.end());
    Board played = board;
    std::vector<std::uint8_t> is_decided(board.size(), 0);
    std::string several;
    const Trace trace = [&](const Deduction& words) {
      if (words.rule == model::several_solutions("").rule) several = words.what;
      if (words.rule == "choice") {
        EXPECT_NE(several, "");
        EXPECT_TRUE(presses[at(words.decided.at(0))]);
        press(played, words.decided[0]);
      }
      if (words.reasons.empty()) return;
      ASSERT_EQ(words.decided.size(), 1U);
      const int tile = words.decided[0];
      EXPECT_TRUE(equations.follows(tile, true, words.reasons)) << words.what;
      for (std::size_t r = 0; r < words.reasons.size(); ++r)
        EXPECT_FALSE(equations.follows(tile, true, model::without(words.reasons, r))) << words.what;
      if (model) model->expect_right({words.reasons, {}, {{tile, 1, true}}}, presses, words.what);
      press(played, tile);
      is_decided[at(tile)] = 1;
      ++explained;
    };
    solve(board, {.trace = &trace});
    std::vector<int> all(board.size());
    std::iota(all.begin(), all.end(), 0);
    std::size_t differing = 0;
    for (const int tile : all) {
      const bool must = equations.follows(tile, true, all);
      EXPECT_EQ(is_decided[at(tile)], must) << "tile " << tile;
      differing += !must && !equations.follows(tile, false, all);
    }
    EXPECT_TRUE(is_solved(played));
    EXPECT_EQ(several, differing == 0
                           ? ""
                           : model::several_solutions(model::counted(differing, "tile")).what);
    large += board.size() > 50;
    open += differing > 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(explained, effort(200));
  EXPECT_GT(large, 0);
  EXPECT_GT(open, 0);
}

}  // namespace
}  // namespace eyehand::lights
