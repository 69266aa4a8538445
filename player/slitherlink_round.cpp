#include "player/slitherlink_round.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "actuator/plan_slitherlink.hpp"
#include "puzzle/slitherlink_text.hpp"
#include "solver/slitherlink/solve.hpp"
#include "vision/read_slitherlink.hpp"

namespace eyehand {
namespace {

using slitherlink::Board;
using slitherlink::Grid;
using slitherlink::Mark;

/// Whether vertices, edges and faces are the same by number, wherever they lie.
bool is_same_graph(const Grid& a, const Grid& b) {
  if (a.shape() != b.shape() || a.vertices() != b.vertices() || a.edges() != b.edges() ||
      a.faces() != b.faces())
    return false;
  for (int e = 0; e < a.edges(); ++e)
    if (!(a.edge(e) == b.edge(e))) return false;
  return true;
}

class SlitherlinkRound final : public Round {
 public:
  explicit SlitherlinkRound(const Skin& skin) {
    skin.file.read("look", look_);
    skin.file.read("controls", controls_);
  }

  Seen see(const Frame& frame) override {
    slitherlink::Reading now = slitherlink::read(frame, look_);
    Seen seen;
    seen.doubt = now.doubt;
    if (now.board.grid) {
      seen.area = now.area & cv::Rect({}, frame.image.size());
      const auto shape = now.board.grid->shape();
      seen.size = shape ? std::to_string(shape->columns) + "x" + std::to_string(shape->rows)
                        : std::to_string(now.board.grid->faces()) + " faces";
      seen.text = slitherlink::to_text(now.board);
      if (shape) seen.picture = slitherlink::to_picture(now.board);
    }
    seen.same = is_same_puzzle(now);
    if (!seen.same) answer_.clear();
    seen.solved = now.sure() && slitherlink::is_solved(now.board);
    if (now.sure()) puzzle_ = now.board;
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
    if (answer_.empty()) return {};
    std::vector<ScreenPoint> vertices;
    for (const auto& point : reading_.where) {
      const auto p = frame_.to_screen({point.x, point.y});
      vertices.push_back({p.x, p.y});
    }
    return slitherlink::plan(reading_.board, answer_, vertices, controls_);
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
  bool is_same_puzzle(const slitherlink::Reading& now) const {
    if (!puzzle_.grid) return false;
    if (!now.sure()) return true;  // nothing speaks against it yet
    return now.board.clues == puzzle_.clues && is_same_graph(*now.board.grid, *puzzle_.grid);
  }

  slitherlink::Look look_;
  slitherlink::Controls controls_;
  slitherlink::Reading reading_;  ///< the last
  Board puzzle_;                  ///< of the last reading that was sure
  Frame frame_;
  std::vector<Mark> answer_;
};

}  // namespace

std::unique_ptr<Round> begin_slitherlink(const Skin& skin) {
  return std::make_unique<SlitherlinkRound>(skin);
}

}  // namespace eyehand
