// Rules that people know, applied until nothing follows; explain.hpp says why each conclusion
// holds.
//
//   const Report report = [](const Conclusion& c) { std::cout << rule_names()[c.rule] << '\n'; };
//   Deduced d = deduce(board, {.depth = 1, .report = &report});
//   if (d.outcome == Deduced::Outcome::solved) board.marks = d.marks;  // the only solution
//
// The system of the Carleton slides ("Slitherlink", Carleton College, computer science projects):
// rules as small pictures at every position in all eight orientations, contours, and nested guesses
// with the intersection of both outcomes. In addition, for every planar grid, pairs of edges and
// the colouring of faces. Every conclusion holds in every solution, so a board that comes out
// solved has exactly one. It is not complete: solve() is, and is faster.
//
// Simple rules go first: a rule is applied only where all before it, in the order of rule_names()
// (patterns come after `loop`), find nothing more. Guesses are tried at depth 1 on all open
// edges before any at depth 2, and the rules are applied again to whatever is found.
//
// Cost: without guesses close to linear, some microseconds per face; a guess costs what follows
// from it, and all open edges are tried, so each further depth multiplies by their number. Hence
// the deadline.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "solver/slitherlink/rules.hpp"

namespace eyehand::slitherlink {

namespace deduction {
struct Fact {
  int edge;
  Mark mark;
};
}  // namespace deduction

/// Edges that a rule decides.
struct Conclusion {
  Rule rule;
  std::span<const deduction::Fact> facts;
  /// Of patterns, colours and guesses, why, for people: a clause. Empty otherwise.
  std::string_view why;
};
/// Receives every conclusion except those within guesses.
using Report = std::function<void(const Conclusion&)>;

struct DeduceOptions {
  int depth = 1;  ///< of nested guesses; 0 for none
  RuleSet rules = RuleSet::all();
  const Report* report = nullptr;
  bool keep_marks = false;  ///< take the marks on the board as given; otherwise ignore them
  Deadline deadline{};
};

struct Deduced {
  enum class Outcome {
    solved,         ///< all marks are known
    open,           ///< some are not, and the rules find no more
    contradiction,  ///< there is no solution
    timeout,        ///< what was found so far is right
  };
  Outcome outcome = Outcome::open;
  std::vector<Mark> marks;
  /// How often each rule found something new, by its number; not counting within guesses.
  std::vector<std::uint32_t> fired;
  std::uint64_t guesses = 0;  ///< edges tried both ways, on all levels
};

/// The board must be valid (validate()).
Deduced deduce(const Board& board, const DeduceOptions& options = {});

}  // namespace eyehand::slitherlink
