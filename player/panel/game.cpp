// Panels: playing it on the screen, and its entry in the registry (player/games.hpp).
#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actuator/panel/plan.hpp"
#include "player/games.hpp"
#include "player/session.hpp"
#include "puzzle/index.hpp"
#include "puzzle/panel/board.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/explain.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "vision/cells/find_picture.hpp"
#include "vision/cells/picture_text.hpp"
#include "vision/panel/read.hpp"
#include "vision/panel/read_cells.hpp"

namespace eyehand::panel {

/// For each tile: its state, symbol, hue, lock, start mark and links as they are drawn, without
/// hidden symbols or links to missing tiles. O(parts).
std::vector<Part> parts_of(const Board& board) {
  constexpr std::array<std::string_view, 6> kSymbols = {"none", "dot",   "diamond",
                                                        "bar",  "slash", "flower"};
  constexpr std::array<std::string_view, kHues> kHueNames = {
      "none", "red", "orange", "yellow", "green", "blue", "purple", "white", "black"};
  std::vector<Part> parts;
  parts.reserve(board.size() * 7);
  for (std::size_t i = 0; i < board.size(); ++i) {
    Tile tile = board.tiles[i];
    const bool exists = tile.exists;
    if (!exists || tile.hidden) tile.symbol = Symbol::none;
    const bool has_symbol = tile.symbol != Symbol::none;
    std::string symbol(kSymbols[static_cast<std::size_t>(tile.symbol)]);
    if (tile.symbol == Symbol::dot || tile.symbol == Symbol::flower) {
      symbol += ' ';
      symbol += std::to_string(tile.value);
    }
    const bool has_hue = has_symbol && tile.symbol != Symbol::flower;
    const auto is_linked = [&](bool linked, std::size_t to) {
      return exists && linked && board.tiles[to].exists;
    };
    parts.push_back({"tile", exists ? tile.lit ? "lit" : "unlit" : "missing"});
    parts.push_back({"symbol", std::move(symbol)});
    parts.push_back({"hue", std::string(has_hue ? kHueNames[static_cast<std::size_t>(tile.hue)]
                                                : kHueNames[0])});
    parts.push_back({"lock", exists && tile.locked ? "locked" : "free"});
    parts.push_back({"start", exists && tile.start ? "start" : "none"});
    parts.push_back({"link", is_linked(tile.linked_left, i - 1) ? "left" : "none"});
    parts.push_back({"link", is_linked(tile.linked_up, i - static_cast<std::size_t>(board.width))
                                 ? "up"
                                 : "none"});
  }
  return parts;
}

namespace {

/// The board as before the first move: no tiles are lit but locked ones.
Board unplayed(Board board) {
  for (Tile& tile : board.tiles)
    if (!tile.locked) tile.lit = false;
  return board;
}

/// Whether two boards differ in a few tiles only, not counting their states.
bool differ_by_few(const Board& a, const Board& b) {
  constexpr int kFew = 2;
  if (a.width != b.width || a.height != b.height) return false;
  const Board one = unplayed(a), other = unplayed(b);
  int different = 0;
  for (std::size_t i = 0; i < one.size(); ++i) different += !(one.tiles[i] == other.tiles[i]);
  return different > 0 && different <= kFew;
}

/// Reads [appearance], or [cells] for programs that were learned, and [controls] of the skin;
/// throws Error for anything wrong in them.
class PanelSession final
    : public Session<Appearance, Controls, Reading, Board, std::vector<std::uint8_t>> {
 public:
  explicit PanelSession(const Skin& skin) : Session(skin) {
    CellsAppearance cells;
    skin.file.read("cells", cells);
    if (!cells.pictures.empty()) cells_.emplace(cells);
    is_flat_ = !appearance_.shapes.empty();
    if (controls_.check_key.empty() && !controls_.check_button.empty())
      check_button_ = cells::picture_from(controls_.check_button, "the check_button of [controls]");
  }

  Status solve(Deadline deadline) override {
    is_begun_ = true;
    if (checks() > 0 && !has_start(*puzzle_) && is_solved(reading_.board)) {
      // Among several solutions, prefer the one that only remains to be checked.
      answer_.clear();
      for (const Tile& tile : reading_.board.tiles) answer_.push_back(tile.lit ? 1 : 0);
      return Status::found;
    }
    auto solution = panel::solve(
        *puzzle_, {.deadline = deadline, .count_limit = 1, .walk = has_start(*puzzle_)});
    answer_ = std::move(solution.lit);
    path_ = std::move(solution.path);
    if (checks() == 0 && path_.empty()) take_first_answer();
    return answer_.empty() ? solution.status : Status::found;
  }

  std::size_t checks() const override {
    return controls_.check_key.empty() && check_button_.empty() ? 0 : 1;
  }

  /// A walk is sent as keys, so its path is drawn.
  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = Session::overlay(plan);
    if (plan.empty() || path_.empty() || answer_.empty()) return picture;
    const cv::Scalar kBlue(255, 80, 0);
    std::vector<cv::Point> way;
    for (const int tile : path_)
      way.push_back(cv::Point(reading_.where[static_cast<std::size_t>(tile)]));
    cv::polylines(picture, way, false, kBlue, 2, cv::LINE_AA);
    cv::circle(picture, way.front(), 5, kBlue, cv::FILLED, cv::LINE_AA);
    return picture;
  }

