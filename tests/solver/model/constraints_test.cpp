// Each constraint, compared with trying all assignments.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "solver/model/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::model {
namespace {

class AnyModel {
 public:
  AnyModel(int width, int height, int values = 2)
      : values_(values), board_(width, height), model_(board_, 0, values) {}

  int values_;
  Board board_;
  Model model_;
  Literals black_ = model_.marked(1);

  /// Compares the solutions with all marks that are right.
  template <class IsRight>
  void expect(IsRight&& is_right) {
    std::set<std::vector<int>> found, wanted;
    for (Solutions solutions(model_); const auto marks = solutions.next();)
      ASSERT_TRUE(found.insert(*marks).second);
    std::vector<int> marks(at(board_.cells()), 0);
    for (std::size_t cell = 0; cell < marks.size();) {
      if (is_right(marks)) wanted.insert(marks);
      for (cell = 0; cell < marks.size() && ++marks[cell] == values_; ++cell) marks[cell] = 0;
    }
    EXPECT_EQ(found, wanted);
  }
};

/// The cells of the connected parts of the marked cells.
std::vector<std::vector<int>> parts_of(const Board& board, const std::vector<int>& marks) {
  std::vector<int> seen(marks.size(), 0);
  std::vector<std::vector<int>> parts;
  for (int start = 0; start < board.cells(); ++start) {
    if (!marks[at(start)] || seen[at(start)]) continue;
    std::vector<int> queue = {start};
    seen[at(start)] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const int other : board.beside(queue[i]))
        if (marks[at(other)] && !std::exchange(seen[at(other)], 1)) queue.push_back(other);
    parts.push_back(queue);
  }
  return parts;
}

/// The smallest rectangle around some cells, as text.
std::string shape_of(const Board& board, const std::vector<int>& cells) {
  const auto rows = [&](int c) { return board.row_of(c); };
  const auto columns = [&](int c) { return board.column_of(c); };
  const auto row = std::ranges::minmax(cells, {}, rows);
  const auto column = std::ranges::minmax(cells, {}, columns);
  std::string shape;
  for (int r = rows(row.min); r <= rows(row.max); ++r) {
    if (!shape.empty()) shape += '/';
    for (int c = columns(column.min); c <= columns(column.max); ++c)
      shape += std::ranges::count(cells, board.cell(r, c)) > 0 ? '#' : '.';
  }
  return shape;
}

int below(Random& random, int n) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
}

TEST(Constraints, ConnectedCellsAreThoseOfOnePart) {
  AnyModel it(3, 3);
  it.model_.connected_cells(it.black_);
  it.expect([&](const auto& marks) { return parts_of(it.board_, marks).size() <= 1; });
}

TEST(Constraints, PartsHaveAsManyCellsAsTheyShould) {
  for (int size = 1; size <= 9; ++size) {
    AnyModel it(3, 3);
    it.model_.parts_of_cells(size, it.black_);
    it.expect([&](const auto& marks) {
      return std::ranges::all_of(parts_of(it.board_, marks),
                                 [&](const auto& part) { return part.size() == at(size); });
    });
  }
}

TEST(Constraints, AcyclicEdgesFormAForest) {
  AnyModel it(3, 3);
  Graph graph{it.black_, {}};
  for (int cell = 0; cell < 9; ++cell)
    for (const int other : it.board_.beside(cell))
      if (other > cell) graph.edges.push_back({cell, other, 0});
  it.model_.acyclic(graph);
  it.expect([&](const auto& marks) {
    int nodes = 0, edges = 0;
    for (const int mark : marks) nodes += mark;
    for (const Graph::Edge& edge : graph.edges) edges += marks[at(edge.a)] && marks[at(edge.b)];
    return edges == nodes - static_cast<int>(parts_of(it.board_, marks).size());
  });
}

