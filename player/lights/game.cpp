// Lights Out: playing it on the screen, and its entry in the registry (player/games.hpp).
#include <array>
#include <optional>
#include <vector>

#include "actuator/lights/plan.hpp"
#include "player/games.hpp"
#include "player/lights/drawing.hpp"
#include "player/session.hpp"
#include "puzzle/error.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/lights/text.hpp"
#include "puzzle/saved_game.hpp"
#include "solver/lights/generate.hpp"
#include "solver/lights/solve.hpp"
#include "vision/lights/read.hpp"
#include "vision/lights/read_cells.hpp"

namespace eyehand::lights {

/// For each tile: whether it is lit, and the relative positions of the tiles it flips. O(parts).
std::vector<Part> parts_of(const Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.size() * 2);
  for (std::size_t i = 0; i < board.size(); ++i) {
    const int tile = static_cast<int>(i);
    std::string set;
    for (const int other : board.flips[i]) {
      if (!set.empty()) set += ' ';
      set += std::to_string(other % board.width - tile % board.width);
      set += ',';
      set += std::to_string(other / board.width - tile / board.width);
    }
    parts.push_back({"light", board.lit[i] != 0 ? "lit" : "unlit"});
    parts.push_back({"set", set.empty() ? "none" : set});
  }
  return parts;
}

namespace {

/// Reads [appearance] and [controls] of the skin; throws Error for anything wrong in them.
///
/// Among several solutions, plays one with the fewest presses. If [appearance] says that the
/// program goes on to its next level by itself, a capture that comes too late for the solved board
/// still counts as showing the win: once, if the level's name has changed and no subset of the
/// presses planned for the previous board leads to this one.
class LightsSession final
    : public Session<Appearance, Controls, Reading, Board, std::vector<std::uint8_t>> {
 public:
  explicit LightsSession(const Skin& skin) : Session(skin) {
    if (appearance_.lit.empty() || appearance_.unlit.empty())
      throw Error("skin '" + skin.name + "': [appearance] needs the colours `lit` and `unlit`.");
    cells::GridAppearance grid;
    skin.file.read("cells", grid);
    if (!grid.labels.empty()) cells_.emplace(grid, layout_of_lights());
    skin.file.read("outlines", outlines_);
    if (appearance_.sets != Sets::pattern) return;
    try {
      offsets_of(appearance_.pattern);
    } catch (const Error& error) {
      skin.file.fail("appearance", "pattern", std::string(error.what()) + '.');
    }
  }

  Status solve(Deadline deadline) override {
    begun_ = reading_.board;
    auto solution = lights::solve(begun_, {.deadline = deadline, .count_limit = 1});
    answer_ = std::move(solution.presses);
    return solution.status;
  }

  Plan uncover() const override {
    if (!reading_.banner_cross) return {};
    return {Click{on_screen(*reading_.banner_cross), 1}};
  }

 private:
  Reading read_board(const Frame& frame) override {
    if (!cells_) return read(frame, appearance_);
    if (is_refused_again(frame)) return reading_;
    Reading now = read_cells(frame, *cells_, appearance_, how_to_search(frame), outlines_);
    if (now.accepted()) cells_->expect(now.lattice);
    return now;
  }

  void describe_board(Observation& seen) const override {
    if (reading_.lattice.columns == 0) return;
    seen.area = reading_.area;
    seen.size = size_text(reading_.board.width, reading_.board.height);
    seen.text = to_game_id(reading_.board);
    seen.picture = to_picture(reading_.board);
  }

  /// Whether some of the presses planned for begun_ lead to the board.
  bool is_same_puzzle() override {
    const Board& now = reading_.board;
    if (now.width != begun_.width || now.height != begun_.height || now.flips != begun_.flips)
      return false;
    if (answer_.empty()) return now.lit == puzzle_->lit;
    Board difference = now;
    for (std::size_t tile = 0; tile < now.size(); ++tile) {
      difference.lit[tile] ^= begun_.lit[tile];
      if (!answer_[tile]) difference.flips[tile].clear();
    }
    return lights::solve(difference, {.count_limit = 1}).status != Status::none;
  }

  bool is_won(bool same) const override {
    return is_solved(reading_.board) || (!same && has_gone_on());
  }

  /// Whether the program has gone on to its next level, which it only does after a win.
  bool has_gone_on() const {
    const auto now = level();
    return puzzle_ && !answer_.empty() && !is_solved(*puzzle_) && appearance_.level_width > 0 &&
           !(same_picture(now[0], level_[0]) && same_picture(now[1], level_[1]));
  }

  std::array<cv::Mat, 2> level() const {
    return {frame_.image(reading_.level[0]).clone(), frame_.image(reading_.level[1]).clone()};
  }

  Board remember(bool same) override {
    if (!same) begun_ = reading_.board;
    level_ = level();
    return reading_.board;
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    const Board& now = reading_.board;
    // Some of the presses may have been made already.
    const auto left = now == begun_ ? answer_ : lights::solve(now, {.count_limit = 1}).presses;
    return left.empty() ? Plan{} : lights::plan(now, left, places, controls_);
  }

  std::optional<cells::GridReader> cells_;  ///< for a program that was learned
  OutlineAppearance outlines_;              ///< of sets drawn in such a program
  Board begun_;                             ///< the puzzle when it was first seen or last solved
  std::array<cv::Mat, 2> level_;            ///< the level's name in the last accepted reading
};

constexpr std::array<OptionInfo, 2> kOptions = {{
    {"shape", "WORD",
     "what a press flips: plus, random (some neighbours), dense (any tiles), or a pattern around "
     "the tile, such as 101/010/101"},
    {"wrapping", "", "a plus or a pattern goes across the rim"},
}};

GenerateOptions with_shape(GenerateOptions options, const std::string& word) {
  options.shape = word == "plus"     ? Shape::plus
                  : word == "random" ? Shape::random
                  : word == "dense"  ? Shape::dense
                                     : Shape::same;
  if (options.wrapping && (options.shape == Shape::random || options.shape == Shape::dense))
    throw OptionError("Lights Out wraps with a plus or a pattern only; omit --wrapping.");
  if (options.shape != Shape::same) return options;
  try {
    options.offsets = offsets_of(word);
  } catch (const Error& error) {
    throw OptionError("Lights Out has no shape '" + word + "'; it has plus, random, dense, and " +
                      error.what() + '.');
  }
  return options;
}

class LightsGame final : public BoardGame<LightsSession, from_game_id> {
 public:
  LightsGame()
      : BoardGame({.name = "lights",
                   .title = "Lights Out",
                   .about = "press tiles until no light is on (Lights Out, Flip, Lights Off)",
                   .usual_side = 5,
                   .options = kOptions}) {}

