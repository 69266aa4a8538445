#include "calibration/net/drawing.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <opencv2/core.hpp>
#include <set>
#include <vector>

#include "actuator/net/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/colours.hpp"
#include "calibration/lattice_search.hpp"
#include "calibration/learner.hpp"
#include "calibration/net/fit.hpp"
#include "calibration/net/rules.hpp"
#include "calibration/net/turns.hpp"
#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/net/text.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

using net::Board;
using std::chrono::milliseconds;

/// Lines or strokes show the tiles that turn if their pitch differs by no more than this share of
/// it, and the corners of cells by no more than this, in cells.
constexpr double kSamePitch = 0.02, kSameCorner = 0.1;
/// The largest share of tiles that the turns may leave uncertain.
constexpr double kMostUnclear = 0.04;
/// The largest share of tiles that are misread in pictures of all turns. If cells are not found in
/// one of five, it is reached.
constexpr double kMostMisread = 0.19;
/// The smallest difference between the colours of powered and other wires; it is 37 in a small
/// KNetWalk window.
constexpr double kPowerMin = 15;
/// A tile that turns changes at least this share of its cell by this much, 0 to 255.
constexpr int kOtherPixel = 24;
constexpr double kTurnedPart = 0.01;
/// A pace counts as fast enough only after this many attempts in a row.
constexpr int kPaceAttempts = 3;

class NetDrawingLearner : Learner {
 public:
  NetDrawingLearner(Prober& prober, const LearnOptions& options, const LatticeGuess& cells,
                    const Timing& timing)
      : Learner(prober, options), lattice_(cells.lattice) {
    appearance_.lattice = cells.appearance;
    timing_ = timing;
  }

  Learned run() {
    prober_.park_outside(lattice_.bounds());
    turn_all();
    find_appearance();
    const Board found = read_board("the board");
    find_loops(found);
    find_buttons(found);
    find_speed(found);
    return finish(found);
  }

 private:
  int tiles() const { return lattice_.columns * lattice_.rows; }
  cv::Point2d middle(int tile) const {
    return lattice_.centre(tile % lattice_.columns, tile / lattice_.columns);
  }
  Plan clicks_on(const std::vector<int>& which, int times, int button) const {
    Plan plan;
    for (const int tile : which)
      for (int i = 0; i < times; ++i)
        plan.emplace_back(Click{prober_.on_screen(middle(tile)), button});
    return plan;
  }

  /// Lines may go on beyond the board: then nothing has turned along one of their sides, and the
  /// tiles of the rim that have are turned back.
  void check_rim() {
    std::vector<int> turned;
    bool is_rim = true;
    for (const std::set<int>& side : rim_of(lattice_)) {
      const std::size_t others = turned.size();
      std::ranges::copy_if(side, std::back_inserter(turned), [&](int tile) {
        return changed_share(lattice_, tile, turns_.pictures[0], prober_.frame().image,
                             kOtherPixel) > kTurnedPart;
      });
      is_rim = is_rim && turned.size() > others;
    }
    if (is_rim) return;
    for (const int tile : std::set<int>(turned.begin(), turned.end()))
      for (int k = 0; k < 3; ++k) prober_.click(middle(tile));
    stop(End::stuck, "nothing turns along one side of what looks like the board.");
  }

  void turn_all() {
    report("turn", fmt::format("turning all {} tiles four times", tiles()));
    std::set<int> rim;
    for (const std::set<int>& side : rim_of(lattice_)) rim.insert(side.begin(), side.end());
    const std::vector<int> first(rim.begin(), rim.end());
    std::vector<int> others;
    for (int i = 0; i < tiles(); ++i) {
      const int y = i / lattice_.columns, x = i % lattice_.columns;
      const int tile = y % 2 ? (y + 1) * lattice_.columns - 1 - x : i;
      if (!rim.contains(tile)) others.push_back(tile);
    }
    Pace pace = Prober::careful_pace();
    pace.gap = milliseconds(15);
    turns_.lattice = lattice_;
    for (int k = 0; k < 4; ++k) {
      turns_.pictures.push_back(prober_.frame().image);
      prober_.perform(clicks_on(first, 1, 1), pace);
      if (k == 0) check_rim();
      prober_.perform(clicks_on(others, 1, 1), pace);
    }
    const cv::Rect board = lattice_.bounds() & cv::Rect({}, turns_.pictures[0].size());
    const int other = cv::countNonZero(
        changed_pixels(turns_.pictures[0](board), prober_.frame().image(board), kOtherPixel));
    // The tile under the pointer may be drawn differently.
    if (other > 2 * lattice_.pitch * lattice_.pitch)
      stop(End::stuck, "four turns of each tile did not restore the board.");
    wires_ = find_wires(turns_);
    if (wires_.uncertain > kMostUnclear)
      stop(End::unreadable,
           fmt::format("the wires could not be distinguished from the background on {:.0f} % of "
                       "the tiles.",
                       100 * wires_.uncertain));
    report("wires",
           fmt::format("the left button turns tiles {}; {:.1f} % of them uncertain",
                       wires_.quarter > 0 ? "anticlockwise" : "clockwise", 100 * wires_.uncertain));
  }

