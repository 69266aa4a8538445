// Why the tiles of a panel are lit or not, with the fewest reasons (solver/model/explain.hpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"
#include "solver/model/description.hpp"
#include "solver/panel/solve.hpp"

namespace eyehand::panel {

/// Larger panels are not explained: what is said of regions grows with the square of their size.
inline constexpr std::size_t kMostExplained = 400;
/// After this, what was found so far has been reported. Panels of 6x6 take up to 3 s, of 7x7 up to
/// 14 s, of 8x8 half of them longer; of 10x10, with few symbols known, most.
inline constexpr std::chrono::seconds kExplainTime{20};

/// The pairs of neighbours, between which a path can go.
std::vector<std::pair<int, int>> pairs_of(const Board& board);

/// The symbols, locks, links and the walk. Unknown t is 1 if tile t is lit; if the panel is walked,
/// the unknowns after those of the tiles are 1 if the path goes between the pairs_of() it. The
/// board must outlive this.
std::unique_ptr<model::Description> describe(const Board& board, bool walk);

/// Reports how the solution follows; if it is not the only one, what all have in common; without
/// one, why there is none. Takes at most about kExplainTime. Steps decide tiles whose state
/// differs, and confirm others. Between which tiles a path does not go is reported only as far as
/// other steps need it.
void explain(const Board& board, bool walk, const Solution& solution, const Deadline& deadline,
             const model::StepReport& report);

}  // namespace eyehand::panel
