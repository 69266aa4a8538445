#include "actuator/lights/plan.hpp"

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"

namespace eyehand::lights {

Plan plan(const Board& board, const std::vector<std::uint8_t>& presses,
          std::span<const ScreenPoint> where, const Controls& controls) {
  if (presses.size() != board.size() || where.size() != board.size())
    throw Error("the presses or the places on the screen belong to a board of another size.");
  std::vector<ScreenPoint> places;
  for (std::size_t tile = 0; tile < board.size(); ++tile)
    if (presses[tile]) places.push_back(where[tile]);
  Plan plan;
  plan.reserve(places.size());
  for (const std::size_t i : short_travel(places))
    plan.emplace_back(Click{places[i], controls.press_button});
  return plan;
}

}  // namespace eyehand::lights
