#include "puzzle/model/model.hpp"

#include <algorithm>
#include <utility>

#include "puzzle/model/shape.hpp"

namespace eyehand::model {

Literals of(const Literals& literals, std::span<const int> cells) {
  Literals some;
  for (const int cell : cells) some.push_back(literals[at(cell)]);
  return some;
}

Literals negated(const Literals& literals) {
  Literals inverse;
  for (const int literal : literals) inverse.push_back(-literal);
  return inverse;
}

Model::Model(const Board& board, int min, int values) : board_(board) {
  for (int c = 0; c < board.cells(); ++c) {
    if (values > 2) because("{at} has exactly one number", c);
    marks_.push_back(number(min, min + values - 1));
  }
}

Number Model::number(int min, int max) {
  const Number number{min, max - min + 1, variables_ + 1, sentence_};
  if (number.size == 2) {
    fresh();
    return number;
  }
  variables_ += number.size;
  Literals all;
  for (int v = min; v <= max; ++v) all.push_back(number.is(v));
  exactly(1, all);
  return number;
}

Literals Model::marked(int value) const {
  Literals literals;
  for (const Number& mark : marks_) literals.push_back(mark.is(value));
  return literals;
}

std::vector<Number> Model::marks(std::span<const int> cells) const {
  std::vector<Number> some;
  for (const int cell : cells) some.push_back(mark(cell));
  return some;
}

Model& Model::because(std::string_view text, int place, int number) {
  sentences_.push_back({text, place, number, false});
  sentence_ = static_cast<int>(sentences_.size()) - 1;
  return *this;
}

Model& Model::clue(std::string_view text, int place, int number) {
  because(text, place, number);
  sentences_.back().is_clue = true;
  return *this;
}

void Model::add(Constraint::Kind kind, std::span<const int> literals, int number, int when) {
  const int first = static_cast<int>(literals_.size());
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  constraints_.push_back({kind, first, static_cast<int>(literals.size()), number, when, sentence_});
}

void Model::add(Constraint::Kind kind, Graph graph) {
  Literals literals;
  for (const int node : graph.nodes)
    if (node != 0) literals.push_back(node);
  for (const Graph::Edge& edge : graph.edges)
    if (edge.literal != 0) literals.push_back(edge.literal);
  add(kind, literals, static_cast<int>(graphs_.size()));
  graphs_.push_back(std::move(graph));
}

void Model::region(Region region) {
  Literals literals;
  for (const Literals* each : {&region.states, &region.inside})
    std::copy_if(each->begin(), each->end(), std::back_inserter(literals),
                 [](int literal) { return literal != 0; });
  add(Constraint::region, literals, static_cast<int>(regions_.size()));
  regions_.push_back(std::move(region));
}

void Model::at_most(int max, const Literals& literals, int when) {
  if (max < static_cast<int>(literals.size())) add(Constraint::at_most, literals, max, when);
}

void Model::at_least(int min, const Literals& literals, int when) {
  if (min <= 0) return;
  if (min == 1 && when == 0) return any(literals);
  at_most(static_cast<int>(literals.size()) - min, negated(literals), when);
}

void Model::exactly(int count, const Literals& literals, int when) {
  if (count < 0) return at_most(-1, literals, when);
  at_most(count, literals, when);
  at_least(count, literals, when);
}

void Model::all_different(std::span<const Number> numbers) {
  int min = numbers[0].min, max = numbers[0].max();
  for (const Number& number : numbers) {
    min = std::min(min, number.min);
    max = std::max(max, number.max());
  }
  const bool each = max - min + 1 == static_cast<int>(numbers.size());
  for (int value = min; value <= max; ++value) {
    Literals takers;
    for (const Number& number : numbers)
      if (number.has(value)) takers.push_back(number.is(value));
    at_most(1, takers);
    if (each) any(takers);
  }
}

void Model::equal(const Number& number, int value) {
  if (number.has(value))
    require(number.is(value));
  else
    any({});
}

void Model::accept(std::span<const Number> numbers, const Automaton& automaton) {
  // Forwards, the states that can be reached; each layer numbers its own.
  std::vector<std::map<int, int>> node_of(numbers.size() + 1);
  Diagram forwards;
  Literals literals;
  node_of[0][automaton.start] = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int literal = static_cast<int>(literals.size());
    const Number& number = numbers[i];
    for (int v = number.min; v <= number.max(); ++v) literals.push_back(number.is(v));
    forwards.layers.push_back(static_cast<int>(forwards.arcs.size()));
    for (const auto& [state, node] : node_of[i])
      for (int v = number.min; v <= number.max(); ++v) {
        const int next = automaton.next(static_cast<int>(i), state, v);
        if (next == kBlank || (i + 1 == numbers.size() && !automaton.accepts(next))) continue;
        auto& nodes = node_of[i + 1];
        // All accepting states are one.
        const auto to = i + 1 == numbers.size()
                            ? nodes.try_emplace(0, 0).first
                            : nodes.try_emplace(next, static_cast<int>(nodes.size())).first;
        forwards.arcs.push_back({node, to->second, literal + v - number.min});
      }
  }
  forwards.layers.push_back(static_cast<int>(forwards.arcs.size()));
  // Backwards, those from which the end can be reached.
  std::vector<std::vector<int>> kept(numbers.size() + 1);  // by node: its new number
  kept.back() = {0};
  Diagram diagram;
  std::vector<std::vector<Diagram::Arc>> layers(numbers.size());
  for (std::size_t i = numbers.size(); i-- > 0;) {
    kept[i].assign(node_of[i].size(), kBlank);
    if (i == 0) kept[0] = {0};
    int count = i == 0;
    for (int a = forwards.layers[i]; a < forwards.layers[i + 1]; ++a) {
      auto [from, to, literal] = forwards.arcs[at(a)];
      to = kept[i + 1].empty() ? kBlank : kept[i + 1][at(to)];
      if (to == kBlank) continue;
      int& node = kept[i][at(from)];
      if (node == kBlank) node = count++;
      layers[i].push_back({node, to, literal});
    }
    diagram.nodes.push_back(count);
  }
  std::reverse(diagram.nodes.begin(), diagram.nodes.end());
  diagram.nodes.push_back(1);
  for (const auto& arcs : layers) {
    diagram.layers.push_back(static_cast<int>(diagram.arcs.size()));
    diagram.arcs.insert(diagram.arcs.end(), arcs.begin(), arcs.end());
  }
  diagram.layers.push_back(static_cast<int>(diagram.arcs.size()));
  add(Constraint::diagram, literals, static_cast<int>(diagrams_.size()));
  diagrams_.push_back(std::move(diagram));
}

