#include "calibration/slitherlink/learn.hpp"

#include "calibration/learner.hpp"
#include "calibration/slitherlink/learn_cells.hpp"
#include "calibration/slitherlink/learn_geometry.hpp"

namespace eyehand::calibration {

Learned learn_slitherlink(Prober& prober, const LearnOptions& options) {
  return learn_in_turn(prober, options, {learn_slitherlink_geometry, learn_slitherlink_cells});
}

}  // namespace eyehand::calibration
