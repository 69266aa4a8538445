// How a solver reports its deductions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand {

/// One step of reasoning, in words: the name of the rule, the place where it applies ("row 3,
/// column 2"), and a sentence about that place: what follows there, and why. Cells are numbered as
/// on the board, row by row; in Slitherlink the faces of the grid, followed by its edges.
struct Deduction {
  std::string_view rule;
  std::string where;
  std::string what;
  std::vector<int> reasons = {};    ///< the cells that it looks at
  std::vector<int> decided = {};    ///< the cells whose solution it finds, and that must change
  std::vector<int> confirmed = {};  ///< those that are on the board as they must be
  int level = 0;                    ///< how hard the rule is, compared with the others of its game
};

/// Called for each deduction, in order. Solvers take a pointer and do no extra work if it is null.
using Trace = std::function<void(const Deduction&)>;

}  // namespace eyehand
