#include "solver/panel/grid.hpp"

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

Grid::Grid(const Board& board)
    : width(board.width), height(board.height), exists(board.size()), around(board.size()) {
  for (std::size_t t = 0; t < board.size(); ++t) exists[t] = board.tiles[t].exists;
  for (int t = 0; t < size(); ++t) {
    auto& beside = around[at(t)];
    beside.fill(-1);
    if (!exists[at(t)]) continue;
    beside = {shifted(t, 1, 0), shifted(t, 0, 1), shifted(t, -1, 0), shifted(t, 0, -1)};
  }
}

Grid::Cut Grid::cut(const std::vector<int>& first, const std::vector<int>& second) const {
  enum : std::uint8_t { open, in_first, border, apart };
  std::vector<std::uint8_t> kind(exists.size(), open);
  for (const int t : first) kind[at(t)] = in_first;
  for (const int t : first)
    for (const int other : around[at(t)])
      if (other >= 0 && kind[at(other)] == open) kind[at(other)] = border;
  Cut result;
  for (const int t : joined(second[0], [&](int other) { return kind[at(other)] == open; }))
    for (const int other : around[at(t)])
      if (other >= 0 && kind[at(other)] == border) {
        kind[at(other)] = apart;
        result.apart.push_back(other);
      }
  result.beyond = joined(first[0], [&](int other) { return kind[at(other)] != apart; });
  return result;
}

}  // namespace eyehand::panel
