#include "calibration/net/tile_finder.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "calibration/areas.hpp"
#include "calibration/changes.hpp"
#include "calibration/learn.hpp"
#include "calibration/survey.hpp"
#include "puzzle/deadline.hpp"
#include "vision/frame.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// How long to look for a first tile that turns.
constexpr milliseconds kFirstTileTime{35000};
/// How many places are clicked before the window is inspected, and their minimum distance, pixels.
constexpr std::size_t kPlacesAtOnce = 6;
constexpr int kApart = 64;
/// Of the lattices that the picture shows, how many are tried first, and how many cells of each.
constexpr std::size_t kGuesses = 3, kCellsOfGuess = 5;
/// Below this clarity, the centre of a rotation is doubtful.
constexpr double kClearTurn = 0.4;
/// How often more places are tried if all that turns is doubtful.
constexpr int kMoreBatches = 2;
/// Oblong tiles turn like squares once they are stretched to within a tenth or so; then at least
/// this many times as much is seen to turn.
constexpr std::array kStretches = {1.25, 0.8};
constexpr double kMoreTurning = 1.15;
/// How far a tile's centre may be from where it was clicked, pixels.
constexpr int kReach = 80;
/// A change farther than this from a click, pixels, was not caused by it.
constexpr int kNear = 40;
/// Fewer changed pixels around a click are noise.
constexpr int kChangedMin = 20;
/// An animation no longer than this needs no test of whether clicks are lost during it.
constexpr milliseconds kNoAnimation{30};
/// The same of an answer that comes no later than this.
constexpr milliseconds kPromptAnswer{150};
/// For the test: held long enough for any program, but the next one follows within most animations.
constexpr Pace kTwoQuickClicks = {.hold = milliseconds(20), .gap = milliseconds(5)};
/// Added to the time that the window must be still once it is known how quickly it reacts.
constexpr milliseconds kRestMargin{80};
/// A neighbour of the first tile is looked for at this multiple of the distance that its wires
/// reach from its centre, then at twice that.
constexpr double kNextTile = 2.1;
/// There may be tiles between others if their pitch is more than this many times as far as the
/// wires of one reach; and how precisely they are where they must be, as a share of the pitch.
constexpr double kTilesBetween = 2.8, kBetween = 0.1;
/// Centres are known to half a pixel. If a cell's sides differ by kMostOblong, they are not those
/// of one cell.
constexpr Oblong kOblong{.share = 0.02, .px = 1};
constexpr double kMostOblong = 1.5;
/// Where part of a tile stays upright, its centre may be off by 2 pixels; with one tile on each
/// side, sides of 32 pixels may then seem to differ by up to this factor.
constexpr double kDoubtfulOblong = 1.15;
/// How much of a tile, in cells, may lie beyond the window's edge.
constexpr double kEdgeRoom = 0.1;

/// Removes from the list, in order, some places that are far enough apart to be distinguished.
std::vector<cv::Point> take_apart(std::vector<cv::Point>& places) {
  std::vector<cv::Point> taken;
  std::erase_if(places, [&](cv::Point place) {
    if (taken.size() >= kPlacesAtOnce) return false;
    for (const cv::Point other : taken)
      if (std::max(std::abs(place.x - other.x), std::abs(place.y - other.y)) < kApart) return false;
    taken.push_back(place);
    return true;
  });
  return taken;
}

cv::Rect square_around(cv::Point2d centre, double half, cv::Size picture) {
  return cv::Rect(cv::Point(centre - cv::Point2d(half, half)),
                  cv::Size(cvRound(2 * half), cvRound(2 * half))) &
         cv::Rect({}, picture);
}

/// The cells of this lattice that are nearest to the middle of the picture, in its inner half.
std::vector<cv::Point> inner_cells(const Lattice& lattice, cv::Size picture) {
  const cv::Point2d middle(picture.width / 2.0, picture.height / 2.0);
  std::vector<cv::Point> cells;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column) {
      const cv::Point2d off = lattice.centre(column, row) - middle;
      if (std::abs(off.x) < middle.x / 2 && std::abs(off.y) < middle.y / 2)
        cells.emplace_back(lattice.centre(column, row));
    }
  std::ranges::sort(cells, {}, [&](cv::Point at) { return cv::norm(cv::Point2d(at) - middle); });
  cells.resize(std::min(cells.size(), kCellsOfGuess));
  return cells;
}

class TileFinder {
 public:
  TileFinder(Prober& prober, Timing& timing, const StageReport& report,
             std::span<const LatticeGuess> guesses)
      : prober_(prober), timing_(timing), report_(report), guesses_(guesses) {}

