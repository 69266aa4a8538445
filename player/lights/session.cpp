#include "player/lights/session.hpp"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>

#include "actuator/lights/plan.hpp"
#include "puzzle/error.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/solve.hpp"
#include "vision/lights/read.hpp"

namespace eyehand {
namespace {

bool same_picture(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && (a.empty() || cv::norm(a, b, cv::NORM_INF) == 0);
}

class LightsSession final : public PuzzleSession {
 public:
  explicit LightsSession(const Skin& skin) {
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
    if (appearance_.lit.empty() || appearance_.unlit.empty())
      throw Error("skin '" + skin.name + "': [appearance] needs the colours `lit` and `unlit`.");
  }

  Observation observe(const Frame& frame) override {
    reading_ = lights::read(frame, appearance_);
    frame_ = frame;
    const lights::Board& board = reading_.board;
    Observation seen;
    seen.rejection = reading_.rejection;
    if (reading_.lattice.columns > 0) {
      seen.area = reading_.area & cv::Rect({}, frame.image.size());
      seen.size = std::to_string(board.width) + "x" + std::to_string(board.height);
      seen.text = lights::to_game_id(board);
      seen.picture = lights::to_picture(board);
    }
    seen.same = puzzle_.size() > 0;
    if (!reading_.accepted()) return seen;
    const std::array<cv::Mat, 2> level = {frame.image(reading_.level[0]).clone(),
                                          frame.image(reading_.level[1]).clone()};
    seen.same = seen.same && is_played_further();
    const bool went_on = !seen.same && !presses_.empty() && !lights::is_solved(puzzle_) &&
                         appearance_.level_width > 0 &&
                         !(same_picture(level[0], level_[0]) && same_picture(level[1], level_[1]));
    seen.solved = lights::is_solved(board) || went_on;
    if (!seen.same) {
      presses_.clear();
      begun_ = board;
    }
    puzzle_ = board;
    level_ = level;
    return seen;
  }

  Status solve(Deadline deadline) override {
    begun_ = reading_.board;
    auto solution = lights::solve(begun_, {.deadline = deadline, .count_limit = 1});
    presses_ = std::move(solution.presses);
    return solution.status;
  }

  Plan plan() const override {
    if (presses_.empty() || !reading_.accepted()) return {};
    const lights::Board& now = reading_.board;
    // What is on the board now may be some of the presses further.
    const auto left = now == begun_ ? presses_ : lights::solve(now, {.count_limit = 1}).presses;
    if (left.empty()) return {};
    std::vector<ScreenPoint> where;
    for (int y = 0; y < now.height; ++y)
      for (int x = 0; x < now.width; ++x) where.push_back(on_screen(reading_.lattice.centre(x, y)));
    return lights::plan(now, left, where, controls_);
  }

  Plan uncover() const override {
    if (!reading_.banner_cross) return {};
    return {Click{on_screen(*reading_.banner_cross), 1}};
  }

  std::vector<ObservedPart> parts() const override {
    std::vector<cv::Point2d> middles;
    for (int y = 0; y < reading_.board.height; ++y)
      for (int x = 0; x < reading_.board.width; ++x)
        middles.push_back(reading_.lattice.centre(x, y));
    return observed_by_cell(parts_of(reading_.board), squares_around(middles), reading_.confidence);
  }

  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = lights::draw(frame_, reading_);
    const int radius = std::max(3, static_cast<int>(reading_.lattice.pitch / 7));
    for (const Gesture& gesture : plan)
      if (const auto* click = std::get_if<Click>(&gesture))
        cv::circle(picture, cv::Point(click->at.x, click->at.y) - frame_.origin, radius,
                   cv::Scalar(255, 80, 0), cv::FILLED, cv::LINE_AA);
    return picture;
  }

 private:
  ScreenPoint on_screen(cv::Point2d in_image) const {
    const cv::Point p = frame_.to_screen(in_image);
    return {p.x, p.y};
  }

  /// Whether it is the puzzle of the last sure reading, after some of the presses planned for it.
  bool is_played_further() const {
    const lights::Board& now = reading_.board;
    if (now.width != begun_.width || now.height != begun_.height || now.flips != begun_.flips)
      return false;
    if (presses_.empty()) return now.lit == puzzle_.lit;
    lights::Board difference = now;
    for (std::size_t tile = 0; tile < now.size(); ++tile) {
      difference.lit[tile] ^= begun_.lit[tile];
      if (!presses_[tile]) difference.flips[tile].clear();
    }
    return lights::solve(difference, {.count_limit = 1}).status != Status::none;
  }

  lights::Appearance appearance_;
  lights::Controls controls_;
  lights::Reading reading_;       ///< the last
  lights::Board puzzle_;          ///< of the last reading that was sure
  lights::Board begun_;           ///< ... of this puzzle, when it was first seen or last solved
  std::array<cv::Mat, 2> level_;  ///< the level's name then, wherever it may be
  Frame frame_;
  std::vector<std::uint8_t> presses_;  ///< that solve begun_
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_lights(const Skin& skin) {
  return std::make_unique<LightsSession>(skin);
}

}  // namespace eyehand
