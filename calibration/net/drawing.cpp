#include "calibration/net/drawing.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <opencv2/core.hpp>
#include <set>

#include "actuator/net/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/colours.hpp"
#include "calibration/lattice_search.hpp"
#include "calibration/learner.hpp"
#include "calibration/net/fit.hpp"
#include "calibration/net/rules.hpp"
#include "calibration/net/turns.hpp"
#include "player/games.hpp"
#include "puzzle/net/text.hpp"

namespace eyehand::calibration {
namespace {

using net::Board;
using std::chrono::milliseconds;

/// Lines or strokes show the tiles that turn if their pitch differs by no more than this share of
/// it, and the corners of cells by no more than this, in cells.
constexpr double kSamePitch = 0.02, kSameCorner = 0.1;
/// The largest share of tiles that the turns may leave uncertain.
constexpr double kMostUnclear = 0.04;
/// The smallest difference between the colours of powered and other wires; it is 37 in a small
/// KNetWalk window.
constexpr double kPowerMin = 15;
/// A tile that turns changes at least this share of its cell by this much, 0 to 255.
constexpr int kOtherPixel = 24;
constexpr double kTurnedShare = 0.01;
/// For a board that does not come to rest.
constexpr int kMaxAppearances = 4;
/// Returned in place of a number of quarter turns.
constexpr int kNoTurn = -1;

class NetDrawingLearner : Learner {
 public:
  NetDrawingLearner(Prober& prober, const LearnOptions& options, const LatticeGuess& cells,
                    const Timing& timing)
      : Learner(prober, options), lattice_(cells.lattice) {
    appearance_.lattice = cells.appearance;
    timing_ = timing;
  }

  Learned run() {
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
  std::string name_of(int tile) const {
    return fmt::format("column {}, row {}", tile % lattice_.columns + 1,
                       tile / lattice_.columns + 1);
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
                             kOtherPixel) > kTurnedShare;
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
    if (appearance_.lattice.method == LatticeMethod::strokes) look_at_power();
    FittedAppearance found = calibration::find_appearance(appearance_.lattice, turns_, wires_);
    if (!shows_power(found) && !found.appearance.has_barriers && look_at_power())
      found = calibration::find_appearance(appearance_.lattice, turns_, wires_);
    appearance_ = found.appearance;
    report("appearance",
           fmt::format("wires {}, powered {}, ends {}, source {}; {} of {} tiles uncertain",
                       to_toml(appearance_.wire), to_toml(appearance_.wire_powered),
                       to_toml(appearance_.end), to_toml(appearance_.source), found.disagreements,
                       turns_.pictures.size() * wires_.found.size()));
    if (!shows_power(found))
      stop(End::unreadable, "powered wires look like others, so that the source is uncertain.");
  }

