#include "calibration/slitherlink/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/learner.hpp"
#include "calibration/slitherlink/drawing.hpp"
#include "calibration/slitherlink/edge_survey.hpp"
#include "calibration/slitherlink/numbers.hpp"
#include "vision/slitherlink/read_cells.hpp"
#include "x11/browsers.hpp"

namespace eyehand::calibration {
namespace {

class SlitherlinkLearner : Learner {
 public:
  SlitherlinkLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), survey_(prober, options.report) {}

  Learned run() {
    watch_idle();
    // Web pages seldom show nothing but a grid.
    survey_.run(!x11::is_browser(options_.window));
    timing_ = survey_.timing();
    pace_ = survey_.pace();
    settle_pace(survey_.controls().method == slitherlink::Gestures::drag ? "drags" : "clicks");
    const Numbers numbers = find_numbers();
    try {
      drawing_ = fit_drawing(survey_, numbers);
      report("drawing", survey_.drawn() ? "dots that are joined by strokes" : "dots");
    } catch (const LearnStopped& stopped) {
      if (!survey_.lattice()) throw;
      report("drawing", stopped.what());
    }
    pictures_.digits = numbers.samples;
    pictures_.foreground_min = numbers.foreground_min;
    pictures_.clues_fade = numbers.clues_fade;
    Learned learned = try_skin(text());
    check_as_found(survey_.is_as_found());
    return learned;
  }

 private:
  Numbers find_numbers() const {
    // How numbers change only matters to a skin with pictures.
    std::vector<cv::Mat> pictures;
    for (const BoardPicture& picture : survey_.pictures()) pictures.push_back(picture.image);
    if (!survey_.lattice()) pictures.resize(1);
    Numbers numbers = name_numbers(
        pictures, survey_.grid(),
        [&](const cv::Mat& bgr, int face) {
          return survey_.lattice() ? slitherlink::face_content(bgr, *survey_.lattice(), face)
                                   : number_content(bgr, *survey_.drawn(), face);
        },
        options_.deadline);
    report("digits", numbers.digits);
    for (const char digit : std::string("0123"))
      if (numbers.digits.find(digit) == std::string::npos)
        report("digits", fmt::format("there is no {}: boards with one may be rejected", digit));
    return numbers;
  }

  std::string text() const {
    SkinText skin = begin_skin();
    // Many programs deal puzzles with several solutions, and by the rules each of them wins.
    skin.any_solution_wins();
    skin.table("controls", survey_.controls());
    write_pace(skin, "acting");
    skin.table("appearance", drawing_ ? *drawing_ : pictures_);
    if (drawing_) return skin.text();
    skin.table("cells", slitherlink::appearance_of(survey_.edge_samples(), slitherlink::kEdgeLabels,
                                                   *survey_.lattice()));
    // What is no vertex may be anything, so that it must not decide which pixels vary, and so count
    // for little: it is not compared with its like.
    std::vector<cells::Sample> dots = survey_.dot_samples();
    for (cells::Sample& sample : dots)
      if (sample.label == 0) sample.place = -1;
    skin.table("dots", slitherlink::appearance_of(std::move(dots), slitherlink::kDotLabels,
                                                  *survey_.lattice()));
    return skin.text();
  }

  EdgeSurvey survey_;
  std::optional<slitherlink::Appearance> drawing_;
  slitherlink::Appearance pictures_;
};

}  // namespace

Learned learn_slitherlink(Prober& prober, const LearnOptions& options) {
  return SlitherlinkLearner(prober, options).run();
}

}  // namespace eyehand::calibration
