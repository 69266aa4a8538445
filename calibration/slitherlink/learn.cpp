#include "calibration/slitherlink/learn.hpp"

#include "calibration/learner.hpp"
#include "calibration/slitherlink/learn_cells.hpp"
#include "calibration/slitherlink/learn_geometry.hpp"
#include "x11/browsers.hpp"

namespace eyehand::calibration {

Learned learn_slitherlink(Prober& prober, const LearnOptions& options) {
  // The pictures of web pages seldom show nothing but a grid.
  if (x11::is_browser(options.window)) return learn_slitherlink_cells(prober, options);
  return learn_in_turn(prober, options, {learn_slitherlink_geometry, learn_slitherlink_cells});
}

}  // namespace eyehand::calibration
