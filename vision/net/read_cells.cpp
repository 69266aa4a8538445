#include "vision/net/read_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
/// The confidence of a turned tile's sides, as a mean over its four positions, is that by which its
/// wires must lead those that are second: by twice 0.25, if that is one side less.
constexpr float kTurnedLead = 0.5F;
/// The square around a piece on a tile's centre, in cells.
constexpr double kPieceSquare = 0.6;

/// A tile as far as it is certain.
struct TileSides {
  Sides wires = 0, certain = 0;
  float confidence = 1;  ///< of the least certain side
};

TileSides tile_of(const cells::GridReader& reader, std::span<const cells::Prediction> sides) {
  TileSides tile;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (reader.label(sides[i].label) == kWireLabel) tile.wires |= kEachSide[i];
    if (sides[i].confidence >= kMinConfidence) tile.certain |= kEachSide[i];
    tile.confidence = std::min(tile.confidence, sides[i].confidence);
  }
  return tile;
}

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

/// Adds the source, the two linked tiles, or both, whichever the atlas knows. Rejects the reading
/// if there are more or fewer. The source has wires on all sides, however unclear they are.
void add_pieces(const Frame& frame, const cells::GridReader& pieces, std::vector<TileSides>& tiles,
                Reading& reading) {
  const auto parts = pieces.read_at(frame.image, reading.lattice).parts;
  // The tiles with a label, which as many should have: those that certainly have it, or any.
  const auto find = [&](std::string_view label, std::size_t count, Sides least, const char* what) {
    std::vector<int> any, certain;
    for (int tile = 0; tile < static_cast<int>(parts.size()); ++tile) {
      const Sides missing = least & tiles[at(tile)].certain & ~tiles[at(tile)].wires;
      if (pieces.label(parts[at(tile)].label) != label || missing != 0) continue;
      any.push_back(tile);
      if (parts[at(tile)].confidence >= kMinConfidence) certain.push_back(tile);
    }
    if (certain.size() == count) return certain;
    if (any.size() != count && pieces.has_label(label) && reading.rejection.empty())
      reading.rejection = std::to_string(any.size()) + " tiles look like " + what;
    return any.size() == count ? any : std::vector<int>{};
  };
  if (const auto source = find(kSourceLabel, 1, kAllSides, "the source"); !source.empty()) {
    reading.board.source = source[0];
    TileSides& tile = tiles[at(source[0])];
    tile = {.wires = kAllSides,
            .certain = kAllSides,
            .confidence = std::max(tile.confidence, kMinConfidence)};
  }
  if (const auto linked = find(kLinkedLabel, 2, 0, "one of the two that turn together");
      !linked.empty())
    reading.board.linked = {linked};
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

/// Of this tile alone.
Lattice lattice_of(const Lattice& lattice, int tile) {
  return {
      lattice.origin + lattice.pitch * cv::Point2d(tile % lattice.columns, tile / lattice.columns),
      lattice.pitch, 1, 1};
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
                   const Appearance& appearance, cells::Search search, const Board* known,
                   const cells::GridReader* pieces) {
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
  for (std::size_t i = 0; i < tiles.size(); ++i)
    tiles[i] = tile_of(reader, std::span(grid.parts).subspan(4 * i, 4));
  if (pieces) add_pieces(frame, *pieces, tiles, reading);
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
  // A cleared window looks like empty tiles, on which no wire is missing.
  if (std::ranges::all_of(reading.board.wires, [](Sides wires) { return wires == 0; }))
    reading.rejection = kNoWires;
  return reading;
}

void learn_tile(cells::GridReader& reader, const cv::Mat& picture, const Lattice& lattice, int tile,
                Sides wires) {
  std::array<std::string_view, 4> labels;
  for (std::size_t side = 0; side < 4; ++side)
    labels[side] = wires & kEachSide[side] ? kWireLabel : kNoWireLabel;
  reader.learn(picture, lattice_of(lattice, tile), 0, labels);
}

bool learn_turned(cells::GridReader& reader, std::span<const cv::Mat, 4> pictures,
                  const Lattice& lattice, int tile, const std::function<int(Sides)>& quarters) {
  const Lattice cell = lattice_of(lattice, tile);
  // How certain it is, as a mean over all pictures, that the arm which points there at first is a
  // wire (1) or is not (-1), if the tile turns that way.
  const auto certainties = [&](int way) {
    std::array<float, 4> certainty{};
    for (int turn = 0; turn < 4; ++turn) {
      const auto sides = reader.read_at(pictures[at(turn)], cell).parts;
      for (int arm = 0; arm < 4; ++arm) {
        const auto& [label, confidence] = sides[at((arm + turn * way) & 3)];
        certainty[at(arm)] += (reader.label(label) == kWireLabel ? confidence : -confidence) / 4;
      }
    }
    return certainty;
  };
  const std::array<std::array<float, 4>, 2> by_way = {certainties(1), certainties(-1)};
  Sides best = 0;
  float most = -4, second = -4;
  for (int each = 0; each <= kAllSides; ++each) {
    const auto wires = static_cast<Sides>(each);
    const int way = quarters(wires);
    if (way == 0) continue;
    float sum = 0;
    for (std::size_t arm = 0; arm < 4; ++arm) {
      const float certainty = by_way[way > 0 ? 0 : 1][arm];
      sum += wires & kEachSide[arm] ? certainty : -certainty;
    }
    second = std::max(second, std::min(sum, most));
    if (sum > most) most = sum, best = wires;
  }
  if (most - second < kTurnedLead || best == turned(best, 1)) return false;
  for (int turn = 0; turn < 4; ++turn)
    learn_tile(reader, pictures[at(turn)], lattice, tile, turned(best, turn * quarters(best)));
  return true;
}

cells::Layout layout_of_pieces() {
  return {.side = kPieceSquare};
}

}  // namespace eyehand::net
