// Hexiom: playing it on the screen, and its entry in the registry (player/games.hpp).
#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include "actuator/hexiom/plan.hpp"
#include "player/games.hpp"
#include "player/hexiom/drawing.hpp"
#include "player/hexiom/learned_cells.hpp"
#include "player/session.hpp"
#include "puzzle/hexiom/board.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/explain.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"
#include "vision/hexiom/read.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::hexiom {

/// For each cell: its content, and whether it is locked. O(parts).
std::vector<Part> parts_of(const Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.cells.size() * 2);
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    const Cell cell = board.cells[i];
    parts.push_back({"cell", cell == kHole    ? "hole"
                             : cell == kEmpty ? "empty"
                                              : std::to_string(cell)});
    parts.push_back({"lock", board.locked[i] != 0 ? "locked" : "free"});
  }
  return parts;
}

namespace {

/// Time limit for solving a board with one number that it may show.
constexpr std::chrono::milliseconds kAcceptTime{200};
/// The most cells as wanted that may change in a puzzle: one by a drag that misses its cell, or two
/// by one that is late.
constexpr int kMostAstray = 2;

/// Reads [appearance], [cells], [numbers], [marks] and [controls] of the skin; throws Error for
/// anything wrong in them. Among a solution and its images under the puzzle's symmetries, plays the
/// one that needs the fewest drags.
class HexiomSession final
    : public Session<Appearance, Controls, Reading, Board, std::vector<Cell>> {
 public:
  explicit HexiomSession(const Skin& skin) : Session(skin) {
    cells::HexAppearance cells;
    skin.file.read("cells", cells);
    Numbers numbers;
    skin.file.read("numbers", numbers);
    Marks marks;
    skin.file.read("marks", marks);
    if (!cells.labels.empty()) cells_.emplace(cells, numbers, marks);
  }

  Status solve(Deadline deadline) override {
    const Board& board = reading_.board;
    auto solution = hexiom::solve(board, {.deadline = deadline});
    answer_ = std::move(solution.answer);
    if (answer_.empty()) return solution.status;
    const Hexagon hexagon(board.side);
    const std::vector<Cell> found = answer_;
    int fewest = drags_needed(board, answer_);
    for (const int symmetry : symmetries(board)) {
      auto other = image(found, hexagon, symmetry);
      const int drags = drags_needed(board, other);
      if (drags >= fewest) continue;
      fewest = drags;
      answer_ = std::move(other);
    }
    return solution.status;
  }

  /// In a learned program, drags that show what unclear cells are.
  std::vector<Plan> redraw() override {
    const auto is_as_wanted = [&](std::size_t i, Cell wanted) {
      return reading_.board.cells[i] == wanted;
    };
    if (!cells_ || is_all_as_wanted(is_as_wanted)) return {};
    const Plan trials = cells_->trials(frame_, controls_);
    if (!trials.empty()) return {trials};
    learn_numbers();
    return {};
  }
  void begin_redraw() override {
    if (cells_) cells_->begin_trials(frame_);
  }

 private:
  Reading read_board(const Frame& frame) override {
    if (!cells_) return read(frame, appearance_);
    Reading now = cells_->read(frame);
    if (now.accepted()) cells_->end_trials();
    return now;
  }

  /// Learns the numbers not seen before if the board has a solution with those that Tesseract
  /// reads, or a single one if the board has a solution with that and with no other.
  void learn_numbers() {
    const std::vector<LearnedCells::UnknownNumber> unknown = cells_->unknown_numbers(frame_);
    if (unknown.empty()) return;
    Board board = cells_->read(frame_).board;
    const auto is_possible = [&](const std::vector<int>& numbers) {
      for (std::size_t i = 0; i < numbers.size(); ++i)
        for (const int cell : unknown[i].cells)
          board.cells[at(cell)] = static_cast<Cell>(numbers[i]);
      return hexiom::solve(board, {.deadline = Deadline::after(kAcceptTime)}).status !=
             Status::none;
    };
    std::vector<std::vector<int>> possible;
    std::vector<int> by_ocr;
    for (const auto& each : unknown)
      if (std::ranges::count(each.candidates, each.by_ocr) > 0) by_ocr.push_back(each.by_ocr);
    if (by_ocr.size() == unknown.size() && is_possible(by_ocr))
      possible = {by_ocr};
    else if (unknown.size() == 1)
      for (const int number : unknown[0].candidates)
        if (is_possible({number})) possible.push_back({number});
    if (possible.size() != 1) return;
    for (std::size_t i = 0; i < unknown.size(); ++i)
      cells_->learn_number(frame_, unknown[i].cells, possible[0][i]);
  }

  void describe_board(Observation& seen) const override {
    if (reading_.board.side == 0) return;
    seen.area = reading_.area;
    seen.size = "side " + std::to_string(reading_.board.side);
    seen.text = to_text(reading_.board);
    seen.picture = to_picture(reading_.board);
  }

  bool is_same_puzzle() override {
    const Board& now = reading_.board;
    if (now.side != puzzle_->side || now.locked != puzzle_->locked ||
        !is_arrangement_of(now.cells, *puzzle_))
      return false;
    // The next board may well have the same pieces. But drags leave alone what is as wanted.
    int others = 0;
    for (std::size_t i = 0; i < answer_.size(); ++i)
      others += puzzle_->cells[i] == answer_[i] && now.cells[i] != answer_[i];
    return others <= kMostAstray;
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return hexiom::plan(reading_.board, answer_, places, controls_);
  }

  std::optional<LearnedCells> cells_;  ///< for a program that was learned
};

constexpr std::array<OptionInfo, 2> kOptions = {{
    {"density", "0..1", "share of the cells that have a piece"},
    {"locked", "0..1", "share of the pieces that are locked"},
}};
constexpr double kUsualDensity = 0.6, kUsualLocked = 0.1;

class HexiomGame final : public BoardGame<HexiomSession, from_text> {
 public:
  HexiomGame()
      : BoardGame({.name = "hexiom",
                   .title = "Hexiom",
                   .about = "drag numbered hexagons until each touches as many as its number",
                   .usual_side = 5,
                   .options = kOptions}) {}

  std::vector<std::string> split(std::string_view text) const override { return split_texts(text); }

  DrawnBoard drawing(std::string_view puzzle, const Course& course) const override {
    return hexiom::drawing(puzzle, course);
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = from_text(puzzle);
    TextSolution solution;
    auto found = run(solution, [&] {
      return hexiom::solve(board,
                           {.deadline = options.deadline, .count_limit = options.count_limit});
    });
    if (options.trace && found.status != Status::timeout)
      explain(board, found.answer, found.status == Status::unique, options.deadline,
              model::to(*options.trace));
    if (found.answer.empty()) return solution;
    board.cells = std::move(found.answer);
    solution.answer = to_text(board);
    return solution;
  }

  std::string generate_text(const eyehand::GenerateOptions& request,
                            Deadline deadline) const override {
    if (request.width != request.height)
      throw OptionError("All sides of a Hexiom board are equal; write --size 6, for example.");
    const auto board = hexiom::generate({.side = request.width,
                                         .density = request.number("density", kUsualDensity, 0, 1),
                                         .locked = request.number("locked", kUsualLocked, 0, 1),
                                         .seed = request.seed,
                                         .unique = request.unique,
                                         .deadline = deadline});
    return board ? to_text(*board) : "";
  }
};

}  // namespace

const Game& game() {
  static const HexiomGame instance;
  return instance;
}

}  // namespace eyehand::hexiom
