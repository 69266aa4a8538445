#include "calibration/lights/label.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/colours.hpp"
#include "player/games.hpp"
#include "vision/lights/read.hpp"
#include "vision/lights/tiles.hpp"
#include "vision/statistics.hpp"

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

/// The colours across a tile, near its rim, where nothing is drawn on it: one or, if they vary,
/// those at its left and right sides.
std::vector<Colour> colours_across(const cv::Mat& bgr, const cv::Rect& tile) {
  // The reader samples a tile's rim too, from 0.1 to 0.9 of its side.
  constexpr double kNear = 0.1;
  constexpr int kAlike = 10;
  const auto around = [&](double u) {
    std::vector<Colour> colours;
    for (const double v : {kNear, 1 - kNear})
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          colours.push_back(
              colour_at(bgr, tile.x + static_cast<int>(std::lround(u * (tile.width - 1))) + dx,
                        tile.y + static_cast<int>(std::lround(v * (tile.height - 1))) + dy));
    return median(colours);
  };
  const Colour left = around(kNear), right = around(1 - kNear);
  if (distance(left, right) < kAlike) return {around(0.5)};
  // A linear gradient that extends to the tile's sides.
  const auto beyond = [&](int near, int far) {
    const double step = (far - near) / (1 - 2 * kNear);
    return std::clamp(static_cast<int>(std::lround(near - kNear * step)), 0, 255);
  };
  return {{beyond(left.r, right.r), beyond(left.g, right.g), beyond(left.b, right.b)},
          {beyond(right.r, left.r), beyond(right.g, left.g), beyond(right.b, left.b)}};
}

/// The distance between two lists of colours: the larger of the distances at their ends.
int apart(const std::vector<Colour>& a, const std::vector<Colour>& b) {
  return std::max(distance(a.front(), b.front()), distance(a.back(), b.back()));
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
