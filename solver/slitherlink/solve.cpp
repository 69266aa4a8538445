#include "solver/slitherlink/solve.hpp"

#include <algorithm>

#include "solver/slitherlink/model.hpp"
#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

Solution solve(const Board& board, const SolveOptions& options) {
  const Model model(board);
  Search search(model, options.deadline, options.trace);
  Solution solution;
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  const auto known =
      options.keep_marks ? std::span<const Mark>(board.marks) : std::span<const Mark>();
  const auto found = search.run(limit, known, solution.answer);
  solution.count = found.count;
  solution.guesses = found.guesses;
  solution.contradictions = found.contradictions;
  if (found.count >= 2)
    solution.status = Status::several;
  else if (found.complete)
    solution.status = found.count == 1 ? Status::unique : Status::none;
  else
    solution.status = found.out_of_time ? Status::out_of_time : Status::some;
  return solution;
}

}  // namespace eyehand::slitherlink
