// Why the lines and crosses of Slitherlink are where they are. The rules of deduce.hpp find what
// follows and give steps their names; the reasons are those that the description of the game needs,
// and no more (solver/model/explain.hpp).
#pragma once

#include <memory>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "solver/model/description.hpp"

namespace eyehand::slitherlink {

/// The clues, vertices and the loop; unknown e is edge e, 1 for a line. With `keep_marks`, the
/// board's marks are its marks. The board must outlive this.
std::unique_ptr<model::Description> describe(const Board& board, bool keep_marks = false);

/// Reports how `answer`, which has the board's marks if these are to be kept, follows; without an
/// answer, why there is none. Cells in steps are the faces, then the edges. Single clues, vertices
/// and loops come first, then patterns and the other rules in the order of deduce.hpp, then what
/// needs the fewest constraints. A 25x30 board takes half
/// a second, a hard one one to two.
void explain(const Board& board, bool keep_marks, const std::vector<Mark>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report);

}  // namespace eyehand::slitherlink
