#include "actuator/hexiom/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/contracts/plan.hpp"

namespace eyehand::hexiom {
namespace {

std::vector<ScreenPoint> places(const Board& board) {
  const Hexagon hexagon(board.side);
  std::vector<ScreenPoint> points;
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto middle = hexagon.middle(cell);
    points.push_back(
        {500 + static_cast<int>(40 * middle.x), 500 + static_cast<int>(40 * middle.y)});
  }
  return points;
}

struct Play {
  Board now;
  std::vector<Cell> answer;
};

/// Pieces 0 to `most` on that many cells of ten, some locked, and the same in other places.
Play any_play(int side, int filled_of_ten, int most, unsigned seed) {
  std::mt19937 random(seed);
  Play play{Board::make(side), {}};
  std::vector<std::size_t> loose;
  for (std::size_t i = 0; i < play.now.cells.size(); ++i) {
    if (static_cast<int>(random() % 10) < filled_of_ten)
      play.now.cells[i] = static_cast<Cell>(random() % static_cast<unsigned>(most + 1));
    play.now.locked[i] = random() % 8 == 0;
    if (!play.now.locked[i]) loose.push_back(i);
  }
  play.answer = play.now.cells;
  for (std::size_t i = loose.size(); i > 1; --i)
    std::swap(play.answer[loose[i - 1]], play.answer[loose[random() % i]]);
  return play;
}

/// What the program makes of the drags.
std::vector<Cell> after(const Board& board, const Plan& plan, int button) {
  const auto where = places(board);
  const auto cell_at = [&](ScreenPoint p) {
    const auto found = std::find(where.begin(), where.end(), p);
    EXPECT_NE(found, where.end());
    return static_cast<std::size_t>(found - where.begin());
  };
  std::vector<Cell> cells = board.cells;
  for (const Gesture& gesture : plan) {
    const Drag drag = std::get<Drag>(gesture);
    EXPECT_EQ(drag.button, button);
    const auto from = cell_at(drag.from), to = cell_at(drag.to);
    EXPECT_TRUE(is_piece(cells[from]));
    EXPECT_FALSE(board.locked[from] || board.locked[to]);
    std::swap(cells[from], cells[to]);
  }
  return cells;
}

/// No plan can do with fewer: cells that hold a and want b are edges from a to b, a cycle of k
/// edges takes k - 1 drags, and all cycles but those of two have at least three edges.
int drags_at_least(const Board& now, const std::vector<Cell>& answer) {
  std::map<std::pair<Cell, Cell>, int> edges;
  int all = 0, pairs = 0;
  for (std::size_t i = 0; i < answer.size(); ++i)
    if (answer[i] != now.cells[i]) ++all, ++edges[{now.cells[i], answer[i]}];
  for (const auto& [edge, count] : edges)
    if (edge.first < edge.second) {
      const auto back = edges.find({edge.second, edge.first});
      if (back != edges.end()) pairs += std::min(count, back->second);
    }
  return all - pairs - (all - 2 * pairs) / 3;
}

TEST(PlanHexiom, DragsMakeTheAnswer) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Play play = any_play(1 + static_cast<int>(seed % 8), 6, 6, seed);
    const auto drags = plan(play.now, play.answer, places(play.now), {.button = 3});
    EXPECT_EQ(after(play.now, drags, 3), play.answer);
    EXPECT_EQ(drags.size(), static_cast<std::size_t>(drags_needed(play.now, play.answer)));
    EXPECT_LE(drags_at_least(play.now, play.answer), drags_needed(play.now, play.answer));
  }
}

TEST(PlanHexiom, FulfilsTheContract) {
  const Play play = any_play(4, 6, 6, 1);
  Board solved = play.now;
  solved.cells = play.answer;
  test::expect_planner(play.now, solved, places(solved),
                       [&](const Board& now, std::span<const ScreenPoint> where) {
                         return plan(now, play.answer, where, {});
                       });
}

/// The distance of every arrangement from the first, by trying all drags there are.
std::map<std::vector<Cell>, int> all_within_reach(const Board& board) {
  std::map<std::vector<Cell>, int> distance = {{board.cells, 0}};
  std::vector<std::vector<Cell>> last = {board.cells}, next;
  for (int drags = 1; !last.empty(); ++drags, last.swap(next), next.clear())
    for (auto cells : last)
      for (std::size_t a = 0; a < cells.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
          if (board.locked[a] || board.locked[b] || cells[a] == cells[b]) continue;
          std::swap(cells[a], cells[b]);
          if (distance.emplace(cells, drags).second) next.push_back(cells);
          std::swap(cells[a], cells[b]);
        }
  return distance;
}

TEST(PlanHexiom, NoOtherDragsAreFewer) {
  int compared = 0;
  for (const char* text : {"2\n  0 1\n 2 3 4\n  5 6\n", "2\n  0 1\n 2 . 2\n  1 0\n",
                           "2\n  . 1\n 2 3 4\n  1 .\n", "2\n +1 1\n 2 3 .\n  1 .\n"}) {
    const Board board = from_text(text);
    for (const auto& [cells, drags] : all_within_reach(board)) {
      EXPECT_EQ(drags_needed(board, cells), drags);
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000);
}

/// By trying all cycles: the most that a list of edges can be parted into.
int most_cycles(std::vector<std::pair<int, int>> edges) {
  if (edges.empty()) return 0;
  int best = 0;
  const auto walk = [&](auto&& self, std::vector<std::pair<int, int>> rest, int from,
                        int here) -> void {
    if (here == from) {
      best = std::max(best, 1 + most_cycles(rest));
      return;
    }
    for (std::size_t i = 0; i < rest.size(); ++i)
      if (rest[i].first == here &&
          (i == 0 || rest[i] != rest[i - 1])) {  // the list is sorted: each kind once
        auto less = rest;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        self(self, less, from, rest[i].second);
      }
  };
  auto rest = edges;
  rest.erase(rest.begin());
  walk(walk, rest, edges[0].first, edges[0].second);
  return best;
}

TEST(PlanHexiom, EqualPiecesGoWhereItCostsLeast) {
  int compared = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Play play = any_play(3, 8, 4, seed);
    std::vector<std::pair<int, int>> edges;
    for (std::size_t i = 0; i < play.answer.size(); ++i)
      if (play.now.cells[i] != play.answer[i])
        edges.emplace_back(play.now.cells[i], play.answer[i]);
    std::sort(edges.begin(), edges.end());
    if (edges.size() > 13) continue;
    EXPECT_EQ(drags_needed(play.now, play.answer),
              static_cast<int>(edges.size()) - most_cycles(edges));
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

TEST(PlanHexiom, RefusesAnswersOfOtherBoards) {
  const Play play = any_play(3, 6, 6, 1);
  auto other = play.answer;
  other[0] = other[0] == 3 ? Cell{2} : Cell{3};
  EXPECT_THROW(plan(play.now, other, places(play.now), {}), Error);
}

}  // namespace
}  // namespace eyehand::hexiom