  /// In a learned program, toggles a tile that may be linked with another, to see whether both are
  /// toggled.
  std::vector<Plan> redraw() override {
    const auto is_as_wanted = [&](std::size_t i, bool wanted) {
      const Tile& tile = reading_.board.tiles[i];
      return !tile.exists || tile.lit == wanted;
    };
    if (!cells_ || is_all_as_wanted(is_as_wanted)) return {};
    learn_link();
    for (const int tile : reading_.unclear_links) {
      if (reading_.board.tiles[at(tile)].locked || std::ranges::count(toggled_, tile) > 0) continue;
      to_toggle_ = tile;
      return {{Click{on_screen(reading_.where[at(tile)]), controls_.toggle_button}}};
    }
    return {};
  }
  void begin_redraw() override {
    toggled_.push_back(to_toggle_);
    before_toggle_ = reading_.board;
  }

 private:
  /// By pictures of tiles, which show symbols of any shape, where it was learned; otherwise by an
  /// appearance, if there is one, at any size.
  Reading read_tiles(const Frame& frame) const {
    if (!cells_) return read(frame, appearance_);
    if (!is_flat_) return cells_->read(frame, cells::Search::same_size);
    Reading by_pictures = cells_->read(frame);
    if (by_pictures.accepted()) return by_pictures;
    Reading flat = read(frame, appearance_);
    return flat.accepted() ? flat : by_pictures;
  }

  /// Whether the tile that was toggled last is linked with those before it.
  void learn_link() {
    if (!before_toggle_ || before_toggle_->size() != reading_.board.size()) return;
    const auto has_changed = [&](int tile) {
      return before_toggle_->tiles[at(tile)].lit != reading_.board.tiles[at(tile)].lit;
    };
    const int tile = toggled_.back(), width = reading_.board.width;
    std::vector<CellsReader::NeighbourPair> known;
    for (const int other : {tile - 1, tile - width})
      if (other >= (other == tile - 1 ? tile / width * width : 0))
        known.push_back({tile, other, has_changed(other)});
    const double pitch = cv::norm(reading_.where[1] - reading_.where[0]);
    const Lattice lattice{reading_.where[0] - cv::Point2d(pitch / 2, pitch / 2), pitch, width,
                          reading_.board.height};
    if (has_changed(tile) && width > 1)
      cells_->learn_links(std::span(&frame_.image, 1), lattice, known);
    before_toggle_.reset();
    reading_ = read_board(frame_);
  }

  /// What is on a tile does not change while a panel is played, but may be harder to see once the
  /// tile has been toggled.
  void remember_symbols(Reading& now) const {
    if (now.board.width != puzzle_->width || now.board.height != puzzle_->height ||
        now.unclear_symbols.empty() || !now.unclear_links.empty())
      return;
    const Board seen = unplayed(now.board);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const bool is_unclear = std::ranges::count(now.unclear_symbols, static_cast<int>(i)) > 0;
      if (is_unclear ? puzzle_->tiles[i].locked
                     : now.confidence[i] < kMinConfidence || !(seen.tiles[i] == puzzle_->tiles[i]))
        return;
    }
    for (const int tile : now.unclear_symbols) {
      const bool lit = now.board.tiles[at(tile)].lit;
      now.board.tiles[at(tile)] = puzzle_->tiles[at(tile)];
      now.board.tiles[at(tile)].lit = lit;
      now.confidence[at(tile)] = kMinConfidence;
    }
    if (2 * now.unclear_symbols.size() < now.board.size()) now.rejection.clear();
  }

  Reading read_board(const Frame& frame) override {
    Reading now = read_tiles(frame);
    if (!now.accepted() && puzzle_ && is_begun_) remember_symbols(now);
    // Programs draw pointers of their own, which may look like symbols. If that happened when the
    // panel first appeared, it has not been played yet.
    if (cells_ && puzzle_ && is_begun_ && now.rejection.empty() &&
        differ_by_few(now.board, *puzzle_))
      now.rejection = "something covers a tile";
    if (now.accepted()) toggled_.clear();
    if (check_button_.empty() || !now.rejection.empty()) return now;
    check_at_ = cells::find_picture(check_button_, frame.image,
                                    {controls_.check_x_px, controls_.check_y_px});
    if (!check_at_) now.rejection = "the button that checks the panel was not found";
    return now;
  }

  void describe_board(Observation& seen) const override {
    const Board& board = reading_.board;
    if (board.width == 0) return;
    seen.area = reading_.area;
    seen.size = size_text(board.width, board.height);
    seen.text = to_code(board);
    seen.picture = to_picture(board);
    if (check_at_)
      seen.button = {*check_at_ - cv::Point(check_button_.size() / 2), check_button_.size()};
  }

