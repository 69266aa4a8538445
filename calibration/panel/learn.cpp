#include "calibration/panel/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>

#include "actuator/panel/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/panel/fit.hpp"
#include "calibration/panel/survey.hpp"
#include "player/buttons.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/picture_text.hpp"
#include "vision/panel/read_cells.hpp"
#include "vision/plates.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;
using State = panel::CellsReader::State;
using Read = std::function<panel::Reading(const cv::Mat&)>;

/// A program that has just started may show a message for some seconds, most of which have passed
/// by now.
constexpr milliseconds kGreeting{1000};
/// How many panels are tried, if trial clicks solve them. Where symbols hardly constrain each
/// other, any click solves a panel, and some such panels may come one after another.
constexpr int kPanels = 8;
/// The largest share of pictures of toggled tiles that may be rejected.
constexpr double kUnreadShare = 0.5;
/// How many pixels the answer to checking a panel changes, and how long a message may stay.
constexpr int kMessagePixels = 80;
/// A new panel differs from the last one by more pixels than this.
constexpr int kChangedPixels = 150;
constexpr milliseconds kMessageTime{1500};

class PanelLearner : Learner {
 public:
  /// `before`: how many panels trial clicks have solved.
  PanelLearner(Prober& prober, const LearnOptions& options, int before)
      : Learner(prober, options), survey_(prober, timing_, options.report, before) {}

  Learned run() {
    prober_.wait(kGreeting);
    watch_idle();
    survey_.run();
    choose_reader();
    find_speed();
    find_check();
    check_as_found(is_as_found(), "panel");
    report("panel", "it is as it was found");
    return try_skin(text());
  }

  /// A click may have solved the panel before it could be read.
  bool is_left_changed() const { return survey_.is_left_changed(); }
  /// Closes whatever a win has opened.
  void start_new_panel() {
    const cv::Mat solved = prober_.frame().image;
    // A click on what has appeared would toggle a tile of the panel that the user's keys have
    // dealt, and perhaps solve it.
    start_new_game(survey_.start(), cv::boundingRect(survey_.touched()), [&] {
      const cv::Mat& now = prober_.frame().image;
      return !options_.new_game_keys.empty() &&
             cv::countNonZero(prober_.differences(solved, now)) > kChangedPixels &&
             !is_more_than_cells(prober_.differences(survey_.start(), now));
    });
  }

 private:
  Click click_on(int tile) const { return {prober_.on_screen(survey_.middle_of(tile)), 1}; }

  /// A picture as read, if the reading has the right size.
  panel::Reading read_in_place(const Read& read, const cv::Mat& picture) const {
    panel::Reading reading = read(picture);
    const Lattice& lattice = survey_.lattice();
    const bool has_size =
        reading.board.width == lattice.columns && reading.board.height == lattice.rows;
    if (reading.accepted() && !has_size) reading.rejection = "it has another size";
    return reading;
  }

  /// In what the readings contradict what the clicks did; nothing if they agree. Of the pictures of
  /// toggled tiles, this share may be rejected.
  std::string fault_of(const Read& read, double unread_max) const {
    const panel::Reading now = read_in_place(read, prober_.frame().image);
    if (!now.accepted()) return fmt::format("the panel cannot be read: {}.", now.rejection);
    const auto is_locked = [&](int tile) { return now.board.tiles[at(tile)].locked; };
    const auto name = [&](int tile) { return cell_name(survey_.lattice().columns, tile); };
    for (const int tile : survey_.unresponsive())
      if (!is_locked(tile))
        return fmt::format("the tile in {} does not react to clicks, but shows no lock.",
                           name(tile));
    int unread = 0;
    std::string why;
    for (const TilePress& press : survey_.presses()) {
      if (press.tile < 0 || press.tile >= survey_.tiles()) continue;
      const auto expected = panel::linked_with(now.board, press.tile);
      if (expected != press.tiles || is_locked(press.tile))
        return fmt::format("a click on the tile in {} toggles {} tiles, but {}.", name(press.tile),
                           press.tiles.size(),
                           is_locked(press.tile) ? "it looks locked"
                                                 : fmt::format("{} seem linked", expected.size()));
      const panel::Reading after = read_in_place(read, press.after);
      unread += !after.accepted();
      if (!after.accepted()) why = after.rejection;
      if (after.accepted() && !(after.board == toggled(now.board, expected)))
        return fmt::format("the tile in {} is misread once it is toggled.", name(press.tile));
    }
    if (unread > unread_max * static_cast<double>(survey_.presses().size()))
      return fmt::format("tiles cannot be read once they are toggled: {}.", why);
    return "";
  }

