// Why the tiles of a panel are lit or not, with the fewest reasons (solver/model/explain.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"
#include "solver/model/description.hpp"

namespace eyehand::panel {

/// Larger panels are not explained: what is said of shapes grows with the square of their size.
inline constexpr std::size_t kMostExplained = 100;

/// The symbols, locks, links and the walk. Unknown t is 1 if tile t is lit. The board must outlive
/// this.
std::unique_ptr<model::Description> describe(const Board& board, bool walk);

/// Reports how `lit` follows; if it is not the only answer, what all have in common; without one,
/// why there is none. Steps decide tiles whose state differs.
void explain(const Board& board, bool walk, const std::vector<std::uint8_t>& lit, bool is_unique,
             const Deadline& deadline, const model::StepReport& report);

}  // namespace eyehand::panel