  /// Without lines the background is uneven, and a few powered wires do not show how all may look.
  void find_appearance() {
    const auto says_source = [](const net::Appearance& measured) {
      return shows_power(measured) || measured.has_barriers;
    };
    const auto measure = [&] { return measure_appearances(appearance_.lattice, turns_, wires_); };
    std::vector<net::Appearance> measured = measure();
    const bool is_unclear = appearance_.lattice.method == LatticeMethod::strokes ||
                            std::ranges::none_of(measured, says_source);
    if (is_unclear && look_at_power()) measured = measure();
    // Trying appearances takes half a minute, and changes none of these colours.
    if (std::ranges::none_of(measured, shows_power)) stop_without_power();
    FittedAppearance found = calibration::find_appearance(appearance_.lattice, turns_, wires_);
    if (!says_source(found.appearance) && look_at_power())
      found = calibration::find_appearance(appearance_.lattice, turns_, wires_);
    appearance_ = found.appearance;
    const std::size_t cells = turns_.pictures.size() * wires_.found.size();
    report("appearance",
           fmt::format("wires {}, powered {}, ends {}, source {}; {} of {} tiles uncertain",
                       to_toml(appearance_.wire), to_toml(appearance_.wire_powered),
                       to_toml(appearance_.end), to_toml(appearance_.source), found.disagreements,
                       cells));
    if (found.disagreements > kMostMisread * static_cast<double>(cells))
      stop(End::unreadable, "too many tiles cannot be read by what is drawn on them.");
    if (!shows_power(found.appearance)) stop_without_power();
  }

  [[noreturn]] static void stop_without_power() {
    stop(End::unreadable, "powered wires look like others, so that the source is uncertain.");
  }

  static bool shows_power(const net::Appearance& appearance) {
    return apart(rgb(appearance.wire), rgb(appearance.wire_powered)) >= kPowerMin;
  }

  /// Solves the board except for one end, and turns it back. False if that was done or cannot be.
  bool look_at_power() {
    if (!wires_.played.empty()) return false;
    Board board = Board::make(lattice_.columns, lattice_.rows, false);
    board.wires = wires_.found;
    const auto played = nearly_solved(board, options_.deadline);
    if (!played) return false;
    wires_.played = *played;
    std::vector<int> which, quarters, back;
    for (std::size_t t = 0; t < played->size(); ++t) {
      which.push_back(static_cast<int>(t));
      quarters.push_back(quarters_from(board.wires[t], (*played)[t]).value());
      back.push_back(4 - quarters.back());
    }
    turn(which, quarters);
    report("power", "the board was solved except for one end, to see powered wires");
    turns_.pictures.push_back(prober_.frame().image);
    turn(which, back);
    return true;
  }

  net::Reading read_now() const { return net::read(prober_.frame(), appearance_); }
  /// Programs may highlight the tile that the pointer was over last, so that it is misread.
  Board read_board(const char* what) {
    net::Reading reading = read_now();
    for (const int corner : {0, tiles() - 1}) {
      if (reading.accepted()) break;
      point_at(corner);
      reading = read_now();
    }
    if (!reading.accepted() || static_cast<int>(reading.board.size()) != tiles())
      stop(End::unreadable, fmt::format("{} cannot be read: {}.", what, reading.rejection));
    return reading.board;
  }

  /// The window once the pointer has been over this tile.
  cv::Mat point_at(int tile) {
    return prober_.perform({Move{prober_.on_screen(middle(tile))}}, Prober::careful_pace())
        .frame.image;
  }

