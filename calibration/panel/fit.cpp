#include "calibration/panel/fit.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/learn.hpp"
#include "calibration/panel/hues.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using panel::Hue;
using panel::Symbol;
using panel::Tile;

/// Colours that differ by at most this much are the same.
constexpr int kOneColour = 12;
/// Beyond this distance from a tile's centre, in pitches, marks are measured: no symbol of the
/// usual size reaches that far.
constexpr double kSymbolRadius = 0.345;
/// Foregrounds differ from their tiles by at least this much, and an outline has at least this many
/// pixels.
constexpr int kForegroundStep = 100, kOutlinePixels = 4;
/// A colour this close to the line between two others is a mixture of them.
constexpr double kMixture = 20;
/// Sizes of symbols that are tried, in units of the usual one, and how close to the best mean
/// confidence others are as good.
constexpr double kSizeMin = 0.76, kSizeMax = 1.09, kSizeStep = 0.02, kAsGood = 0.025;

class Fit {
 public:
  Fit(const std::vector<KnownPanel>& panels, const PanelTiles& places)
      : panels_(panels), places_(places) {}

  FittedPanel run() {
    appearance_.cell_min_px = 15;
    appearance_.background = {places_.background};
    find_states();
    find_shape();
    find_hues();
    find_foregrounds();
    find_bolts();
    find_bridge();
    find_walker();
    double score = find_symbol_size();
    for (const bool lit : {false, true})
      if (disagreements() > 0) score = try_outline(lit, score);
    fitted_.appearance = appearance_;
    fitted_.disagreements = disagreements();
    return fitted_;
  }

