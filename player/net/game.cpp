// Net: playing it on the screen, and its entry in the registry (player/games.hpp).
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "actuator/net/plan.hpp"
#include "player/games.hpp"
#include "player/net/drawing.hpp"
#include "player/session.hpp"
#include "puzzle/index.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/net/text.hpp"
#include "puzzle/saved_game.hpp"
#include "solver/net/explain.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "vision/net/read.hpp"
#include "vision/net/read_cells.hpp"

namespace eyehand::net {

/// For each tile: its wires, whether there is a barrier (or the rim) to its right and below it, and
/// how it can be turned. O(parts).
std::vector<Part> parts_of(const Board& board) {
  // By the bits of Sides.
  constexpr std::array<std::string_view, 16> kWires = {"·", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                                       "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};
  std::vector<std::uint8_t> is_linked(board.size(), 0);
  for (const std::vector<int>& group : board.linked)
    for (const int tile : group) is_linked[static_cast<std::size_t>(tile)] = 1;
  std::vector<Part> parts;
  parts.reserve(board.size() * 4);
  for (std::size_t i = 0; i < board.size(); ++i) {
    const int tile = static_cast<int>(i);
    parts.push_back({"tile", std::string(kWires[board.wires[i] & kAllSides])});
    for (const Sides side : {kRight, kDown})
      parts.push_back({"barrier", board.is_open(tile, side) ? "none" : "barrier"});
    parts.push_back({"lock", board.may_dangle(tile) ? "fixed source"
                             : board.locked[i] != 0 ? "locked"
                             : is_linked[i] != 0    ? "linked"
                                                    : "free"});
  }
  return parts;
}

namespace {

/// If a larger share of the tiles looks stale, the reading is more likely to be wrong than the
/// program.
constexpr double kMaxStaleShare = 0.5;
/// If the number of uncertain tiles exceeds both of these, something covers the board.
constexpr double kMostTurned = 3, kMaxTurnedShare = 0.2;
/// Turning changes a tile's colours by at least this much on average, 0 to 255.
constexpr double kTurnedChange = 0.5;
/// One tile of each shape, and how long it may take to find which of them have solutions.
constexpr std::array<Sides, 6> kShapes = {
    0, kRight, kRight | kLeft, kRight | kUp, kAllSides & ~kDown, kAllSides};
constexpr std::chrono::milliseconds kAcceptTime{200};

constexpr std::array<RuleWord, 2> kRules = {{
    {"loops", "wires may run in loops"},
    {"parts", "the wires may form several networks"},
}};

Rules rules_of(const std::vector<std::string>& words) {
  const auto has = [&](std::string_view word) { return std::ranges::count(words, word) > 0; };
  return {.connected = !has("parts"), .acyclic = !has("loops")};
}

std::vector<std::string> words_of(const Rules& rules) {
  std::vector<std::string> words;
  if (!rules.acyclic) words.emplace_back("loops");
  if (!rules.connected) words.emplace_back("parts");
  return words;
}

/// Reads [lattice], [appearance], [cells], [pieces], [controls] and [rules] of the skin; throws
/// Error for anything wrong in them.
class NetSession final : public Session<Appearance, Controls, Reading, Board, std::vector<Sides>> {
 public:
  explicit NetSession(const Skin& skin) : Session(skin) {
    skin.file.read("lattice", appearance_.lattice);
    skin.file.read("rules", skin_rules_);
    rules_ = skin_rules_;
    cells::GridAppearance grid;
    skin.file.read("cells", grid);
    if (!grid.labels.empty()) cells_.emplace(grid, layout_of_sides());
    cells::GridAppearance pieces;
    skin.file.read("pieces", pieces);
    if (!pieces.labels.empty()) pieces_.emplace(pieces, layout_of_pieces());
    for (const std::string& shape : controls_.reversed_shapes)
      if (std::ranges::count(kShapeNames, shape) == 0)
        skin.file.fail("controls", "reversed_shapes", "no tile has the shape '" + shape + "'.");
  }

  Status solve(Deadline deadline) override {
    set_rules(skin_rules_);
    Status status = solve_by_rules(deadline, 1);
    if (status == Status::none && cells_ && !pieces_) status = solve_by_source(deadline);
    // The board that a program was learned from may have had only one solution by stricter rules.
    for (Rules wider = rules_; status == Status::none && cells_ && wider.connected;) {
      (wider.acyclic ? wider.acyclic : wider.connected) = false;
      set_rules(wider);
      status = solve_by_rules(deadline, 2);
    }
    if (rules_ == skin_rules_ || (status != Status::multiple && status != Status::none))
      return status;
    set_rules(skin_rules_);
    answer_.clear();
    return Status::none;
  }

  std::vector<std::string> rules() const override { return words_of(rules_); }

  /// In a learned program, turns the uncertain tiles, since they look different in another
  /// position, and once they have been seen all around, learns what they look like. In others,
  /// turns each stale tile there and back: KNetWalk stops redrawing a tile when a new game begins
  /// while it turns, or when it is turned back too early, until it is next turned all the way (its
  /// GameView::rotatingCells keeps the tile's index).
  std::vector<Plan> redraw() override {
    if (cells_) return turn_uncertain();
    const auto& stale = reading_.stale;
    if (stale.empty() || static_cast<double>(stale.size()) >
                             kMaxStaleShare * static_cast<double>(reading_.board.size()))
      return {};
    const int there = controls_.turn_anticlockwise_button, back = controls_.turn_clockwise_button;
    if (there == 0 || back == 0) return {};
    std::vector<Plan> steps(2);
    for (const int tile : stale) {
      if (reading_.board.locked[static_cast<std::size_t>(tile)]) continue;
      const int width = reading_.board.width;
      const ScreenPoint at = on_screen(reading_.lattice.centre(tile % width, tile / width));
      steps[0].emplace_back(Click{at, there});
      steps[1].emplace_back(Click{at, back});
    }
    return steps[0].empty() ? std::vector<Plan>{} : steps;
  }

 private:
  void set_rules(const Rules& rules) {
    rules_ = rules;
    reading_.board.rules.connected = rules.connected;
    reading_.board.rules.acyclic = rules.acyclic;
    if (cells_ && !pieces_) set_source(-1);
  }

  /// A source whose wires may dangle; -1: none do.
  void set_source(int source) {
    rules_.source_may_dangle = reading_.board.rules.source_may_dangle = source >= 0;
    source_ = reading_.board.source = source;
    if (puzzle_) puzzle_->source = source;
  }

  /// The wires of the source may have met others on the board that a program was learned from, so
  /// that it looked like any cross: takes the only one whose wires may dangle in a solution.
  Status solve_by_source(Deadline deadline) {
    std::optional<std::pair<int, std::vector<Sides>>> only;
    for (int tile = 0; tile < static_cast<int>(reading_.board.size()); ++tile) {
      if (reading_.board.wires[static_cast<std::size_t>(tile)] != kAllSides) continue;
      set_source(tile);
      const Status status = solve_by_rules(deadline, 2);
      if (status == Status::none) continue;
      if (only || status != Status::unique) {
        only.reset();
        break;
      }
      only.emplace(tile, answer_);
    }
    set_source(only ? only->first : -1);
    answer_ = only ? only->second : std::vector<Sides>{};
    return only ? Status::unique : Status::none;
  }

  Status solve_by_rules(Deadline deadline, std::uint64_t count_limit) {
    // Where the board does not show whether it wraps, a solution that stays off the rim is right
    // either way, so that is tried first.
    for (const bool unlocked : {false, true}) {
      for (const bool wrapping : {false, true}) {
        Board board = reading_.board;
        if (wrapping && reading_.wrapping_known) continue;
        if (!reading_.wrapping_known) board.wrapping = wrapping;
        if (unlocked) {
          const auto locks = std::count(board.locked.begin(), board.locked.end(), 1);
          if (locks == 0 || !controls_.lock_button) continue;
          std::fill(board.locked.begin(), board.locked.end(), std::uint8_t{0});
        }
        const auto solution = net::solve(board, {.deadline = deadline, .count_limit = count_limit});
        if (solution.status == Status::none) continue;
        answer_ = solution.answer;
        return solution.answer.empty() ? Status::timeout : solution.status;
      }
    }
    answer_.clear();
    return Status::none;
  }

  std::vector<Plan> turn_uncertain() {
    const Board& board = reading_.board;
    const int button = controls_.turn_anticlockwise_button != 0
                           ? controls_.turn_anticlockwise_button
                           : controls_.turn_clockwise_button;
    const bool may_be_linked = pieces_ && pieces_->has_label(kLinkedLabel);
    int uncertain = 0;
    std::vector<int> clicked;
    std::vector<std::uint8_t> is_clicked(board.size(), 0);
    Plan clicks;
    for (int tile = 0; tile < static_cast<int>(reading_.confidence.size()); ++tile) {
      const auto i = static_cast<std::size_t>(tile);
      if (reading_.confidence[i] >= kMinConfidence) continue;
      ++uncertain;
      // If two tiles turn together, clicking both would never show them turned by a quarter.
      if (may_be_linked && std::ranges::any_of(kEachSide, [&](Sides side) {
            const int other = board.neighbour(tile, side);
            return other >= 0 && is_clicked[static_cast<std::size_t>(other)] != 0;
          }))
        continue;
      is_clicked[i] = 1;
      clicked.push_back(tile);
      clicks.emplace_back(Click{
          on_screen(reading_.lattice.centre(tile % board.width, tile / board.width)), button});
    }
    const double most = std::max(kMostTurned, kMaxTurnedShare * static_cast<double>(board.size()));
    if (button == 0 || clicks.empty() || uncertain > most ||
        is_all_as_wanted([&](std::size_t i, Sides wanted) { return board.wires[i] == wanted; }))
      return {};
    turning_ = {clicked, button == controls_.turn_anticlockwise_button ? 1 : -1};
    learn_turned_tiles(turning_.tiles, turning_.way);
    return {clicks};
  }

  /// Power may make a tile uncertain where the plan has turned it, and only there. What it looked
  /// like there is learned if the next click, after which `now` was read with certainty, turned it
  /// away from where the plan wanted it.
  void learn_before_turning(const Reading& now) {
    const bool is_played = puzzle_ && answer_.size() == now.board.size() &&
                           now.board.width == puzzle_->width && is_turning_of(now.board, *puzzle_);
    if (turned_.size() != 1 || !is_played || turned_.back().size() != frame_.image.size()) return;
    for (const int tile : turning_.tiles) {
      const Sides wires = now.board.wires[static_cast<std::size_t>(tile)];
      const Sides before = turned(wires, -way_of(wires, turning_.way));
      if (before != wires && before == answer_[static_cast<std::size_t>(tile)])
        learn_tile(*cells_, turned_.back(), now.lattice, tile, before);
    }
  }

  /// `way` by which a tile with these wires turns if others turn by that.
  int way_of(Sides wires, int way) const {
    return std::ranges::count(controls_.reversed_shapes, shape_name(wires)) > 0 ? -way : way;
  }

  /// Notes how these tiles look before they are clicked, which turns them by `way`. After three
  /// clicks, they have been seen in each position.
  void learn_turned_tiles(const std::vector<int>& tiles, int way) {
    // Unless no click had an effect since.
    if (!turned_.empty() && std::ranges::none_of(tiles, [&](int tile) { return has_turned(tile); }))
      turned_.pop_back();
    turned_.push_back(frame_.image);
    if (turned_.size() < 4) return;
    for (const int tile : tiles) {
      // A source may hide the wires of its tile, but not that nothing else has a solution.
      std::optional<std::vector<Sides>> shapes;
      if (tiles.size() == 1) shapes = shapes_with_solution(reading_, tile);
      learn_turned(*cells_, std::span(turned_).last<4>(), reading_.lattice, tile, [&](Sides wires) {
        const auto can_be = [&](Sides shape) {
          return std::ranges::any_of(std::array{0, 1, 2, 3},
                                     [&](int q) { return turned(shape, q) == wires; });
        };
        if (shapes && std::ranges::none_of(*shapes, can_be)) return 0;
        return way_of(wires, way);
      });
    }
  }

  /// Whether a tile looks otherwise than in the last of the pictures of turned tiles.
  bool has_turned(int tile) const {
    const cv::Mat& before = turned_.back();
    if (before.size() != frame_.image.size()) return true;
    const int width = reading_.board.width;
    const cv::Point2d half(reading_.lattice.pitch / 2, reading_.lattice.pitch / 2);
    const cv::Point2d middle = reading_.lattice.centre(tile % width, tile / width);
    const cv::Rect box = cv::Rect(middle - half, middle + half) & cv::Rect({}, before.size());
    return cv::norm(before(box), frame_.image(box), cv::NORM_L1) > kTurnedChange * 3 * box.area();
  }

  /// One tile of each shape with which the board has a solution if this tile has it; nothing if
  /// that takes too long, or if there are tiles that a solution does not determine alone.
  std::optional<std::vector<Sides>> shapes_with_solution(const Reading& now, int tile) const {
    if (pieces_) return std::nullopt;
    Board board = now.board;
    board.rules = skin_rules_;
    const Deadline deadline = Deadline::after(kAcceptTime);
    std::vector<Sides> shapes;
    for (const Sides shape : kShapes) {
      board.wires[static_cast<std::size_t>(tile)] = shape;
      bool has_solution = false;
      for (const bool wrapping : {false, true}) {
        board.wrapping = wrapping;
        if (wrapping && now.wrapping_known) continue;
        const Status status = net::solve(board, {.deadline = deadline, .count_limit = 1}).status;
        if (status == Status::timeout) return std::nullopt;
        has_solution = has_solution || status != Status::none;
      }
      if (has_solution) shapes.push_back(shape);
    }
    return shapes;
  }

  /// Accepts the only uncertain tile if it seems to have wires to all sides, or to none, and there
  /// is a solution with that and with no other shape. Turning it would show nothing.
  void accept_by_solution(Reading& now) const {
    const auto is_uncertain = [](float confidence) { return confidence < kMinConfidence; };
    if (std::ranges::count_if(now.confidence, is_uncertain) != 1) return;
    const auto tile = std::ranges::find_if(now.confidence, is_uncertain) - now.confidence.begin();
    const Sides seen = now.board.wires[static_cast<std::size_t>(tile)];
    if (seen != 0 && seen != kAllSides) return;
    if (shapes_with_solution(now, static_cast<int>(tile)) != std::vector{seen}) return;
    now.confidence[static_cast<std::size_t>(tile)] = kMinConfidence;
    now.rejection.clear();
  }

  Reading read_board(const Frame& frame) override {
    Reading now = cells_ ? read_cells(frame, *cells_, appearance_, how_to_search(frame),
                                      puzzle_ ? &*puzzle_ : nullptr, pieces_ ? &*pieces_ : nullptr)
                         : read(frame, appearance_);
    if (cells_) accept_by_solution(now);
    if (now.accepted()) {
      learn_before_turning(now);
      turned_.clear();
    }
    now.board.rules = rules_;
    if (cells_ && !pieces_) now.board.source = source_;
    if (now.board.source < 0 && rules_.source_may_dangle) {
      now.board.rules.source_may_dangle = false;
      if (now.rejection.empty())
        now.rejection = "the source, whose wires may dangle, was not found";
    }
    return now;
  }

  void describe_board(Observation& seen) const override {
    const Board& board = reading_.board;
    if (reading_.lattice.columns == 0) return;
    seen.area = reading_.lattice.bounds();
    seen.size = size_text(board.width, board.height) +
                (reading_.wrapping_known && board.wrapping ? " wrapping" : "");
    seen.text = to_game_id(board);
    seen.picture = to_picture(board);
  }

  bool is_same_puzzle() override {
    const Board& now = reading_.board;
    Board before = *puzzle_;
    std::fill(before.locked.begin(), before.locked.end(), std::uint8_t{0});
    return now.width == before.width && now.height == before.height &&
           now.barriers == before.barriers && now.source == before.source &&
           now.linked == before.linked && is_turning_of(now, before);
  }

  bool is_won(bool same) const override {
    Board board = reading_.board;
    if (is_solved(board)) return true;
    if (reading_.wrapping_known || !same) return false;
    board.wrapping = !board.wrapping;
    // If the board does not show whether it wraps, wires across the rim count only as part of the
    // solution that was found.
    return is_solved(board) && board.wires == answer_;
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return net::plan(reading_.board, answer_, places, controls_);
  }

  Rules skin_rules_, rules_;  ///< the latter are those of this puzzle
  int source_ = -1;           ///< of this puzzle, if its wires may dangle and the skin does not say
  /// For a program that was learned: the sides of tiles, and the pieces at their centres.
  std::optional<cells::GridReader> cells_, pieces_;
  std::vector<cv::Mat> turned_;  ///< the window after each turn of the uncertain tiles
  struct Turning {
    std::vector<int> tiles;
    int way = 0;  ///< by how many quarters anticlockwise most shapes turn
  } turning_;     ///< of the uncertain tiles, by the last clicks
};

constexpr std::array<OptionInfo, 5> kOptions = {{
    {"wrapping", "", "the right edge meets the left one, the bottom the top"},
    {"crosses", "", "tiles may have four wires"},
    {"barriers", "0..1", "share of the sides without a wire that get a barrier"},
    {"dangling", "", "the source has four wires, which may be loose ends, and cannot be turned"},
    {"linked", "", "the source and the tile on its right turn together"},
}};

class NetGame final : public BoardGame<NetSession, from_game_id> {
 public:
  NetGame()
      : BoardGame({.name = "net",
                   .title = "Net",
                   .about = "turn tiles until all wires join (Net, KNetWalk, pipes, circuits)",
                   .usual_side = 9,
                   .rules = kRules,
                   .options = kOptions}) {}

  DrawnBoard drawing(std::string_view puzzle, const Course& course) const override {
    return net::drawing(puzzle, course);
  }

  std::string saved(std::string_view puzzle, const TextSolution& solution,
                    std::span<const int> order) const override {
    const Board board = from_game_id(puzzle), solved = from_game_id(solution.answer);
    if (board.rules.source_may_dangle || !board.linked.empty()) return {};
    constexpr std::array<std::string_view, 4> kTurns = {"", "Ax,y", "Fx,y", "Cx,y"};
    std::vector<std::string> moves;
    for (const int tile : each_once(order, static_cast<int>(board.size()))) {
      const auto i = static_cast<std::size_t>(tile);
      std::size_t quarters = 0;
      while (quarters < 4 && turned(board.wires[i], static_cast<int>(quarters)) != solved.wires[i])
        ++quarters;
      if (quarters % 4 != 0)
        moves.push_back(move_text(kTurns[quarters], tile % board.width, tile / board.width));
    }
    return saved_game("Net", to_game_id(board), moves, 0);
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = from_game_id(puzzle);
    const bool may_dangle = board.rules.source_may_dangle;
    board.rules = rules_of(options.rules);
    board.rules.source_may_dangle = may_dangle;
    TextSolution solution;
    auto found = run(solution, [&] {
      return net::solve(board, {.deadline = options.deadline, .count_limit = options.count_limit});
    });
    if (options.trace && found.status != Status::timeout)
      explain(board, found.answer, found.status == Status::unique, options.deadline,
              model::to(*options.trace));
    if (found.answer.empty()) return solution;
    board.wires = std::move(found.answer);
    solution.answer = to_game_id(board);
    return solution;
  }

  std::string generate_text(const eyehand::GenerateOptions& request,
                            Deadline deadline) const override {
    Rules rules = rules_of(request.rules);
    rules.source_may_dangle = request.has("dangling");
    if (rules.source_may_dangle && request.has("linked"))
      throw OptionError("A Net source is either dangling, and cannot be turned, or linked.");
    const auto board = net::generate({.width = request.width,
                                      .height = request.height,
                                      .wrapping = request.has("wrapping"),
                                      .rules = rules,
                                      .barriers = request.number("barriers", 0, 0, 1),
                                      .crosses = request.has("crosses"),
                                      .linked = request.has("linked"),
                                      .unique = request.unique,
                                      .seed = request.seed,
                                      .deadline = deadline});
    return board ? to_game_id(*board) : "";
  }
};

}  // namespace

const Game& game() {
  static const NetGame instance;
  return instance;
}

}  // namespace eyehand::net
