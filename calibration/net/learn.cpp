#include "calibration/net/learn.hpp"

#include "calibration/learner.hpp"
#include "calibration/net/learn_cells.hpp"
#include "calibration/net/learn_geometry.hpp"

namespace eyehand::calibration {

Learned learn_net(Prober& prober, const LearnOptions& options) {
  return learn_in_turn(prober, options, {learn_net_geometry, learn_net_cells});
}

}  // namespace eyehand::calibration