  /// Turns each of these tiles this many quarters anticlockwise.
  Effect turn(const std::vector<int>& which, const std::vector<int>& quarters) {
    Plan plan;
    for (std::size_t i = 0; i < which.size(); ++i) {
      const int clicks = (wires_.quarter * quarters[i]) & 3;
      for (const Gesture& click : clicks_on({which[i]}, clicks, 1)) plan.push_back(click);
    }
    return prober_.perform(plan, Prober::careful_pace());
  }

  /// Turns four tiles so that they form a loop, to see whether it has a colour of its own.
  void find_loops(const Board& board) {
    if (appearance_.marks_loops) return;  // there were loops on the board by chance
    using namespace net;
    constexpr std::array<Sides, 4> kInner = {kRight | kDown, kLeft | kDown, kRight | kUp,
                                             kLeft | kUp};
    const int width = board.width;
    for (int y = 0; y + 1 < board.height; ++y)
      for (int x = 0; x + 1 < width; ++x) {
        const std::vector<int> four = {y * width + x, y * width + x + 1, (y + 1) * width + x,
                                       (y + 1) * width + x + 1};
        std::vector<int> quarters, back;
        for (std::size_t i = 0; i < 4; ++i)
          for (int q = 0; q < 4 && quarters.size() == i; ++q) {
            const auto t = at(four[i]);
            const bool barred = board.barriers[t] & kInner[i];
            if (!barred && (turned(board.wires[t], q) & kInner[i]) == kInner[i])
              quarters.push_back(q);
          }
        if (quarters.size() < 4) continue;
        for (const int q : quarters) back.push_back(4 - q);
        turn(four, quarters);
        const auto colour = other_wire_colour(
            prober_.frame().image, lattice_, appearance_, wires_,
            {{four[0], 0}, {four[1], 2}, {four[2], 0}, {four[3], 2}, {four[0], 3}, {four[2], 1}});
        turn(four, back);
        if (!colour) return;
        appearance_.marks_loops = true;
        appearance_.wire_loop = *colour;
        report("loops", "wires in a loop are " + to_toml(*colour));
        return;
      }
  }

  /// A tile away from the rim with one or three wires, which shows every turn; not the source.
  std::vector<int> tiles_showing_turns(const Board& board, std::size_t max_count) const {
    std::vector<int> found;
    for (const bool rim : {false, true})
      for (int t = 0; t < tiles(); ++t) {
        const int x = t % board.width, y = t / board.width;
        const bool on_rim = x == 0 || y == 0 || x == board.width - 1 || y == board.height - 1;
        const int wires = net::degree(board.wires[at(t)]);
        const bool turns = wires == 1 || wires == 3;
        if (on_rim == rim && turns && t != board.source && found.size() < max_count)
          found.push_back(t);
      }
    return found;
  }

  void find_buttons(const Board& board) {
    controls_ = {.turn_anticlockwise_button = 0, .turn_clockwise_button = 0, .lock_button = 0};
    (wires_.quarter > 0 ? controls_.turn_anticlockwise_button : controls_.turn_clockwise_button) =
        1;
    const auto showing = tiles_showing_turns(board, 1);
    if (showing.empty()) return;
    const int tile = showing[0], elsewhere = 2 * tile < tiles() ? tiles() - 1 : 0;
    const auto click = [&](int button) {
      prober_.click(middle(tile), button);
      return point_at(elsewhere);
    };
    for (const int button : {3, 2}) {
      const cv::Mat before = point_at(elsewhere), after = click(button);
      const auto quarters = quarters_since(board, read_now().board, tile);
      if (quarters == 1 || quarters == 3) {
        int& mine =
            quarters == 1 ? controls_.turn_anticlockwise_button : controls_.turn_clockwise_button;
        if (mine == 0) mine = button;
        turn(showing, {4 - *quarters});
        report("button", fmt::format("button {} turns tiles {}", button,
                                     quarters == 1 ? "anticlockwise" : "clockwise"));
      } else if (quarters != 0) {
        stop(End::stuck, fmt::format("button {} had an unknown effect on the tile in {}.", button,
                                     cell_name(board.width, tile)));
      } else if (tile_differs(before, after, tile)) {
        // It locks the tile if it also reverses that.
        if (tile_differs(before, click(button), tile))
          stop(End::stuck,
               fmt::format("button {} changes the tile in {} and does not change it back.", button,
                           cell_name(board.width, tile)));
        controls_.lock_button = button;
        find_appearance_of_locks(tile, before, after, board);
      }
    }
  }

