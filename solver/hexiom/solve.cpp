#include "solver/hexiom/solve.hpp"

#include <algorithm>

#include "solver/hexiom/model.hpp"
#include "solver/hexiom/sat.hpp"

namespace eyehand::hexiom {

Solution solve(const Board& board, const SolveOptions& options) {
  Solution solution;
  const Model model(board);
  const auto is_open = [](Domain d) { return d != 0; };
  if (!std::all_of(model.domains.begin(), model.domains.end(), is_open)) return solution;
  Sat sat(model, model.domains);
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  std::vector<std::uint8_t> filled;
  Sat::Outcome outcome = Sat::Outcome::none;
  while (solution.count < limit) {
    outcome = sat.next(filled, options.deadline);
    if (outcome != Sat::Outcome::answer) break;
    if (solution.count++ == 0) solution.answer = model.answer(filled);
  }
  if (solution.count >= 2)
    solution.status = Status::several;
  else if (outcome == Sat::Outcome::gave_up)
    solution.status = Status::out_of_time;
  else if (solution.count == 1)
    solution.status = outcome == Sat::Outcome::none ? Status::unique : Status::some;
  return solution;
}

}  // namespace eyehand::hexiom
