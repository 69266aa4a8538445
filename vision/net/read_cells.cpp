#include "vision/net/read_cells.hpp"

#include <algorithm>

#include "puzzle/index.hpp"

namespace eyehand::net {
namespace {

/// The square around the part of a wire near a side, in cells: from beside the tile's centre, where
/// other wires may pass, to its edge.
constexpr double kSideOffset = 0.32, kSideSquare = 0.4;
/// The square around a piece on a tile's centre, in cells.
constexpr double kPieceSquare = 0.6;

}  // namespace

cells::Layout layout_of_sides() {
  return {.parts = {{{kSideOffset, 0}, 1},
                    {{0, -kSideOffset}, 0},
                    {{-kSideOffset, 0}, 3},
                    {{0, kSideOffset}, 2}},
          .side = kSideSquare,
          .blank = std::string(kNoWireLabel)};
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
  reading.wrapping_known = appearance.wrapping == WrappingSign::never;
  reading.board = Board::make(grid.lattice.columns, grid.lattice.rows, false);
  for (int tile = 0; tile < static_cast<int>(reading.board.size()); ++tile) {
    float least = 1;
    for (std::size_t i = 0; i < kEachSide.size(); ++i) {
      const cells::Prediction& side = grid.parts[at(tile) * kEachSide.size() + i];
      if (reader.label(side.label) == kWireLabel) reading.board.wires[at(tile)] |= kEachSide[i];
      least = std::min(least, side.confidence);
    }
    reading.confidence.push_back(least);
    if (least < kMinConfidence)
      reading.limit(
          at(tile), least,
          "it is not certain which way the wires go in " + cell_name(reading.board.width, tile));
  }
  reading.powered.assign(reading.board.size(), 0);
  return reading;
}

cells::Layout layout_of_pieces() {
  return {.side = kPieceSquare};
}

void read_pieces(const Frame& frame, const cells::GridReader& pieces, Reading& reading) {
  const auto parts = pieces.read_at(frame.image, reading.lattice).parts;
  std::vector<int> sources, linked;
  for (int tile = 0; tile < static_cast<int>(parts.size()); ++tile) {
    const std::string& label = pieces.label(parts[at(tile)].label);
    if (label == kSourceLabel) sources.push_back(tile);
    if (label == kLinkedLabel) linked.push_back(tile);
  }
  const auto reject = [&](const std::string& what, std::size_t count) {
    if (reading.rejection.empty())
      reading.rejection = std::to_string(count) + " tiles look like " + what;
  };
  if (pieces.has_label(kSourceLabel)) {
    if (sources.size() == 1)
      reading.board.source = sources[0];
    else
      reject("the source", sources.size());
  }
  if (pieces.has_label(kLinkedLabel)) {
    if (linked.size() == 2)
      reading.board.linked = {linked};
    else
      reject("one of the two that turn together", linked.size());
  }
}

}  // namespace eyehand::net
