#include "calibration/hexiom/learn.hpp"

#include "calibration/hexiom/learn_cells.hpp"
#include "calibration/hexiom/learn_geometry.hpp"
#include "calibration/learner.hpp"

namespace eyehand::calibration {

Learned learn_hexiom(Prober& prober, const LearnOptions& options) {
  return learn_in_turn(prober, options, {learn_hexiom_geometry, learn_hexiom_cells});
}

}  // namespace eyehand::calibration