  /// On the way to an answer another may be reached, and the program may not let us go on from
  /// there.
  void take_first_answer() {
    if (answer_.empty()) return;
    std::vector<ScreenPoint> places;
    for (const cv::Point2d& place : where()) places.push_back(on_screen(place));
    Board board = reading_.board;
    order_.clear();
    for (const Gesture& gesture : plan_toggles(board, answer_, places, controls_)) {
      const ScreenPoint at = std::get<Click>(gesture).at;
      order_.push_back(at);
      const auto tile = std::find(places.begin(), places.end(), at) - places.begin();
      for (const int other : linked_with(board, static_cast<int>(tile))) {
        Tile& toggled = board.tiles[static_cast<std::size_t>(other)];
        toggled.lit = !toggled.lit;
      }
      if (!is_solved(board)) continue;
      for (std::size_t i = 0; i < board.size(); ++i) answer_[i] = board.tiles[i].lit ? 1 : 0;
      return;
    }
  }

  bool is_same_puzzle() override { return unplayed(reading_.board) == *puzzle_; }
  Board remember(bool is_same) override {
    is_begun_ = is_begun_ && is_same;
    return unplayed(reading_.board);
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    Plan plan = has_start(*puzzle_) ? plan_walk(reading_.board, path_, reading_.walker, controls_)
                                    : plan_toggles(reading_.board, answer_, places, controls_);
    // What is left of a plan has the same order, in which no other answer is reached on the way.
    if (!has_start(*puzzle_))
      std::ranges::stable_sort(plan, {}, [&](const Gesture& gesture) {
        return std::ranges::find(order_, std::get<Click>(gesture).at) - order_.begin();
      });
    std::optional<ScreenPoint> button;
    if (check_at_) button = on_screen(*check_at_);
    for (Gesture& check : plan_check(button, controls_)) plan.push_back(std::move(check));
    return plan;
  }

  std::optional<CellsReader> cells_;  ///< for a program that was learned
  bool is_flat_ = false;              ///< whether such a program has an appearance, too
  cv::Mat check_button_;              ///< empty: none
  std::optional<cv::Point> check_at_;
  std::vector<int> toggled_;  ///< tiles, since a board was accepted, because of unclear links
  int to_toggle_ = -1;        ///< the next of these
  std::optional<Board> before_toggle_;
  std::vector<ScreenPoint> order_;  ///< of the clicks that lead to answer_; empty if it is checked
  bool is_begun_ = false;           ///< whether *puzzle_ was to be solved
  std::vector<int> path_;           ///< of answer_, if the panel is walked
};

constexpr std::array<RuleWord, 1> kRules = {{
    {"toggle", "panels with start tiles are toggled too, instead of walked"},
}};
constexpr std::array<OptionInfo, 4> kOptions = {{
    {"symbols", "WORDS", "some of dots,diamonds,bars,slashes,flowers; all by default"},
    {"walk", "", "panels to be walked"},
    {"locked", "0..1", "share of the tiles that are locked"},
    {"holes", "0..1", "share of the tiles that are missing"},
}};
constexpr double kUsualLocked = 0.1;

std::vector<Symbol> symbols_of(const std::string& names) {
  try {
    return symbols_named(names);
  } catch (const Error& error) {
    throw OptionError(error.what());
  }
}

class PanelGame final : public BoardGame<PanelSession, from_code> {
 public:
  PanelGame()
      : BoardGame(
            {.name = "panel",
             .title = "Panel",
             .about = "light tiles, or walk over them, until every symbol's rule holds (Taiji)",
             .usual_side = 5,
             .rules = kRules,
             .options = kOptions}) {}

  std::vector<std::string> split(std::string_view text) const override { return split_texts(text); }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = from_code(puzzle);
    const bool walk = options.rules.empty() && has_start(board);
    TextSolution solution;
    auto found = run(solution, [&] {
      return panel::solve(
          board, {.deadline = options.deadline, .count_limit = options.count_limit, .walk = walk});
    });
    if (options.trace && found.status != Status::timeout)
      explain(board, walk, found, options.deadline, model::to(*options.trace));
    if (found.lit.empty()) return solution;
    for (std::size_t i = 0; i < board.size(); ++i) board.tiles[i].lit = found.lit[i] != 0;
    solution.answer = answer_string(found.lit);
    solution.solved = to_code(board);
    solution.path = std::move(found.path);
    return solution;
  }

  std::string generate_text(const eyehand::GenerateOptions& request,
                            Deadline deadline) const override {
    const auto board = panel::generate({.width = request.width,
                                        .height = request.height,
                                        .symbols = symbols_of(request.text("symbols", "")),
                                        .walk = request.has("walk"),
                                        .locked = request.number("locked", kUsualLocked, 0, 1),
                                        .holes = request.number("holes", 0, 0, 1),
                                        .unique = request.unique,
                                        .seed = request.seed,
                                        .deadline = deadline});
    return board ? to_code(*board) : "";
  }
};

}  // namespace

const Game& game() {
  static const PanelGame instance;
  return instance;
}

}  // namespace eyehand::panel
