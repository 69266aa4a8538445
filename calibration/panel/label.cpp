#include "calibration/panel/label.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "actuator/panel/plan.hpp"
#include "calibration/panel/fit.hpp"
#include "calibration/panel/hues.hpp"
#include "calibration/panel/tiles.hpp"
#include "calibration/prober.hpp"
#include "puzzle/index.hpp"
#include "puzzle/panel/text.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::calibration {
namespace {

using panel::Hue;
using panel::Symbol;
using panel::Tile;

/// Two pictures of the same kind of tile differ by more than kOtherPixel in at most this share of
/// their pixels.
constexpr double kMaxOther = 0.004;
constexpr int kOtherPixel = 48;

constexpr std::array<std::pair<std::string_view, Symbol>, 5> kSymbols = {{
    {"dot", Symbol::dot},
    {"diamond", Symbol::diamond},
    {"bar", Symbol::bar},
    {"slash", Symbol::slash},
    {"flower", Symbol::flower},
}};

/// One word of an answer; false if it is invalid or repeated.
class AnswerReader {
 public:
  bool take(std::string_view word) {
    if (word == "lit" || word == "unlit") {
      tile_.lit = word == "lit";
      return !std::exchange(has_state_, true);
    }
    if (word == "locked") return !std::exchange(tile_.locked, true);
    if (word == "start") return !std::exchange(tile_.start, true);
    for (const auto& [name, symbol] : kSymbols)
      if (word == name) {
        tile_.symbol = symbol;
        return !std::exchange(has_symbol_, true);
      }
    for (std::size_t hue = 1; hue < kHueNames.size(); ++hue)
      if (word == kHueNames[hue]) {
        tile_.hue = static_cast<Hue>(hue);
        return !std::exchange(has_hue_, true);
      }
    int value = 0;
    const auto end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stop != end || value < -9 || value > 9) return false;
    tile_.value = static_cast<std::int8_t>(value);
    return !std::exchange(has_value_, true);
  }

  std::optional<Tile> tile() const {
    const bool is_dot = tile_.symbol == Symbol::dot, is_flower = tile_.symbol == Symbol::flower;
    const bool fits = has_state_ && has_value_ == (is_dot || is_flower) &&
                      (has_symbol_ || !has_hue_) && !(is_flower && has_hue_) &&
                      (!is_dot || tile_.value != 0) &&
                      (!is_flower || (tile_.value >= 0 && tile_.value <= 4));
    if (!fits) return std::nullopt;
    return tile_;
  }

 private:
  Tile tile_;
  bool has_state_ = false, has_symbol_ = false, has_hue_ = false, has_value_ = false;
};

std::optional<Tile> parse(std::string_view answer) {
  AnswerReader reader;
  while (!answer.empty()) {
    const auto end = std::min(answer.find(','), answer.size());
    if (!reader.take(answer.substr(0, end))) return std::nullopt;
    answer.remove_prefix(std::min(end + 1, answer.size()));
  }
  return reader.tile();
}

class PanelLabelling final : public Labelling {
 public:
  explicit PanelLabelling(const Frame& frame) : frame_(frame) {
    auto tiles = find_panel_tiles(frame.image);
    if (!tiles)
      throw LearnStopped(
          End::unreadable,
          "the window shows no square tiles of one size, evenly spaced on one colour; is it the "
          "window.");
    tiles_ = std::move(*tiles);
    for (int t = 0; t < tiles_.size(); ++t) {
      if (!tiles_.is_there[static_cast<std::size_t>(t)]) {
        group_of_.push_back(-1);
        continue;
      }
      const cv::Rect box = tiles_.box(t) & cv::Rect({}, frame_.image.size());
      const cv::Mat mine = frame_.image(box);
      std::size_t i = 0;
      while (i < groups_.size() && !is_alike(mine, groups_[i].picture)) ++i;
      add_to_group(groups_, i, frame_, box);
      group_of_.push_back(static_cast<int>(i));
    }
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    return "For each group: lit or unlit, then, after commas, what else applies: locked, start; "
           "dot and its number (negative for rings), flower and its number of yellow petals, "
           "diamond, bar, slash; red, orange, yellow, green, blue, purple, white, black (none of "
           "these: grey). For example unlit,locked,dot,3,red or just lit.";
  }
  bool is_answer(const std::string& answer) const override { return parse(answer).has_value(); }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    KnownPanel known{frame_.image, {}};
    for (const int group : group_of_) {
      Tile missing;
      missing.exists = false;
      known.tiles.push_back(group < 0 ? missing : parse(answers[at(group)]).value_or(Tile{}));
    }
    const FittedPanel fitted = fit_panel({known}, tiles_);
    Learned learned =
        learned_from(text(fitted.appearance, fitted.unseen_hues, options), frame_, options);
    if (fitted.disagreements > 0)
      throw LearnStopped(End::unreadable,
                         "the learned appearance reads a different panel from the answers.");
    return learned;
  }

 private:
  static bool is_alike(const cv::Mat& a, const cv::Mat& b) {
    if (a.size() != b.size()) return false;
    int other = 0;
    for (int y = 0; y < a.rows; ++y)
      for (int x = 0; x < a.cols; ++x)
        other += distance(colour_at(a, x, y), colour_at(b, x, y)) > kOtherPixel;
    return other <= kMaxOther * static_cast<double>(a.total());
  }

  static std::string text(const panel::Appearance& appearance, const std::string& unseen,
                          const LearnOptions& options) {
    SkinText skin = begin_labelled_skin(options);
    if (!unseen.empty())
      skin.comment("Not on the panel, so these hues have their usual colours: " + unseen + ".");
    skin.comment(
        "Also guessed unless it was on the panel: the width of the bridge between linked tiles "
        "(the "
        "last of shapes), bolts and the walker.");
    skin.table("appearance", appearance);
    skin.comment("No picture shows how it is played; these are the usual controls.");
    skin.table_in_full("controls", panel::Controls{});
    write_careful_pace(skin, options, Prober::careful_pace());
    return skin.text();
  }

  Frame frame_;
  PanelTiles tiles_;
  std::vector<Group> groups_;
  std::vector<int> group_of_;  ///< of each tile; -1: missing
};

}  // namespace

std::unique_ptr<Labelling> label_panel(const Frame& frame) {
  return std::make_unique<PanelLabelling>(frame);
}

}  // namespace eyehand::calibration
