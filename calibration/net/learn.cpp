#include "calibration/net/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "actuator/net/plan.hpp"
#include "calibration/learner.hpp"
#include "calibration/net/drawing.hpp"
#include "calibration/net/rules.hpp"
#include "calibration/net/tile_survey.hpp"
#include "calibration/net/turns.hpp"
#include "puzzle/index.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/net/read_cells.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;
using std::chrono::milliseconds;

/// A board with a larger share of uncertain tiles than this is not solved.
constexpr double kMostUncertain = 0.25;
/// Besides the left one, 1, this may turn tiles, the other way.
constexpr int kOtherButton = 3;
/// How many tiles of one shape are clicked to see which way they turn.
constexpr int kMostTriedOfShape = 3;
/// How often the board is played until the clicks lead to the solution.
constexpr int kMostAttempts = 4;
/// How long tiles are turned to see them in each position, in how many parts of that time, of which
/// the first that shows nothing new is the last, and the confidence below which a tile is unlike
/// those seen before.
constexpr milliseconds kTurnThroughTime{10000};
constexpr std::size_t kTurnThroughParts = 4;
constexpr float kUnlikeOthers = 0.65F;
/// How far a program may lag behind the clicks, and how long nothing turns in between.
constexpr milliseconds kBehind{6000}, kNothingTurns{2500};