 private:
  /// Visits all known tiles of all pictures.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const KnownPanel& panel : panels_)
      for (std::size_t t = 0; t < panel.tiles.size(); ++t)
        if (panel.tiles[t] && panel.tiles[t]->exists)
          visit(panel.picture, *panel.tiles[t], places_.box(static_cast<int>(t)));
  }
  Colour state(bool lit) const { return (lit ? appearance_.lit : appearance_.unlit).front(); }

  void find_states() {
    std::array<ColourCounts, 2> counts;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      for (const auto& [colour, count] : state_colours(picture, box))
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

  void find_shape() {
    std::vector<double> widths, corners;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      const auto outline = outline_of_tile(picture, box, places_.background, state(tile.lit));
      if (outline.width <= 0) return;
      widths.push_back(outline.width);
      corners.push_back(outline.corner);
    });
    if (widths.empty())
      throw LearnStopped(End::unreadable,
                         "no tile stands alone, so the shape of tiles cannot be measured.");
    width_ = std::clamp(eyehand::median(widths) / places_.pitch, 0.6, 0.98);
    const double radius = eyehand::median(corners) / places_.pitch;
    corner_ = radius < 0.03 ? 0 : std::min(radius, width_ / 2);
  }

  /// Inside a tile's outline, without its antialiased rim.
  bool is_within(cv::Point2d off) const {
    const double half = width_ * places_.pitch / 2 - 1.5;
    const double corner = std::max(0.0, corner_ * places_.pitch - 1.5);
    const double x = std::abs(off.x) - (half - corner), y = std::abs(off.y) - (half - corner);
    return std::max(x, y) < corner && (std::min(x, y) < 0 || std::hypot(x, y) < corner);
  }

  /// The colours on a tile, except its own, with their numbers of pixels: of its symbol, or of the
  /// marks farther out.
  ColourCounts colours_on(const cv::Mat& picture, const Tile& tile, const cv::Rect& box,
                          bool marks) const {
    ColourCounts counts;
    visit_box(picture, box, [&](Colour colour, cv::Point2d off) {
      const bool is_far = cv::norm(off) > kSymbolRadius * places_.pitch;
      if (is_far == marks && is_within(off) && distance(colour, state(tile.lit)) > kOneColour)
        count_colour(counts, colour);
    });
    return counts;
  }

  void find_hues() {
    std::array<ColourCounts, panel::kHues> counts;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      if (tile.symbol == Symbol::none) return;
      for (const auto& [colour, count] : colours_on(picture, tile, box, false)) {
        Hue hue = tile.hue;
        // Petals are yellow or purple: purple has much blue, yellow none.
        if (tile.symbol == Symbol::flower) {
          hue = (colour & 255) < (colour >> 8 & 255) ? Hue::yellow : Hue::purple;
          if (tile.value == (hue == Hue::yellow ? 0 : 4)) continue;
        }
        counts[static_cast<std::size_t>(hue)][colour] += count;
      }
    });
    for (std::size_t hue = 0; hue < counts.size(); ++hue) {
      const auto colour = commonest(counts[hue]);
      appearance_.*kHueLists[hue] = {colour.value_or(kUsualHues[hue])};
      if (colour)
        seen_hues_.push_back(*colour);
      else if (hue > 0)
        fitted_.unseen_hues +=
            (fitted_.unseen_hues.empty() ? "" : ", ") + std::string(kHueNames[hue]);
    }
  }

  /// Unless there are any marks, the usual colours.
  void find_foregrounds() {
    std::array<ColourCounts, 2> marks;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      if (tile.locked || tile.start)
        for (const auto& [colour, count] : colours_on(picture, tile, box, true))
          marks[tile.lit][colour] += count;
    });
    const bool is_dark = brightness(places_.background) < brightness(state(false));
    appearance_.on_unlit = {commonest(marks[0]).value_or(state(true))};
    appearance_.on_lit = {
        commonest(marks[1]).value_or(is_dark ? places_.background : state(false))};
    has_marks_ = {!marks[0].empty(), !marks[1].empty()};
  }

  /// Takes the colour of outlines on tiles in this state, if more is read with it than by the
  /// `score` so far. Returns the better score.
  double try_outline(bool lit, double score) {
    if (has_marks_[lit]) return score;
    std::array<ColourCounts, 2> colours;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      if (tile.symbol != Symbol::none)
        for (const auto& [colour, count] : colours_on(picture, tile, box, false))
          colours[tile.lit][colour] += count;
    });
    const auto colour = outline(colours[lit], colours[!lit], lit);
    if (!colour) return score;
    const panel::Appearance usual = appearance_;
    (lit ? appearance_.on_lit : appearance_.on_unlit) = {*colour};
    const double with_outline = find_symbol_size();
    if (with_outline > score) return with_outline;
    appearance_ = usual;
    return score;
  }

  /// The commonest of those colours of symbols in this state, and not in the other, that contrast
  /// most with the tile: the antialiased edges of outlines contrast less.
  std::optional<Colour> outline(const ColourCounts& here, const ColourCounts& there,
                                bool lit) const {
    const auto is_possible = [&](const auto& colour) {
      return colour.second >= kOutlinePixels && !there.contains(colour.first) &&
             !is_of_symbol(unpacked(colour.first), lit);
    };
    int farthest = kForegroundStep;
    for (const auto& colour : here)
      if (is_possible(colour))
        farthest = std::max(farthest, distance(unpacked(colour.first), state(lit)));
    ColourCounts far;
    for (const auto& colour : here)
      if (is_possible(colour) &&
          distance(unpacked(colour.first), state(lit)) > farthest - kOneColour)
        far.insert(colour);
    return commonest(far);
  }

  /// Whether a symbol without an outline may have this colour, if only at its antialiased edges.
  bool is_of_symbol(Colour colour, bool lit) const {
    return std::any_of(seen_hues_.begin(), seen_hues_.end(), [&](Colour hue) {
      const Rgb way = rgb(hue) - rgb(state(lit)), to = rgb(colour) - rgb(state(lit));
      const double share = std::clamp(to.dot(way) / std::max(way.dot(way), 1.0), 0.0, 1.0);
      return cv::norm(to - share * way) < kMixture;
    });
  }

  /// How far out bolts are.
  void find_bolts() {
    double sum = 0, weight = 0;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      if (!tile.locked || tile.start) return;
      const Colour foreground = (tile.lit ? appearance_.on_lit : appearance_.on_unlit).front();
      visit_box(picture, box, [&](Colour colour, cv::Point2d off) {
        if (distance(colour, foreground) > kOneColour || !is_within(off) ||
            std::min(std::abs(off.x), std::abs(off.y)) < 0.2 * places_.pitch)
          return;
        sum += std::abs(off.x) + std::abs(off.y);
        weight += 2;
      });
    });
    bolt_ = std::clamp(weight > 8 ? sum / weight / places_.pitch : 0.41 * width_ - 0.2 * corner_,
                       0.1, 0.5);
  }

  /// The width of what joins linked tiles, halfway between their centres.
  void find_bridge() {
    std::vector<double> widths;
    const int reach = cvRound(0.4 * places_.pitch);
    for (const KnownPanel& panel : panels_)
      for (int tile = 0; tile < places_.size(); ++tile)
        for (const bool across : {true, false}) {
          const int other = tile + (across ? 1 : places_.columns);
          const bool is_beside = across ? other % places_.columns > 0 : other < places_.size();
          const auto is_tile = [&](int t) {
            const auto& known = panel.tiles[static_cast<std::size_t>(t)];
            return known && known->exists;
          };
          if (!is_beside || !is_tile(tile) || !is_tile(other)) continue;
          const cv::Rect one = places_.box(tile), two = places_.box(other);
          const cv::Point middle = (one.tl() + two.br()) / 2;
          int count = 0;
          for (int i = -reach; i <= reach; ++i) {
            const cv::Point at = middle + (across ? cv::Point(0, i) : cv::Point(i, 0));
            if (cv::Rect({}, panel.picture.size()).contains(at))
              count +=
                  distance(colour_at(panel.picture, at.x, at.y), places_.background) > kOneColour;
          }
          if (count > 0.1 * places_.pitch) widths.push_back(count / places_.pitch);
        }
    if (!widths.empty()) bridge_ = std::clamp(eyehand::median(widths), 0.15, 0.6);
  }

  /// The tile that the walker stands on has a frame in its colour, beyond the tile's box.
  void find_walker() {
    appearance_.walker = {Colour{255, 0, 255}};  // a colour that does not occur
    ColourCounts counts;
    each([&](const cv::Mat& picture, const Tile& tile, const cv::Rect& box) {
      if (!tile.start) return;
      const int out = std::max(1, cvRound(0.02 * places_.pitch));
      const cv::Rect around(box.x - out, box.y - out, box.width + 2 * out, box.height + 2 * out);
      visit_box(picture, around, [&](Colour colour, cv::Point2d off) {
        const bool is_out = std::max(std::abs(off.x), std::abs(off.y)) > box.width / 2.0;
        if (is_out && distance(colour, places_.background) > 3 * kOneColour &&
            distance(colour, state(tile.lit)) > 3 * kOneColour)
          count_colour(counts, colour);
      });
    });
    if (const auto colour = commonest(counts)) appearance_.walker = {*colour};
  }

  panel::Reading read(const KnownPanel& panel) const {
    return panel::read({panel.picture, {}, {}}, appearance_);
  }
  bool agrees(const panel::Reading& reading, const KnownPanel& panel, std::size_t t) const {
    if (reading.confidence[t] < kMinConfidence) return false;
    Tile seen = reading.board.tiles[t];
    seen.linked_left = seen.linked_up = false;
    return !panel.tiles[t] || seen == *panel.tiles[t];
  }
  bool has_size(const panel::Reading& reading) const {
    return reading.board.width == places_.columns && reading.board.height == places_.rows;
  }
  int disagreements() const {
    int against = 0;
    for (const KnownPanel& panel : panels_) {
      const panel::Reading reading = read(panel);
      against += !reading.accepted();
      for (std::size_t t = 0; t < panel.tiles.size(); ++t)
        against += !has_size(reading) || !agrees(reading, panel, t);
    }
    return against;
  }

  /// The median of the sizes with which most tiles are read as known, and with most certainty.
  /// Returns a score of that.
  double find_symbol_size() {
    double best = -1;
    std::vector<double> sizes;
    const auto set_size = [&](double size) {
      appearance_.shapes = {
          fmt::format("{:.3g} {:.3g} {:.3g} {:.3g} {:.3g}", width_, corner_, size, bolt_, bridge_)};
    };
    for (double size = kSizeMin; size < kSizeMax; size += kSizeStep) {
      set_size(size);
      double sum = 0;
      for (const KnownPanel& panel : panels_) {
        const panel::Reading reading = read(panel);
        if (!has_size(reading)) continue;
        for (std::size_t t = 0; t < panel.tiles.size(); ++t)
          if (agrees(reading, panel, t)) sum += 10 + static_cast<double>(reading.confidence[t]);
      }
      // Even empty tiles are not read, whatever the size of symbols.
      if (sum <= 0) break;
      const double as_good = kAsGood * static_cast<double>(panels_.size());
      if (sum > best + as_good) {
        best = sum;
        sizes.clear();
      }
      if (sum > best - as_good) sizes.push_back(size);
    }
    if (!sizes.empty()) set_size(sizes[sizes.size() / 2]);
    return best;
  }

  const std::vector<KnownPanel>& panels_;
  const PanelTiles& places_;
  panel::Appearance appearance_;
  FittedPanel fitted_;
  std::vector<Colour> seen_hues_;
  std::array<bool, 2> has_marks_{};                           ///< on unlit and on lit tiles
  double width_ = 0, corner_ = 0, bolt_ = 0, bridge_ = 0.38;  ///< in pitches
};

}  // namespace

FittedPanel fit_panel(const std::vector<KnownPanel>& panels, const PanelTiles& places) {
  return Fit(panels, places).run();
}

}  // namespace eyehand::calibration
