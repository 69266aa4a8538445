// Detail of state.hpp: words for deductions in the trace.
#include <string>

#include "solver/net/state.hpp"

namespace eyehand::net {
namespace {

constexpr std::string_view kDirections[] = {"right", "up", "left", "down"};
constexpr std::string_view kSides[] = {"right", "upper", "left", "lower"};
constexpr std::string_view kNeighbours[] = {"to its right", "above it", "to its left", "below it"};

std::string side_words(int side) {
  return "its " + std::string(kSides[side]) + " side";
}

/// "point right", "run vertically", "connect right, up and left".
std::string orientation_words(Sides wires) {
  const unsigned count = kShapes.count[wires];
  if (count == 0) return "be empty";
  if (wires == 5) return "run horizontally";
  if (wires == 10) return "run vertically";
  std::string text = count == 1 ? "point" : "connect";
  unsigned named = 0;
  for (int side = 0; side < 4; ++side) {
    if (!(wires >> side & 1)) continue;
    text += named == 0 ? " " : named + 1 < count ? ", " : " and ";
    text += kDirections[side];
    ++named;
  }
  return text;
}

}  // namespace

std::string State::place(std::uint32_t t) const {
  return "row " + std::to_string(t / width_ + 1) + ", column " + std::to_string(t % width_ + 1);
}

void State::report_edge(std::string_view rule, std::uint32_t t, int side, bool wire) const {
  std::string what = board_.may_dangle(static_cast<int>(t))
                         ? wire ? "meets a wire on " : "meets no wire on "
                     : wire ? "has a wire on "
                            : "has no wire on ";
  what += side_words(side);
  if (rule == "edge")
    what += ", like every orientation it can still have";
  else if (rule == "loop")
    what += ", because a wire would close a loop";
  else if (rule == "parity")
    what += std::string(", the only way out of a region whose tiles still need an ") +
            (wire ? "odd" : "even") + " number of wire ends";
  else if (rule == "decision")
    what = std::string("suppose that it ") + what;
  else if (rule == "conflict")
    what += ", because the opposite leads to a contradiction";
  (*trace_)({rule, place(t), what});
}

/// Why a side is known, as a clause.
std::string State::side_reason(std::uint32_t t, int side) const {
  const std::string neighbour_words = "the tile " + std::string(kNeighbours[side]);
  if (tile_[t].on() >> side & 1) return neighbour_words + " has a wire on that side";
  if (!wrapping_ && (tile_[t].kind_and_rim >> (4 + side) & 1))
    return side_words(side) + " is on the border of the board";
  if (board_.barriers[t] >> side & 1 ||
      board_.barriers[neighbour(t, side)] >> opposite_side(side) & 1)
    return "there is a barrier on " + side_words(side);
  return neighbour_words + " has no wire on that side";
}

void State::report_options(std::string_view rule, std::uint32_t t, Options gone,
                           std::string_view reason) const {
  std::string what;
  const auto add = [&](Options options, std::string_view because) {
    std::string ways;
    for (int k = 0; k < 4; ++k)
      if (options >> k & 1)
        ways += (ways.empty() ? "" : " or ") +
                (tile_[t].kind() < kTurnable ? orientation_words(wires_of(tile_[t].kind(), k))
                                             : "lie as it does");
    what += (what.empty() ? "cannot " : "; it cannot ") + ways + ", because ";
    what += because;
  };
  if (!reason.empty()) {
    add(gone, reason);
  } else {
    // Each orientation by the first side that rules it out.
    const Tile& tile = tile_[t];
    for (int side = 0; side < 4; ++side) {
      const unsigned known = tile.known & 0x11u << side;
      const auto ruled_out = static_cast<Options>(gone & ~kShapes.allowed[tile.kind()][known]);
      if (ruled_out) add(ruled_out, side_reason(t, side));
      gone &= static_cast<Options>(~ruled_out);
    }
  }
  (*trace_)({rule, place(t), what});
}

}  // namespace eyehand::net
