#include "player/hexiom/session.hpp"

#include "actuator/hexiom/plan.hpp"
#include "player/session.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/solve.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

struct Traits {
  using Appearance = hexiom::Appearance;
  using Controls = hexiom::Controls;
  using Reading = hexiom::Reading;
  using Puzzle = Board;
  using Answer = std::vector<Cell>;
};

class HexiomSession final : public Session<Traits> {
 public:
  using Session::Session;

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

 private:
  void describe_board(Observation& seen) const override {
    if (reading_.board.side == 0) return;
    seen.area = reading_.area;
    seen.size = "side " + std::to_string(reading_.board.side);
    seen.text = to_text(reading_.board);
    seen.picture = to_picture(reading_.board);
  }

  bool is_same_puzzle() override {
    const Board& now = reading_.board;
    return now.side == puzzle_->side && now.locked == puzzle_->locked &&
           is_arrangement_of(now.cells, *puzzle_);
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return hexiom::plan(reading_.board, answer_, places, controls_);
  }
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_session(const Skin& skin) {
  return std::make_unique<HexiomSession>(skin);
}

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

}  // namespace eyehand::hexiom
