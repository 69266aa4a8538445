// Reads Lights Out boards from pictures: gaps of one colour separate the tiles, the colours of a
// tile show whether it is lit, and some programs draw on each tile which tiles it flips. One reader
// serves every program; the Appearance holds the differences.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/lights/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/reading.hpp"

namespace eyehand::lights {

/// How a program shows what a press flips.
enum class Sets {
  plus,     ///< nothing is drawn: the tile and its four neighbours
  pattern,  ///< nothing is drawn: the tiles of Appearance::pattern
  drawn,    ///< a plan of small squares on each tile, its own filled, the others outlined
};

constexpr auto choices(Sets) {
  using enum Sets;
  return std::array{std::pair{std::string_view{"plus"}, plus},
                    std::pair{std::string_view{"pattern"}, pattern},
                    std::pair{std::string_view{"drawn"}, drawn}};
}

/// How a program draws Lights Out.
struct Appearance {
  double cell_min_px = 14;
  Colour gap;
  int gap_tolerance = 30;
  std::vector<Colour> lit = {{255, 255, 255}}, unlit = {{64, 64, 64}};
  Sets sets = Sets::plus;
  std::string pattern = "010/111/010";  ///< see offsets_of() in puzzle/lights/text.hpp
  bool wrapping = false;                ///< of a plus or a pattern
  int columns = 0, rows = 0;
  bool centred = false;
  bool has_banner = false;
  double level_width = 0;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("cell_min_px", appearance.cell_min_px, About{"the smallest tile to look for", 8, 500});
  visit("gap", appearance.gap, About{"the colour between tiles"});
  visit("gap_tolerance", appearance.gap_tolerance,
        About{"pixels that differ more from it, 0 to 255, are not gap", 1, 200});
  visit(
      "lit", appearance.lit,
      About{"the colours across a lit tile in even steps from left to right; one if it is of one "
            "colour. Lit is what must be put out: where all lamps are to be on, one that is off"});
  visit("unlit", appearance.unlit, About{"the same across an unlit tile"});
  visit("sets", appearance.sets,
        About{"what a press flips: \"plus\" (the tile and its four neighbours), \"pattern\", or "
              "\"drawn\": small squares on each tile show it"});
  visit(
      "pattern", appearance.pattern,
      About{"what every tile flips, if `sets` is \"pattern\": rows of 0 and 1 with the tile itself "
            "in the middle"});
  visit("wrapping", appearance.wrapping,
        About{"a plus or a pattern goes on at the opposite edge of the board"});
  visit("columns", appearance.columns,
        About{"the number of columns of all the program's boards; 0: any", 0, 1000});
  visit("rows", appearance.rows, About{"the number of rows of all its boards; 0: any", 0, 1000});
  visit(
      "centred", appearance.centred,
      About{"the board is in the middle of the window, from left to right, unless it is sliding"});
  visit("has_banner", appearance.has_banner,
        About{"a banner may cover the board's upper or lower part until the light cross on it is "
              "clicked"});
  visit("level_width", appearance.level_width,
        About{"for a program that deals the next game after a win: the level's name is in the "
              "middle above "
              "the board, within this share of the window's width; 0: it does not",
              0, 1});
}

/// The rejection of a board on which a banner's cross was found.
inline constexpr const char* kBannerRejection = "a banner covers a part of the board";

/// What was read, where it is, and how certain it is.
struct Reading : CellReading {
  Board board;
  Lattice lattice;
  cv::Rect area;                            ///< around all tiles, image pixels
  std::optional<cv::Point2d> banner_cross;  ///< where to click to uncover the whole board
  std::array<cv::Rect, 2> level;            ///< where the level's name may be; empty if nowhere
};

/// An unlit board with the sets of the appearance; empty ones where they are drawn on the tiles.
Board unlit_board(int columns, int rows, const Appearance& appearance);

/// O(pixels); a picture that is refused is read once more as a blurred or compressed one, which
/// takes some 15 ms per million. Refuses (see Reading::rejection) rather than guesses, if tiles are
/// turning or covered, or a set reaches beyond what its tile shows. Throws Error if the appearance
/// has no colours for lit or unlit tiles.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with the reading drawn over it: a disc in each lit tile, dots where its set goes,
/// and a frame around each tile that is not accepted. For people. O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::lights