  FoundTiles run() {
    report_("turn", "looking for something that four clicks turn through a full circle");
    find_first();
    shorten_rest();
    find_lattice();
    return std::move(found_);
  }

 private:
  using Pictures = std::array<cv::Mat, 4>;

  FullTurn& first() { return found_.turned.front(); }
  TurnTiming& reaction() { return found_.timing; }

  bool differs_around(const cv::Mat& before, cv::Point at) const {
    const cv::Mat changed = prober_.differences(before, prober_.frame().image);
    return cv::countNonZero(changed(square_around(at, kNear, before.size()))) >= kChangedMin;
  }

  /// Clicks each of these places once; returns those around which something has changed.
  std::vector<cv::Point> click_places(std::vector<cv::Point> places) {
    const cv::Mat before = prober_.frame().image;
    std::erase_if(places, [&](cv::Point at) { return !prober_.frame().on_screen.contains(at); });
    if (places.empty()) return {};
    Plan plan;
    for (const cv::Point at : places) plan.emplace_back(Click{prober_.on_screen(at)});
    const Effect effect = prober_.try_out(plan, reaction().pace());
    if (is_more_than_cells(effect.difference)) return {};
    // A place that looks unchanged by the end of the effect was not affected, or shows a cross,
    // which looks the same when turned.
    std::erase_if(places, [&](cv::Point at) { return !differs_around(before, at); });
    if (places.empty()) return {};
    reaction().animation = std::max(reaction().animation, effect.animation());
    reaction().answer = std::max(reaction().answer, effect.last);
    timing_.note(effect);
    return places;
  }

  /// Clicks places until they look as they did. If they never do, they are as they were all the
  /// same: four clicks turn a tile through a full circle.
  void restore(const std::vector<cv::Point>& places, const cv::Mat& before) {
    for (const cv::Point at : places)
      for (int k = 0; k < 4 && differs_around(before, at); ++k) prober_.click(at);
  }

  /// Clicks places that were clicked once another three times. Nothing if the first of these clicks
  /// changes nothing.
  std::optional<Pictures> complete_turns(const std::vector<cv::Point>& places) {
    Pictures pictures;
    for (std::size_t k = 0; k < 4; ++k) {
      pictures[k] = prober_.frame().image;
      if (k < 3 && click_places(places).empty() && k == 0) return std::nullopt;
    }
    return pictures;
  }

  /// What turns in these pictures around a centre up to `reach` from `at`. As long as frames are
  /// not stretched, tiles may not be square.
  std::optional<FullTurn> turn_in(const Pictures& pictures, cv::Point at, int reach) const {
    std::optional<FullTurn> best = turn_in(pictures, at, reach, 1);
    if (prober_.stretch() != 1) return best;
    for (const double stretch : kStretches) {
      const auto turn = turn_in(pictures, at, reach, stretch);
      if (turn && (!best || turn->rotation.turning >= kMoreTurning * best->rotation.turning))
        best = turn;
    }
    return best;
  }

  /// The same if frames are stretched by this factor.
  std::optional<FullTurn> turn_in(const Pictures& pictures, cv::Point at, int reach,
                                  double stretch) const {
    Pictures changes;
    cv::Point2d scale;
    for (std::size_t k = 0; k < 4; ++k) {
      const Frame seen =
          stretched(to_frame(prober_.differences(pictures[k], pictures[(k + 1) & 3])), stretch);
      changes[k] = seen.image;
      scale = seen.scale;
    }
    const auto found =
        find_rotation(changes, {cvRound(at.x * scale.x), cvRound(at.y * scale.y)}, reach);
    if (!found) return std::nullopt;
    FullTurn turn{.pictures = pictures, .rotation = *found, .stretch = stretch};
    const cv::Rect square = square_around(found->centre, found->reach, changes[0].size());
    // Wires elsewhere that form a square and change their colour look like a straight.
    const bool is_straight = 5 * cv::countNonZero(changes[0](square) ^ changes[1](square)) <
                             cv::countNonZero(changes[0](square));
    turn.is_doubtful = is_straight || found->clarity < kClearTurn;
    turn.rotation.centre = {found->centre.x / scale.x, found->centre.y / scale.y};
    turn.rotation.turning /= scale.x * scale.y;
    return turn;
  }

