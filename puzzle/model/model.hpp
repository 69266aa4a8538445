// A puzzle as variables and constraints, each constraint with a sentence that explains it. This is
// data: solver/model/ interprets it. The helpers that build it are here, so that the rules of a
// puzzle are a page of code (rules.hpp).
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/model/board.hpp"

namespace eyehand::model {

/// Literals in DIMACS style: a Boolean variable (from 1) or its negation.
using Literals = std::vector<int>;

/// A variable with the values min, min + 1, ..., min + size - 1. With two values it is one Boolean
/// variable, otherwise one per value, of which exactly one is true.
struct Number {
  int min = 0, size = 0;
  int first = 0;      ///< the Boolean variable "is min", followed by those of the other values
  int sentence = -1;  ///< what its values are part of, in Model::sentences()

  int max() const { return min + size - 1; }
  bool has(int value) const { return value >= min && value <= max(); }
  /// The literal "is this value", which it must have.
  int is(int value) const {
    if (size == 2) return value == min ? -first : first;
    return first + value - min;
  }
};

/// Why a constraint holds, for people: "the {n} at {at} has {n} bulb{s} beside it".
struct Sentence {
  /// {at} is the name of `place`, {n} is `number`, and {s} ends a plural if that is not 1.
  std::string_view text;
  int place = kBlank;  ///< Board::name
  int number = 0;
  bool is_clue = false;  ///< the constraint holds only as long as the clue at `place` is shown
};

/// A layered graph: each path from node 0 of the first layer to node 0 of the last is a way to
/// choose one literal per layer.
struct Diagram {
  struct Arc {
    int from, to;  // nodes of this layer and of the next
    int literal;   // in Model::literals(), from Constraint::first on
  };
  std::vector<Arc> arcs;    // layer by layer
  std::vector<int> layers;  // where each layer's arcs begin; and their end
  std::vector<int> nodes;   // how many nodes each layer has, including the last
};

/// Nodes joined by edges. A node exists if its literal is true, an edge if its literal is true and
/// both its nodes exist.
struct Graph {
  struct Edge {
    int a, b;
    int literal;  // 0: it exists if its nodes do
  };
  Literals nodes;  // 0: it always exists
  std::vector<Edge> edges;
  int part = 0;  // Constraint::parts: how many nodes each part has
  // Constraint::equal_parts, whose nodes are the cells of a board:
  int width = 0;        // of the board
  bool turned = false;  // rotations and reflections are equal
};

/// A part of a grid: all cells in one state that are joined to `root` through cells in that state.
/// Weights of its cells have a sum.
struct Region {
  struct Sum {
    std::vector<int> weights;  // by cell
    int total;
  };
  int width = 0, height = 0, root = 0;
  Literals states;        // by cell: it is in the second of the two states; 0: there is no cell
  Literals inside;        // by cell: whether it is in the region
  std::vector<Sum> sums;  // one of these
};

struct Constraint {
  enum Kind {
    clause,       ///< some literal is true
    at_most,      ///< at most `number` literals are true
    diagram,      ///< the literals that are true are those of a path through diagrams()[number]
    connected,    ///< what exists of graphs()[number] is connected
    acyclic,      ///< what exists of graphs()[number] has no cycle
    loop,         ///< what exists of graphs()[number] has at most one cycle, and nothing besides it
    parts,        ///< each connected part of graphs()[number] has as many nodes as that says
    equal_parts,  ///< all connected parts of graphs()[number] have the same shape
    parity,       ///< the number of true literals is odd (`number` 1) or even (0)
    region,  ///< what follows from others about regions()[number], which may take a long search
  };
  Kind kind;
  int first, size;  ///< its literals, in Model::literals()
  int number;
  int when;      ///< at_most: it holds only if this literal is true; 0: always
  int sentence;  ///< in Model::sentences()
};

/// States of an automaton by number; kBlank: no such state.
struct Automaton {
  int start = 0;
  std::function<int(int position, int state, int value)> next;
  std::function<bool(int state)> accepts;
};

class Model {
 public:
  /// A model whose marks have one of `values` values from `min` on, in each cell.
  Model(const Board& board, int min, int values);

  // Variables.
  int fresh() { return ++variables_; }
  Number number(int min, int max);
  /// What the player can put into a cell.
  const Number& mark(int cell) const { return marks_[at(cell)]; }
  /// Per cell, the literal "the mark is this value".
  Literals marked(int value) const;
  /// The marks of these cells.
  std::vector<Number> marks(std::span<const int> cells) const;

  /// The constraints that are added next hold because of this. Its text must be a literal.
  Model& because(std::string_view text, int place = kBlank, int number = 0);
  /// They always hold: they define variables.
  Model& define() {
    sentence_ = -1;
    return *this;
  }
  /// So they do, but only as long as the clue at `place` is shown.
  Model& clue(std::string_view text, int place, int number = 0);