TEST(Constraints, AutomataCountsSumsAndParitiesHoldWhatTheySay) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(100)); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    AnyModel it(3, 3);
    const auto some = [&] {
      std::vector<int> cells = {0, 1, 2, 3, 4, 5, 6, 7, 8};
      random.shuffle(cells);
      cells.resize(2 + random.below(6));
      return cells;
    };
    const auto sum_of = [](const auto& marks, const std::vector<int>& cells) {
      int sum = 0;
      for (const int cell : cells) sum += marks[at(cell)];
      return sum;
    };
    const std::vector<int> counted = some(), odd = some(), walked = some(), summed = some();
    const int count = static_cast<int>(random.below(4)), total = static_cast<int>(random.below(5));
    const int when = it.black_[random.below(9)];
    it.model_.exactly(count, of(it.black_, counted), when);
    it.model_.odd(of(it.black_, odd));
    // Never two black cells in a row.
    it.model_.accept(
        it.model_.marks(walked),
        {0, [](int, int state, int value) { return state == 1 && value == 1 ? kBlank : value; },
         [](int) { return true; }});
    std::vector<int> factors;
    for (std::size_t i = 0; i < summed.size(); ++i)
      factors.push_back(static_cast<int>(random.below(5)) - 2);
    it.model_.sum(it.model_.marks(summed), total, factors);
    it.expect([&](const auto& marks) {
      if (marks[at(when - it.black_[0])] && sum_of(marks, counted) != count) return false;
      if (sum_of(marks, odd) % 2 == 0) return false;
      for (std::size_t i = 1; i < walked.size(); ++i)
        if (marks[at(walked[i - 1])] && marks[at(walked[i])]) return false;
      int sum = 0;
      for (std::size_t i = 0; i < summed.size(); ++i) sum += factors[i] * marks[at(summed[i])];
      return sum == total;
    });
  }
}

TEST(Constraints, NumbersAreComparedByTheirOrder) {
  for (int values = 2; values <= 6; ++values)
    for (int by = -values; by <= values; ++by)
      for (int least = 1; least < values; ++least) {
        AnyModel it(3, 1, values);
        it.model_.less(it.model_.mark(0), it.model_.mark(1), by);
        it.model_.if_then(it.model_.is_at_least(it.model_.mark(1), least),
                          it.model_.is_at_least(it.model_.mark(2), values - least));
        it.expect([&](const auto& marks) {
          return marks[0] + by <= marks[1] && (marks[1] < least || marks[2] >= values - least);
        });
      }
}

TEST(Constraints, NumbersOfOtherRangesAreCompared) {
  for (int min = -2; min <= 6; ++min) {
    AnyModel it(2, 1, 5);
    const Number between = it.model_.number(min, min + 2);
    it.model_.less(it.model_.mark(0), between);
    it.model_.less(between, it.model_.mark(1));
    it.expect([&](const auto& marks) {
      return std::max(marks[0] + 1, min) <= std::min(marks[1] - 1, min + 2);
    });
  }
}

TEST(Constraints, OrdersBelongToTheirNumbersSentence) {
  const Board board(1, 1);
  Model model(board, 1, 9);
  model.clue("{at} is at least {n}", 0, 4).require(model.is_at_least(model.mark(0), 4));
  for (const Constraint& constraint : model.constraints())
    EXPECT_EQ(constraint.sentence, &constraint == &model.constraints().back() ? 1 : 0);
}

TEST(Constraints, TablesListTheTuplesThatNumbersMayBe) {
  Random random(1);
  for (int i = effort(200); i > 0; --i) {
    AnyModel it(4, 1, 3);
    std::vector<std::vector<int>> tuples;
    for (int n = below(random, 30); n > 0; --n) {
      std::vector<int>& tuple = tuples.emplace_back();
      for (int k = 0; k < 4; ++k) tuple.push_back(below(random, 4));  // 3 is no value
    }
    it.model_.table(it.model_.marks(it.board_.row(0)), tuples);
    it.expect([&](const auto& marks) { return std::ranges::count(tuples, marks) > 0; });
  }
}

