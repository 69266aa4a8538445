#include "player/hexiom/session.hpp"

#include <opencv2/imgproc.hpp>

#include "actuator/hexiom/plan.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/solve.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand {
namespace {

using hexiom::Board;
using hexiom::Cell;

class HexiomSession final : public PuzzleSession {
 public:
  explicit HexiomSession(const Skin& skin) {
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
  }

  Observation observe(const Frame& frame) override {
    hexiom::Reading now = hexiom::read(frame, appearance_);
    Observation seen;
    seen.rejection = now.rejection;
    if (now.board.side > 0) {
      seen.area = now.area & cv::Rect({}, frame.image.size());
      seen.size = "side " + std::to_string(now.board.side);
      seen.text = hexiom::to_text(now.board);
      seen.picture = hexiom::to_picture(now.board);
    }
    seen.solved = now.accepted() && hexiom::is_solved(now.board);
    seen.same = puzzle_.side > 0 && (!now.accepted() || is_same_puzzle(now.board));
    if (now.accepted()) {
      if (!seen.same) answer_.clear();
      puzzle_ = now.board;
    }
    reading_ = std::move(now);
    frame_ = frame;
    return seen;
  }

  /// Of an answer's images, which are answers too, the one that takes the fewest drags is kept.
  Status solve(Deadline deadline) override {
    const Board& board = reading_.board;
    auto solution = hexiom::solve(board, {.deadline = deadline});
    answer_ = std::move(solution.answer);
    if (answer_.empty()) return solution.status;
    const Hexagon hexagon(board.side);
    const std::vector<Cell> found = answer_;
    int fewest = hexiom::drags_needed(board, answer_);
    for (const int symmetry : hexiom::symmetries(board)) {
      auto other = hexiom::image(found, hexagon, symmetry);
      const int drags = hexiom::drags_needed(board, other);
      if (drags >= fewest) continue;
      fewest = drags;
      answer_ = std::move(other);
    }
    return solution.status;
  }

  Plan plan() const override {
    if (answer_.empty() || !reading_.accepted()) return {};
    std::vector<ScreenPoint> cells;
    for (const auto& point : reading_.where) {
      const auto p = frame_.to_screen(point);
      cells.push_back({p.x, p.y});
    }
    return hexiom::plan(reading_.board, answer_, cells, controls_);
  }

  std::vector<ObservedPart> parts() const override {
    return observed_by_cell(parts_of(reading_.board), squares_around(reading_.where),
                            reading_.confidence);
  }

  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = hexiom::draw(frame_, reading_);
    const cv::Scalar kBlue(255, 80, 0);
    for (const Gesture& gesture : plan)
      if (const auto* drag = std::get_if<Drag>(&gesture)) {
        const cv::Point from = cv::Point(drag->from.x, drag->from.y) - frame_.origin;
        const cv::Point to = cv::Point(drag->to.x, drag->to.y) - frame_.origin;
        cv::arrowedLine(picture, from, to, kBlue, 2, cv::LINE_AA, 0, 8 / cv::norm(to - from));
      }
    return picture;
  }

 private:
  bool is_same_puzzle(const Board& now) const {
    return now.side == puzzle_.side && now.locked == puzzle_.locked &&
           hexiom::is_arrangement_of(now.cells, puzzle_);
  }

  hexiom::Appearance appearance_;
  hexiom::Controls controls_;
  hexiom::Reading reading_;  ///< the last
  Board puzzle_;             ///< of the last reading that was sure
  Frame frame_;
  std::vector<Cell> answer_;
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_hexiom(const Skin& skin) {
  return std::make_unique<HexiomSession>(skin);
}

}  // namespace eyehand
