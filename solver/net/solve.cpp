#include "solver/net/solve.hpp"

#include <algorithm>
#include <optional>

#include "puzzle/index.hpp"
#include "solver/net/search.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

namespace {

/// Conflicts after which it pays to apply every deduction: this many, and one more per this many
/// tiles. Boards with very many solutions need about a third.
constexpr std::uint64_t kConflictLimit = 200;
constexpr std::size_t kTilesPerConflict = 16;

/// Nothing if search reached its conflict limit.
std::optional<Solution> solve(State& state, State::Stage deduced, const SolveOptions& options,
                              std::uint64_t conflict_limit) {
  Solution solution;
  switch (deduced) {
    case State::Stage::contradiction:
      solution.status = Status::none;
      return solution;
    case State::Stage::timeout:
      solution.status = Status::timeout;
      return solution;
    default:
      break;
  }
  solution.answer.resize(state.size());
  for (std::uint32_t t = 0; t < state.size(); ++t) solution.answer[t] = state.tile(t).on();
  if (state.open_tiles().empty()) {
    solution.status = Status::unique;
    solution.count = 1;
    return solution;
  }

  Search search(state, options.deadline);
  const Search::Result found =
      search.run(std::max<std::uint64_t>(options.count_limit, 1), solution.answer, conflict_limit);
  if (found.limit_reached) return std::nullopt;
  solution.count = found.count;
  solution.decisions = found.decisions;
  solution.conflicts = found.conflicts;
  if (found.count >= 2) {
    solution.status = Status::multiple;
  } else if (found.timeout) {
    solution.status = Status::timeout;
  } else if (found.count == 1) {
    solution.status = found.complete ? Status::unique : Status::found;
  } else {
    solution.status = Status::none;
  }
  if (found.count == 0) solution.answer.clear();
  return solution;
}

Solution solve_valid(const Board& board, const SolveOptions& options) {
  // With a rule off most boards have very many solutions.
  const bool is_tree = board.rules.connected && board.rules.acyclic;
  if (options.count_limit <= 1 && !is_tree) {
    State state(board, options.deadline);
    const std::uint64_t conflict_limit = kConflictLimit + board.size() / kTilesPerConflict;
    if (const auto solution = solve(state, state.deduce_quickly(), options, conflict_limit))
      return *solution;
  }
  State state(board, options.deadline);
  return *solve(state, state.deduce(), options, Search::kNoLimit);
}

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  validate(board);
  Solution solution = solve_valid(board, options);
  // Of a source that may dangle, the solver only has the wires that meet others.
  if (board.rules.source_may_dangle && !solution.answer.empty())
    solution.answer[at(board.source)] = board.wires[at(board.source)];
  return solution;
}

}  // namespace eyehand::net
