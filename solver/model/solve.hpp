// Solves puzzles that are described by a model: first what follows without a guess, which is
// reported with its reasons, then search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/status.hpp"
#include "solver/model/compiled.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

/// All solutions, one after another, by a search that goes on from the last:
///
///   for (Solutions solutions(model); const auto marks = solutions.next();) ...
class Solutions {
 public:
  /// The model must outlive this.
  explicit Solutions(const Model& model) : compiled_(model) {}

  /// The marks of a solution that differ from those of all before; nothing if there is none, or if
  /// the deadline passed.
  std::optional<std::vector<int>> next(const Deadline& deadline = {});
  /// Of the last search: `no` if there were no more solutions.
  Outcome outcome() const { return outcome_; }
  Compiled& compiled() { return compiled_; }

 private:
  Compiled compiled_;
  std::vector<int> last_;  ///< not excluded yet
  Outcome outcome_ = Outcome::yes;
};

struct SolveOptions {
  Deadline deadline{};
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
};

struct Solution {
  Status status = Status::none;
  std::uint64_t count = 0;    ///< solutions found, up to the limit
  std::vector<int> marks;     ///< per cell; empty if there is no solution
  std::vector<int> agreed;    ///< of several solutions: the marks that all have, else kBlank;
                              ///< empty if the deadline passed
  bool without_guess = true;  ///< propagation alone found the marks of a unique solution
};

/// Throws Error if the clues cannot be those of any puzzle.
Solution solve(const Rules& rules, const Board& board, const SolveOptions& options = {});

/// Whether every mark of the solution follows from one constraint after another. Throws Error as
/// solve() does.
bool follows(const Rules& rules, const Board& board);

/// Whether the board's marks are a solution; those that are missing must follow from the others. A
/// search with these marks, which decides without a guess.
bool is_solution(const Rules& rules, const Board& board);

/// The marks of a solution that all solutions have with those of the model's board, else kBlank; if
/// the deadline passes before this is known, all are kBlank.
std::vector<int> agreed(const Model& model, std::vector<int> solution, const Deadline& deadline);

/// How the board's marks stand to the solutions.
struct Progress {
  /// Cells whose marks contradict the puzzle together, but no longer without any one of them.
  std::vector<int> contradictory;
  std::vector<int> open;   ///< cells without a mark
  std::vector<int> marks;  ///< a solution, with the board's marks if there is one
  /// Per cell, the mark that all solutions with the board's marks have, else kBlank; empty if there
  /// is no such solution, or if the deadline passed.
  std::vector<int> follows;
};
Progress examine(const Rules& rules, const Board& board, const Deadline& deadline);

}  // namespace eyehand::model
