// Learning a panel program by its geometry: filled tiles of two colours on a uniform background.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// For themes whose symbols and tiles have a few flat colours, at any size of the window. Gives up
/// after a few tiles that do not. See learn_by_acting.
Learned learn_panel_geometry(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