  std::string picture(std::string_view puzzle) const override { return to_picture(puzzle); }

  DrawnBoard drawing(std::string_view puzzle, const Course& course) const override {
    return lights::drawing(puzzle, course);
  }

  std::string saved(std::string_view puzzle, const TextSolution& solution,
                    std::span<const int> order) const override {
    const Board board = from_game_id(puzzle);
    const std::string id = to_game_id(board);
    if (id.find_first_of("+[") != std::string::npos) return {};  // it is too large for sgt-flip
    std::string presses = solution.answer;
    std::erase(presses, '/');
    std::vector<std::string> moves;
    for (const int tile : each_once(order, static_cast<int>(board.size())))
      if (presses[static_cast<std::size_t>(tile)] == '1')
        moves.push_back(move_text("Mx,y", tile % board.width, tile / board.width));
    return saved_game("Flip", id, moves, 0);
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    const Board board = from_game_id(puzzle);
    TextSolution solution;
    const auto found = run(solution, [&] {
      return lights::solve(board, {.deadline = options.deadline,
                                   .count_limit = options.count_limit,
                                   .trace = options.trace});
    });
    if (!found.presses.empty()) {
      solution.answer = presses_to_text(board, found.presses);
      if (!found.fewest) solution.remark = "a solution with fewer presses may exist";
    }
    return solution;
  }

  /// The number of solutions follows from the sets alone, so --ambiguous makes no difference.
  std::string generate_text(const eyehand::GenerateOptions& request, Deadline) const override {
    const GenerateOptions options = {.width = request.width,
                                     .height = request.height,
                                     .wrapping = request.has("wrapping"),
                                     .seed = request.seed};
    return to_game_id(lights::generate(with_shape(options, request.text("shape", "plus"))));
  }
};

}  // namespace

const Game& game() {
  static const LightsGame instance;
  return instance;
}

}  // namespace eyehand::lights
