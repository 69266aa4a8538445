// Why the pieces of Hexiom are where they are, with the fewest reasons (solver/model/explain.hpp).
#pragma once

#include <memory>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"
#include "solver/model/description.hpp"

namespace eyehand::hexiom {

/// In the description, the content of a cell that has no piece.
inline constexpr int kNoPieceThere = 7;

/// The pieces, what they touch, locks and holes. Unknown c is the content of cell c. The board must
/// outlive this.
std::unique_ptr<model::Description> describe(const Board& board);

/// Reports how `answer` follows, or, if it is not the only one (its images are others), what all
/// have in common; without one, why there is none. Steps decide cells whose content differs,
/// and confirm others.
void explain(const Board& board, const std::vector<Cell>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report);

}  // namespace eyehand::hexiom
