// Why the tiles of Net lie as they do: by the sides of tiles, each of which has a wire or none, and
// with the fewest reasons (solver/model/explain.hpp).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"
#include "solver/model/description.hpp"

namespace eyehand::net {

/// The tiles' shapes, barriers, locks and links, and the rules. The unknowns are the sides: 1 if a
/// wire crosses it, as unknown side_of() says. The board must outlive this.
std::unique_ptr<model::Description> describe(const Board& board);

/// The unknown of a tile's side, which it shares with the neighbour's.
int side_of(const Board& board, int tile, Sides side);
/// The unknowns of a solution, and the other way round.
std::vector<int> sides_of(const Board& board, std::span<const Sides> wires);
std::vector<Sides> wires_of(const Board& board, std::span<const int> sides);

/// Reports how `answer` follows; without one, why there is none. A step decides a tile if it finds
/// its last sides; it confirms it if the tile lies so already.
void explain(const Board& board, const std::vector<Sides>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report);

}  // namespace eyehand::net
