#include "calibration/lights/learn.hpp"

#include "calibration/learner.hpp"
#include "calibration/lights/learn_cells.hpp"
#include "calibration/lights/learn_geometry.hpp"

namespace eyehand::calibration {

Learned learn_lights(Prober& prober, const LearnOptions& options) {
  return learn_in_turn(prober, options, {learn_lights_geometry, learn_lights_cells});
}

}  // namespace eyehand::calibration
