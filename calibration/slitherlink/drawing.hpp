// How a program of Slitherlink draws its board: dots that are joined by strokes, or dots alone. A
// skin that says so holds at any size.
#pragma once

#include "calibration/slitherlink/edge_survey.hpp"
#include "calibration/slitherlink/numbers.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::calibration {

/// An appearance that reads every picture of the survey as it was made. Some ten readings. Throws
/// LearnStopped (unreadable) if there is none.
slitherlink::Appearance fit_drawing(const EdgeSurvey& survey, const Numbers& numbers);

}  // namespace eyehand::calibration
