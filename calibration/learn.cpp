#include "calibration/learn.hpp"

#include "calibration/hexiom/learn.hpp"
#include "calibration/lights/learn.hpp"
#include "calibration/net/learn.hpp"
#include "calibration/panel/learn.hpp"
#include "calibration/slitherlink/learn.hpp"
#include "calibration/prober.hpp"
#include "player/games.hpp"

namespace eyehand::calibration {

Learned learned_from(const std::string& skin, const Frame& frame, const LearnWish& wish) {
  const auto round = game_named(wish.game).begin(parse_skin(skin, wish.name));
  const Seen seen = round->see(frame);
  if (!seen.sure())
    throw LearnStopped(End::not_sure, "what was learned does not read the board: " + seen.doubt);
  return {skin, seen.text, round->overlay({})};
}

bool can_learn_by_acting(std::string_view game) {
  return game == "hexiom" || game == "lights" || game == "net" || game == "panel" ||
         game == "slitherlink";
}

Learned learn_by_acting(Eye& eye, Hand& hand, const LearnWish& wish) {
  Prober prober(eye, hand, wish.deadline);
  if (wish.game == "hexiom") return learn_hexiom(prober, wish);
  if (wish.game == "lights") return learn_lights(prober, wish);
  if (wish.game == "net") return learn_net(prober, wish);
  if (wish.game == "panel") return learn_panel(prober, wish);
  if (wish.game == "slitherlink") return learn_slitherlink(prober, wish);
  throw LearnStopped(
      End::not_sure,
      "the game '" + wish.game +
          "' cannot be learned by acting yet; it can be: hexiom, lights, net, panel, slitherlink.");
}

}  // namespace eyehand::calibration
