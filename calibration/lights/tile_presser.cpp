#include "calibration/lights/tile_presser.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "calibration/lights/states.hpp"
#include "puzzle/index.hpp"
#include "solver/lights/solve.hpp"
#include "vision/lights/read_cells.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

/// How long an animation may pause on a busy machine.
constexpr std::chrono::milliseconds kLongPause{1000};

}  // namespace

void TilePresser::make_reader() {
  atlas_ = cells::Atlas(samples_);
  reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
}

void TilePresser::swap_states() {
  std::swap(names_[0], names_[1]);
  reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
}

lights::Reading TilePresser::read(const cv::Mat& picture) const {
  Frame frame = prober_.frame();
  frame.image = picture;
  return lights::read_cells(frame, *reader_, appearance_, cells::Search::nowhere, outlines_);
}

bool TilePresser::is_of_this_size(const lights::Reading& reading) const {
  return reading.lattice.columns == lattice_.columns && reading.lattice.rows == lattice_.rows;
}

lights::Board TilePresser::read_board(const char* what) {
  lights::Reading reading = read_now();
  // On a busy machine an animation may pause for longer than it takes to seem over.
  for (int i = 1; i < kAttempts && !reading.accepted(); ++i) {
    prober_.wait(kLongPause);
    reading = read_now();
  }
  if (!reading.accepted() || !is_of_this_size(reading))
    stop(End::unreadable,
         fmt::format("{} cannot be read: {}.", what,
                     reading.accepted() ? "it has another size" : reading.rejection));
  return reading.board;
}

Click TilePresser::click_on(int tile) const {
  return Click{
      prober_.on_screen(lattice_.centre(tile % lattice_.columns, tile / lattice_.columns))};
}

Effect TilePresser::press(const std::vector<int>& which, const Pace& pace) {
  Plan plan;
  for (const int tile : which) plan.emplace_back(click_on(tile));
  Effect effect = prober_.perform(plan, pace);
  const cv::Mat changed = effect.touched | effect.difference;
  touched_ = touched_.size() == changed.size() ? cv::Mat(touched_ | changed) : changed;
  return effect;
}

void TilePresser::press_one_by_one(const std::vector<int>& which) {
  for (const int tile : which) press({tile}, Prober::careful_pace());
}

lights::Board TilePresser::after(lights::Board board, const std::vector<int>& which) {
  for (const int tile : which) lights::press(board, tile);
  return board;
}

std::optional<std::vector<int>> TilePresser::presses_for(const lights::Board& board) const {
  const auto solution = lights::solve(board, {.deadline = options_.deadline, .count_limit = 1});
  if (solution.presses.empty()) return std::nullopt;
  std::vector<int> which;
  for (int tile = 0; tile < static_cast<int>(solution.presses.size()); ++tile)
    if (solution.presses[at(tile)]) which.push_back(tile);
  return which;
}

bool TilePresser::deal_another() {
  if (deals_ == kAttempts || !deal_another_game()) return false;
  ++deals_;
  return true;
}

void TilePresser::restore(const lights::Board& wanted) {
  lights::Board start;
  for (int attempt = 0; attempt <= kAttempts; ++attempt) {
    start = read_board("the board");
    lights::Board difference = start;
    for (std::size_t tile = 0; tile < wanted.size(); ++tile)
      difference.lit[tile] ^= wanted.lit[tile];
    if (lights::is_solved(difference)) return;
    const std::vector<int> which = presses_for(difference).value_or(std::vector<int>{});
    if (attempt == 0) {
      press(which, pace_);
      continue;
    }
    press_one_by_one(which);
  }
  if (read_board("the board") == start && deal_another()) return;
  stop(End::stuck, "presses could not be undone.");
}

bool TilePresser::is_restored(const lights::Board& wanted) {
  try {
    restore(wanted);
    return true;
  } catch (const LearnStopped& stopped) {
    if (stopped.end() != End::unreadable) throw;
    return false;
  }
}

int TilePresser::press_all_but_last() {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const lights::Board start = read_board("the board");
    std::vector<int> which = presses_for(start).value_or(std::vector<int>{});
    // A press takes a solved board away from the solution.
    if (which.empty()) which = {0, 0};
    const int last = which.back();
    which.pop_back();
    if (attempt == 0 && !which.empty())
      press(which, pace_);
    else
      press_one_by_one(which);
    learn_uncertain(after(start, which), -1);
    const lights::Board board = read_board("the board before its last press");
    if (lights::is_solved(after(board, {last}))) return last;
    if (attempt > 0 && board == start && deal_another()) attempt = 0;
    slow_down();  // some presses were lost
  }
  stop(End::stuck, "the presses did not lead to the solution.");
}

void TilePresser::learn_uncertain(const lights::Board& expected, int pressed) {
  const lights::Reading now = read_now();
  if (!is_of_this_size(now)) return;
  std::vector<int> uncertain;
  for (int tile = 0; tile < tiles(); ++tile) {
    if (now.confidence[at(tile)] >= kMinConfidence) {
      if (now.board.lit[at(tile)] != expected.lit[at(tile)]) return;
    } else if (pressed < 0 || std::ranges::count(expected.flips[at(pressed)], tile) > 0) {
      uncertain.push_back(tile);
    } else {
      return;
    }
  }
  if (uncertain.empty() || static_cast<int>(uncertain.size()) > kMostUncertain * tiles()) return;
  for (const int tile : uncertain) {
    const std::string name = expected.lit[at(tile)] ? "lit" : "unlit";
    samples_.push_back(
        {names_[0] == name ? 0 : 1, tile, patch_of(prober_.frame().image, lattice_, tile)});
  }
  make_reader();
}

}  // namespace eyehand::calibration