  static bool shows_power(const FittedAppearance& found) {
    return apart(rgb(found.appearance.wire), rgb(found.appearance.wire_powered)) >= kPowerMin;
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
  /// Programs may highlight the tile under the pointer so that it is misread: then a corner is
  /// turned full circle, which moves the pointer there and changes nothing.
  Board read_board(const char* what) {
    const int last = tiles() - 1, row = lattice_.columns - 1;
    net::Reading reading = read_now();
    const auto whole = [&] {
      return reading.accepted() && static_cast<int>(reading.board.size()) == tiles();
    };
    for (const int corner : {0, row, last - row, last}) {
      if (whole()) break;
      prober_.perform(clicks_on({corner}, 4, 1), Prober::careful_pace());
      reading = read_now();
    }
    if (!whole())
      stop(End::unreadable, fmt::format("{} cannot be read: {}.", what, reading.rejection));
    return reading.board;
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
            const auto t = static_cast<std::size_t>(four[i]);
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
        const int wires = net::degree(board.wires[static_cast<std::size_t>(t)]);
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
    const auto tiles = tiles_showing_turns(board, 1);
    if (tiles.empty()) return;
    const int tile = tiles[0];
    for (const int button : {3, 2}) {
      const cv::Mat before = seen_from_afar(tile, board);
      prober_.click(middle(tile), button);
      const cv::Mat after = seen_from_afar(tile, board);
      const net::Reading now = read_now();
      const int quarters =
          now.board.size() == board.size() ? quarters_between(board, now.board, tile) : kNoTurn;
      if (quarters == 1 || quarters == 3) {
        int& mine =
            quarters == 1 ? controls_.turn_anticlockwise_button : controls_.turn_clockwise_button;
        if (mine == 0) mine = button;
        turn(tiles, {4 - quarters});
        report("button", fmt::format("button {} turns tiles {}", button,
                                     quarters == 1 ? "anticlockwise" : "clockwise"));
      } else if (quarters != 0) {
        stop(End::stuck, fmt::format("button {} had an unknown effect on the tile in {}.", button,
                                     name_of(tile)));
      } else if (tile_differs(before, after, tile)) {
        // It locks the tile if it also reverses that.
        prober_.click(middle(tile), button);
        if (tile_differs(before, seen_from_afar(tile, board), tile))
          stop(End::stuck,
               fmt::format("button {} changes the tile in {} and does not change it back.", button,
                           name_of(tile)));
        controls_.lock_button = button;
        find_appearance_of_locks(tile, before, after, board);
      }
    }
  }

  /// The window with the pointer far from this tile, because programs may highlight the one under
  /// it: a corner is turned full circle. On a busy machine that takes time.
  cv::Mat seen_from_afar(int tile, const Board& board) {
    const int last = tiles() - 1, row = lattice_.columns - 1;
    const std::array<int, 4> corners = {0, row, last - row, last};
    const int farthest = *std::max_element(corners.begin(), corners.end(), [&](int a, int b) {
      return cv::norm(middle(a) - middle(tile)) < cv::norm(middle(b) - middle(tile));
    });
    prober_.perform(clicks_on({farthest}, 4, 1), Prober::careful_pace());
    const auto is_round = [&] {
      const net::Reading now = read_now();
      return now.board.size() == board.size() && quarters_between(board, now.board, farthest) == 0;
    };
    for (int appearance = 0; appearance < kMaxAppearances && !is_round(); ++appearance)
      prober_.rest();
    return prober_.frame().image.clone();
  }

  /// How many quarters a tile was turned anticlockwise; kNoTurn if its wires differ.
  static int quarters_between(const Board& before, const Board& after, int tile) {
    const auto t = static_cast<std::size_t>(tile);
    return quarters_from(before.wires[t], after.wires[t]).value_or(kNoTurn);
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
    expected.locked[static_cast<std::size_t>(tile)] = 1;
    const bool is_distinct = now.board.size() == board.size() &&
                             quarters_between(board, now.board, tile) == 0 &&
                             now.board.locked == expected.locked;
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
    Plan plan;
    for (int i = 0; i < 3; ++i)
      for (const Gesture& click : clicks_on(three, 1, 1)) plan.push_back(click);
    pace_ = find_pace([&](const Pace& pace) {
      prober_.perform(plan, pace);
      const Board now = read_board("the board after fast clicks");
      bool good = true;
      std::vector<int> back;
      for (const int tile : three) {
        const int quarters = quarters_between(board, now, tile);
        if (quarters == kNoTurn) stop(End::stuck, "fast clicks had an unknown effect.");
        good = good && quarters == ((3 * wires_.quarter) & 3);
        back.push_back(4 - quarters);
      }
      turn(three, back);
      return good;
    });
    settle_pace();
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
    read_board("the board at the end");  // with the pointer elsewhere if needed
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
    if (std::abs(guess.lattice.pitch - tiles.pitch) <= kSamePitch * tiles.pitch &&
        is_whole(off.x) && is_whole(off.y))
      return guess;
  }
  return std::nullopt;
}

Learned learn_drawing(Prober& prober, const LearnOptions& options, const LatticeGuess& cells,
                      const Timing& timing) {
  return NetDrawingLearner(prober, options, cells, timing).run();
}

}  // namespace eyehand::calibration