  /// What seemed unaffected by a click may have been changed back by that on another of these
  /// places: completes its turn too if anything near them is not as it was.
  void restore_all(const std::vector<cv::Point>& places, const std::vector<cv::Point>& changed,
                   const cv::Mat& before) {
    restore(changed, before);
    const cv::Mat differs = prober_.differences(before, prober_.frame().image);
    const bool is_restored = std::ranges::all_of(places, [&](cv::Point at) {
      return cv::countNonZero(differs(square_around(at, kReach, before.size()))) < kChangedMin;
    });
    if (is_restored || is_more_than_cells(differs)) return;
    Plan plan;
    for (const cv::Point at : places)
      if (std::ranges::count(changed, at) == 0 && prober_.frame().on_screen.contains(at))
        plan.insert(plan.end(), 3, Click{prober_.on_screen(at)});
    if (!plan.empty()) prober_.try_out(plan, reaction().pace());
  }

  /// Completes the turn of a place that was clicked once. Nothing if nothing turns around a centre
  /// near it.
  std::optional<FullTurn> turn_on(cv::Point at) {
    // Some programs go on lighting the tile that the pointer was over last.
    prober_.perform({Move{prober_.on_screen(at)}}, Prober::careful_pace());
    const auto pictures = complete_turns({at});
    return pictures ? turn_in(*pictures, at, kReach) : std::nullopt;
  }

  /// Turns whatever is at these places through a full circle; adds what turns around a centre
  /// within `reach` of one of them, if it is clear.
  void turn_places(const std::vector<cv::Point>& places, int reach, std::vector<FullTurn>& turned) {
    const cv::Mat before = prober_.frame().image;
    const std::vector<cv::Point> changed = click_places(places);
    const auto pictures = changed.empty() ? std::nullopt : complete_turns(changed);
    restore_all(places, changed, before);
    if (!pictures) return;
    for (const cv::Point at : changed)
      if (const auto turn = turn_in(*pictures, at, reach);
          turn && turn->rotation.clarity >= kClearTurn)
        turned.push_back(*turn);
  }

  void find_first() {
    const Deadline end = Deadline::after(kFirstTileTime);
    const cv::Mat& found = prober_.frame().image;
    std::vector<cv::Point> places;
    for (const LatticeGuess& guess : guesses_.first(std::min(guesses_.size(), kGuesses)))
      std::ranges::copy(inner_cells(guess.lattice, found.size()), std::back_inserter(places));
    std::ranges::copy(places_like_tiles(found), std::back_inserter(places));
    std::ranges::copy(promising_places(found), std::back_inserter(places));
    // A tile that is lit in some positions only may seem oblong, but not again.
    while (search(places, end) && first().stretch != 1 && !turn_again(first().stretch)) {
      found_.turned.clear();
      prober_.set_stretch(1);
      prober_.rest();
    }
    if (found_.turned.empty())
      throw NothingReacts(
          fmt::format("nothing was found in {} s that four clicks turn through a full circle.",
                      kFirstTileTime.count() / 1000));
    const Rotation& rotation = first().rotation;
    report_("tile", fmt::format("something turns around {:.1f}, {:.1f}, {:.0f} px to each side",
                                rotation.centre.x, rotation.centre.y, rotation.reach));
    find_whether_clicks_are_lost();
  }

  /// Clicks these places until a tile turns, and removes them from the list. False if none does. A
  /// doubtful one is accepted only if nothing else turns.
  bool search(std::vector<cv::Point>& places, Deadline end) {
    for (int more = kMoreBatches; !places.empty() && !end.passed();) {
      if (!found_.turned.empty() && (!first().is_doubtful || --more < 0)) break;
      const cv::Mat before = prober_.frame().image;
      const std::vector<cv::Point> taken = take_apart(places), changed = click_places(taken);
      std::vector<cv::Point> others;
      for (const cv::Point at : changed) {
        if (!found_.turned.empty() && !first().is_doubtful) {
          others.push_back(at);
          continue;
        }
        auto turn = turn_on(at);
        if (turn && (found_.turned.empty() || !turn->is_doubtful))
          found_.turned = {*std::move(turn)};
      }
      if (!others.empty()) {
        find_whether_clicks_are_lost();
        for (int k = 0; k < 3; ++k) click_places(others);
      }
      restore_all(taken, changed, before);
    }
    return !found_.turned.empty();
  }

