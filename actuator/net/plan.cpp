#include "actuator/net/plan.hpp"

#include <string>

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"

namespace eyehand::net {
namespace {

/// The clicks that turn a tile; none if it is already right.
struct Turn {
  int button = 0;
  int clicks = 0;
  bool unlock = false;
};

[[noreturn]] void fail(const Board& board, std::size_t tile, const std::string& what) {
  const auto width = static_cast<std::size_t>(board.width);
  throw Error("the tile in column " + std::to_string(tile % width + 1) + ", row " +
              std::to_string(tile / width + 1) + ' ' + what);
}

Turn turn_of(const Board& now, Sides wanted, std::size_t tile, const Controls& controls) {
  int quarters = 0;
  while (quarters < 4 && turned(now.wires[tile], quarters) != wanted) ++quarters;
  if (quarters == 0) return {};
  if (quarters == 4)
    fail(now, tile, "cannot be turned to the answer, which is that of another board.");
  // A straight looks the same after two quarters, so three anticlockwise are one.
  const int period = turned(now.wires[tile], 2) == now.wires[tile] ? 2 : 4;

  Turn turn{controls.turn_anticlockwise_button, quarters, false};
  if (turn.button == 0 || (controls.turn_clockwise_button != 0 && period - quarters < quarters))
    turn = {controls.turn_clockwise_button, period - quarters, false};
  if (turn.button == 0)
    fail(now, tile,
         "must turn, and neither button for it is set; set one in the skin's [controls].");
  if (now.locked[tile]) {
    if (controls.lock_button == 0)
      fail(now, tile,
           "is locked and must turn; unlock it, or set lock_button in the skin's [controls].");
    turn.unlock = true;
  }
  return turn;
}

}  // namespace

Plan plan(const Board& now, const std::vector<Sides>& answer, std::span<const ScreenPoint> where,
          const Controls& controls) {
  if (answer.size() != now.size() || where.size() != now.size())
    throw Error("the answer or the places on the screen are of another board's size.");
  std::vector<Turn> turns;
  std::vector<ScreenPoint> places;
  for (std::size_t tile = 0; tile < now.size(); ++tile) {
    const Turn turn = turn_of(now, answer[tile], tile, controls);
    if (turn.clicks == 0) continue;
    turns.push_back(turn);
    places.push_back(where[tile]);
  }

  Plan plan;
  for (const std::size_t i : short_travel(places)) {
    if (turns[i].unlock) plan.emplace_back(Click{places[i], controls.lock_button});
    plan.insert(plan.end(), static_cast<std::size_t>(turns[i].clicks),
                Click{places[i], turns[i].button});
  }
  return plan;
}

}  // namespace eyehand::net
