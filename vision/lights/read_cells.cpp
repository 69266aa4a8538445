#include "vision/lights/read_cells.hpp"

#include "puzzle/index.hpp"
#include "vision/lights/tiles.hpp"
#include "vision/statistics.hpp"

namespace eyehand::lights {
namespace {

/// The largest share of a board's tiles that a banner covers.
constexpr double kMostCovered = 0.25;
/// How far tiles may lie from their places, in tiles: lit ones may have a border, say, that widens
/// their column.
constexpr double kSlack = 0.2;
/// The least median confidence of tiles. It was 0.84 and more on 170 boards of the zoo, and 0.60
/// where a dialog had dimmed a board so that one state of its tiles looked like the other.
constexpr float kUsualConfidence = 0.7F;

void read_sets(Reading& reading, const Frame& frame, const OutlineAppearance& outlines,
               bool is_usual_size) {
  const auto read = is_usual_size ? read_outlines : read_rounded_outlines;
  Board& board = reading.board;
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile) {
    const int column = tile % board.width, row = tile / board.width;
    const OutlinedSet set =
        read(frame, reading.lattice.centre(column, row), reading.lattice.pitch, outlines);
    bool is_clear = set.clarity >= kMinClarity;
    board.flips[at(tile)].clear();
    for (const Offset& by : set.offsets) {
      const int x = column + by.x, y = row + by.y;
      const bool is_on_board = x >= 0 && y >= 0 && x < board.width && y < board.height;
      is_clear = is_clear && is_on_board;
      if (is_on_board) board.flips[at(tile)].push_back(y * board.width + x);
    }
    if (!is_clear)
      reading.limit(at(tile), 0,
                    "it is unclear what a press flips in " + cell_name(board.width, tile));
  }
}

/// If all tiles but a few are certain, what covers the others is closed by a cross in their rows,
/// which may be beside the board, or just below those of the last row. Above the board, there may
/// be one that closes the window.
void find_banner(Reading& reading, const cv::Mat& image) {
  const auto is_certain = [&](std::size_t tile) {
    return reading.confidence[tile] >= kMinConfidence;
  };
  const auto row_of = [&](std::size_t tile) {
    return static_cast<int>(tile) / reading.board.width;
  };
  const Lattice& lattice = reading.lattice;
  cv::Rect2d covered, below;
  int count = 0;
  for (std::size_t tile = 0; tile < reading.board.size(); ++tile) {
    if (is_certain(tile)) continue;
    covered |=
        cv::Rect2d(0, lattice.origin.y + row_of(tile) * lattice.pitch, image.cols, lattice.pitch);
    ++count;
    if (row_of(tile) + 1 < lattice.rows) continue;
    const double x = static_cast<double>(static_cast<int>(tile) % lattice.columns);
    below |= cv::Rect2d(lattice.origin.x + x * lattice.pitch,
                        lattice.origin.y + row_of(tile) * lattice.pitch, lattice.pitch,
                        1.5 * lattice.pitch);
  }
  if (count > kMostCovered * static_cast<double>(reading.board.size())) return;
  auto cross = find_cross(image, covered);
  if (!cross) cross = find_cross(image, below);
  if (!cross) return;
  const cv::Point2d cell = (*cross - lattice.origin) / lattice.pitch;
  const int column = cvFloor(cell.x), row = cvFloor(cell.y);
  const bool is_beside = column < 0 || column >= lattice.columns || row >= lattice.rows;
  if (!is_beside && is_certain(at(row * lattice.columns + column))) return;
  reading.banner_cross = cross;
  reading.rejection = kBannerRejection;
}

}  // namespace

cells::Layout layout_of_lights() {
  return {.blank = std::string(kBesideLabel), .slack = kSlack};
}

Reading read_cells(const Frame& frame, const cells::GridReader& reader,
                   const Appearance& appearance, cells::Search search,
                   const OutlineAppearance& outlines) {
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
      reading.limit(
          at(tile), match.confidence,
          "it is unclear whether the tile is lit in " + cell_name(reading.board.width, tile));
  }
  // What is drawn on the tiles of a new board makes them look less like those learned.
  const bool is_plain = appearance.sets != Sets::drawn;
  if (is_plain && median(reading.confidence) < kUsualConfidence && reading.rejection.empty())
    reading.rejection = "the board looks dimmed";
  if (appearance.sets == Sets::drawn)
    read_sets(reading, frame, outlines, grid.lattice.pitch == reader.usual().pitch);
  if (!reading.accepted() && appearance.has_banner) find_banner(reading, frame.image);
  return reading;
}

}  // namespace eyehand::lights