void Model::sum(std::span<const Number> numbers, int total, std::span<const int> factors) {
  // What the numbers from each place on can still add.
  std::vector<int> least(numbers.size() + 1), most(least);
  const auto factor = [&](std::size_t i) { return factors.empty() ? 1 : factors[i]; };
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const int a = factor(i) * numbers[i].min, b = factor(i) * numbers[i].max();
    least[i] = least[i + 1] + std::min(a, b);
    most[i] = most[i + 1] + std::max(a, b);
  }
  // A state is the total less what is still missing, as a number that is never kBlank.
  const auto next = [&](int i, int state, int value) {
    const int missing = state - (1 << 20) - factor(at(i)) * value;
    return missing < least[at(i) + 1] || missing > most[at(i) + 1] ? kBlank : missing + (1 << 20);
  };
  accept(numbers, {total + (1 << 20), next, [](int state) { return state == 1 << 20; }});
}

void Model::table(std::span<const Number> numbers, std::vector<std::vector<int>> tuples) {
  std::sort(tuples.begin(), tuples.end());
  // Each state is the set of ends that can follow: by value, the next state. Equal ones are one.
  using State = std::map<int, int>;
  std::map<State, int> number_of;
  std::vector<State> states;
  const auto state = [&](const auto& self, std::span<const std::vector<int>> rows,
                         std::size_t from) -> int {
    State next;
    for (std::size_t i = 0; from < numbers.size() && i < rows.size();) {
      const int value = rows[i][from];
      const std::size_t first = i;
      while (i < rows.size() && rows[i][from] == value) ++i;
      next[value] = self(self, rows.subspan(first, i - first), from + 1);
    }
    const auto [known, is_new] = number_of.try_emplace(next, static_cast<int>(states.size()));
    if (is_new) states.push_back(next);
    return known->second;
  };
  const int start = state(state, tuples, 0);
  accept(numbers, {start,
                   [&](int, int here, int value) {
                     const auto next = states[at(here)].find(value);
                     return next == states[at(here)].end() ? kBlank : next->second;
                   },
                   [](int) { return true; }});
}

void Model::less(const Number& a, const Number& b, int by) {
  // If a is at least v, b is at least v + by.
  for (int v = std::max(a.min, b.min + 1 - by); v <= a.max(); ++v) {
    Literals clause;
    if (v > a.min) clause.push_back(-is_at_least(a, v));
    if (v + by <= b.max()) clause.push_back(is_at_least(b, v + by));
    any(clause);
    if (v + by > b.max()) break;
  }
}

void Model::element(std::span<const Number> array, const Number& index, const Number& value) {
  for (int i = index.min; i <= index.max(); ++i) {
    if (i < 0 || at(i) >= array.size()) {
      require(-index.is(i));
      continue;
    }
    const Number& element = array[at(i)];
    for (int v = std::min(element.min, value.min); v <= std::max(element.max(), value.max()); ++v) {
      Literals clause = {-index.is(i)};
      if (value.has(v)) clause.push_back(value.is(v));
      if (element.has(v)) {
        clause.push_back(-element.is(v));
        any(clause);
        clause.pop_back();
      }
      if (!value.has(v)) continue;
      clause.back() = -value.is(v);
      if (element.has(v)) clause.push_back(element.is(v));
      any(clause);
    }
  }
}