class NetLearner : Learner {
 public:
  NetLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options),
        survey_(prober, timing_,
                [this](std::string_view stage, const std::string& what) { report(stage, what); }) {}

  Learned run() {
    watch_idle();
    const std::vector<LatticeGuess> guesses = guess_lattices(prober_.frame().image);
    try {
      survey_.find_first(guesses);
      if (const auto drawn = learn_drawn(guesses)) return *drawn;
      survey_.run();
      std::optional<FoundRules> rules;
      for (bool is_doubted = false;; is_doubted = rules.has_value()) {
        find_controls();
        rules = find_rules();
        if (rules && (is_doubted || !is_loose(*rules))) break;
        report("rules", rules ? "only loose rules fit the board; turning more tiles to be sure"
                              : "the board as read has no solution; turning more tiles");
        using enum TileSurvey::Where;
        if (survey_.turn_more(rules ? on_board : also_around)) continue;
        if (!rules) stop_unsolvable();
        break;
      }
      take(*rules);
      wires_found_ = before_turning(read_board().wires);
      find_speed();
      find_other_button();
    } catch (const LearnStopped& stopped) {
      if (!stopped.is_final()) survey_.undo();
      throw;
    }
    const Frame found = prober_.rest();
    play(found);
    return learned_from(text(), found, options_);
  }

 private:
  /// Nothing if the program is described by pictures of its tiles. Where clicks are lost while one
  /// turns, turning all would take too long.
  std::optional<Learned> learn_drawn(std::span<const LatticeGuess> guesses) {
    if (survey_.reaction().loses_clicks || prober_.stretch() != 1) return std::nullopt;
    const auto cells = find_drawn_cells(guesses, survey_.window());
    if (!cells) return std::nullopt;
    try {
      return learn_drawing(prober_, options_, *cells, timing_);
    } catch (const LearnStopped& stopped) {
      if (stopped.is_final()) throw;
      report("drawing", stopped.what());
      return std::nullopt;
    }
  }

  [[noreturn]] void stop_unsolvable() const {
    std::string where = survey_.edges_reached();
    if (!where.empty())
      where = ", and it may go on beyond the window's " + where + " edge; show all of it";
    stop(End::unreadable, fmt::format("the board as read has no solution{}:\n{}", where,
                                      net::to_picture(read_board())));
  }

  int tiles() const { return survey_.board().columns * survey_.board().rows; }
  Click click_on(int tile) const { return Click{prober_.on_screen(survey_.middle(tile))}; }

  void find_controls() {
    const int usual = survey_.usual_turn();
    controls_ = {.turn_anticlockwise_button = usual > 0 ? 1 : 0,
                 .turn_clockwise_button = usual > 0 ? 0 : 1,
                 .lock_button = 0};
    std::map<std::string, int> quarters;
    for (const auto& [tile, arms] : survey_.turned())
      if (arms.quarters != 0) quarters[std::string(net::shape_name(arms.wires))] = arms.quarters;
    find_other_shapes(quarters);
    // Which way straights and crosses turn shows only in tiles that turn with them: probably as
    // most shapes do.
    int balance = 0;
    for (const auto& [shape, way] : quarters) balance += way;
    for (const char* symmetric : {"straight", "cross"})
      if (balance != 0) quarters.emplace(symmetric, balance > 0 ? 1 : -1);
    for (const auto& [shape, way] : quarters)
      if (way != usual) controls_.reversed_shapes.push_back(shape);
  }

  /// Clicks one tile of each shape that is not yet known to turn in either direction.
  void find_other_shapes(std::map<std::string, int>& quarters) {
    std::map<std::string, int> tried;
    for (int tile = 0; tile < tiles(); ++tile) {
      const auto before = survey_.certain_wires(tile);
      // A straight looks the same in either direction.
      if (!before || *before == net::opposite(*before)) continue;
      const std::string shape(net::shape_name(*before));
      if (quarters.contains(shape) || ++tried[shape] > kMostTriedOfShape) continue;
      survey_.click(tile);
      const auto after = survey_.certain_wires(tile);
      for (const int way : {1, -1})
        if (after && *after == net::turned(*before, way)) quarters[shape] = way;
    }
  }

  net::Reading read_now(const cells::GridReader* pieces = nullptr) const {
    return net::read_cells(prober_.frame(), survey_.reader(), appearance_, cells::Search::nowhere,
                           nullptr, pieces);
  }
  /// The board, as far as it can be read; stops if too much of it is uncertain.
  net::Board read_board() const {
    const net::Reading reading = read_now();
    if (reading.lattice.columns != survey_.board().columns ||
        reading.lattice.rows != survey_.board().rows)
      stop(End::unreadable, fmt::format("the board has another size: {}x{}.",
                                        reading.lattice.columns, reading.lattice.rows));
    const auto uncertain =
        std::ranges::count_if(reading.confidence, [](float c) { return c < kMinConfidence; });
    if (static_cast<double>(uncertain) > kMostUncertain * static_cast<double>(reading.board.size()))
      stop(End::unreadable, fmt::format("the board cannot be read: {}.", reading.rejection));
    return reading.board;
  }

  /// A solution of the board by the rules found.
  std::vector<Sides> solve(net::Board board) const {
    board.rules = rules_.rules;
    board.wrapping = rules_.wrapping;
    board.source = rules_.source;
    if (linked_) board.linked = {*linked_};
    return net::solve(board, {.deadline = options_.deadline, .count_limit = 1}).answer;
  }

  /// Nothing if the board has no solution.
  std::optional<FoundRules> find_rules() const {
    const net::Board found = read_board();
    // A tile with four wires that did not turn may be a source whose wires dangle. What is on it
    // may hide them.
    std::vector<int> sources;
    for (const int tile : survey_.still())
      if (!survey_.certain_wires(tile) || found.wires[at(tile)] == net::kAllSides)
        sources.push_back(tile);
    return calibration::find_rules(found, sources, options_.deadline, unclear());
  }

  /// The tiles that do not turn whose wires cannot be read.
  std::vector<int> unclear() const {
    std::vector<int> tiles;
    std::ranges::copy_if(survey_.still(), std::back_inserter(tiles),
                         [&](int tile) { return !survey_.certain_wires(tile); });
    return tiles;
  }

  /// Whether boards that are misread often have a solution by these rules, too.
  static bool is_loose(const FoundRules& found) {
    return !found.rules.connected || found.source >= 0;
  }

  void take(const FoundRules& found) {
    if (const auto which = unclear(); !which.empty()) survey_.learn(found.wires, which);
    rules_ = found;
    // This board may wrap without needing to; the next one may need to.
    appearance_.wrapping = found.may_wrap ? net::WrappingSign::unseen : net::WrappingSign::never;
    report("rules", fmt::format("the board has {} as {}{}",
                                found.is_unique ? "one solution" : "solutions", found.name,
                                found.source >= 0 ? ", with a source whose wires may dangle" : ""));
    if (rules_.source >= 0) look_at_pieces(net::kSourceLabel, {rules_.source});
  }

  /// Takes pictures of the centres of tiles; those in `which` have this label.
  void look_at_pieces(std::string_view label, const std::vector<int>& which) {
    piece_ = label;
    const double side = net::layout_of_pieces().side * survey_.board().pitch;
    for (int tile = 0; tile < tiles(); ++tile)
      piece_samples_.push_back(
          {std::ranges::count(which, tile) > 0 ? 1 : 0, tile,
           cells::cut(prober_.frame().image, survey_.middle(tile), side, cells::kPatchPixels)});
  }

  cells::GridReader pieces() const {
    return {cells::Atlas(piece_samples_),
            {std::string(net::kOtherLabel), piece_},
            survey_.board(),
            net::layout_of_pieces()};
  }

  /// Tiles of this shape turn the other way.
  void reverse(const std::string& shape) {
    auto& reversed = controls_.reversed_shapes;
    if (std::erase(reversed, shape) == 0) reversed.push_back(shape);
  }

  int quarters_of_click(Sides wires, int button = 1) const {
    const auto& reversed = controls_.reversed_shapes;
    const bool is_reversed = std::ranges::count(reversed, net::shape_name(wires)) > 0;
    return is_reversed == (button == kOtherButton) ? survey_.usual_turn() : -survey_.usual_turn();
  }

  net::Board after(net::Board board, std::span<const Gesture> clicks) const {
    for (const Gesture& click : clicks) {
      const auto& [place, button] = std::get<Click>(click);
      const int tile = survey_.tile_at(place);
      const int quarters = quarters_of_click(board.wires[at(tile)], button);
      const bool is_linked = linked_ && std::ranges::count(*linked_, tile) > 0;
      for (const int each : is_linked ? *linked_ : std::vector<int>{tile})
        board.wires[at(each)] = net::turned(board.wires[at(each)], quarters);
    }
    return board;
  }

  /// These wires of the whole board, as they were before the survey turned any tile.
  std::vector<Sides> before_turning(std::vector<Sides> wires) const {
    for (int tile = 0; tile < tiles(); ++tile) {
      Sides& there = wires[at(tile)];
      there = net::turned(there, -quarters_of_click(there) * survey_.clicks(tile));
    }
    return wires;
  }

  /// Finds how quickly clicks may follow one another, on the same tile and on different ones.
  void find_speed() {
    if (survey_.reaction().loses_clicks) {
      pace_.hold = Prober::careful_pace().hold;
      pace_.gap = survey_.reaction().pace().gap;
      settle_pace();
      return;
    }
    std::vector<int> three;
    for (const auto& [tile, arms] : survey_.turned())
      if (arms.quarters != 0 && three.size() < 3) three.push_back(tile);
    if (three.empty()) three.push_back(survey_.turned().begin()->first);
    Plan clicks;
    for (int i = 0; i < 2; ++i)
      for (const int tile : three) clicks.insert(clicks.end(), 2, click_on(tile));
    const auto wires_of = [&] {
      std::vector<Sides> wires;
      for (const int tile : three) wires.push_back(survey_.wires(tile));
      return wires;
    };
    find_pace_by(survey_.reaction().animation, 1, [&](const Pace& pace) {
      const std::vector<Sides> before = wires_of();
      prober_.perform({clicks.begin(), clicks.end() - 1}, pace);
      std::vector<Sides> expected = before;  // after four clicks on each, except the last
      expected.back() = net::turned(before.back(), -quarters_of_click(before.back()));
      const bool is_good = wires_of() == expected;
      for (int round = 0; round < 3; ++round)
        for (std::size_t i = 0; i < three.size(); ++i)
          if (survey_.wires(three[i]) != before[i]) survey_.click(three[i]);
      return is_good;
    });
  }

  /// Where clicks are slow, one that turns a tile the other way saves two. Elsewhere a button that
  /// may open a menu is not worth trying.
  void find_other_button() {
    if (!survey_.reaction().loses_clicks) return;
    const auto tile = std::ranges::find_if(survey_.turned(), [&](const auto& turned) {
      return turned.second.quarters != 0 && survey_.certain_wires(turned.first);
    });
    if (tile == survey_.turned().end()) return;
    const cv::Point2d middle = survey_.middle(tile->first);
    const cv::Mat found = prober_.frame().image;
    const Sides wires = survey_.wires(tile->first);
    prober_.click(middle, kOtherButton);
    const auto now = survey_.certain_wires(tile->first);
    const bool is_opposite = now == net::turned(wires, -quarters_of_click(wires));
    if (is_opposite && !prober_.has_closed_menu()) {
      report("button", "the right button turns tiles the other way");
      (survey_.usual_turn() > 0 ? controls_.turn_clockwise_button
                                : controls_.turn_anticlockwise_button) = kOtherButton;
    } else if (!is_opposite && survey_.has_changed(found, tile->first) && (!now || *now == wires)) {
      prober_.click(middle, kOtherButton);  // it may lock tiles, and unlock them
    }
    for (int k = 0; k < 4 && survey_.has_changed(found, tile->first); ++k) prober_.click(middle);
  }

  /// Solves the board except for one click, to see powered wires, then makes that click. `first`
  /// shows the board before that.
  void play(const Frame& first) {
    std::vector<Sides> wires;            // in `first`
    std::optional<FoundRules> believed;  // until no win was seen
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      net::Board found = read_board();
      if (wires.empty()) wires = found.wires;
      const std::vector<Sides> answer = solve(found);
      if (linked_) found.linked = {*linked_};
      std::vector<ScreenPoint> places;
      for (int tile = 0; tile < tiles(); ++tile)
        places.push_back(prober_.on_screen(survey_.middle(tile)));
      if (attempt == 0 && !answer.empty()) {
        turn_through(found, tiles_for_links(found, answer));
        continue;
      }
      Plan plan = answer.empty() ? Plan{} : net::plan(found, answer, places, controls_);
      if (plan.empty()) break;
      turn_an_end_last(plan, found);
      report("goal", fmt::format("playing {} clicks to see powered wires and a win", plan.size()));
      const std::span<const Gesture> all_but_one(plan.data(), plan.size() - 1);
      prober_.perform({all_but_one.begin(), all_but_one.end()}, pace_);
      const bool is_as_expected = find_links(found, all_but_one);
      learn_all(after(found, all_but_one));
      if (!is_as_expected) continue;
      const cv::Mat before = prober_.frame().image;
      const bool is_shown = answer_in(changes_beside(survey_.board().bounds(), plan.back())) > 0 ||
                            has_dialog() || !read_now().accepted();
      const net::Board played = after(found, plan);
      const bool may_doubt = !believed && rules_.source < 0 && !linked_;
      if (!is_shown && may_doubt && differing(played).empty())
        if (const auto other = find_other_rules(played, options_.deadline)) {
          report("goal", "no win was seen; it may play by other rules");
          believed = rules_;
          take(*other);
          continue;
        }
      if (!is_shown && believed) take(*believed);
      report("goal", is_shown ? "the program shows a win; its board is left changed"
                              : "no win was seen; the board is left changed: solved");
      // Clicks on one of two linked tiles were counted for that one only.
      if (!linked_) survey_.learn_found(wires_found_);
      start_new_game(before, survey_.board().bounds(), [&] { return read_now().accepted(); });
      look_at_new_board(played);
      // What was learned since may have made other tiles uncertain.
      for (int again = 0; again < kMostAttempts; ++again)
        if (!survey_.learn_uncertain(first.image, wires)) break;
      return;
    }
    stop(End::stuck, "the clicks did not lead to the solution.");
  }

  /// Of the ends, one that looks like another is turned last: the others are powered before that,
  /// unless it is the source.
  void turn_an_end_last(Plan& plan, const net::Board& board) const {
    std::vector<cv::Mat> ends(board.wires.size());
    for (int tile = 0; tile < tiles(); ++tile)
      for (int quarters = 0; quarters < 4; ++quarters)
        if (net::turned(board.wires[at(tile)], quarters) == net::kRight)
          ends[at(tile)] = cells::cut(prober_.frame().image, survey_.middle(tile),
                                      survey_.board().pitch, cells::kPatchPixels, quarters);
    double least = std::numeric_limits<double>::max();
    auto last = plan.end();
    for (auto click = plan.begin(); click != plan.end(); ++click) {
      const auto tile = at(survey_.tile_at(where(*click)));
      for (std::size_t other = 0; other < ends.size(); ++other) {
        if (ends[tile].empty() || ends[other].empty() || other == tile) continue;
        const double off = cv::norm(ends[tile], ends[other]);
        if (off > least) continue;
        least = off;
        last = click;
      }
    }
    if (last != plan.end()) std::rotate(last, std::next(last), plan.end());
  }

  /// Turns tiles through a full circle, the least certain ones first, to see their sides in each
  /// position: a source, for one, looks like no other tile. Goes on as long as some look new. Those
  /// in `once` are clicked at least once.
  void turn_through(const net::Board& found, const std::set<int>& once) {
    std::vector<std::pair<float, int>> by_confidence;
    const std::vector<float> confidence = read_now().confidence;
    for (int tile = 0; tile < tiles(); ++tile)
      if (found.wires[at(tile)] != 0 && found.wires[at(tile)] != net::kAllSides &&
          !survey_.turned().contains(tile))
        by_confidence.emplace_back(confidence[at(tile)], tile);
    std::sort(by_confidence.begin(), by_confidence.end());
    const auto most = static_cast<std::size_t>(kTurnThroughTime / 4 / (pace_.hold + pace_.gap));
    const std::size_t count = std::min(most, by_confidence.size()),
                      part = std::max(most / kTurnThroughParts, std::size_t{1});
    Plan all;
    bool is_new = true;
    for (std::size_t from = 0; is_new && (from == 0 || from < count); from += part) {
      std::set<int> others;
      for (std::size_t i = from; i < std::min(from + part, count); ++i)
        others.insert(by_confidence[i].second);
      std::set<int> which = from == 0 ? once : std::set<int>{};
      which.insert(others.begin(), others.end());
      is_new = false;
      for (int turn = 0; turn < 4 && !which.empty(); ++turn) {
        Plan clicks;
        for (const int tile : which) clicks.emplace_back(click_on(tile));
        prober_.perform(clicks, pace_);
        // From the beginning: two tiles that turn together may not have been certain at once.
        all.insert(all.end(), clicks.begin(), clicks.end());
        find_links(found, all);
        is_new |=
            survey_.learn_uncertain(prober_.frame().image, after(found, all).wires, kUnlikeOthers);
        which = others;
      }
    }
  }

  /// A tile with a unique appearance, such as a source, is elsewhere on the next board, if there is
  /// one.
  void look_at_new_board(const net::Board& solved) {
    prober_.rest();
    std::optional<cells::GridReader> special;
    if (!piece_samples_.empty()) special = pieces();
    const net::Reading now = read_now(special ? &*special : nullptr);
    // Linked tiles would be taken for tiles that turn alone, unless only one of them is clicked.
    if (linked_ && now.board.linked.empty()) return;
    const auto certain =
        std::ranges::count_if(now.confidence, [](float c) { return c >= kMinConfidence; });
    const auto all = static_cast<std::ptrdiff_t>(solved.size());
    if (now.board.size() != solved.size() || now.board.width != solved.width || certain == all ||
        static_cast<double>(all - certain) > kMostUncertain * static_cast<double>(all) ||
        differing(solved).empty())
      return;
    report("new board", fmt::format("turning {} uncertain tiles", all - certain));
    survey_.learn_new_board(linked_ ? now.board.linked[0][1] : -1);
  }

  /// The tiles that are certainly not as expected.
  std::vector<int> differing(const net::Board& expected) const {
    const net::Reading now = read_now();
    std::vector<int> tiles;
    for (std::size_t tile = 0; tile < expected.size() && tile < now.confidence.size(); ++tile)
      if (now.confidence[tile] >= kMinConfidence && now.board.wires[tile] != expected.wires[tile])
        tiles.push_back(static_cast<int>(tile));
    return tiles;
  }

  /// The same once nothing turns any more: a busy program may still be turning what was clicked a
  /// while ago.
  std::vector<int> still_differing(const net::Board& expected) {
    std::vector<int> wrong = differing(expected);
    bool turns = true;
    for (const Deadline end = Deadline::after(kBehind); turns && !wrong.empty() && !end.passed();) {
      const cv::Rect board = survey_.board().bounds() & cv::Rect({}, prober_.frame().image.size());
      prober_.wake();
      turns = cv::countNonZero(prober_.wait(kNothingTurns)(board)) > 0;
      wrong = differing(expected);
    }
    return wrong;
  }

  /// Whether these clicks turned the tiles of `found` as expected. If not, two tiles turn together,
  /// which are now known. Clicks that were lost as well are repeated.
  bool find_links(const net::Board& found, std::span<const Gesture> clicks) {
    std::vector<int> wrong = still_differing(after(found, clicks));
    if (wrong.empty()) return true;
    const bool is_new = !linked_ && (linked_ = find_linked(found, clicks, wrong)).has_value();
    if (is_new) wrong = differing(after(found, clicks));
    if (!wrong.empty()) repeat_lost(after(found, clicks), wrong);
    if (is_new) look_at_linked(after(found, clicks));
    return !is_new;
  }

  /// A busy program may have lost a few clicks, or a tile is misread as it lies: turns these tiles
  /// through a full circle to tell, and until they are as expected. If clicks were lost, they
  /// follow one another more slowly from now on.
  void repeat_lost(const net::Board& expected, const std::vector<int>& wrong) {
    std::vector<int> lost, misread;
    for (const int tile : wrong) {
      const Sides wires = expected.wires[at(tile)];
      const int way = quarters_of_click(wires);
      std::array<int, 4> seen{};  // by the number of clicks that it lies beyond where it should
      for (int turn = 0; turn < 4; ++turn) {
        const Sides lies = survey_.wires(tile);
        for (int beyond = 0; beyond < 4; ++beyond)
          seen[at(beyond)] += lies == net::turned(wires, way * (beyond + turn)) ? 1 : 0;
        survey_.click(tile);
      }
      const auto most = std::ranges::max_element(seen);
      const auto beyond = most - seen.begin();
      for (auto k = beyond; (k & 3) != 0; ++k) survey_.click(tile);
      if (beyond != 0) lost.push_back(tile);
      if (*most == 3) misread.push_back(tile);
    }
    if (!misread.empty()) survey_.learn(expected.wires, misread);
    if (const auto left = still_differing(expected); !left.empty())
      stop(End::stuck,
           fmt::format("{} of {} tiles do not lie as the clicks should have turned them.",
                       left.size(), tiles()));
    if (lost.empty()) return;
    report("pace", fmt::format("{} tiles had lost a click", lost.size()));
    slow_down();
  }

  /// Takes pictures of all tiles, whose wires are known.
  void learn_all(const net::Board& board) {
    survey_.learn(board.wires);
    if (rules_.source >= 0) look_at_pieces(net::kSourceLabel, {rules_.source});
    if (linked_) look_at_pieces(net::kLinkedLabel, *linked_);
  }

  /// Turns the two linked tiles through a full circle: they are drawn unlike all others.
  void look_at_linked(net::Board board) {
    const Plan click = {click_on(linked_->front())};
    for (int turn = 0; turn < 4; ++turn) {
      survey_.click(linked_->front());
      board = after(board, click);
      survey_.learn(board.wires, *linked_);
      look_at_pieces(net::kLinkedLabel, *linked_);
    }
  }

  /// Whether a tile turns when another one is clicked; the other is turned through a full circle.
  bool turns_with(int tile, int other) {
    const auto before = survey_.certain_wires(tile);
    survey_.click(other);
    const auto after = survey_.certain_wires(tile);
    for (int k = 0; k < 3; ++k) survey_.click(other);
    return !after || after != before;
  }

  /// Two adjacent tiles that lie as clicks turned them if each turns with the other, and do so. The
  /// rest of the board may not lie as expected: clicks may have been lost there.
  std::optional<std::vector<int>> find_linked(const net::Board& found,
                                              std::span<const Gesture> clicks,
                                              const std::vector<int>& wrong) {
    for (const int tile : wrong)
      for (const Sides side : net::kEachSide) {
        const int other = found.neighbour(tile, side);
        if (other < 0 || found.wires[at(other)] == 0) continue;
        linked_ = std::vector<int>{std::min(tile, other), std::max(tile, other)};
        const Sides clicked = found.wires[at(other)];
        const bool is_symmetric = net::degree(clicked) == 2 && clicked == net::opposite(clicked);
        for (int ways = is_symmetric ? 2 : 1; ways > 0; --ways) {
          const std::vector<int> left = differing(after(found, clicks));
          const auto is_explained = [&](int each) { return std::ranges::count(left, each) == 0; };
          if (std::ranges::all_of(*linked_, is_explained) && turns_with(tile, other)) {
            report("linked",
                   fmt::format("the tiles {} and {} turn together", (*linked_)[0], (*linked_)[1]));
            return linked_;
          }
          if (is_symmetric) reverse(std::string(net::shape_name(clicked)));
        }
      }
    return std::nullopt;
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("appearance", appearance_);
    skin.table("cells", survey_.reader().appearance());
    if (!piece_samples_.empty()) skin.table("pieces", pieces().appearance());
    skin.table("controls", controls_);
    skin.table("rules", rules_.rules);
    write_pace(skin, "clicking");
    return skin.text();
  }

  TileSurvey survey_;
  net::Appearance appearance_;
  net::Controls controls_;
  FoundRules rules_;
  std::vector<Sides> wires_found_;          ///< before the survey turned any tile
  std::optional<std::vector<int>> linked_;  ///< tiles that turn together
  std::vector<cells::Sample> piece_samples_;
  std::string piece_;  ///< the label of the special ones among them
};

}  // namespace

Learned learn_net(Prober& prober, const LearnOptions& options) {
  return NetLearner(prober, options).run();
}

}  // namespace eyehand::calibration