  /// Clicks the first tile twice in a row, unless that was done before.
  void find_whether_clicks_are_lost() {
    if (is_loss_known_ ||
        (reaction().animation < kNoAnimation && reaction().answer < kPromptAnswer))
      return;
    is_loss_known_ = true;
    const cv::Mat before = prober_.frame().image;
    const Rotation& rotation = first().rotation;
    const Click click{prober_.on_screen(rotation.centre)};
    prober_.perform({click, click}, kTwoQuickClicks);
    const cv::Rect square = square_around(rotation.centre, rotation.reach, before.size());
    const auto distance = [&](std::size_t k, const cv::Mat& picture) {
      return cv::countNonZero(prober_.differences(first().pictures[k & 3], picture)(square));
    };
    std::size_t found = 0;  // the position that the tile was in
    for (std::size_t k = 1; k < 4; ++k)
      if (distance(k, before) < distance(found, before)) found = k;
    const cv::Mat& now = prober_.frame().image;
    reaction().loses_clicks = distance(found + 1, now) < distance(found + 2, now);
    restore({cv::Point(rotation.centre)}, before);
    report_("clicks",
            fmt::format("a tile has turned {} ms after a click; clicks meanwhile are {}",
                        reaction().answer.count(), reaction().loses_clicks ? "lost" : "taken"));
  }

  /// Most of the time is spent waiting for tiles to come to rest.
  void shorten_rest() {
    Pace pace;
    timing_.set_waits(pace);
    prober_.set_rest(std::min(Prober::kRest, std::max(pace.settle, pace.reaction) + kRestMargin));
  }

  /// The distances between the centres of cells, across and down, from the tiles that turn around
  /// the first; 0 where there are none.
  cv::Size2d measured_pitches() const {
    const Rotation& rotation = found_.turned.front().rotation;
    std::vector<double> across, down;
    for (const FullTurn& turn : found_.turned) {
      const cv::Point2d step = turn.rotation.centre - rotation.centre;
      const double x = std::abs(step.x), y = std::abs(step.y);
      const double least = std::min(x, y), most = std::max(x, y);
      // Something larger that seems to turn is wires of several tiles, or a source and those it
      // lights.
      const double reach = std::max(rotation.reach, turn.rotation.reach);
      if (most < 1.5 * reach || (least > 2 && most > kMostOblong * least)) continue;
      if (x > 2) across.push_back(x);
      if (y > 2) down.push_back(y);
    }
    const auto pitch_of = [](std::vector<double>& steps) {
      if (steps.empty()) return 0.0;
      std::sort(steps.begin(), steps.end());
      // A tile in between may be empty, or look the same when turned.
      double sum = 0;
      int count = 0;
      for (const double step : steps) {
        const int times = std::max(1, cvRound(step / steps[0]));
        if (std::abs(step / times - steps[0]) > 0.05 * steps[0]) continue;
        sum += step;
        count += times;
      }
      return sum / count;
    };
    cv::Size2d pitches(pitch_of(across), pitch_of(down));
    if (pitches.area() == 0) return pitches;
    const double shorter = std::min(pitches.width, pitches.height);
    for (double* pitch : {&pitches.width, &pitches.height})
      if (*pitch > kMostOblong * shorter) *pitch /= std::round(*pitch / shorter);
    return pitches;
  }

  /// The same, fitted to all of these tiles at once.
  cv::Size2d fitted_pitches(cv::Size2d rough) const {
    std::vector<double> across, down;
    for (const FullTurn& turn : found_.turned) {
      const cv::Point2d step = turn.rotation.centre - found_.turned.front().rotation.centre;
      across.push_back(step.x);
      down.push_back(step.y);
    }
    return {fitted_pitch(across, rough.width), fitted_pitch(down, rough.height)};
  }

