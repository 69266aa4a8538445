#include "player/panel/session.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "actuator/panel/plan.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/solve.hpp"
#include "vision/panel/read.hpp"

namespace eyehand {
namespace {

using panel::Board;

/// The puzzle without what is played of it: nothing is lit but what is locked.
Board unplayed(Board board) {
  for (panel::Tile& tile : board.tiles)
    if (!tile.locked) tile.lit = false;
  return board;
}

class PanelSession final : public PuzzleSession {
 public:
  explicit PanelSession(const Skin& skin) {
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
  }

  Observation observe(const Frame& frame) override {
    panel::Reading now = panel::read(frame, appearance_);
    Observation seen;
    seen.rejection = now.rejection;
    if (now.board.width > 0) {
      seen.area = now.area & cv::Rect({}, frame.image.size());
      seen.size = std::to_string(now.board.width) + "x" + std::to_string(now.board.height);
      seen.text = panel::to_code(now.board);
      seen.picture = panel::to_picture(now.board);
    }
    seen.solved = now.accepted() && panel::is_solved(now.board);
    seen.same = puzzle_.width > 0 && (!now.accepted() || unplayed(now.board) == puzzle_);
    if (now.accepted()) {
      if (!seen.same) answer_ = {};
      puzzle_ = unplayed(now.board);
    }
    reading_ = std::move(now);
    frame_ = frame;
    return seen;
  }

  Status solve(Deadline deadline) override {
    answer_ = panel::solve(
        puzzle_, {.deadline = deadline, .count_limit = 1, .walk = panel::has_start(puzzle_)});
    return answer_.lit.empty() ? answer_.status : Status::found;
  }

  Plan plan() const override {
    if (answer_.lit.empty() || !reading_.accepted()) return {};
    if (panel::has_start(puzzle_))
      return panel::plan_walk(reading_.board, answer_.path, reading_.walker, controls_);
    std::vector<ScreenPoint> where;
    for (const auto& point : reading_.where) {
      const auto p = frame_.to_screen(point);
      where.push_back({p.x, p.y});
    }
    return panel::plan_toggles(reading_.board, answer_.lit, where, controls_);
  }

  std::vector<ObservedPart> parts() const override {
    return observed_by_cell(parts_of(reading_.board), squares_around(reading_.where),
                            reading_.confidence);
  }

  /// Tiles to be clicked are dots; a walk is a line.
  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = panel::draw(frame_, reading_);
    const cv::Scalar kBlue(255, 80, 0);
    for (const Gesture& gesture : plan)
      if (const auto* click = std::get_if<Click>(&gesture))
        cv::circle(picture, cv::Point(click->at.x, click->at.y) - frame_.origin, 5, kBlue,
                   cv::FILLED, cv::LINE_AA);
    if (!plan.empty() && !answer_.path.empty()) {
      std::vector<cv::Point> way;
      for (const int tile : answer_.path)
        way.push_back(cv::Point(reading_.where[static_cast<std::size_t>(tile)]));
      cv::polylines(picture, way, false, kBlue, 2, cv::LINE_AA);
      cv::circle(picture, way.front(), 5, kBlue, cv::FILLED, cv::LINE_AA);
    }
    return picture;
  }

 private:
  panel::Appearance appearance_;
  panel::Controls controls_;
  panel::Reading reading_;  ///< the last
  Board puzzle_;            ///< of the last reading that was sure, unplayed
  Frame frame_;
  panel::Solution answer_;
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_panel(const Skin& skin) {
  return std::make_unique<PanelSession>(skin);
}

}  // namespace eyehand
