#include "solver/slitherlink/solve.hpp"

#include <algorithm>
#include <chrono>

#include "solver/slitherlink/model.hpp"
#include "solver/slitherlink/sat.hpp"
#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

Solution solve(const Board& board, const SolveOptions& options) {
  using Clock = Deadline::Clock;
  const auto start = Clock::now();
  const Model model(board);
  Search search(model, options.deadline, options.trace);
  if (options.keep_marks) search.know(board.marks);
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  Solution solution;
  Search::Result found;
  for (std::uint64_t patience = options.patience;; patience *= 2) {
    found = search.run(limit, patience, solution.answer);
    if (!found.gave_up) break;
    SolveOptions turn = options;
    turn.deadline = options.deadline.at_most(
        std::max<Clock::duration>(Clock::now() - start, std::chrono::milliseconds(100)));

    Solution by_sat = solve_by_sat(board, search.known(), turn);
    if (by_sat.status == Status::timeout) continue;
    by_sat.guesses = found.guesses;
    by_sat.contradictions = found.contradictions;
    return by_sat;
  }
  solution.count = found.count;
  solution.guesses = found.guesses;
  solution.contradictions = found.contradictions;
  if (found.count >= 2)
    solution.status = Status::multiple;
  else if (found.complete)
    solution.status = found.count == 1 ? Status::unique : Status::none;
  else
    solution.status = found.timeout ? Status::timeout : Status::found;
  return solution;
}

}  // namespace eyehand::slitherlink
