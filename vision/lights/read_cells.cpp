#include "vision/lights/read_cells.hpp"

#include "puzzle/index.hpp"

namespace eyehand::lights {

cells::Layout layout_of_lights() {
  return {.blank = std::string(kBesideLabel)};
}

Reading read_cells(const Frame& frame, const cells::GridReader& reader,
                   const Appearance& appearance, cells::Search search) {
  const cells::GridReading grid = reader.read(frame.image, search);
  Reading reading;
  if (grid.lattice.columns == 0) {
    reading.rejection = cells::kNoBoard;
    return reading;
  }
  reading.lattice = grid.lattice;
  reading.area = grid.lattice.bounds();
  reading.board = unlit_board(grid.lattice.columns, grid.lattice.rows, appearance);
  for (int tile = 0; tile < static_cast<int>(grid.parts.size()); ++tile) {
    const cells::Prediction& match = grid.parts[at(tile)];
    reading.board.lit[at(tile)] = reader.label(match.label) == kLitLabel;
    const bool is_tile =
        match.confidence >= kMinConfidence && reader.label(match.label) != kBesideLabel;
    reading.confidence.push_back(is_tile ? match.confidence : 0);
    if (!is_tile)
      reading.limit(at(tile), match.confidence,
                    "neither lit nor unlit is the tile in " + cell_name(reading.board.width, tile));
  }
  return reading;
}

}  // namespace eyehand::lights
