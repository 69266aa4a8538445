#include "calibration/panel/learn.hpp"

#include "calibration/learner.hpp"
#include "calibration/panel/learn_cells.hpp"
#include "calibration/panel/learn_geometry.hpp"

namespace eyehand::calibration {

Learned learn_panel(Prober& prober, const LearnOptions& options) {
  return learn_in_turn(prober, options, {learn_panel_geometry, learn_panel_cells});
}

}  // namespace eyehand::calibration