  /// The panel as it was found, and as it would look with everything toggled that was toggled by
  /// itself, with what pictures of tiles and clicks show of it. Empty if that is nothing.
  std::vector<KnownPanel> known_panels(const panel::Reading& now) const {
    if (static_cast<int>(now.board.size()) != survey_.tiles()) return {};
    KnownPanel found{prober_.frame().image, {}};
    for (std::size_t t = 0; t < now.board.size(); ++t) {
      panel::Tile tile = now.board.tiles[t];
      tile.linked_left = tile.linked_up = false;
      found.tiles.push_back(now.confidence[t] >= kMinConfidence ? std::optional(tile)
                                                                : std::nullopt);
    }
    KnownPanel other{found.picture.clone(), found.tiles};
    const cv::Rect window({}, found.picture.size());
    for (const TilePress& press : survey_.presses())
      for (const int tile : press.tiles) {
        const cv::Rect cell = survey_.cell(tile) & window;
        press.after(cell).copyTo(other.picture(cell));
        if (found.tiles[at(tile)]) other.tiles[at(tile)]->lit = !found.tiles[at(tile)]->lit;
      }
    return {found, other};
  }

  /// An appearance of flat tiles by which the panel can be read at any size; nothing if it does not
  /// read every picture as the clicks and the pictures of tiles do.
  std::optional<FittedPanel> fitted(const panel::Reading& now) const {
    const auto panels = known_panels(now);
    if (panels.empty()) return std::nullopt;
    try {
      FittedPanel fitted = fit_panel(panels, survey_.places());
      const std::string fault = fault_of(
          [&](const cv::Mat& picture) {
            return panel::read({picture, {}, {}}, fitted.appearance);
          },
          0);
      if (fault.empty()) return fitted;
      report("appearance", "not of flat tiles: " + fault);
    } catch (const LearnStopped& stopped) {
      report("appearance", fmt::format("not of flat tiles: {}", stopped.what()));
    }
    return std::nullopt;
  }

  void choose_reader() {
    read_ = [this](const cv::Mat& picture) { return survey_.reader().read({picture, {}, {}}); };
    const panel::Reading by_pictures = read_in_place(read_, prober_.frame().image);
    const std::string fault = fault_of(read_, kUnreadShare);
    is_read_by_pictures_ = fault.empty();
    fitted_ = fitted(by_pictures);
    if (!fitted_ && !fault.empty()) stop(End::unreadable, fault);
    if (fitted_)
      read_ = [this](const cv::Mat& picture) {
        return panel::read({picture, {}, {}}, fitted_->appearance);
      };
    found_ = read_(prober_.frame().image).board;
    if (is_read_by_pictures_ && !(found_ == by_pictures.board))
      stop(End::unreadable, "the panel can be read in two ways.");
    report("toggles", fmt::format("{} clicks toggle what they should, {} tiles do not react",
                                  survey_.presses().size(), survey_.unresponsive().size()));
    report("appearance", fitted_ ? "flat tiles, shape " + fitted_->appearance.shapes.front()
                                 : "pictures of tiles");
  }

  /// Up to three tiles, none linked with another, of whose combined states none solves the panel.
  std::vector<int> tiles_for_speed() const {
    std::vector<int> chosen;
    std::set<int> taken;
    for (int tile = 0; tile < survey_.tiles() && chosen.size() < 3; ++tile) {
      const panel::Tile& its = found_.tiles[at(tile)];
      if (!its.exists || its.locked || taken.contains(tile)) continue;
      chosen.push_back(tile);
      bool is_safe = true;
      for (unsigned subset = 1; subset < 1U << chosen.size(); ++subset)
        is_safe = is_safe && !panel::is_solved(after_subset(found_, chosen, subset));
      if (!is_safe) {
        chosen.pop_back();
        continue;
      }
      const auto group = panel::linked_with(found_, tile);
      taken.insert(group.begin(), group.end());
    }
    return chosen;
  }
  static panel::Board after_subset(panel::Board board, const std::vector<int>& which,
                                   unsigned subset) {
    for (std::size_t i = 0; i < which.size(); ++i)
      if (subset >> i & 1) board = toggled(board, panel::linked_with(board, which[i]));
    return board;
  }

  /// Whether each tile is lit, as far as its rim shows.
  std::vector<std::optional<bool>> states() const {
    std::vector<std::optional<bool>> all;
    for (int tile = 0; tile < survey_.tiles(); ++tile) {
      const State state = survey_.reader().state_of(prober_.frame().image, survey_.middle_of(tile),
                                                    survey_.lattice().pitch);
      all.push_back(state.kind == State::Kind::tile ? std::optional(state.lit) : std::nullopt);
    }
    return all;
  }
  static std::vector<std::optional<bool>> states_of(const panel::Board& board) {
    std::vector<std::optional<bool>> all;
    for (const panel::Tile& tile : board.tiles)
      all.push_back(tile.exists ? std::optional(tile.lit) : std::nullopt);
    return all;
  }

