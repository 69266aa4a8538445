#include "calibration/lights/label.hpp"

#include <algorithm>
#include <array>

#include "calibration/colours.hpp"
#include "calibration/lights/fit.hpp"
#include "player/games.hpp"

namespace eyehand::calibration {
namespace {

constexpr std::size_t kMaxGaps = 12;
constexpr std::array kTolerances = {2, 6, 12, 24, 38};

/// The colours that fill most of a picture.
std::vector<Rgb> usual_colours(const cv::Mat& bgr) {
  std::vector<Rgb> some;
  const int step = 1 + std::max(bgr.rows, bgr.cols) / 200;
  for (int y = 0; y < bgr.rows; y += step)
    for (int x = 0; x < bgr.cols; ++x)
      if (x % step == 0 || y % (4 * step) == 0) some.push_back(rgb(colour_at(bgr, x, y)));
  std::vector<Rgb> usual;
  for (const Cluster& cluster : clusters_of(some, 12)) {
    if (usual.size() == kMaxGaps) break;
    usual.push_back(cluster.mean);
  }
  return usual;
}

/// An appearance with default settings; built once, because GCC 12 warns when it is built in a
/// loop.
const lights::Appearance& usual_appearance() {
  static const lights::Appearance appearance;
  return appearance;
}

class LightsLabelling final : public Labelling {
 public:
  explicit LightsLabelling(const Frame& frame) : frame_(frame) {
    std::size_t most_tiles = 3;
    for (const Rgb& gap : usual_colours(frame.image))
      for (const int tolerance : kTolerances) {
        lights::Appearance appearance = usual_appearance();
        appearance.gap = to_colour(gap);
        appearance.gap_tolerance = tolerance;
        auto tiles = lights::find_tiles(frame.image, appearance);
        const auto seen = static_cast<std::size_t>(
            std::count_if(tiles.boxes.begin(), tiles.boxes.end(),
                          [](const cv::Rect& box) { return !box.empty(); }));
        if (!tiles.why_not.empty() || seen != tiles.boxes.size() || seen <= most_tiles) continue;
        most_tiles = seen;
        appearance_ = appearance;
        tiles_ = std::move(tiles);
      }
    if (tiles_.boxes.empty())
      throw LearnStopped(End::unreadable,
                         "the window shows no regular board of square tiles separated by gaps.");
    group_tiles();
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    return "For each group: lit (must be put out) or unlit.";
  }
  bool is_answer(const std::string& answer) const override {
    return answer == "lit" || answer == "unlit";
  }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    lights::Appearance appearance = appearance_;
    appearance.lit.clear();
    appearance.unlit.clear();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      auto& mine = answers[i] == "lit" ? appearance.lit : appearance.unlit;
      if (mine.empty()) mine = colours_[i];  // the larger cluster's colours
    }
    if (appearance.lit.empty() || appearance.unlit.empty())
      throw LearnStopped(End::unreadable,
                         "the board must show both lit and unlit tiles; press one first.");
    appearance.sets = lights::Sets::drawn;
    if (!lights::read(frame_, appearance).accepted()) appearance.sets = lights::Sets::plus;
    SkinText skin = begin_labelled_skin(options);
    skin.table("appearance", appearance);
    skin.new_game(options.new_game_keys, options.dismiss_keys);
    return learned_from(skin.text(), frame_, options);
  }

 private:
  void group_tiles() {
    constexpr int kAlike = 30;
    for (const cv::Rect& box : tiles_.boxes) {
      const auto colours = colours_across(frame_.image, box);
      std::size_t i = 0;
      while (i < colours_.size() && apart(colours, colours_[i]) > kAlike) ++i;
      if (i == colours_.size()) colours_.push_back(colours);
      add_to_group(groups_, i, frame_, box);
    }
  }

  Frame frame_;
  lights::Appearance appearance_ = usual_appearance();
  lights::Tiles tiles_;
  std::vector<Group> groups_;
  std::vector<std::vector<Colour>> colours_;  ///< of each cluster
};

}  // namespace

std::unique_ptr<Labelling> label_lights(const Frame& frame) {
  return std::make_unique<LightsLabelling>(frame);
}

}  // namespace eyehand::calibration