Graph Model::beside(const Literals& literals) const {
  Graph graph{literals, {}};
  for (int c = 0; c < board_.cells(); ++c)
    for (const int other : board_.beside(c))
      if (other > c) graph.edges.push_back({c, other, 0});
  return graph;
}

void Model::parts_of_cells(int size, const Literals& literals) {
  Graph graph = beside(literals);
  graph.part = size;
  parts(std::move(graph));
}

void Model::equal_parts(Graph graph, bool turned) {
  graph.width = board_.width;
  graph.turned = turned;
  add(Constraint::equal_parts, std::move(graph));
}

std::vector<Literals> Model::parts_of_shapes(std::span<const std::string_view> shapes, bool turned,
                                             const Literals& literals) {
  std::vector<Literals> placements, covering(literals.size());
  for (const std::string_view shape : shapes) {
    Shape places;
    int row = 0, column = 0;
    for (const char c : shape) {
      if (c == '#') places.emplace_back(row, column);
      row += c == '/';
      column = c == '/' ? 0 : column + 1;
    }
    Literals& of_shape = placements.emplace_back();
    for (const Shape& orientation : orientations(places, turned))
      for (int cell = 0; cell < board_.cells(); ++cell) {
        std::vector<int> cells;
        for (const auto& [r, c] : orientation)
          if (board_.has(board_.row_of(cell) + r, board_.column_of(cell) + c))
            cells.push_back(board_.cell(board_.row_of(cell) + r, board_.column_of(cell) + c));
        if (cells.size() != orientation.size()) continue;
        const int placed = of_shape.emplace_back(fresh());
        for (const int covered : cells) {
          covering[at(covered)].push_back(placed);
          if_then(placed, literals[at(covered)]);
          for (const int other : board_.beside(covered))
            if (std::count(cells.begin(), cells.end(), other) == 0)
              if_then(placed, -literals[at(other)]);
        }
      }
  }
  for (std::size_t cell = 0; cell < literals.size(); ++cell) {
    covering[cell].push_back(-literals[cell]);
    any(covering[cell]);
  }
  return placements;
}

Literals Model::one_loop(Graph graph) {
  std::vector<Literals> meeting(graph.nodes.size());
  Literals all;
  for (const Graph::Edge& edge : graph.edges) {
    meeting[at(edge.a)].push_back(edge.literal);
    meeting[at(edge.b)].push_back(edge.literal);
    all.push_back(edge.literal);
  }
  any(all);
  for (std::size_t node = 0; node < meeting.size(); ++node) {
    int& visited = graph.nodes[node];
    if (visited == 0) visited = fresh();
    exactly(2, meeting[node], visited);
    for (const int edge : meeting[node]) if_then(edge, visited);
  }
  at_most_one_loop(graph);
  return graph.nodes;
}

int Model::all_of(const Literals& literals) {
  return -any_of(negated(literals));
}

int Model::any_of(const Literals& literals) {
  const int some = fresh();
  for (const int literal : literals) if_then(literal, some);
  Literals clause = literals;
  clause.push_back(-some);
  any(clause);
  return some;
}

int Model::is_at_least(const Number& number, int value) {
  if (value == number.max()) return number.is(value);
  if (value == number.min + 1) return -number.is(number.min);
  const auto [order, is_new] = orders_.try_emplace(number.first, variables_ + 1);
  const int first = order->second;
  if (is_new) {
    variables_ += number.size - 3;
    const int sentence = std::exchange(sentence_, number.sentence);
    for (int v = number.min + 1; v < number.max(); ++v) {
      const int here = is_at_least(number, v), above = is_at_least(number, v + 1);
      if_then(above, here);
      if_then(number.is(v), here);
      if_then(number.is(v), -above);
      any({number.is(v), -here, above});
    }
    sentence_ = sentence;
  }
  return first + value - number.min - 2;
}

std::string Model::text(const Sentence& sentence) const {
  return text(sentence, sentence.place == kBlank ? "" : board_.name(sentence.place));
}

std::string Model::text(const Sentence& sentence, const std::string& place) {
  std::string text(sentence.text);
  const auto replace = [&](std::string_view word, const std::string& by) {
    for (std::size_t i; (i = text.find(word)) != text.npos;) text.replace(i, word.size(), by);
  };
  replace("{n}", std::to_string(sentence.number));
  replace("{s}", sentence.number == 1 ? "" : "s");
  replace("{at}", place);
  return text;
}

}  // namespace eyehand::model
