#include "calibration/learn.hpp"

#include "calibration/hexiom/learn.hpp"
#include "calibration/lights/learn.hpp"
#include "calibration/net/learn.hpp"
#include "calibration/panel/learn.hpp"
#include "calibration/prober.hpp"
#include "calibration/slitherlink/learn.hpp"
#include "player/games.hpp"

namespace eyehand::calibration {

Learned learned_from(const std::string& skin, const Frame& frame, const LearnOptions& options) {
  const auto session = game_named(options.game).begin(parse_skin(skin, options.name));
  const Observation seen = session->observe(frame);
  if (!seen.accepted())
    throw LearnStopped(End::unreadable,
                       "the learned skin does not read the board: " + seen.rejection);
  return {skin, seen.text, session->overlay({})};
}

bool can_learn_by_acting(std::string_view game) {
  return game == "hexiom" || game == "lights" || game == "net" || game == "panel" ||
         game == "slitherlink";
}

Learned learn_by_acting(ScreenSource& screen, InputSink& input, const LearnOptions& options) {
  Prober prober(screen, input, options.deadline);
  if (options.game == "hexiom") return learn_hexiom(prober, options);
  if (options.game == "lights") return learn_lights(prober, options);
  if (options.game == "net") return learn_net(prober, options);
  if (options.game == "panel") return learn_panel(prober, options);
  if (options.game == "slitherlink") return learn_slitherlink(prober, options);
  throw LearnStopped(
      End::unreadable,
      "the game '" + options.game +
          "' cannot be learned by acting yet; it can be: hexiom, lights, net, panel, slitherlink.");
}

}  // namespace eyehand::calibration
