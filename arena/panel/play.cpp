#include "arena/panel/play.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::arena {

using panel::Tile;

PanelPlay::PanelPlay(panel::Board board) : board_(std::move(board)) {
  panel::validate(board_);
  for (int i = 0; i < static_cast<int>(board_.size()); ++i) {
    const Tile& tile = board_.tiles[at(i)];
    if (!tile.exists || !tile.start) continue;
    if (tile.locked && !tile.lit)
      throw Error("Tile " + std::to_string(i) +
                  " of the panel is a start tile but locked unlit, so no walk can begin there.");
    starts_.push_back(i);
  }
  if (is_walked())
    begin_at(starts_.front());
  else
    unite_linked();
  update();
}

void PanelPlay::unite_linked() {
  for (int i = 0; i < static_cast<int>(board_.size()); ++i) {
    if (!board_.tiles[at(i)].exists) continue;
    const std::vector<int> group = panel::linked_with(board_, i);
    const auto locked =
        std::ranges::find_if(group, [&](int other) { return board_.tiles[at(other)].locked; });
    const bool lit = board_.tiles[at(locked == group.end() ? i : *locked)].lit;
    for (const int other : group)
      if (!board_.tiles[at(other)].locked) board_.tiles[at(other)].lit = lit;
  }
}

void PanelPlay::begin_at(int start) {
  for (Tile& tile : board_.tiles) tile.lit = tile.lit && tile.locked;
  walk_ = {start};
  board_.tiles[at(start)].lit = true;
}

void PanelPlay::update() {
  const auto verdict = is_walked() ? panel::check_walk(board_, walk_) : panel::check(board_);
  is_solved_ = verdict.fault == panel::Fault::none;
}

bool PanelPlay::toggle(int tile) {
  const bool is_there = tile >= 0 && at(tile) < board_.size() && board_.tiles[at(tile)].exists;
  if (is_solved_ || is_walked() || !is_there) return false;
  const std::vector<int> group = panel::linked_with(board_, tile);
  if (std::ranges::any_of(group, [&](int i) { return board_.tiles[at(i)].locked; })) return false;
  for (const int i : group) board_.tiles[at(i)].lit = !board_.tiles[at(i)].lit;
  ++moves_;
  update();
  return true;
}

bool PanelPlay::step(int columns, int rows) {
  if (is_solved_ || !is_walked()) return false;
  const int x = walk_.back() % board_.width + columns, y = walk_.back() / board_.width + rows;
  if (x < 0 || y < 0 || x >= board_.width || y >= board_.height) return false;
  const int to = y * board_.width + x;
  Tile& tile = board_.tiles[at(to)];
  if (!tile.exists || (tile.locked && !tile.lit) || std::ranges::count(walk_, to) > 0) return false;
  walk_.push_back(to);
  tile.lit = true;
  ++moves_;
  update();
  return true;
}

bool PanelPlay::reset() {
  if (is_solved_ || !is_walked() || (walk_.size() == 1 && walk_[0] == starts_[0])) return false;
  begin_at(starts_.front());
  update();
  return true;
}

bool PanelPlay::next_start() {
  if (is_solved_ || starts_.size() < 2 || walk_.size() > 1) return false;
  const auto now = std::ranges::find(starts_, walk_[0]);
  begin_at(now + 1 == starts_.end() ? starts_.front() : *(now + 1));
  update();
  return true;
}

}  // namespace eyehand::arena
