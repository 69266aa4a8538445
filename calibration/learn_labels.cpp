#include "calibration/learn_labels.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "calibration/learners.hpp"
#include "calibration/model/label.hpp"
#include "player/view.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::calibration {

namespace {

/// The page of rules of a game on a grid; null if it is not one.
const model::Rules* page_of(std::string_view game) {
  for (const model::Rules* rules : model::pages())
    if (rules->name == game && rules->is_grid()) return rules;
  return nullptr;
}

}  // namespace

bool can_learn_by_labels(std::string_view game) {
  return learners_of(game).by_labels != nullptr || page_of(game) != nullptr;
}

std::unique_ptr<Labelling> find_groups(const Frame& frame, std::string_view game) {
  if (const model::Rules* rules = page_of(game)) return label_page(frame, *rules);
  const auto label = learners_of(game).by_labels;
  if (!label) fail_not_learned(game, "from labels", can_learn_by_labels);
  return label(frame);
}

void add_to_group(std::vector<Group>& groups, std::size_t group, const Frame& frame,
                  const cv::Rect& place) {
  if (group == groups.size()) {
    const cv::Rect part = place & cv::Rect({}, frame.image.size());
    groups.push_back({frame.image(part).clone(), 0, part});
  }
  ++groups[group].cells;
}

SkinText begin_labelled_skin(const LearnOptions& options) {
  SkinText skin(options.game, "as learned from its window, by labels", options.window);
  skin.table("board", BoardSettings{.region = options.region});
  return skin;
}

void write_careful_pace(SkinText& skin, const LearnOptions& options, const Pace& pace) {
  skin.comment("Nor how fast it may be played: these waits are conservative and can be reduced.");
  skin.table("pace", pace);
  skin.new_game(options.new_game_keys, options.dismiss_keys);
}

cv::Mat contact_sheet(const std::vector<Group>& groups) {
  constexpr int kSide = 96, kText = 24, kMargin = 12, kInRow = 8;
  const int count = static_cast<int>(groups.size());
  const int columns = std::clamp(count, 1, kInRow), rows = (count + kInRow - 1) / kInRow;
  cv::Mat sheet(rows * (kSide + kText + kMargin) + kMargin, columns * (kSide + kMargin) + kMargin,
                CV_8UC3, cv::Scalar::all(245));
  for (int i = 0; i < count; ++i) {
    const Group& group = groups[static_cast<std::size_t>(i)];
    const cv::Point at(kMargin + i % kInRow * (kSide + kMargin),
                       kMargin + i / kInRow * (kSide + kText + kMargin));
    const double scale =
        static_cast<double>(kSide) / std::max({group.picture.cols, group.picture.rows, 1});
    cv::Mat large;
    cv::resize(group.picture, large, {}, scale, scale, cv::INTER_NEAREST);
    const cv::Rect place = cv::Rect(at, large.size()) & cv::Rect({}, sheet.size());
    large(cv::Rect({}, place.size())).copyTo(sheet(place));
    cv::putText(sheet, std::to_string(i + 1) + " (" + std::to_string(group.cells) + ")",
                at + cv::Point(0, kSide + kText - 8), cv::FONT_HERSHEY_SIMPLEX, 0.5,
                cv::Scalar::all(20), 1, cv::LINE_AA);
  }
  return sheet;
}

}  // namespace eyehand::calibration
