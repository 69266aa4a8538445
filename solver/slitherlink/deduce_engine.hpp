// The deduction engine: the order of the rules, and guesses.
#pragma once

#include <vector>

#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/deduce_colours.hpp"
#include "solver/slitherlink/deduce_pairs.hpp"
#include "solver/slitherlink/deduce_patterns.hpp"
#include "solver/slitherlink/deduce_record.hpp"
#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink::deduction {

class Engine {
 public:
  Engine(const Board& board, const DeduceOptions& options)
      : board_(board),
        options_(options),
        state_(board),
        record_(state_, options.trace),
        patterns_(state_, options.rules),
        pairs_(state_, options.rules.has(kPair)),
        colours_(state_, options.rules.has(kColour), options.rules.has(kParity)) {}

  Deduced run();

 private:
  /// The state to return to after a guess.
  struct Checkpoint {
    std::size_t steps;
    PairRules::Checkpoint pairs;
    std::size_t joins;
  };
  Checkpoint here() const { return {state_.steps(), pairs_.here(), colours_.here()}; }
  void back_to(const Checkpoint& checkpoint);

  /// Applies all rules but guesses until nothing follows. False on a conflict.
  bool settle();
  RuleResult start();
  RuleResult next_rule();
  RuleResult clues_vertices_and_loops();
  RuleResult visit_face(int face);
  RuleResult visit_vertex(int vertex);
  RuleResult visit_loop(int edge);
  RuleResult end_of_loop();

  /// Tries edges both ways at depths 1 to `depth` until nothing follows. False on a conflict.
  bool guess(int depth);
  /// Once around all open edges at one depth.
  RuleResult guess_round(int depth);
  RuleResult guess_edge(int edge, int depth);
  /// Sets the edge and writes what follows to `facts`. False on a conflict. Does not undo anything.
  bool suppose(int edge, Mark mark, int depth, std::vector<Fact>& facts);
  bool is_late() {
    late_ = late_ || options_.deadline.passed();
    return late_;
  }

  const Board& board_;
  const DeduceOptions& options_;
  State state_;
  Record record_;
  PatternRules patterns_;
  PairRules pairs_;
  ColourRules colours_;
  std::vector<Fact> facts_;
  std::size_t seen_ = 0;  // steps that clues, vertices and loops have visited
  int closing_ = -1;      // an edge that might have closed the loop when last visited
  bool late_ = false;
  std::uint64_t guesses_ = 0;
};

}  // namespace eyehand::slitherlink::deduction
