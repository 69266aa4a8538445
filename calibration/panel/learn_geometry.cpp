#include "calibration/panel/learn_geometry.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "actuator/panel/plan.hpp"
#include "calibration/areas.hpp"
#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/panel/fit.hpp"
#include "puzzle/panel/text.hpp"

namespace eyehand::calibration {
namespace {

/// The smallest tile that can be distinguished from other effects of a click.
constexpr int kTileMinPx = 12;
/// How many places that look like tiles are clicked, and how many others; and how many toggling
/// tiles may be drawn in an unknown way before this is left to learning by effects.
constexpr std::size_t kLikelyPlaces = 4, kOtherPlaces = 5;
constexpr int kMaxMisfits = 2;
/// A click that follows another too soon may be lost; one this long after it is not.
constexpr std::chrono::milliseconds kNotTooSoon{700};

class PanelGeometryLearner : Learner {
 public:
  PanelGeometryLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    toggle_somewhere();
    toggle_all();
    complete();
    find_speed();
    return finish();
  }

 private:
  std::size_t tiles() const { return panel_.where.where.size(); }

  /// Finds the first point where a click toggles one tile and a second one toggles it back.
  void toggle_somewhere() {
    report("click", "looking for a tile that reacts");
    prober_.park_outside({});
    start_ = prober_.rest().image.clone();
    std::vector<cv::Point> places = places_like_tiles(start_);
    places.resize(std::min(places.size(), kLikelyPlaces));
    const std::vector<cv::Point> others = points_to_try(start_.size());
    places.insert(places.end(), others.begin(), others.begin() + kOtherPlaces);
    int misfits = 0;
    for (const cv::Point& at : places) {
      const Effect once = prober_.click(at);
      if (!once.changed) continue;
      Effect twice = prober_.click(at);
      // A move counter or a clock may change elsewhere.
      cv::Rect box;
      for (const cv::Rect& one : boxes_of(changed_pixels(once.frame.image, start_), kTileMinPx))
        if (one.contains(at)) box = one;
      if (box.empty()) continue;
      if (!differ(once.frame.image(box), twice.frame.image(box))) {
        prober_.wait(kNotTooSoon);
        twice = prober_.click(at);
      }
      if (differ(start_(box), twice.frame.image(box)))
        stop(End::stuck,
             fmt::format("a second click at {}, {} does not undo the first; what the first changed "
                         "is left changed.",
                         at.x, at.y));
      const auto appearance = std::abs(box.width - box.height) > 2
                                  ? std::nullopt
                                  : appearance_of_tile({start_, once.frame.image, box});
      if (appearance) {
        appearance_ = *appearance;
        panel_.after = once.frame.image.clone();
        panel_.where = panel::read({start_, {}, {}}, appearance_);
      }
      if (panel_.where.board.width == 0) {
        if (++misfits > kMaxMisfits) break;
        continue;
      }
      timing_.note(once);
      timing_.note(twice);
      const Colour unlit = appearance_.unlit.front(), lit = appearance_.lit.front();
      report("tile", fmt::format("a tile of {} px toggles between {} and {}; the panel is {}x{}",
                                 box.width, to_toml(unlit), to_toml(lit), panel_.where.board.width,
                                 panel_.where.board.height));
      return;
    }
    stop(End::stuck,
         "no click toggled a tile of a panel that a second click "
         "toggled back; is there a panel with several free tiles in both states, neither solved "
         "nor walked?");
  }

  static bool differ(const cv::Mat& a, const cv::Mat& b) {
    return cv::countNonZero(changed_pixels(a, b)) > 0;
  }
  /// Whether the panel looks as it was found.
  bool is_as_found() const {
    const cv::Mat& now = prober_.frame().image;
    if (now.size() != start_.size()) return false;
    const cv::Rect area = panel_.where.area & cv::Rect({}, now.size());
    return !differ(start_(area), now(area));
  }

  std::optional<bool> is_lit_now(std::size_t tile) const {
    return is_lit(prober_.frame().image, appearance_, panel_.where.where[tile],
                  pitch_of(panel_.where));
  }
  Click click_on(std::size_t tile) const {
    return {prober_.on_screen(panel_.where.where[tile]), 1};
  }

  /// The panel as far as one tile's states reveal it; empty if that is not reliable.
  std::optional<panel::Board> first_sight(std::vector<std::optional<bool>>& lit) {
    lit.assign(tiles(), std::nullopt);
    panel_.before = start_;
    panel_.is_there.assign(tiles(), false);
    panel_.toggled.assign(tiles(), false);
    const double pitch = pitch_of(panel_.where);
    for (std::size_t t = 0; t < tiles(); ++t) {
      lit[t] = is_lit_now(t);
      panel_.is_there[t] = lit[t].has_value();
      panel_.toggled[t] =
          lit[t] && is_lit(panel_.after, appearance_, panel_.where.where[t], pitch) != lit[t];
    }
    panel::Appearance appearance = appearance_;
    complete_appearance(appearance, panel_);
    const auto reading = panel::read({start_, {}, {}}, appearance);
    if (!reading.accepted() || reading.board.size() != tiles()) return std::nullopt;
    return reading.board;
  }

  /// Whether these states solve the panel. A solved program may accept no more clicks.
  static bool solves(const panel::Board& board, const std::vector<std::optional<bool>>& lit) {
    std::vector<std::uint8_t> states;
    for (std::size_t t = 0; t < lit.size(); ++t)
      states.push_back(lit[t].value_or(false) || (board.tiles[t].locked && board.tiles[t].lit));
    return panel::check(board, states).fault == panel::Fault::none;
  }

