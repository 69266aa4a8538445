#include "actuator/slitherlink/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include "puzzle/error.hpp"
#include "tests/contracts/plan.hpp"

namespace eyehand::slitherlink {
namespace {

const Controls kClicks;  // as sgt-loopy
const Controls kDrags{.method = Gestures::drag};

struct Play {
  Board now;
  std::vector<Mark> answer;
  std::vector<ScreenPoint> vertices;
};

/// Squares 40 px a side, drawn anyhow, and any marks as the answer.
Play any_play(int columns, int rows, unsigned seed, bool empty = false) {
  std::mt19937 random(seed);
  Play play{Board::of(Grid::squares(columns, rows)), {}, {}};
  const Grid& grid = *play.now.grid;
  for (int v = 0; v < grid.vertices(); ++v)
    play.vertices.push_back({100 + static_cast<int>(40 * grid.point(v).x),
                             60 + static_cast<int>(40 * grid.point(v).y)});
  for (int e = 0; e < grid.edges(); ++e) {
    if (!empty) play.now.marks[static_cast<std::size_t>(e)] = static_cast<Mark>(random() % 3);
    play.answer.push_back(random() % 2 ? Mark::line : Mark::cross);
  }
  return play;
}

ScreenPoint middle(const Play& play, int e) {
  const auto& edge = play.now.grid->edge(e);
  const auto a = play.vertices[static_cast<std::size_t>(edge.a)];
  const auto b = play.vertices[static_cast<std::size_t>(edge.b)];
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

bool lines_are_right(const Board& board, const std::vector<Mark>& answer) {
  for (std::size_t e = 0; e < answer.size(); ++e)
    if ((board.marks[e] == Mark::line) != (answer[e] == Mark::line)) return false;
  return true;
}

/// What the program makes of the clicks.
Board after_clicks(const Play& play, const Plan& plan, const Controls& controls) {
  Board board = play.now;
  for (const Gesture& gesture : plan) {
    const Click click = std::get<Click>(gesture);
    EXPECT_EQ(click.button, controls.line_button);
    int edge = -1;
    for (int e = 0; e < board.grid->edges(); ++e)
      if (middle(play, e) == click.at) edge = e;
    if (edge < 0) {
      ADD_FAILURE() << "a click beside the edges";
      continue;
    }
    auto& mark = board.marks[static_cast<std::size_t>(edge)];
    mark = mark == Mark::unknown ? controls.unknown_becomes
           : mark == Mark::line  ? controls.line_becomes
                                 : controls.cross_becomes;
  }
  return board;
}

TEST(PlanSlitherlinkClicks, LeadToTheAnswerInTheFewestClicks) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Play play = any_play(7, 5, seed);
    const Plan plan = slitherlink::plan(play.now, play.answer, play.vertices, kClicks);
    EXPECT_TRUE(lines_are_right(after_clicks(play, plan, kClicks), play.answer));
    std::size_t fewest = 0;
    for (std::size_t e = 0; e < play.answer.size(); ++e) {
      const bool is_line = play.now.marks[e] == Mark::line;
      const bool wanted = play.answer[e] == Mark::line;
      if (is_line != wanted) fewest += play.now.marks[e] == Mark::cross ? 2 : 1;
    }
    EXPECT_EQ(plan.size(), fewest);
  }
}

TEST(PlanSlitherlinkClicks, ObeyTheControls) {
  // From nothing to line to cross to nothing, with the right button.
  const Controls round{.line_button = 3, .line_becomes = Mark::cross};
  const Play play = any_play(6, 6, 1);
  const Plan plan = slitherlink::plan(play.now, play.answer, play.vertices, round);
  const Board after = after_clicks(play, plan, round);
  EXPECT_TRUE(lines_are_right(after, play.answer));
  for (std::size_t e = 0; e < play.answer.size(); ++e)
    if (play.now.marks[e] == Mark::line && play.answer[e] != Mark::line) {
      EXPECT_EQ(after.marks[e], Mark::cross);  // one click is enough
    }
}

TEST(PlanSlitherlink, FulfilsTheContract) {
  const Play play = any_play(6, 5, 3);
  Board solved = play.now;
  solved.marks = play.answer;
  for (const Controls& controls : {kClicks, kDrags})
    test::expect_planner(play.now, solved, play.vertices,
                         [&](const Board& now, std::span<const ScreenPoint> where) {
                           return plan(now, play.answer, where, controls);
                         });
}

TEST(PlanSlitherlinkClicks, TravelIsShort) {
  const Play play = any_play(25, 25, 5, true);
  const Plan plan = slitherlink::plan(play.now, play.answer, play.vertices, kClicks);
  double travel = 0;
  for (std::size_t i = 1; i < plan.size(); ++i) {
    const auto a = std::get<Click>(plan[i - 1]).at, b = std::get<Click>(plan[i]).at;
    travel += std::hypot(a.x - b.x, a.y - b.y);
  }
  // Next edges are 28 px apart, and about half of the edges are wanted.
  EXPECT_LT(travel, 1.6 * 28.3 * static_cast<double>(plan.size()));
}

TEST(PlanSlitherlinkClicks, ImpossiblePlansAreRefused) {
  const Play play = any_play(4, 4, 1);
  const auto few = std::span(play.vertices).first(3);
  EXPECT_THROW(plan(play.now, play.answer, few, kClicks), Error);
  EXPECT_THROW(plan(play.now, std::vector<Mark>(3), play.vertices, kClicks), Error);
  // A program in which a click on a line does nothing.
  EXPECT_THROW(plan(play.now, play.answer, play.vertices, {.line_becomes = Mark::line}), Error);
}

/// What the program makes of the drags; counts the edges that were gone along.
Board after_drags(const Play& play, const Plan& plan, std::size_t& edges) {
  Board board = play.now;
  std::map<std::pair<int, int>, int> vertex_at;
  for (int v = 0; v < board.grid->vertices(); ++v) {
    const auto p = play.vertices[static_cast<std::size_t>(v)];
    vertex_at[{p.x, p.y}] = v;
  }
  for (const Gesture& gesture : plan) {
    const Drag& drag = std::get<Drag>(gesture);
    std::vector<ScreenPoint> way = {drag.from};
    way.insert(way.end(), drag.via.begin(), drag.via.end());
    way.push_back(drag.to);
    std::optional<Mark> becomes;
    for (std::size_t i = 1; i < way.size(); ++i) {
      const int a = vertex_at.at({way[i - 1].x, way[i - 1].y});
      const int b = vertex_at.at({way[i].x, way[i].y});
      for (const int e : board.grid->edges_of_vertex(a)) {
        if (board.grid->edge(e).a != b && board.grid->edge(e).b != b) continue;
        auto& mark = board.marks[static_cast<std::size_t>(e)];
        if (!becomes) becomes = mark == Mark::line ? Mark::unknown : Mark::line;
        mark = *becomes;
        ++edges;
      }
    }
  }
  return board;
}

TEST(PlanSlitherlinkDrags, LeadToTheAnswerAlongEachWrongEdgeOnce) {
  for (const int longest : {1, 2, 5, 1000})
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Play play = any_play(7, 5, seed);
      Controls controls = kDrags;
      controls.drag_edges = longest;
      const Plan plan = slitherlink::plan(play.now, play.answer, play.vertices, controls);
      std::size_t edges = 0, wrong = 0;
      EXPECT_TRUE(lines_are_right(after_drags(play, plan, edges), play.answer));
      for (std::size_t e = 0; e < play.answer.size(); ++e)
        wrong += (play.now.marks[e] == Mark::line) != (play.answer[e] == Mark::line);
      EXPECT_EQ(edges, wrong);
      EXPECT_GE(plan.size() * static_cast<std::size_t>(longest), wrong);
      for (const auto& gesture : plan)
        EXPECT_LE(std::get<Drag>(gesture).via.size(), static_cast<std::size_t>(longest - 1));
      if (longest == 1) {
        EXPECT_EQ(plan.size(), wrong);
      }
    }
}