  /// How many quarters a tile was turned anticlockwise; nothing if the board is not as before.
  static std::optional<int> quarters_since(const Board& before, const Board& now, int tile) {
    if (now.size() != before.size()) return std::nullopt;
    return quarters_from(before.wires[at(tile)], now.wires[at(tile)]);
  }

  /// Whether much of a tile differs; twinkling changes less.
  bool tile_differs(const cv::Mat& a, const cv::Mat& b, int tile) const {
    return changed_share(lattice_, tile, a, b, 4) > 0.125;
  }

  /// How much darker a locked tile's background is, if that distinguishes it from all others.
  void find_appearance_of_locks(int tile, const cv::Mat& open, const cv::Mat& locked,
                                const Board& board) {
    const double light = corner_light(open, lattice_, tile),
                 dark = corner_light(locked, lattice_, tile);
    net::Appearance appearance = appearance_;
    appearance.has_locks = true;
    if (appearance.wire_section.empty())
      appearance.locked_background_step = std::clamp((light - dark) / 2, 5.0, 200.0);
    else
      appearance.locked_shade = std::clamp(dark / std::max(light, 1.0), 0.05, 0.9);
    const net::Reading now =
        net::read({.image = locked, .origin = {}, .on_screen = {}}, appearance);
    Board expected = board;
    expected.locked[at(tile)] = 1;
    const bool is_distinct =
        quarters_since(board, now.board, tile) == 0 && now.board.locked == expected.locked;
    if (is_distinct) appearance_ = appearance;
    report(
        "button",
        fmt::format("button {} locks tiles; {}", controls_.lock_button,
                    is_distinct ? fmt::format("their background keeps {:.0f} % of its brightness",
                                              100 * dark / std::max(light, 1.0))
                                : std::string("no mark of locks was found")));
  }

  void find_speed(const Board& board) {
    const auto three = tiles_showing_turns(board, 3);
    if (three.empty()) stop(End::unreadable, "no tile shows how it turns.");
    Plan plan;
    for (int i = 0; i < 3; ++i)
      for (const Gesture& click : clicks_on(three, 1, 1)) plan.push_back(click);
    const milliseconds animation =
        prober_.perform(clicks_on({three[0]}, 4, 1), Prober::careful_pace()).animation();
    find_pace_by(animation, kPaceAttempts, [&](const Pace& pace) {
      prober_.perform(plan, pace);
      const Board now = read_board("the board after fast clicks");
      bool good = true;
      std::vector<int> back;
      for (const int tile : three) {
        const auto quarters = quarters_since(board, now, tile);
        if (!quarters) stop(End::stuck, "fast clicks had an unknown effect.");
        good = good && quarters == ((3 * wires_.quarter) & 3);
        back.push_back(4 - *quarters);
      }
      turn(three, back);
      return good;
    });
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("lattice", appearance_.lattice);
    skin.table("appearance", appearance_);
    skin.table("controls", controls_);
    write_pace(skin, "clicking");
    return skin.text();
  }

  Learned finish(const Board& found) {
    Learned learned = try_skin(text());
    check_as_found(net::from_game_id(learned.board).wires == found.wires);
    return learned;
  }

  Lattice lattice_;
  net::Appearance appearance_;
  Turns turns_;
  Wires wires_;
  net::Controls controls_;
};

}  // namespace

std::optional<LatticeGuess> find_drawn_cells(std::span<const LatticeGuess> guesses,
                                             const Lattice& tiles) {
  const auto is_whole = [](double steps) {
    return std::abs(steps - std::round(steps)) <= kSameCorner;
  };
  for (const LatticeGuess& guess : guesses) {
    const cv::Point2d off = (guess.lattice.origin - tiles.origin) / tiles.pitch;
    // On a texture, lines are seen that would lead beyond the window.
    const bool is_inside = std::round(off.x) >= 0 && std::round(off.y) >= 0 &&
                           std::round(off.x) + guess.lattice.columns <= tiles.columns &&
                           std::round(off.y) + guess.lattice.rows <= tiles.rows;
    if (std::abs(guess.lattice.pitch - tiles.pitch) <= kSamePitch * tiles.pitch &&
        is_whole(off.x) && is_whole(off.y) && is_inside)
      return guess;
  }
  return std::nullopt;
}

Learned learn_drawing(Prober& prober, const LearnOptions& options, const LatticeGuess& cells,
                      const Timing& timing) {
  return NetDrawingLearner(prober, options, cells, timing).run();
}

}  // namespace eyehand::calibration