  /// Clicks each tile once, but only one of any linked ones, so that each changes its state if it
  /// can, and never so that the panel is solved. The same way back.
  void toggle_all() {
    std::vector<std::optional<bool>> at_first;
    const auto known = first_sight(at_first);
    panel_.toggled.assign(tiles(), false);
    std::vector<std::optional<bool>> lit = at_first;
    for (std::size_t t = 0; t < tiles(); ++t) {
      if (!panel_.is_there[t] || panel_.toggled[t]) continue;
      auto then = lit;
      then[t] = !*lit[t];
      if (known && !known->tiles[t].locked && solves(*known, then)) continue;
      prober_.perform({click_on(t)}, Prober::careful_pace());
      for (std::size_t other = 0; other < tiles(); ++other) {
        lit[other] = is_lit_now(other);
        if (lit[other] && lit[other] == !*at_first[other]) panel_.toggled[other] = true;
      }
      if (panel_.toggled[t]) clicked_.push_back(t);
    }
    panel_.after = prober_.frame().image.clone();
    Plan back;
    for (auto t = clicked_.rbegin(); t != clicked_.rend(); ++t) back.emplace_back(click_on(*t));
    prober_.perform(back, Prober::careful_pace());
    if (!is_as_found())
      stop(
          End::stuck,
          "toggling all tiles twice did not restore the panel, which is left changed; perhaps some "
          "clicks solved it.");
    report("tiles", fmt::format("{} tiles, {} of which toggle",
                                std::count(panel_.is_there.begin(), panel_.is_there.end(), true),
                                std::count(panel_.toggled.begin(), panel_.toggled.end(), true)));
  }

  /// Fits the whole appearance; what is read must agree with what the clicks showed.
  void complete() {
    complete_appearance(appearance_, panel_);
    const auto before = panel::read({panel_.before, {}, {}}, appearance_);
    const auto after = panel::read({panel_.after, {}, {}}, appearance_);
    for (const auto* reading : {&before, &after})
      if (!reading->accepted())
        stop(End::unreadable, "the panel cannot be read: " + reading->rejection + ".");
    if (before.board.size() != tiles() || after.board.size() != tiles())
      stop(End::unreadable, "the panel has different sizes in the two pictures.");
    for (std::size_t t = 0; t < tiles(); ++t) {
      const panel::Tile& one = before.board.tiles[t];
      panel::Tile other = after.board.tiles[t];
      if (!one.exists && !other.exists) continue;
      const bool toggled = one.lit != other.lit;
      other.lit = one.lit;
      if (toggled != panel_.toggled[t] || !(one == other))
        stop(End::unreadable,
             fmt::format("the tile in column {}, row {} is misread once it is toggled.",
                         t % static_cast<std::size_t>(before.board.width) + 1,
                         t / static_cast<std::size_t>(before.board.width) + 1));
    }
    report("appearance",
           fmt::format("shape {}, foreground {} and {}", appearance_.shapes.front(),
                       to_toml(appearance_.on_unlit.front()), to_toml(appearance_.on_lit.front())));
  }

  /// Puts three tiles first whose states cannot solve the panel.
  void choose_for_speed() {
    const auto reading = panel::read(prober_.frame(), appearance_);
    const std::size_t n = clicked_.size();
    std::vector<std::optional<bool>> lit;
    for (std::size_t t = 0; t < tiles(); ++t) lit.push_back(is_lit_now(t));
    for (std::size_t first = 0; first + 3 <= n; ++first) {
      bool safe = true;
      for (unsigned subset = 1; subset < 8; ++subset) {
        auto then = lit;
        for (std::size_t i = 0; i < 3; ++i)
          if (subset >> i & 1)
            then[clicked_[first + i]] = !lit[clicked_[first + i]].value_or(false);
        safe = safe && !solves(reading.board, then);
      }
      if (!safe) continue;
      std::rotate(clicked_.begin(), clicked_.begin() + static_cast<std::ptrdiff_t>(first),
                  clicked_.end());
      return;
    }
  }

  void find_speed() {
    const std::vector<std::size_t> some(
        clicked_.begin(), clicked_.begin() + std::min<std::ptrdiff_t>(3, std::ssize(clicked_)));
    Plan plan;
    for (int i = 0; i < 3; ++i)  // an odd number of clicks each
      for (const std::size_t t : some) plan.emplace_back(click_on(t));
    pace_ = find_pace([&](const Pace& pace) {
      std::vector<std::optional<bool>> before;
      for (const std::size_t t : some) before.push_back(is_lit_now(t));
      prober_.perform(plan, pace);
      bool good = true;
      Plan back;
      for (std::size_t i = 0; i < some.size(); ++i) {
        const bool toggled = is_lit_now(some[i]) != before[i];
        good = good && toggled;
        if (toggled) back.emplace_back(click_on(some[i]));
      }
      if (!back.empty()) prober_.perform(back, Prober::careful_pace());
      return good;
    });
    settle_pace();
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", panel::Controls{});
    write_pace(skin, "clicking");
    skin.comment("Hues that were not on the panel have their usual colours.");
    skin.table("appearance", appearance_);
    return skin.text();
  }

  Learned finish() {
    const Learned learned = try_skin(text());
    check_as_found(is_as_found(), "panel");
    return learned;
  }

  cv::Mat start_;
  panel::Appearance appearance_;
  ToggledPanel panel_;
  std::vector<std::size_t> clicked_;  ///< toggles everything that can be toggled
};

}  // namespace

Learned learn_panel_geometry(Prober& prober, const LearnOptions& options) {
  return PanelGeometryLearner(prober, options).run();
}

}  // namespace eyehand::calibration
