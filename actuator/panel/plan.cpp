#include "actuator/panel/plan.hpp"

#include <algorithm>
#include <vector>

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::panel {
namespace {

/// For each tile, the first (by number) of those linked with it.
std::vector<std::size_t> groups(const Board& board) {
  constexpr std::size_t kUnknown = kMaxTiles;
  std::vector<std::size_t> first(board.size(), kUnknown);
  for (std::size_t i = 0; i < board.size(); ++i)
    if (board.tiles[i].exists && first[i] == kUnknown)
      for (const int tile : linked_with(board, static_cast<int>(i))) first[at(tile)] = i;
  return first;
}

const std::string& key_between(const Board& board, int from, int to, const Controls& controls) {
  const bool same_row = from / board.width == to / board.width;
  if (same_row && to == from + 1) return controls.right;
  if (same_row && to == from - 1) return controls.left;
  if (to == from + board.width) return controls.down;
  if (to == from - board.width) return controls.up;
  throw Error("a panel's walk jumps from tile " + std::to_string(from) + " to tile " +
              std::to_string(to) + '.');
}

/// How many tiles of the path have been walked; 0 if something else has been walked.
std::size_t walked(const Board& now, std::span<const int> path, int walker) {
  const auto here = std::find(path.begin(), path.end(), walker);
  if (here == path.end()) return 0;
  const auto count = static_cast<std::size_t>(here - path.begin()) + 1;
  const auto wanted = lit_by_walk(now, path.first(count));
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now.tiles[i].exists && now.tiles[i].lit != (wanted[i] != 0)) return 0;
  return count;
}

}  // namespace

Plan plan_toggles(const Board& now, std::span<const std::uint8_t> lit,
                  std::span<const ScreenPoint> where, const Controls& controls) {
  if (lit.size() != now.size() || where.size() != now.size())
    throw Error("the answer or the places on the screen belong to a panel of another size.");
  const auto group = groups(now);
  std::vector<ScreenPoint> places;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Tile& tile = now.tiles[i];
    if (!tile.exists) continue;
    const bool changes = tile.lit != (lit[i] != 0),
               first_changes = now.tiles[group[i]].lit != (lit[group[i]] != 0);
    if (changes && tile.locked)
      throw Error("tile " + std::to_string(i) +
                  " of the panel is locked and would have to change.");
    if (changes != first_changes)
      throw Error("tile " + std::to_string(i) +
                  " of the panel is linked to one that stays as it is.");
    if (changes && group[i] == i) places.push_back(where[i]);
  }
  std::vector<Click> clicks;
  for (const std::size_t i : short_travel(places))
    clicks.push_back({places[i], controls.toggle_button});
  return {clicks.begin(), clicks.end()};
}

Plan plan_check(std::optional<ScreenPoint> button, const Controls& controls) {
  if (!controls.check_key.empty()) return {Key{controls.check_key}};
  if (!controls.check_button.empty() && button) return {Click{*button, controls.toggle_button}};
  return {};
}

Plan plan_walk(const Board& now, std::span<const int> path, int walker, const Controls& controls) {
  if (path.empty() || !now.tiles[at(path[0])].start)
    throw Error("a panel's walk must begin on a start tile.");
  std::vector<Key> keys;
  std::size_t done = walked(now, path, walker);
  if (done == 0) {
    keys.push_back(Key{controls.reset});
    // A reset goes back to the first start tile in row order.
    for (int tile = 0; tile < path[0]; ++tile)
      if (now.tiles[at(tile)].start) keys.push_back(Key{controls.next_start});
    done = 1;
  }
  for (; done < path.size(); ++done)
    keys.push_back(Key{key_between(now, path[done - 1], path[done], controls)});
  return {keys.begin(), keys.end()};
}

}  // namespace eyehand::panel
