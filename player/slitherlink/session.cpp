#include "player/slitherlink/session.hpp"

#include <array>
#include <opencv2/imgproc.hpp>

#include "actuator/slitherlink/plan.hpp"
#include "player/slitherlink/correspondence.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/solve.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand {
namespace {

using slitherlink::Mark;

class SlitherlinkSession final : public PuzzleSession {
 public:
  explicit SlitherlinkSession(const Skin& skin) {
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
  }

  Observation observe(const Frame& frame) override {
    slitherlink::Reading now = slitherlink::read(frame, appearance_, &known_);
    Observation seen;
    seen.rejection = now.rejection;
    if (now.board.grid) {
      seen.area = now.area & cv::Rect({}, frame.image.size());
      const auto shape = now.board.grid->shape();
      seen.size = shape ? std::to_string(shape->columns) + "x" + std::to_string(shape->rows)
                        : std::to_string(now.board.grid->faces()) + " faces";
      seen.text = slitherlink::to_text(now.board);
      if (shape) seen.picture = slitherlink::to_picture(now.board);
    }
    seen.solved = now.accepted() && slitherlink::is_solved(now.board);
    seen.same = puzzle_.board.grid != nullptr;
    if (now.accepted()) {
      seen.same = remember(now);
      known_ = now;
    }
    reading_ = std::move(now);
    frame_ = frame;
    return seen;
  }

  Status solve(Deadline deadline) override {
    auto solution = slitherlink::solve(reading_.board, {.deadline = deadline});
    answer_ = std::move(solution.answer);
    return solution.status;
  }

  Plan plan() const override {
    if (answer_.empty() || !reading_.accepted()) return {};
    std::vector<ScreenPoint> vertices;
    for (const auto& point : reading_.where) {
      const auto p = frame_.to_screen({point.x, point.y});
      vertices.push_back({p.x, p.y});
    }
    return slitherlink::plan(reading_.board, answer_, vertices, controls_);
  }

  std::vector<ObservedPart> parts() const override {
    if (!reading_.board.grid) return {};
    const slitherlink::Grid& grid = *reading_.board.grid;
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

  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = slitherlink::draw(frame_, reading_);
    const auto in_picture = [&](ScreenPoint p) { return cv::Point(p.x, p.y) - frame_.origin; };
    const cv::Scalar kBlue(255, 80, 0);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (const auto* click = std::get_if<Click>(&plan[i])) {
        // Two clicks on one edge, which a cross takes, are a ring around the first's.
        const bool again = i > 0 && plan[i] == plan[i - 1];
        cv::circle(picture, in_picture(click->at), again ? 7 : 4, kBlue, again ? 1 : cv::FILLED,
                   cv::LINE_AA);
      } else if (const auto* drag = std::get_if<Drag>(&plan[i])) {
        std::vector<cv::Point> way = {in_picture(drag->from)};
        for (const ScreenPoint p : drag->via) way.push_back(in_picture(p));
        way.push_back(in_picture(drag->to));
        cv::polylines(picture, way, false, kBlue, 2, cv::LINE_AA);
        cv::circle(picture, way.front(), 5, kBlue, cv::FILLED, cv::LINE_AA);
      }
    }
    return picture;
  }

 private:
  /// Whether it is the puzzle of the last sure reading; then the answer is kept, by the new
  /// reading's numbers.
  bool remember(const slitherlink::Reading& now) {
    slitherlink::Sighted sighted{now.board, now.where};
    const auto edges = slitherlink::match(puzzle_, sighted);
    puzzle_ = std::move(sighted);
    if (!edges) {
      answer_.clear();
      return false;
    }
    if (answer_.empty()) return true;
    std::vector<Mark> renumbered;
    for (const int e : *edges) renumbered.push_back(answer_[static_cast<std::size_t>(e)]);
    answer_ = std::move(renumbered);
    return true;
  }

  slitherlink::Appearance appearance_;
  slitherlink::Controls controls_;
  slitherlink::Reading reading_;  ///< the last
  slitherlink::Reading known_;    ///< the last that was sure
  slitherlink::Sighted puzzle_;   ///< of the last reading that was sure
  Frame frame_;
  std::vector<Mark> answer_;  ///< of puzzle_
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_slitherlink(const Skin& skin) {
  return std::make_unique<SlitherlinkSession>(skin);
}

}  // namespace eyehand
