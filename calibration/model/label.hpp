// Labels for the cells of a puzzle on a grid that is a page of rules: what each of their
// appearances means.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::calibration {

/// See find_groups: cells between lines of one of the picture's common colours, clustered by what
/// the reader sees of them, and by the shape of what is drawn. The rules must outlive the result.
std::unique_ptr<Labelling> label_page(const Frame& frame, const model::Rules& rules);

}  // namespace eyehand::calibration
