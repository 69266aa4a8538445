#include "player/hint.hpp"

namespace eyehand {
namespace {

/// Ends the explanation.
struct Enough {};

}  // namespace

std::vector<Deduction> next_steps(const Game& game, std::string_view board,
                                  const std::vector<std::string>& rules, const Deadline& deadline) {
  std::vector<Deduction> steps;
  const Trace trace = [&](const Deduction& step) {
    steps.push_back(step);
    if (!step.decided.empty()) throw Enough();
  };
  try {
    game.solve(board, {.deadline = deadline, .trace = &trace, .rules = rules});
  } catch (const Enough&) {
  }
  return steps;
}

}  // namespace eyehand
