#include "calibration/lights/label.hpp"

#include <algorithm>
#include <array>

#include "calibration/colours.hpp"
#include "calibration/lights/fit.hpp"
#include "player/games.hpp"

namespace eyehand::calibration {
namespace {

constexpr std::size_t kMostGaps = 12;
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
    if (usual.size() == kMostGaps) break;
    usual.push_back(cluster.mean);
  }
  return usual;
}

/// A look in which nothing is set; made once, for GCC 12 warns of it where it is made in a loop.
const lights::Look& usual_look() {
  static const lights::Look look;
  return look;
}

class LightsLabelling final : public Labelling {
 public:
  explicit LightsLabelling(const Frame& frame) : frame_(frame) {
    std::size_t most = 3;
    for (const Rgb& gap : usual_colours(frame.image))
      for (const int tolerance : kTolerances) {
        lights::Look look = usual_look();
        look.gap = to_colour(gap);
        look.gap_tolerance = tolerance;
        auto tiles = lights::find_tiles(frame.image, look);
        const auto seen = static_cast<std::size_t>(
            std::count_if(tiles.boxes.begin(), tiles.boxes.end(),
                          [](const cv::Rect& box) { return !box.empty(); }));
        if (!tiles.why_not.empty() || seen != tiles.boxes.size() || seen <= most) continue;
        most = seen;
        look_ = look;
        tiles_ = std::move(tiles);
      }
    if (tiles_.boxes.empty())
      throw LearnStopped(End::not_sure,
                         "no even board of square tiles parted by gaps is in the window.");
    group_tiles();
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    return "For each group: lit (must be put out) or unlit.";
  }
  bool is_answer(const std::string& answer) const override {
    return answer == "lit" || answer == "unlit";
  }

  Learned learn(const std::vector<std::string>& answers, const LearnWish& wish) const override {
    lights::Look look = look_;
    look.lit.clear();
    look.unlit.clear();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      auto& mine = answers[i] == "lit" ? look.lit : look.unlit;
      if (mine.empty()) mine = colours_[i];  // that of the larger group
    }
    if (look.lit.empty() || look.unlit.empty())
      throw LearnStopped(End::not_sure,
                         "both lit and unlit tiles must be on the board; press one first.");
    look.sets = lights::Sets::drawn;
    if (!lights::read(frame_, look).sure()) look.sets = lights::Sets::plus;
    SkinText skin = begin_labelled_skin(wish);
    skin.table("look", look);
    skin.new_game(wish.new_game_keys, wish.dismiss_keys);
    return learned_from(skin.text(), frame_, wish);
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
  lights::Look look_ = usual_look();
  lights::Tiles tiles_;
  std::vector<Group> groups_;
  std::vector<std::vector<Colour>> colours_;  ///< of each group
};

}  // namespace

std::unique_ptr<Labelling> label_lights(const Frame& frame) {
  return std::make_unique<LightsLabelling>(frame);
}

}  // namespace eyehand::calibration
