#include "player/slitherlink/session.hpp"

#include <array>
#include <opencv2/imgproc.hpp>

#include "actuator/slitherlink/plan.hpp"
#include "player/session.hpp"
#include "player/slitherlink/correspondence.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/solve.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

struct Traits {
  using Appearance = slitherlink::Appearance;
  using Controls = slitherlink::Controls;
  using Reading = slitherlink::Reading;
  using Puzzle = LocatedBoard;
  using Answer = std::vector<Mark>;
};

class SlitherlinkSession final : public Session<Traits> {
 public:
  using Session::Session;

  Status solve(Deadline deadline) override {
    auto solution = slitherlink::solve(reading_.board, {.deadline = deadline});
    answer_ = std::move(solution.answer);
    return solution.status;
  }

  std::vector<ObservedPart> parts() const override {
    if (!reading_.board.grid) return {};
    const Grid& grid = *reading_.board.grid;
    const auto around = [&](auto&& vertices) {
      std::vector<cv::Point> points;
      for (const int v : vertices) {
        const auto p = reading_.where[static_cast<std::size_t>(v)];
        points.emplace_back(cvRound(p.x), cvRound(p.y));
      }
      return cv::boundingRect(points);
    };
    std::vector<cv::Rect> places;
    for (int f = 0; f < grid.faces(); ++f) places.push_back(around(grid.vertices_of_face(f)));
    for (int e = 0; e < grid.edges(); ++e)
      places.push_back(around(std::array{grid.edge(e).a, grid.edge(e).b}));
    std::vector<float> confidences = reading_.clue_confidence;
    confidences.insert(confidences.end(), reading_.edge_confidence.begin(),
                       reading_.edge_confidence.end());
    return observed_by_cell(parts_of(reading_.board), places, confidences);
  }

 private:
  Reading read_board(const Frame& frame) override { return read(frame, appearance_, &known_); }

  void describe_board(Observation& seen) const override {
    const Board& board = reading_.board;
    if (!board.grid) return;
    const auto shape = board.grid->shape();
    seen.area = reading_.area;
    seen.size = shape ? size_text(shape->columns, shape->rows)
                      : std::to_string(board.grid->faces()) + " faces";
    seen.text = to_text(board);
    if (shape) seen.picture = to_picture(board);
  }

  /// The solution is renumbered as the new reading numbers its edges.
  bool is_same_puzzle() override {
    const auto edges = match(*puzzle_, {reading_.board, reading_.where});
    if (!edges) return false;
    if (answer_.empty()) return true;
    std::vector<Mark> renumbered;
    for (const int e : *edges) renumbered.push_back(answer_[static_cast<std::size_t>(e)]);
    answer_ = std::move(renumbered);
    return true;
  }

  LocatedBoard remember(bool) override {
    known_ = reading_;
    return {reading_.board, reading_.where};
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return slitherlink::plan(reading_.board, answer_, places, controls_);
  }

  Reading known_;  ///< the last that was accepted
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_session(const Skin& skin) {
  return std::make_unique<SlitherlinkSession>(skin);
}

std::vector<Part> parts_of(const Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.clues.size() + board.marks.size());
  for (const int clue : board.clues)
    parts.push_back({"clue", clue == kNoClue ? "none" : std::to_string(clue)});
  for (const Mark mark : board.marks)
    parts.push_back({"edge", mark == Mark::line    ? "line"
                             : mark == Mark::cross ? "cross"
                                                   : "unknown"});
  return parts;
}

}  // namespace eyehand::slitherlink