  // Constraints. With `when`, they hold only if that literal is true.
  void require(int literal) { any({literal}); }
  void any(std::span<const int> literals) { add(Constraint::clause, literals, 0); }
  void any(std::initializer_list<int> literals) {
    any(std::span(literals.begin(), literals.size()));
  }
  void if_then(int condition, int literal) { any({-condition, literal}); }
  void at_most(int max, const Literals& literals, int when = 0);
  void at_least(int min, const Literals& literals, int when = 0);
  void exactly(int count, const Literals& literals, int when = 0);
  void odd(const Literals& literals, bool odd = true) { add(Constraint::parity, literals, odd); }
  /// If there are as many numbers as values, each value is taken.
  void all_different(std::span<const Number> numbers);
  void equal(const Number& number, int value);
  /// The automaton accepts the values. O(reachable states * values).
  void accept(std::span<const Number> numbers, const Automaton& automaton);
  /// The sum of numbers, each times its factor.
  void sum(std::span<const Number> numbers, int total, std::span<const int> factors = {});
  /// The numbers are one of the tuples. O(size of all tuples); tuples that end alike share these
  /// ends.
  void table(std::span<const Number> numbers, std::vector<std::vector<int>> tuples);
  /// `a` + `by` is at most `b`: with 1, a is less than b; with 0, at most b. O(values).
  void less(const Number& a, const Number& b, int by = 1);
  /// `array[index]`, counted from 0, is `value`. O(array * values). A value that no element has is
  /// ruled out only when the index is known.
  void element(std::span<const Number> array, const Number& index, const Number& value);
  /// Repeats what other constraints say of it, which is then seen at once where it is worthwhile.
  void region(Region region);
  void connected(Graph graph) { add(Constraint::connected, std::move(graph)); }
  void acyclic(Graph graph) { add(Constraint::acyclic, std::move(graph)); }
  void parts(Graph graph) { add(Constraint::parts, std::move(graph)); }
  /// The cells for which these literals, one per cell, are true are connected by their sides.
  void connected_cells(const Literals& literals) { connected(beside(literals)); }
  /// They form parts, connected by their sides, of this many cells each.
  void parts_of_cells(int size, const Literals& literals);
  /// They form parts, connected by their sides, each of which has one of these shapes: rows of `#`
  /// (a cell) and `.`, parted by `/`; with `turned`, also rotated and reflected. No two shapes are
  /// the same. Returns, for each shape, the literals of its placements, of which as many are true
  /// as parts have it. O(cells * shapes * their size).
  std::vector<Literals> parts_of_shapes(std::span<const std::string_view> shapes, bool turned,
                                        const Literals& literals);
  /// All connected parts have the same shape, whatever that is; with `turned`, rotated and
  /// reflected ones count as the same. The nodes are the board's cells. A part is compared once it
  /// is closed.
  void equal_parts(Graph graph, bool turned);
  /// So do those of the cells for which these literals, one per cell, are true.
  void equal_parts_of_cells(bool turned, const Literals& literals) {
    equal_parts(beside(literals), turned);
  }
  /// The edges whose literals are true form exactly one loop, through the nodes whose literals are
  /// true. Each edge must have a literal, of a variable of its own. Returns the literals of the
  /// nodes, new ones for those that had none. Hard Slitherlinks of 25x30 take 16 ms, which
  /// solver/slitherlink does in 0.7.
  Literals one_loop(Graph graph);
  /// Where no node has more than two edges whose literals are true, these form at most one loop and
  /// nothing besides it. Each edge must have a literal, of a variable of its own.
  void at_most_one_loop(const Graph& graph) {
    add(Constraint::loop, {Literals(graph.nodes.size(), 0), graph.edges});
  }

  // New literals that are defined by others.
  int all_of(const Literals& literals);
  int any_of(const Literals& literals);
  /// "The number is at least `value`", one of its values but not the least. The first time for a
  /// number of more than three, adds such a literal for each, as part of the number: O(values).
  int is_at_least(const Number& number, int value);

  const Board& board() const { return board_; }
  int variables() const { return variables_; }
  std::span<const Constraint> constraints() const { return constraints_; }
  std::span<const int> literals() const { return literals_; }
  std::span<const int> literals(const Constraint& constraint) const {
    return std::span(literals_).subspan(at(constraint.first), at(constraint.size));
  }
  std::span<const Sentence> sentences() const { return sentences_; }
  std::span<const Diagram> diagrams() const { return diagrams_; }
  std::span<const Graph> graphs() const { return graphs_; }
  std::span<const Region> regions() const { return regions_; }
  /// The sentence for people; with what its place is called if not as on the board.
  std::string text(const Sentence& sentence) const;
  static std::string text(const Sentence& sentence, const std::string& place);

 private:
  void add(Constraint::Kind kind, std::span<const int> literals, int number, int when = 0);
  void add(Constraint::Kind kind, Graph graph);
  Graph beside(const Literals& literals) const;

  const Board& board_;
  int variables_ = 0;
  int sentence_ = -1;          // of the constraints that are added
  std::map<int, int> orders_;  // by first variable of a number: "is at least min + 2", and so on
  std::vector<Number> marks_;
  std::vector<Constraint> constraints_;
  Literals literals_;
  std::vector<Sentence> sentences_;
  std::vector<Diagram> diagrams_;
  std::vector<Graph> graphs_;
  std::vector<Region> regions_;
};

/// Those of `literals`, which has one per cell, that belong to these cells.
Literals of(const Literals& literals, std::span<const int> cells);
/// Their negations.
Literals negated(const Literals& literals);

}  // namespace eyehand::model
