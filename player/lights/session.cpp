#include "player/lights/session.hpp"

#include <array>

#include "actuator/lights/plan.hpp"
#include "player/session.hpp"
#include "puzzle/error.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/solve.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {
namespace {

bool same_picture(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && (a.empty() || cv::norm(a, b, cv::NORM_INF) == 0);
}

struct Traits {
  using Appearance = lights::Appearance;
  using Controls = lights::Controls;
  using Reading = lights::Reading;
  using Puzzle = Board;
  using Answer = std::vector<std::uint8_t>;  ///< presses that solve begun_
};

class LightsSession final : public Session<Traits> {
 public:
  explicit LightsSession(const Skin& skin) : Session(skin) {
    if (appearance_.lit.empty() || appearance_.unlit.empty())
      throw Error("skin '" + skin.name + "': [appearance] needs the colours `lit` and `unlit`.");
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
    // The board may be some of the presses further by now.
    const auto left = now == begun_ ? answer_ : lights::solve(now, {.count_limit = 1}).presses;
    return left.empty() ? Plan{} : lights::plan(now, left, places, controls_);
  }

  Board begun_;                   ///< the puzzle when it was first seen or last solved
  std::array<cv::Mat, 2> level_;  ///< the level's name in the last accepted reading
};

}  // namespace

std::unique_ptr<PuzzleSession> begin_session(const Skin& skin) {
  return std::make_unique<LightsSession>(skin);
}

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

}  // namespace eyehand::lights
