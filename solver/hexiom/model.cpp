#include "solver/hexiom/model.hpp"

#include "puzzle/index.hpp"

namespace eyehand::hexiom {
Model::Model(const Board& board) : hexagon(board.side) {
  const int cells = hexagon.size();
  neighbours.resize(at(cells));
  domains.resize(at(cells));
  holes_.resize(at(cells));
  Domain loose = 0;  // the contents of cells that are not locked
  for (int c = 0; c < cells; ++c) {
    const Cell cell = board.cells[at(c)];
    const int content = is_piece(cell) ? cell : kNothing;
    ++places[at(content)];
    contents.push_back(content);
    holes_[at(c)] = cell == kHole;
    if (!board.locked[at(c)] && cell != kHole) loose |= only(content);
  }
  for (int c = 0; c < cells; ++c) {
    auto& [around, count] = neighbours[at(c)];
    for (const int other : hexagon.neighbours(c))
      if (other >= 0 && !holes_[at(other)]) around[at(count++)] = static_cast<std::int16_t>(other);
    const Cell cell = board.cells[at(c)];
    const Domain possible = static_cast<Domain>((only(count) << 1) - 1) | kNoPiece;
    if (cell == kHole)
      domains[at(c)] = kNoPiece;
    else if (board.locked[at(c)])
      domains[at(c)] = possible & only(is_piece(cell) ? cell : kNothing);
    else
      domains[at(c)] = possible & loose;
  }
  for (const int s : symmetries(board)) {
    if (s == 0) continue;
    auto& from = sources.emplace_back(at(cells));
    for (int c = 0; c < cells; ++c) from[at(hexagon.image(c, s))] = c;
  }
}

std::vector<Cell> Model::answer(const std::vector<std::uint8_t>& filled) const {
  std::vector<Cell> cells(at(size()), kEmpty);
  for (int c = 0; c < size(); ++c) {
    if (holes_[at(c)]) cells[at(c)] = kHole;
    if (!filled[at(c)]) continue;
    cells[at(c)] = 0;
    for (const int other : neighbours[at(c)]) cells[at(c)] += filled[at(other)] != 0;
  }
  return cells;
}

}  // namespace eyehand::hexiom
