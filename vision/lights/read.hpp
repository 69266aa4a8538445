// Reads Lights Out boards off pictures: tiles parted by gaps of one colour, lit or not by their own
// colours, and, where a program draws it, which tiles each of them flips. One reader serves every
// program; what differs is in the Look.
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

namespace eyehand::lights {

/// How the player is told what a press flips.
enum class Sets {
  plus,   ///< nothing is drawn: the tile and its four neighbours
  drawn,  ///< a plan of small squares on each tile, its own filled, the others outlined
};

constexpr auto choices(Sets) {
  using enum Sets;
  return std::array{std::pair{std::string_view{"plus"}, plus},
                    std::pair{std::string_view{"drawn"}, drawn}};
}

/// How a program draws Lights Out.
struct Appearance {
  double cell_min_px = 14;
  Colour gap;
  int gap_tolerance = 30;
  std::vector<Colour> lit = {{255, 255, 255}}, unlit = {{64, 64, 64}};
  Sets sets = Sets::plus;
  int columns = 0, rows = 0;
  bool centred = false;
  bool has_banner = false;
  double level_width = 0;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("cell_min_px", appearance.cell_min_px,
        About{"the smallest tile that is looked for", 8, 500});
  visit("gap", appearance.gap, About{"the colour between tiles"});
  visit("gap_tolerance", appearance.gap_tolerance,
        About{"what differs from it by more, 0 to 255, is no gap", 1, 200});
  visit("lit", appearance.lit,
        About{"the colours across a lit tile in even steps from left to right; one if it is of one "
              "colour. Lit is what must be put out"});
  visit("unlit", appearance.unlit, About{"... and across an unlit tile"});
  visit(
      "sets", appearance.sets,
      About{"what a press flips: \"plus\" (the tile and its four neighbours), or \"drawn\": small "
            "squares on each tile show it"});
  visit("columns", appearance.columns,
        About{"the columns that the program's boards always have; 0: any", 0, 1000});
  visit("rows", appearance.rows, About{"the rows that they always have; 0: any", 0, 1000});
  visit(
      "centred", appearance.centred,
      About{"the board is in the middle of the window, from left to right, unless it is sliding"});
  visit("has_banner", appearance.has_banner,
        About{"a banner may cover the board's upper part until the light cross on it is clicked"});
  visit(
      "level_width", appearance.level_width,
      About{"a program that goes on by itself after a win: the level's name is in the middle above "
            "the board, within this share of the window's width; 0: it does not",
            0, 1});
}

/// What was read, where it is, and how sure we are.
struct Reading {
  Board board;
  Lattice lattice;  ///< in the frame's image; no columns if none was found
  /// One a tile, 0 to 1; below kMinConfidence is not sure. 0 for those that are covered, and for
  /// all if there is a doubt about the board as a whole.
  std::vector<float> confidence;
  /// Empty when the board was read and everything in it is sure; else why not, for people.
  std::string rejection;
  cv::Rect area;                            ///< around all tiles, image pixels
  std::optional<cv::Point2d> banner_cross;  ///< what is to be clicked to see the whole board
  std::array<cv::Rect, 2> level;            ///< where the level's name may be; empty if nowhere

  bool accepted() const { return rejection.empty(); }
};

inline constexpr float kMinConfidence = 0.5F;

/// O(pixels). Refuses (see Reading::rejection) rather than guesses: tiles that are turning or
/// covered, sets that reach beyond what a tile shows of them. Throws Error if the look has no
/// colours for lit or unlit tiles.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with what was read drawn over it: a disc in each lit tile, dots where its set goes,
/// and a frame around every tile that is not sure. For people; O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::lights
