#include "solver/net/solve.hpp"

#include <algorithm>
#include <optional>

#include "solver/net/search.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

namespace {

/// Contradictions after which it pays to deduce all that can be deduced: so many, and for so many
/// tiles one more. Boards with very many answers need about a third.
constexpr std::uint64_t kPatience = 200;
constexpr std::size_t kTilesPerContradiction = 16;

/// Nothing if search gave up.
std::optional<Solution> solve(State& state, State::Outcome deduced, const SolveOptions& options,
                              std::uint64_t patience) {
  Solution solution;
  switch (deduced) {
    case State::Outcome::contradiction:
      solution.status = Status::none;
      return solution;
    case State::Outcome::timeout:
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

  Search search(state, options.deadline, options.trace);
  const Search::Result found =
      search.run(std::max<std::uint64_t>(options.count_limit, 1), solution.answer, patience);
  if (found.gave_up) return std::nullopt;
  solution.count = found.count;
  solution.guesses = found.guesses;
  solution.contradictions = found.contradictions;
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

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  validate(board);
  // With a rule off most boards have very many answers. Who wants a trace wants to see deductions.
  if (options.count_limit <= 1 && board.rules != Rules{true, true} && !options.trace) {
    State state(board, options.deadline, nullptr);
    const std::uint64_t patience = kPatience + board.size() / kTilesPerContradiction;
    if (const auto solution = solve(state, state.deduce_quickly(), options, patience))
      return *solution;
  }
  State state(board, options.deadline, options.trace);
  return *solve(state, state.deduce(), options, Search::kEndless);
}

}  // namespace eyehand::net
