#include "solver/panel/grid.hpp"

namespace eyehand::panel {

Grid::Grid(const Board& board)
    : width(board.width), height(board.height), exists(board.size()), around(board.size()) {
  for (std::size_t t = 0; t < board.size(); ++t) exists[t] = board.tiles[t].exists;
  for (int t = 0; t < size(); ++t) {
    around[at(t)].fill(-1);
    if (exists[at(t)])
      around[at(t)] = {shifted(t, 1, 0), shifted(t, 0, 1), shifted(t, -1, 0), shifted(t, 0, -1)};
  }
}

}  // namespace eyehand::panel
