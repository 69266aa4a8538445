#include "calibration/panel/label.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "actuator/panel/plan.hpp"
#include "calibration/panel/hues.hpp"
#include "calibration/panel/tiles.hpp"
#include "calibration/prober.hpp"
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
/// Colours that differ by at most this much are the same.
constexpr int kOneColour = 12;
/// Beyond this distance from a tile's centre, in pitches, marks are measured: no symbol of the
/// usual size reaches that far. Less than in fit.cpp, which knows from two pictures what changed.
constexpr double kSymbolRadius = 0.345;

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

/// The appearance of a panel from one picture whose tiles are all labelled.
class Measurer {
 public:
  Measurer(const Frame& frame, const PanelTiles& tiles, const std::vector<Tile>& named)
      : frame_(frame), tiles_(tiles), named_(named) {}

  /// Throws LearnStopped if one of the states is not on the panel.
  panel::Appearance run() {
    appearance_.cell_min_px = 15;
    appearance_.background = {tiles_.background};
    find_states();
    find_outline();
    find_foregrounds();
    find_hues();
    find_walker();
    find_symbol_size();
    return appearance_;
  }

  /// How many tiles are read differently from their labels, or rejected.
  int disagreements(const panel::Appearance& appearance) const {
    const panel::Reading reading = panel::read(frame_, appearance);
    if (reading.board.width != tiles_.columns || reading.board.height != tiles_.rows)
      return 2 * tiles_.size() + 1;
    int against = !reading.accepted();
    for (std::size_t t = 0; t < named_.size(); ++t) {
      Tile seen = reading.board.tiles[t];
      seen.linked_left = seen.linked_up = false;
      against += seen != named_[t];
      against += reading.confidence[t] < kMinConfidence;
    }
    return against;
  }

 private:
  template <class Predicate>
  void each(Predicate&& judge) const {
    for (std::size_t t = 0; t < named_.size(); ++t)
      if (named_[t].exists) judge(named_[t], tiles_.box(static_cast<int>(t)));
  }
  Colour state(bool lit) const { return (lit ? appearance_.lit : appearance_.unlit).front(); }

  void find_states() {
    std::array<ColourCounts, 2> counts;
    each([&](const Tile& tile, const cv::Rect& box) {
      for (const auto& [colour, count] : state_colours(frame_.image, box))
        counts[tile.lit][colour] += count;
    });
    const auto unlit = commonest(counts[0]), lit = commonest(counts[1]);
    if (!unlit || !lit)
      throw LearnStopped(End::unreadable,
                         "the panel must show both lit and unlit tiles; toggle one first.");
    if (distance(*unlit, *lit) <= kOneColour)
      throw LearnStopped(End::unreadable, "lit and unlit tiles have the same colour.");
    appearance_.unlit = {*unlit};
    appearance_.lit = {*lit};
  }

  /// Measures marks, which lie beyond the reach of symbols, and how far out bolts are.
  void find_foregrounds() {
    appearance_.on_unlit = {state(true)};
    appearance_.on_lit = {brightness(tiles_.background) < brightness(state(false))
                              ? tiles_.background
                              : state(false)};
    for (const bool lit : {false, true}) {
      ColourCounts counts;
      each([&](const Tile& tile, const cv::Rect& box) {
        if (tile.lit != lit || !(tile.locked || tile.start)) return;
        visit_box(frame_.image, box, [&](Colour colour, cv::Point2d off) {
          if (cv::norm(off) > kSymbolRadius * tiles_.pitch && is_within(off) &&
              distance(colour, state(lit)) > kOneColour)
            count_colour(counts, colour);
        });
      });
      auto& colours = lit ? appearance_.on_lit : appearance_.on_unlit;
      if (const auto foreground = commonest(counts)) colours = {*foreground};
    }
    double sum = 0, weight = 0;
    each([&](const Tile& tile, const cv::Rect& box) {
      if (!tile.locked || tile.start) return;
      const Colour foreground = (tile.lit ? appearance_.on_lit : appearance_.on_unlit).front();
      visit_box(frame_.image, box, [&](Colour colour, cv::Point2d off) {
        if (distance(colour, foreground) > kOneColour || !is_within(off)) return;
        if (std::min(std::abs(off.x), std::abs(off.y)) < 0.2 * tiles_.pitch) return;
        sum += std::abs(off.x) + std::abs(off.y);
        weight += 2;
      });
    });
    if (weight > 8) bolt_ = sum / weight / tiles_.pitch;
  }

  /// The most common colours of a tile's symbol, with their numbers of pixels.
  ColourCounts symbol_colours(const Tile& tile, const cv::Rect& box) const {
    ColourCounts counts;
    visit_box(frame_.image, box, [&](Colour colour, cv::Point2d off) {
      if (cv::norm(off) < kSymbolRadius * tiles_.pitch &&
          distance(colour, state(tile.lit)) > kOneColour)
        count_colour(counts, colour);
    });
    return counts;
  }

