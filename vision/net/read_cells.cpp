#include "vision/net/read_cells.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand::net {
namespace {

/// The square around the part of a wire near a side, in cells: from beside the tile's centre, where
/// other wires may pass, to its edge.
constexpr double kSideOffset = 0.32, kSideSquare = 0.4;
/// A board with a larger share of uncertain tiles is not compared with an earlier reading.
constexpr double kMostUncertain = 0.1;
/// The square around a piece on a tile's centre, in cells.
constexpr double kPieceSquare = 0.6;

/// A tile as far as it is certain.
struct TileSides {
  Sides wires = 0, certain = 0;
  float confidence = 1;  ///< of the least certain side
};

/// The only way in which a tile with these wires can lie so that its certain sides are as read;
/// nothing if there are several or none.
std::optional<Sides> only_way(const TileSides& tile, Sides known) {
  std::optional<Sides> way;
  for (int quarters = 0; quarters < 4; ++quarters) {
    const Sides now = turned(known, quarters);
    if (((now ^ tile.wires) & tile.certain) != 0 || way == now) continue;
    if (way) return std::nullopt;
    way = now;
  }
  return tile.certain != 0 ? way : std::nullopt;
}

/// Whether these may be tiles of `known` that were turned: nearly all are certain, and are.
bool is_known_turned(const std::vector<TileSides>& tiles, const Board& known) {
  std::size_t uncertain = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i].confidence < kMinConfidence)
      ++uncertain;
    else if (!only_way(tiles[i], known.wires[i]))
      return false;
  }
  return static_cast<double>(uncertain) <= kMostUncertain * static_cast<double>(tiles.size());
}

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
                   const Appearance& appearance, cells::Search search, const Board* known) {
  const cells::GridReading grid = reader.read(frame.image, search);
  Reading reading;
  if (grid.lattice.columns == 0) {
    reading.rejection = cells::kNoBoard;
    return reading;
  }
  reading.lattice = grid.lattice;
  reading.wrapping_known = appearance.wrapping == WrappingSign::never;
  reading.board = Board::make(grid.lattice.columns, grid.lattice.rows, false);
  std::vector<TileSides> tiles(reading.board.size());
  for (std::size_t part = 0; part < grid.parts.size(); ++part) {
    TileSides& tile = tiles[part / kEachSide.size()];
    const Sides side = kEachSide[part % kEachSide.size()];
    const auto& [label, confidence] = grid.parts[part];
    if (reader.label(label) == kWireLabel) tile.wires |= side;
    if (confidence >= kMinConfidence) tile.certain |= side;
    tile.confidence = std::min(tile.confidence, confidence);
  }
  const bool is_known = known && known->width == reading.board.width &&
                        known->height == reading.board.height && is_known_turned(tiles, *known);
  for (int i = 0; i < static_cast<int>(tiles.size()); ++i) {
    TileSides& tile = tiles[at(i)];
    if (is_known && tile.confidence < kMinConfidence)
      if (const auto way = only_way(tile, known->wires[at(i)]))
        tile.wires = *way, tile.confidence = kMinConfidence;
    reading.board.wires[at(i)] = tile.wires;
    reading.confidence.push_back(tile.confidence);
    if (tile.confidence < kMinConfidence)
      reading.limit(at(i), tile.confidence,
                    "it is unclear which way the wires go in " + cell_name(reading.board.width, i));
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
