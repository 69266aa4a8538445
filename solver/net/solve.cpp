#include "solver/net/solve.hpp"

#include <algorithm>

#include "solver/net/search.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

Solution solve(const Board& board, const SolveOptions& options) {
  validate(board);
  Solution solution;
  State state(board, options.deadline, options.trace);
  switch (state.deduce()) {
    case State::Outcome::contradiction:
      solution.status = Status::none;
      return solution;
    case State::Outcome::out_of_time:
      solution.status = Status::out_of_time;
      return solution;
    default:
      break;
  }
  solution.answer.resize(board.size());
  for (std::uint32_t t = 0; t < state.size(); ++t) solution.answer[t] = state.tile(t).on();
  if (state.open_tiles().empty()) {
    solution.status = Status::unique;
    solution.count = 1;
    return solution;
  }

  Search search(state, options.deadline, options.trace);
  const Search::Result found =
      search.run(std::max<std::uint64_t>(options.count_limit, 1), solution.answer);
  solution.count = found.count;
  solution.guesses = found.guesses;
  solution.contradictions = found.contradictions;
  if (found.count >= 2) {
    solution.status = Status::several;
  } else if (found.out_of_time) {
    solution.status = Status::out_of_time;
  } else if (found.count == 1) {
    solution.status = found.complete ? Status::unique : Status::some;
  } else {
    solution.status = Status::none;
  }
  if (found.count == 0) solution.answer.clear();
  return solution;
}

}  // namespace eyehand::net