TEST(Constraints, ElementsOfArraysAreFoundByTheirIndex) {
  AnyModel it(5, 1, 4);
  const std::vector<Number> array = {it.model_.mark(0), it.model_.number(2, 5), it.model_.mark(1)};
  it.model_.less(array[1], it.model_.mark(2), -1);
  it.model_.element(array, it.model_.mark(3), it.model_.mark(4));
  it.expect([](const auto& marks) {
    const int index = marks[3], value = marks[4];
    if (marks[2] < 1 || index > 2) return false;  // the second element is 2 to marks[2] + 1
    return index == 1 ? value >= 2 && value <= marks[2] + 1 : value == marks[index == 0 ? 0 : 1];
  });
}

TEST(Constraints, OneLoopIsOne) {
  // The edges between the nodes of a square of 3x3 and, in addition, a diagonal.
  const Board nodes(3, 3);
  Graph graph{Literals(9, 0), {{0, 4, 0}}};
  for (int node = 0; node < 9; ++node)
    for (const int other : nodes.beside(node))
      if (other > node) graph.edges.push_back({node, other, 0});
  AnyModel it(static_cast<int>(graph.edges.size()), 1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) graph.edges[e].literal = it.black_[e];
  const Literals visited = it.model_.one_loop(graph);
  it.model_.any({-visited[0], -visited[8]});
  it.expect([&](const auto& marks) {
    std::vector<int> degree(9, 0);
    int lines = 0, joined = 1;
    for (std::size_t e = 0; e < marks.size(); ++e) {
      lines += marks[e];
      degree[at(graph.edges[e].a)] += marks[e];
      degree[at(graph.edges[e].b)] += marks[e];
    }
    if (lines == 0 || (degree[0] && degree[8])) return false;
    for (const int d : degree)
      if (d != 0 && d != 2) return false;
    std::vector<int> reached = {static_cast<int>(std::ranges::find(degree, 2) - degree.begin())};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (std::size_t e = 0; e < marks.size(); ++e) {
        const auto& [a, b, literal] = graph.edges[e];
        if (!marks[e] || (a != reached[i] && b != reached[i])) continue;
        const int other = a == reached[i] ? b : a;
        if (std::ranges::count(reached, other) > 0) continue;
        reached.push_back(other);
        ++joined;
      }
    return joined == lines;
  });
}

TEST(Constraints, OneLoopDoesNotCloseWhileThereAreOtherEdges) {
  // A square and a triangle, joined by two edges.
  const std::vector<std::pair<int, int>> ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5},
                                                 {5, 6}, {6, 4}, {0, 4}, {3, 5}};
  AnyModel it(static_cast<int>(ends.size()), 1);
  Graph graph{Literals(7, 0), {}};
  for (std::size_t e = 0; e < ends.size(); ++e)
    graph.edges.push_back({ends[e].first, ends[e].second, it.black_[e]});
  it.model_.one_loop(graph);
  Compiled compiled(it.model_);
  sat::Engine& engine = compiled.engine();
  for (const int e : {0, 1, 2}) engine.add({it.black_[at(e)]});
  EXPECT_TRUE(engine.propagate_all());
  EXPECT_EQ(engine.value(it.black_[3]), 0);
  engine.add({it.black_[5]});
  EXPECT_TRUE(engine.propagate_all());
  EXPECT_EQ(engine.value(it.black_[3]), -1);
  EXPECT_EQ(engine.value(it.black_[4]), -1);
}

TEST(Constraints, OneLoopHoldsOnlyAsLongAsItsSentence) {
  AnyModel it(6, 1);
  const std::vector<int>& line = it.black_;
  it.model_.because("there is one loop")
      .one_loop({Literals(6, 0),
                 {{0, 1, line[0]},
                  {1, 2, line[1]},
                  {2, 0, line[2]},
                  {3, 4, line[3]},
                  {4, 5, line[4]},
                  {5, 3, line[5]}}});
  Compiled compiled(it.model_, true);
  sat::Literals assumed = line;  // two triangles
  EXPECT_EQ(compiled.engine().solve({}, assumed), Outcome::yes);
  assumed.push_back(compiled.holds(0));
  EXPECT_EQ(compiled.engine().solve({}, assumed), Outcome::no);
  EXPECT_GT(std::ranges::count(compiled.engine().failed(), compiled.holds(0)), 0);
}