TEST(PlanSlitherlinkDrags, ALoopIsOneDrag) {
  Play play = any_play(3, 3, 0, true);
  std::fill(play.answer.begin(), play.answer.end(), Mark::cross);
  const auto face = play.now.grid->edges_of_face(4);
  for (const int e : face) play.answer[static_cast<std::size_t>(e)] = Mark::line;
  const Plan one = plan(play.now, play.answer, play.vertices, kDrags);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(std::get<Drag>(one[0]).via.size(), 3U);
  EXPECT_EQ(std::get<Drag>(one[0]).from, std::get<Drag>(one[0]).to);
  // Half of it is there already: the other half is one drag from end to end.
  play.now.marks[static_cast<std::size_t>(face[0])] = Mark::line;
  play.now.marks[static_cast<std::size_t>(face[1])] = Mark::line;
  const Plan half = plan(play.now, play.answer, play.vertices, kDrags);
  ASSERT_EQ(half.size(), 1U);
  EXPECT_EQ(std::get<Drag>(half[0]).via.size(), 1U);
}

TEST(PlanSlitherlinkDrags, ErasesBeforeItDraws) {
  const Play play = any_play(9, 9, 4);
  bool draws = false;
  for (const auto& gesture : plan(play.now, play.answer, play.vertices, kDrags)) {
    const Drag& drag = std::get<Drag>(gesture);
    const ScreenPoint next = drag.via.empty() ? drag.to : drag.via.front();
    const ScreenPoint first{(drag.from.x + next.x) / 2, (drag.from.y + next.y) / 2};
    for (int e = 0; e < play.now.grid->edges(); ++e)
      if (middle(play, e) == first) {
        const bool is_line = play.now.marks[static_cast<std::size_t>(e)] == Mark::line;
        EXPECT_FALSE(is_line && draws);
        draws = draws || !is_line;
      }
  }
  EXPECT_TRUE(draws);
}

}  // namespace
}  // namespace eyehand::slitherlink
