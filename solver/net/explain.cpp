// Detail of state.hpp: words for deductions in the trace.
#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/net/state.hpp"

namespace eyehand::net {
namespace {

constexpr std::string_view kDirections[] = {"right", "up", "left", "down"};
constexpr std::string_view kSides[] = {"right", "upper", "left", "lower"};
constexpr std::string_view kNeighbours[] = {"to its right", "above it", "to its left", "below it"};

int level_of_rule(std::string_view rule) {
  return level_of(rule, {"orientation", "edge", "loop", "linked", "reach", "parity", "odd_tile",
                         "decision", "conflict"});
}

std::string side_words(int side) {
  return "its " + std::string(kSides[side]) + " side";
}

constexpr std::string_view kClosedSides[] = {"on the right", "at the top", "on the left",
                                             "at the bottom"};

/// Tiles that a search for the loop visits at most; a longer one is not described.
constexpr std::size_t kMaxSearchedTiles = 1000;

/// A verb and what completes it: "point" "right", "lie" "horizontally", "connect" "right and up",
/// "have its closed side" "on the left".
struct OrientationWords {
  std::string verb, rest;
};

OrientationWords orientation_words(Sides wires) {
  const unsigned count = kShapes.count[wires];
  if (count == 0 || count == 4) return {"lie", "as it does"};
  if (wires == 5) return {"lie", "horizontally"};
  if (wires == 10) return {"lie", "vertically"};
  if (count == 3)
    return {"have its closed side", std::string(kClosedSides[std::countr_one(unsigned{wires})])};
  std::string rest;
  for (int side = 0; side < 4; ++side)
    if (wires >> side & 1) rest += (rest.empty() ? "" : " and ") + std::string(kDirections[side]);
  return {count == 1 ? "point" : "connect", rest};
}

/// "rows 1 to 3".
std::string range_words(const std::string& noun, std::uint32_t first, std::uint32_t last) {
  if (first == last) return noun + ' ' + std::to_string(first + 1);
  return noun + "s " + std::to_string(first + 1) + " to " + std::to_string(last + 1);
}

/// Where the loop runs that a wire on this side would close: " in rows 1 to 2, columns 3 to 5".
/// Empty if it is not found within kMaxSearchedTiles or crosses the rim.
std::string loop_words(const State& state, std::uint32_t width, std::uint32_t t, int side) {
  const std::uint32_t end = state.neighbour(t, side);
  if (end == t || (state.tile(t).kind_and_rim >> (4 + side) & 1)) return "";
  std::vector<std::uint32_t> seen = {t};
  std::unordered_map<std::uint32_t, std::uint32_t> from = {{t, t}};
  for (std::size_t i = 0; i < seen.size() && !from.contains(end); ++i) {
    if (seen.size() > kMaxSearchedTiles) return "";
    for (int way = 0; way < 4; ++way) {
      if (!(state.tile(seen[i]).on() >> way & 1)) continue;
      const std::uint32_t next = state.neighbour(seen[i], way);
      if (from.emplace(next, seen[i]).second) seen.push_back(next);
    }
  }
  if (!from.contains(end)) return "";
  std::uint32_t top = t / width, bottom = top, left = t % width, right = left;
  for (std::uint32_t at = end; at != t; at = from[at]) {
    const std::uint32_t back = from[at];
    const std::uint32_t x = at % width, y = at / width;
    const auto is_far = [](std::uint32_t a, std::uint32_t b) {
      return std::max(a, b) - std::min(a, b) > 1;
    };
    if (is_far(x, back % width) || is_far(y, back / width)) return "";
    top = std::min(top, y);
    bottom = std::max(bottom, y);
    left = std::min(left, x);
    right = std::max(right, x);
  }
  return " in " + range_words("row", top, bottom) + ", " + range_words("column", left, right);
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
    what += ", because a wire would close a loop" + loop_words(*this, width_, t, side);
  else if (rule == "parity")
    what += std::string(", the only way out of a region whose tiles still need an ") +
            (wire ? "odd" : "even") + " number of wire ends";
  else if (rule == "decision")
    what = std::string("suppose that it ") + what;
  else if (rule == "conflict")
    what += ", because the opposite leads to a contradiction";
  (*trace_)({rule, place(t), what, {static_cast<int>(t)}, {}, level_of_rule(rule)});
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
  const Options all_gone = gone;
  std::string what;
  const auto add = [&](Options options, std::string_view because) {
    std::string verb;
    std::vector<std::string> ways;
    for (int k = 0; k < 4; ++k) {
      if (!(options >> k & 1)) continue;
      const bool turns = tile_[t].kind() < kTurnable;
      auto words = turns ? orientation_words(wires_of(tile_[t].kind(), k))
                         : OrientationWords{"lie", "as it does"};
      verb = std::move(words.verb);
      ways.push_back(std::move(words.rest));
    }
    what += (what.empty() ? "cannot " : "; it cannot ") + verb + ' ';
    for (std::size_t i = 0; i < ways.size(); ++i)
      what += (i == 0 ? "" : i + 1 < ways.size() ? ", " : " or ") + ways[i];
    what += ", because ";
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
  const unsigned left = tile_[t].options() & ~unsigned{all_gone};
  if (left == 0) what += "; no orientation is left, so there is no solution";
  Deduction step{rule, place(t), what, {static_cast<int>(t)}};
  if (std::has_single_bit(left) && tile_[t].kind() < kTurnable) {
    const Sides wires = wires_of(tile_[t].kind(), std::countr_zero(left));
    const OrientationWords words = orientation_words(wires);
    step.what += ", so it must " + words.verb + ' ' + words.rest;
    if (wires != board_.wires[t]) step.decided = {static_cast<int>(t)};
  }
  step.level = level_of_rule(rule);
  (*trace_)(step);
}

}  // namespace eyehand::net