TEST(Constraints, PartsHaveGivenShapes) {
  const std::vector<std::vector<std::string>> orientations = {
      {"##", "#/#"},
      {"##/#.", "##/.#", "#./##", ".#/##"},
      {"##./.##", ".##/##.", "#./##/.#", ".#/##/#."}};
  for (const bool turned : {false, true}) {
    AnyModel it(4, 3);
    std::vector<std::string_view> shapes;
    for (const auto& shape : orientations) shapes.push_back(shape[0]);
    const auto placements = it.model_.parts_of_shapes(shapes, turned, it.black_);
    it.model_.at_most(1, placements[0]);
    it.expect([&](const auto& marks) {
      int dominoes = 0;
      for (const auto& part : parts_of(it.board_, marks)) {
        const std::string shape = shape_of(it.board_, part);
        dominoes += part.size() == 2;
        if (std::ranges::none_of(orientations, [&](const auto& all) {
              return turned ? std::ranges::count(all, shape) > 0 : all[0] == shape;
            }))
          return false;
      }
      return dominoes <= 1;
    });
  }
}

TEST(Constraints, PartsAreEqual) {
  for (const bool turned : {false, true}) {
    AnyModel it(4, 4);
    it.model_.equal_parts_of_cells(turned, it.black_);
    it.expect([&](const auto& marks) {
      std::set<std::string> shapes;
      for (const auto& part : parts_of(it.board_, marks)) {
        std::set<std::string> all = {shape_of(it.board_, part)};
        for (int i = 0; turned && i < 8; ++i) {
          std::vector<int> cells;
          for (const int cell : part) {
            int row = it.board_.row_of(cell), column = it.board_.column_of(cell);
            if (i & 1) row = 3 - row;
            if (i & 2) column = 3 - column;
            if (i & 4) std::swap(row, column);
            cells.push_back(it.board_.cell(row, column));
          }
          all.insert(shape_of(it.board_, cells));
        }
        shapes.insert(*all.begin());
      }
      return shapes.size() <= 1;
    });
  }
}

TEST(Constraints, EqualPartsMayBePartedByEdges) {
  AnyModel it(3, 2);
  Graph graph{Literals(6, 0), {}};
  for (int cell = 0; cell < 6; ++cell)
    for (const int other : it.board_.beside(cell))
      if (other > cell) graph.edges.push_back({cell, other, it.model_.fresh()});
  it.model_.equal_parts(graph, true);
  for (unsigned joined = 0; joined < 1U << graph.edges.size(); ++joined) {
    sat::Literals edges;
    std::vector<int> parts = {0, 1, 2, 3, 4, 5};
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const Graph::Edge& edge = graph.edges[e];
      const bool is_joined = joined >> e & 1U;
      edges.push_back(is_joined ? edge.literal : -edge.literal);
      if (is_joined) std::ranges::replace(parts, int(parts[at(edge.a)]), int(parts[at(edge.b)]));
    }
    std::set<std::string> shapes;
    for (const int part : parts) {
      std::vector<int> cells;
      for (int cell = 0; cell < 6; ++cell)
        if (parts[at(cell)] == part) cells.push_back(cell);
      shapes.insert(cells.size() < 3 ? std::to_string(cells.size()) : shape_of(it.board_, cells));
    }
    // The other triples of cells are bent, all in the same way.
    if (std::erase_if(shapes, [](const auto& shape) { return shape.size() == 5; }) > 0)
      shapes.insert("bent");
    Compiled compiled(it.model_);
    EXPECT_EQ(compiled.engine().solve({}, edges) == Outcome::yes, shapes.size() == 1) << joined;
  }
}

}  // namespace
}  // namespace eyehand::model
