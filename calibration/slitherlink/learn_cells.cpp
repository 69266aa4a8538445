#include "calibration/slitherlink/learn_cells.hpp"

#include <spdlog/fmt/fmt.h>

#include "calibration/learner.hpp"
#include "calibration/slitherlink/edge_survey.hpp"
#include "calibration/slitherlink/numbers.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

class SlitherlinkCellsLearner : Learner {
 public:
  SlitherlinkCellsLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), survey_(prober, options.report) {}

  Learned run() {
    watch_idle();
    survey_.run();
    timing_ = survey_.timing();
    pace_ = survey_.pace();
    settle_pace(survey_.controls().method == slitherlink::Gestures::drag ? "drags" : "clicks");
    const Numbers numbers = name_numbers(survey_.pictures(), survey_.lattice(), options_.deadline);
    appearance_.digits = numbers.samples;
    appearance_.foreground_min = numbers.foreground_min;
    appearance_.clues_fade = numbers.clues_fade;
    report("digits", numbers.digits);
    for (const char digit : std::string("0123"))
      if (numbers.digits.find(digit) == std::string::npos)
        report("digits",
               fmt::format("there is no {}: it will be recognised by Tesseract alone", digit));
    Learned learned = try_skin(text());
    check_as_found(survey_.is_as_found());
    return learned;
  }

 private:
  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", survey_.controls());
    write_pace(skin, "acting");
    skin.table("appearance", appearance_);
    skin.table("cells", slitherlink::appearance_of(survey_.edge_samples(), slitherlink::kEdgeLabels,
                                                   survey_.lattice()));
    skin.table("dots", slitherlink::appearance_of(survey_.dot_samples(), slitherlink::kDotLabels,
                                                  survey_.lattice()));
    return skin.text();
  }

  EdgeSurvey survey_;
  slitherlink::Appearance appearance_;
};

}  // namespace

Learned learn_slitherlink_cells(Prober& prober, const LearnOptions& options) {
  return SlitherlinkCellsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