  /// Turns some more tiles around the first. False if all there may be were turned.
  bool turn_more_neighbours() {
    const cv::Point2d from = first().rotation.centre;
    const double reach = first().rotation.reach;
    // Titles and buttons are more often above a board and to its left.
    const std::vector<std::vector<cv::Point2d>> tries = {
        {{1, 0}, {0, 1}}, {{-1, 0}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
        {{2, 0}, {0, 2}}, {{-2, 0}, {0, -2}}, {{1.5, 0}, {0, 1.5}, {-1.5, 0}, {0, -1.5}}};
    if (tried_ == tries.size()) return false;
    std::vector<cv::Point> places;
    for (const cv::Point2d& way : tries[tried_++])
      places.emplace_back(from + kNextTile * reach * way);
    turn_places(places, std::min(kReach, cvRound(2 * reach)), found_.turned);
    return true;
  }

  /// Turns tiles around the first until they determine the pitches, as far as they do.
  cv::Size2d find_pitches() {
    while (measured_pitches().area() == 0 && turn_more_neighbours()) continue;
    const cv::Size2d pitches = measured_pitches();
    return has_tiles_between(pitches) ? measured_pitches() : pitches;
  }

  /// If a source lights the tiles around it in turn, they seem to turn with it, and only others
  /// beyond them are found. Then there are tiles at a fraction of these pitches.
  bool has_tiles_between(cv::Size2d pitches) {
    const auto reach_of = [](const FullTurn& turn) { return turn.rotation.reach; };
    const double least = reach_of(*std::ranges::min_element(found_.turned, {}, reach_of));
    if (std::max(pitches.width, pitches.height) <= kTilesBetween * least) return false;
    const cv::Point2d from = first().rotation.centre;
    const auto is_between = [&](const FullTurn& turn) {
      const cv::Point2d off = turn.rotation.centre - from;
      for (const double step : {std::abs(off.x), std::abs(off.y)})
        for (const double pitch : {pitches.width, pitches.height})
          for (const int times : {2, 3})
            if (pitch > 0 && std::abs(times * step - pitch) <= kBetween * pitch) return true;
      return false;
    };
    std::vector<FullTurn> turned;
    const double next = kNextTile * least;
    for (const cv::Point2d& way : {cv::Point2d(next, 0), cv::Point2d(0, next),
                                   cv::Point2d(next, next), cv::Point2d(next, -next)})
      turn_places({from + way, from - way}, cvRound(2 * least), turned);
    std::erase_if(turned, [&](const FullTurn& turn) { return !is_between(turn); });
    if (turned.empty()) return false;
    first().rotation.reach = least;
    std::ranges::copy(turned, std::back_inserter(found_.turned));
    return true;
  }

  /// Turns the first tile again, with frames stretched by this factor. False if it does not turn.
  bool turn_again(double stretch) {
    const cv::Point middle = prober_.frame().to_screen(first().rotation.centre);
    prober_.set_stretch(stretch);
    prober_.rest();
    const cv::Point at = prober_.frame().to_image(middle);
    const cv::Mat before = prober_.frame().image;
    auto turn = turn_on(at);
    restore({at}, before);
    tried_ = 0;
    if (!turn) return false;
    found_.turned = {*std::move(turn)};
    return true;
  }

  /// Stretches frames so that cells of these sides are square.
  void make_square(cv::Size2d pitches) {
    if (!turn_again(prober_.stretch() * pitches.width / pitches.height))
      throw LearnStopped(End::unreadable,
                         "one tile turns, but not every time; it may be left changed.");
  }

  void find_lattice() {
    cv::Size2d pitches = find_pitches();
    if (kOblong.is(pitches) && std::max(pitches.width, pitches.height) <
                                   kDoubtfulOblong * std::min(pitches.width, pitches.height)) {
      // More tiles may show that they are square.
      do pitches = fitted_pitches(measured_pitches());
      while (kOblong.is(pitches) && turn_more_neighbours());
    }
    if (kOblong.is(pitches)) {
      report_("cells", fmt::format("{:.1f} px across, {:.1f} px down from one tile to the next",
                                   pitches.width, pitches.height));
      const double width = pitches.width / prober_.frame().scale.x;
      make_square(pitches);
      const double side = width * prober_.frame().scale.x;
      pitches = find_pitches();
      if (kOblong.is(pitches)) pitches = fitted_pitches({side, side});
    }
    if (pitches.width + pitches.height == 0)
      throw LearnStopped(End::unreadable, "one tile turns, but none beside it.");
    const double pitch = (pitches.width + pitches.height) / (pitches.area() > 0 ? 2 : 1);
    const cv::Size size = prober_.frame().image.size();
    const cv::Point2d corner = first().rotation.centre - cv::Point2d(pitch / 2, pitch / 2);
    // A board may reach the window's edge, and its centres are known to half a pixel.
    const auto whole = [&](double span) { return static_cast<int>(span / pitch + kEdgeRoom); };
    found_.first = {whole(corner.x), whole(corner.y)};
    const cv::Point2d origin = corner - pitch * cv::Point2d(found_.first);
    found_.window = {origin, pitch, whole(size.width - origin.x), whole(size.height - origin.y)};
    report_("cells", fmt::format("{:.1f} px from one tile to the next", pitch));
  }

  Prober& prober_;
  Timing& timing_;
  const StageReport& report_;
  const std::span<const LatticeGuess> guesses_;
  FoundTiles found_;
  bool is_loss_known_ = false;
  std::size_t tried_ = 0;  ///< how many sets of places around the first tile were clicked
};

}  // namespace

Pace TurnTiming::pace() const {
  Pace pace = Prober::careful_pace();
  if (loses_clicks) pace.gap = std::max(pace.gap, std::max(animation, answer) + milliseconds(60));
  return pace;
}

FoundTiles find_tiles(Prober& prober, Timing& timing, const StageReport& report,
                      std::span<const LatticeGuess> guesses) {
  return TileFinder(prober, timing, report, guesses).run();
}

}  // namespace eyehand::calibration
