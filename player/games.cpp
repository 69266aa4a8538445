#include "player/games.hpp"

#include <array>

#include "player/hexiom/game.hpp"
#include "player/lights/game.hpp"
#include "player/net/game.hpp"
#include "player/panel/game.hpp"
#include "player/slitherlink/game.hpp"
#include "puzzle/error.hpp"

namespace eyehand {

std::span<const Game* const> games() {
  static const std::array<const Game*, 5> all = {&net_game(), &slitherlink_game(), &hexiom_game(),
                                                 &lights_game(), &panel_game()};
  return all;
}

const Game& game_named(std::string_view name) {
  std::string names;
  for (const Game* game : games()) {
    if (game->name() == name) return *game;
    names += (names.empty() ? "" : ", ") + std::string(game->name());
  }
  throw Error("There is no game '" + std::string(name) + "'; there are: " + names + ".");
}

}  // namespace eyehand
