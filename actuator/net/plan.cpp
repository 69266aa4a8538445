#include "actuator/net/plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::net {
namespace {

/// The clicks that turn a tile and those linked with it; none if they are right already.
struct Turn {
  std::size_t tile = 0;  ///< to be clicked
  int button = 0;
  int clicks = 0;
  std::vector<std::size_t> locked = {};  ///< to be unlocked first
};

[[noreturn]] void fail(const Board& board, std::size_t tile, const std::string& what) {
  const auto width = static_cast<std::size_t>(board.width);
  throw Error("the tile in column " + std::to_string(tile % width + 1) + ", row " +
              std::to_string(tile / width + 1) + ' ' + what);
}

/// The index in kShapeNames of a tile that has wires.
std::size_t shape_of(Sides wires) {
  const bool is_straight = wires == turned(wires, 2);
  const int count = degree(wires);
  return count < 2 || (count == 2 && is_straight) ? at(count) - 1 : at(count);
}

class Planner {
 public:
  Planner(const Board& now, const std::vector<Sides>& answer, const Controls& controls)
      : now_(now), answer_(answer), controls_(controls) {
    for (const std::string& name : controls.reversed_shapes) {
      const auto* const shape = std::find(kShapeNames.begin(), kShapeNames.end(), name);
      if (shape == kShapeNames.end())
        throw Error("no tile of Net has the shape '" + name +
                    "' of reversed_shapes in [controls].");
      is_reversed_[static_cast<std::size_t>(shape - kShapeNames.begin())] = true;
    }
  }

  std::vector<Turn> turns() const {
    std::vector<Turn> all;
    const auto add = [&](std::span<const int> tiles) {
      if (Turn turn = turn_of(tiles); turn.clicks > 0) all.push_back(std::move(turn));
    };
    std::vector<std::uint8_t> is_linked(now_.linked.empty() ? 0 : now_.size(), 0);
    for (const std::vector<int>& group : now_.linked) {
      for (const int tile : group) is_linked[at(tile)] = 1;
      add(group);
    }
    for (int tile = 0; tile < static_cast<int>(now_.size()); ++tile)
      if (is_linked.empty() || !is_linked[at(tile)]) add({&tile, 1});
    return all;
  }

 private:
  /// For tiles that turn together.
  Turn turn_of(std::span<const int> tiles) const {
    const auto all = [&](auto&& holds) { return std::all_of(tiles.begin(), tiles.end(), holds); };
    int quarters = 0;  // anticlockwise
    while (quarters < 4 &&
           !all([&](int t) { return turned(now_.wires[at(t)], quarters) == answer_[at(t)]; }))
      ++quarters;
    if (quarters == 0) return {};
    const std::size_t first = at(tiles.front());
    if (quarters == 4)
      fail(now_, first, "cannot be turned to the answer, which belongs to another board.");
    // A straight looks the same after two quarters, so three anticlockwise are one.
    const int period =
        all([&](int t) { return turned(now_.wires[at(t)], 2) == now_.wires[at(t)]; }) ? 2 : 4;

    Turn best;
    for (const int tile : tiles) {
      if (now_.wires[at(tile)] == 0 || now_.may_dangle(tile)) continue;
      const Turn turn = clicks_on(at(tile), quarters, period);
      if (turn.button != 0 && (best.button == 0 || turn.clicks < best.clicks)) best = turn;
    }
    if (best.button == 0)
      fail(now_, first, "must turn, but no button turns it; set one in the skin's [controls].");
    for (const int tile : tiles) {
      if (!now_.locked[at(tile)]) continue;
      if (controls_.lock_button == 0)
        fail(now_, at(tile),
             "is locked and must turn; unlock it, or set lock_button in the skin's [controls].");
      best.locked.push_back(at(tile));
    }
    return best;
  }

  /// The clicks for the shorter way round.
  Turn clicks_on(std::size_t tile, int quarters, int period) const {
    int anticlockwise = controls_.turn_anticlockwise_button;
    int clockwise = controls_.turn_clockwise_button;
    const Sides wires = now_.wires[tile];
    if (wires != 0 && is_reversed_[shape_of(wires)]) std::swap(anticlockwise, clockwise);
    if (anticlockwise == 0 || (clockwise != 0 && period - quarters < quarters))
      return {tile, clockwise, period - quarters};
    return {tile, anticlockwise, quarters};
  }

  const Board& now_;
  const std::vector<Sides>& answer_;
  const Controls& controls_;
  std::array<bool, kShapeNames.size()> is_reversed_{};
};

}  // namespace

std::string_view shape_name(Sides wires) {
  return kShapeNames[shape_of(wires)];
}

Plan plan(const Board& now, const std::vector<Sides>& answer, std::span<const ScreenPoint> where,
          const Controls& controls) {
  if (answer.size() != now.size() || where.size() != now.size())
    throw Error("the answer or the places on the screen belong to a board of another size.");
  const std::vector<Turn> turns = Planner(now, answer, controls).turns();
  std::vector<ScreenPoint> places;
  for (const Turn& turn : turns) places.push_back(where[turn.tile]);

  Plan plan;
  for (const std::size_t i : short_travel(places)) {
    for (const std::size_t tile : turns[i].locked)
      plan.emplace_back(Click{where[tile], controls.lock_button});
    plan.insert(plan.end(), static_cast<std::size_t>(turns[i].clicks),
                Click{places[i], turns[i].button});
  }
  return plan;
}

}  // namespace eyehand::net
