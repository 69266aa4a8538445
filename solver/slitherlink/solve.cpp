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
  Search search(model, options.deadline);
  if (options.keep_marks) search.fix(board.marks);
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  Solution solution;
  Search::Result found;
  for (std::uint64_t conflict_limit = options.conflict_limit;; conflict_limit *= 2) {
    found = search.run(limit, conflict_limit, solution.answer);
    if (!found.limit_reached) break;
    if (found.count > 0) continue;
    SolveOptions turn = options;
    turn.deadline = options.deadline.at_most(
        std::max<Clock::duration>(Clock::now() - start, std::chrono::milliseconds(100)));

    Solution by_sat = solve_by_sat(board, search.fixed(), turn);
    if (by_sat.status == Status::timeout) continue;
    by_sat.decisions = found.decisions;
    by_sat.conflicts = found.conflicts;
    return by_sat;
  }
  solution.count = found.count;
  solution.decisions = found.decisions;
  solution.conflicts = found.conflicts;
  if (found.count >= 2)
    solution.status = Status::multiple;
  else if (found.complete)
    solution.status = found.count == 1 ? Status::unique : Status::none;
  else
    solution.status = found.timeout ? Status::timeout : Status::found;
  return solution;
}

}  // namespace eyehand::slitherlink