  /// Finds how quickly clicks may follow one another.
  void find_speed() {
    const std::vector<int> some = tiles_for_speed();
    const auto found = states_of(found_);
    const auto other = states_of(after_subset(found_, some, (1U << some.size()) - 1));
    // Click each an odd number of times.
    Plan plan;
    for (int i = 0; i < 3; ++i)
      for (const int tile : some) plan.emplace_back(click_on(tile));
    bool is_toggled = false;
    find_pace_by(survey_.animation(), 2, [&](const Pace& pace) {
      if (!some.empty()) prober_.perform(plan, pace);
      const bool is_good = !some.empty() && states() == (is_toggled ? found : other);
      if (is_good) {
        is_toggled = !is_toggled;
        return true;
      }
      // Restore what was found.
      for (const int tile : some)
        if (states()[at(tile)] == !found_.tiles[at(tile)].lit)
          prober_.perform({click_on(tile)}, Prober::careful_pace());
      check_as_found(states() == found, "panel");
      is_toggled = false;
      return false;
    });
  }

  /// What the program says may move the panel by part of a pixel, so that a tile is uncertain.
  bool is_as_found() const { return read_(prober_.frame().image).board == found_; }

  /// Where a gesture shows something that disappears again, perhaps soon, without changing the
  /// panel. `is_sure`: it does something, so that its effect is awaited.
  std::optional<cv::Mat> message_after(const Gesture& gesture, bool is_sure = false) {
    const Effect effect = prober_.perform({gesture}, Prober::careful_pace());
    const cv::Mat shown = effect.touched.clone();
    if (cv::countNonZero(shown) < kMessagePixels && !is_sure) return std::nullopt;
    const cv::Mat later = prober_.wait(kMessageTime);
    const cv::Rect tiles = survey_.lattice().bounds() & cv::Rect({}, shown.size());
    const std::vector<int> some = tiles_for_speed();
    // Errors may be marked, or flash, until a tile is toggled.
    const bool are_marked =
        cv::countNonZero(shown(tiles)) + cv::countNonZero(later(tiles)) > 0 || !is_as_found();
    for (int i = 0; i < 2 && !some.empty() && are_marked; ++i)
      prober_.perform({click_on(some[0])}, Prober::careful_pace());
    if (!is_as_found()) stop(End::stuck, "checking the panel changed it; it is left changed.");
    return shown;
  }

  /// Whether a gesture makes the program check the panel: it shows a message each time, at the same
  /// place.
  bool is_check(const Gesture& gesture) {
    const auto first = message_after(gesture);
    if (!first) return false;
    const auto second = message_after(gesture);
    return second && 2 * cv::countNonZero(*first & *second) > cv::countNonZero(*first | *second);
  }

  /// Some programs check a panel only on request. If asked while it is unsolved, they say so.
  void find_check() {
    watch_idle_again();
    const std::string key = "Return";
    if (is_check(Key{key})) {
      controls_.check_key = key;
      report("check", "the Return key checks the panel");
      return;
    }
    const cv::Mat window = prober_.frame().image;
    std::vector<Button> buttons;
    try {
      buttons = find_buttons(window, load_button_words().check);
    } catch (const Error& error) {
      report("check", error.what());
    }
    const cv::Rect board = survey_.lattice().bounds();
    for (const Button& button : buttons) {
      if (board.contains(button.at)) continue;
      cv::Rect around(button.at.x - 40, button.at.y - 14, 80, 28);
      for (const Plate& plate : find_plates(window))
        if (plate.box.contains(button.at)) around = plate.box;
      around &= cv::Rect({}, window.size());
      const cv::Point middle = (around.tl() + around.br()) / 2;
      // What it shows may be covered by an advertisement, or nothing while the panel is unsolved;
      // its name says what it does.
      message_after(Click{prober_.on_screen(middle), 1}, true);
      controls_.check_button = cells::picture_text(window(around));
      controls_.check_x_px = middle.x;
      controls_.check_y_px = middle.y;
      report("check", fmt::format("the button \"{}\" checks the panel", button.text));
      return;
    }
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", controls_);
    write_pace(skin, "clicking");
    if (fitted_) {
      if (!fitted_->unseen_hues.empty())
        skin.comment("Not on the panel, so these hues have their usual colours: " +
                     fitted_->unseen_hues + ".");
      skin.table("appearance", fitted_->appearance);
    }
    if (is_read_by_pictures_) {
      skin.comment("Pictures of tiles, and where they were.");
      skin.table("cells", survey_.reader().appearance());
    }
    return skin.text();
  }

  PanelSurvey survey_;
  std::optional<FittedPanel> fitted_;
  bool is_read_by_pictures_ = false;
  Read read_;
  panel::Board found_;
  panel::Controls controls_;
};

}  // namespace

Learned learn_panel(Prober& prober, const LearnOptions& options) {
  for (int panels = 1;; ++panels) {
    PanelLearner learner(prober, options, panels - 1);
    try {
      return learner.run();
    } catch (const LearnStopped& stopped) {
      if (stopped.is_final() || !learner.is_left_changed() || panels == kPanels) throw;
      if (options.report)
        options.report(
            "again", fmt::format("{} The panel is left changed: learning starts over with another.",
                                 stopped.what()));
    }
    learner.start_new_panel();
  }
}

}  // namespace eyehand::calibration
