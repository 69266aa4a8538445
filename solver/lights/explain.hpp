// Words for the trace: why a Lights Out board has no solution, one or several.
#pragma once

#include <cstdint>
#include <memory>

#include "puzzle/lights/board.hpp"
#include "solver/lights/bit_matrix.hpp"
#include "solver/lights/solve.hpp"
#include "solver/model/description.hpp"

namespace eyehand::lights {

/// Combinations of presses beyond these are only counted, as are those on boards with more tiles.
inline constexpr std::size_t kMaxListed = 8;
inline constexpr std::size_t kMaxTilesListed = 400;

/// The board with the roles of tiles and lights exchanged and no light lit: a set of presses that
/// changes no light there is a set of lights here of which every press flips an even number.
/// O(all sets).
Board transposed(const Board& board);

/// On the modelling layer: unknown t is 1 if tile t is pressed, and sentence l says that light l
/// must change as often as it does. The board must outlive this.
std::unique_ptr<model::Description> describe(const Board& board);

/// For a board without a solution. `even`: sets of lights of which every press flips an even number
/// (a basis, or the part of it that was found).
void explain_none(const Board& board, const BitMatrix& even, const Trace& trace);

/// For a board with a solution. `quiet`: presses that change no light (a basis, or the part of it
/// that was found). On boards that are not too large, the last steps are the presses that all
/// solutions have, and then those that the solution given has besides. The reasons of each are the
/// fewest lights from which it follows: linear algebra finds them at once, where a search over the
/// description would take long.
void explain(const Board& board, const Solution& solution, const BitMatrix& quiet,
             const Trace& trace);

}  // namespace eyehand::lights
