// Reads Net boards from pictures by geometry: a wire reaches a side of its tile, or it does not.
// One reader serves every program; the Appearance holds the differences.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/net/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/reading.hpp"

namespace eyehand::net {

/// How a program shows whether its board wraps.
enum class WrappingSign {
  never,     ///< its boards never wrap
  barriers,  ///< boards that do not wrap have barriers all around
  unseen,    ///< it does not show whether they do
};

constexpr auto choices(WrappingSign) {
  using enum WrappingSign;
  return std::array{std::pair{std::string_view{"never"}, never},
                    std::pair{std::string_view{"barriers"}, barriers},
                    std::pair{std::string_view{"unseen"}, unseen}};
}

/// How a program draws Net. Lengths are shares of a cell.
struct Appearance {
  LatticeAppearance lattice;

  double wire_from = 0.30;         ///< a wire is searched for from here ...
  double wire_to = 0.36;           ///< ... to here on the way from a tile's middle to its side
  double wire_half_width = 0.04;   ///< its core, to either side
  double power_half_width = 0.03;  ///< the part of the core that shows power by its tint
  double flank_from = 0.13;        ///< beside it there is background, from here ...
  double flank_to = 0.2;           ///< ... to here
  double wire_contrast_min = 40;   ///< a wire differs from its flanks by this, 0 to 255

  double wire_width = 0;             ///< from rim to rim; with the two sections below only
  std::vector<Colour> wire_section;  ///< across a wire, from the top, and from the right
  std::vector<Colour> wire_section_powered;

  double piece_at = 0.15;   ///< pieces on a tile's centre (an end, the source) show at (±x, ±x)
  Colour end, end_powered;  ///< boxes, computers, lamps: on tiles with one wire
  double end_rim_at =
      0;  ///< where an end has its own colour on either side of its picture; 0: everywhere
  Colour source;
  std::vector<Colour> source_picture;  ///< n x n, row by row; empty: it is of one colour
  double source_picture_at = 0.25;     ///< it covers ±x around the tile's centre

  Colour wire;
  Colour wire_powered;
  double power_min_px = 0;   ///< in smaller cells the tint of power is not to be relied on
  bool marks_loops = false;  ///< wires that run in a loop are drawn in a colour of their own
  Colour wire_loop;

  bool has_barriers = false;
  Colour barrier;
  bool has_locks = false;  ///< locked tiles are distinguished by their background
  double locked_background_step =
      20;  ///< how much darker their background is than others', 0 to 255
  double locked_shade =
      0;  ///< over a photograph: the share of light that it keeps; 0: none is shaded
  WrappingSign wrapping = WrappingSign::never;
  bool has_crosses = false;      ///< tiles with four wires
  bool has_empty_tiles = false;  ///< tiles with none
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("wire_from", appearance.wire_from,
        About{"where wires are looked for, from a tile's middle (0) to its side (0.5)", 0.05, 0.5});
  visit("wire_to", appearance.wire_to, About{"the end of that range", 0.05, 0.5});
  visit("wire_half_width", appearance.wire_half_width,
        About{"half the width of a wire's core, in cells", 0.005, 0.3});
  visit("power_half_width", appearance.power_half_width,
        About{"half the width of the part of it that is tinted by power", 0, 0.3});
  visit("flank_from", appearance.flank_from,
        About{"beside the wire there is background, from this far off its middle line, in cells",
              0.02, 0.45});
  visit("flank_to", appearance.flank_to, About{"the end of that range", 0.02, 0.45});
  visit("wire_contrast_min", appearance.wire_contrast_min,
        About{"the least difference between a wire and the background", 5, 250});
  visit("wire_width", appearance.wire_width,
        About{"a wire's width with its rims, in cells, where wires are recognised by a section", 0,
              0.5});
  visit("wire_section", appearance.wire_section,
        About{"the colours across a wire in even steps, from the top or from the right; where "
              "contrast is enough it stays empty"});
  visit("wire_section_powered", appearance.wire_section_powered,
        About{"the same across a powered wire"});
  visit("piece_at", appearance.piece_at,
        About{"an end or the source covers the points (±x, ±x) around its tile's middle, in cells",
              0.05, 0.4});
  visit("end", appearance.end, About{"colour of an end piece there"});
  visit("end_powered", appearance.end_powered, About{"colour of a powered end piece"});
  visit(
      "end_rim_at", appearance.end_rim_at,
      About{"ends with a picture in them have their colour at the points (±x, 0) still, in cells; "
            "0: they are of one colour",
            0, 0.45});
  visit("source", appearance.source, About{"colour of the source there"});
  visit("source_picture", appearance.source_picture,
        About{"a source of many colours: those of n x n squares around its middle, row by row"});
  visit("source_picture_at", appearance.source_picture_at,
        About{"how far the squares reach from the middle, in cells", 0.05, 0.5});
  visit("wire", appearance.wire, About{"colour of a wire's core"});
  visit("wire_powered", appearance.wire_powered, About{"colour of a powered wire's core"});
  visit("power_min_px", appearance.power_min_px,
        About{"in smaller cells that tint is unreliable", 0, 500});
  visit("marks_loops", appearance.marks_loops,
        About{"whether wires that run in a loop have a colour of their own"});
  visit("wire_loop", appearance.wire_loop, About{"that colour, of a wire's core"});
  visit("has_barriers", appearance.has_barriers, About{"whether there are barriers between tiles"});
  visit("barrier", appearance.barrier, About{"colour of a barrier's core"});
  visit("has_locks", appearance.has_locks,
        About{"whether locked tiles have a darker background, by a step or by a shade"});
  visit("locked_background_step", appearance.locked_background_step,
        About{"how much darker it is", 5, 200});
  visit(
      "locked_shade", appearance.locked_shade,
      About{"over a photograph: the share of its light that a locked tile's background keeps, or 0",
            0, 0.9});
  visit(
      "wrapping", appearance.wrapping,
      About{"\"never\", \"barriers\" (boards that do not wrap have them all around), \"unseen\""});
  visit("has_crosses", appearance.has_crosses, About{"whether there are tiles with four wires"});
  visit("has_empty_tiles", appearance.has_empty_tiles, About{"whether there are tiles with none"});
}

/// What was read, where it is, and how certain it is.
struct Reading : CellReading {
  Board board;
  Lattice lattice;             ///< in the frame's image
  bool wrapping_known = true;  ///< false: `board.wrapping` is a guess
  std::vector<std::uint8_t> powered;
  /// Tiles drawn with power that does not reach them, or without power that does, if nothing else
  /// contradicts the reading: the program has not redrawn them yet. `rejection` names the first.
  std::vector<int> stale;
};

/// The rejection of what shows no wires: a window that was cleared, for one.
inline constexpr const char* kNoWires = "there are no wires on the board";

/// O(pixels). Refuses (see Reading::rejection) rather than guesses.
Reading read(const Frame& frame, const Appearance& appearance);

/// The picture with the reading drawn over it: cells, wires (bright if powered), pieces, barriers,
/// and a frame around each tile that is not accepted. For people. O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::net