  void find_hues() {
    std::array<ColourCounts, panel::kHues> counts;
    each([&](const Tile& tile, const cv::Rect& box) {
      if (tile.symbol == Symbol::none) return;
      const ColourCounts mine = symbol_colours(tile, box);
      for (const auto& [colour, count] : mine) {
        std::size_t hue = static_cast<std::size_t>(tile.hue);
        // Petals are yellow or purple: purple has much blue, yellow none.
        if (tile.symbol == Symbol::flower)
          hue = static_cast<std::size_t>((colour & 255) < (colour >> 8 & 255) ? Hue::yellow
                                                                              : Hue::purple);
        if (tile.symbol == Symbol::flower && tile.value == (hue == 3 ? 0 : 4)) continue;
        counts[hue][colour] += count;
      }
    });
    for (std::size_t hue = 0; hue < counts.size(); ++hue) {
      const auto colour = commonest(counts[hue]);
      appearance_.*kHueLists[hue] = {colour.value_or(kUsualHues[hue])};
      if (!colour && hue > 0)
        unseen_ += (unseen_.empty() ? "" : ", ") + std::string(kHueNames[hue]);
    }
  }

  /// The tile that the walker stands on has a frame in its colour, beyond the tile's box.
  void find_walker() {
    appearance_.walker = {Colour{255, 0, 255}};  // a colour that does not occur
    ColourCounts counts;
    each([&](const Tile& tile, const cv::Rect& box) {
      if (!tile.start) return;
      const int out = std::max(1, cvRound(0.02 * tiles_.pitch));
      const cv::Rect around(box.x - out, box.y - out, box.width + 2 * out, box.height + 2 * out);
      visit_box(frame_.image, around, [&](Colour colour, cv::Point2d off) {
        const bool is_out = std::max(std::abs(off.x), std::abs(off.y)) > box.width / 2.0;
        if (is_out && distance(colour, tiles_.background) > 3 * kOneColour &&
            distance(colour, state(tile.lit)) > 3 * kOneColour)
          count_colour(counts, colour);
      });
    });
    if (const auto colour = commonest(counts)) appearance_.walker = {*colour};
  }

  static double middle(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }
  std::string shape(double symbol) const {
    return fmt::format("{:.3g} {:.3g} {:.3g} {:.3g} {:.3g}", width_, corner_, symbol, bolt_,
                       bridge());
  }
  /// The bridge is not visible if no tiles are linked.
  double bridge() const { return 0.38; }

  /// Inside a tile's outline, without its antialiased rim.
  bool is_within(cv::Point2d off) const {
    const double half = width_ * tiles_.pitch / 2 - 1.5;
    const double corner = std::max(0.0, corner_ * tiles_.pitch - 1.5);
    const double x = std::abs(off.x) - (half - corner), y = std::abs(off.y) - (half - corner);
    return std::max(x, y) < corner && (std::min(x, y) < 0 || std::hypot(x, y) < corner);
  }

  void find_outline() {
    std::vector<double> widths, corners;
    each([&](const Tile& tile, const cv::Rect& box) {
      const auto outline = outline_of_tile(frame_.image, box, tiles_.background, state(tile.lit));
      if (outline.width <= 0) return;
      widths.push_back(outline.width);
      corners.push_back(outline.corner);
    });
    if (widths.empty())
      throw LearnStopped(End::unreadable,
                         "no tile stands alone, so the shape of tiles cannot be measured.");
    width_ = std::clamp(middle(widths) / tiles_.pitch, 0.6, 0.98);
    const double radius = middle(corners) / tiles_.pitch;
    corner_ = radius < 0.03 ? 0 : std::min(radius, width_ / 2);
  }

  void find_symbol_size() {
    if (bolt_ <= 0) bolt_ = 0.41 * width_ - 0.2 * corner_;
    bolt_ = std::clamp(bolt_, 0.1, 0.5);
    // The median of the sizes by which most tiles are read as labelled.
    int fewest = 1 << 30;
    std::vector<double> best;
    for (double symbol = 0.76; symbol < 1.09; symbol += 0.04) {
      appearance_.shapes = {shape(symbol)};
      const int now = disagreements(appearance_);
      if (now > fewest) continue;
      if (now < fewest) best.clear();
      fewest = now;
      best.push_back(symbol);
    }
    appearance_.shapes = {shape(best[best.size() / 2])};
  }

 public:
  const std::string& unseen_hues() const { return unseen_; }

 private:
  const Frame& frame_;
  const PanelTiles& tiles_;
  const std::vector<Tile>& named_;
  panel::Appearance appearance_;
  double width_ = 0, corner_ = 0, bolt_ = 0;
  std::string unseen_;
};

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
    panel::Board board = panel::Board::make(tiles_.columns, tiles_.rows);
    for (std::size_t t = 0; t < board.size(); ++t) {
      if (group_of_[t] < 0)
        board.tiles[t].exists = false;
      else
        board.tiles[t] = parse(answers[static_cast<std::size_t>(group_of_[t])]).value_or(Tile{});
    }
    Measurer measurer(frame_, tiles_, board.tiles);
    const panel::Appearance appearance = measurer.run();
    const Learned learned =
        learned_from(text(appearance, measurer.unseen_hues(), options), frame_, options);
    if (measurer.disagreements(appearance) > 0)
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
