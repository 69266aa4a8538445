#include "actuator/model/plan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"

namespace eyehand::model {
namespace {

/// Marks from kBlank on.
using Cycle = std::vector<int>;

Cycle parse(const std::vector<std::string>& words) {
  Cycle cycle;
  for (const std::string& word : words) {
    int mark = kBlank;
    const char* const end = word.data() + word.size();
    if (word != "?" && (word.empty() || std::from_chars(word.data(), end, mark).ptr != end))
      throw Error("'" + word + "' in a cycle of marks must be a number, or ? for none");
    cycle.push_back(mark);
  }
  return cycle;
}

/// The fewest clicks, by button, that change a mark into another; empty if there are none.
std::vector<int> clicks(int from, int to, const std::array<Cycle, 3>& cycles) {
  std::map<int, std::vector<int>> ways = {{from, {}}};
  std::vector<int> queue = {from};
  for (std::size_t i = 0; i < queue.size() && !ways.contains(to); ++i)
    for (std::size_t button = 0; button < cycles.size(); ++button) {
      const Cycle& cycle = cycles[button];
      const auto here = std::ranges::find(cycle, queue[i]);
      if (here == cycle.end()) continue;
      const int next = here + 1 == cycle.end() ? cycle.front() : here[1];
      std::vector<int> way = ways[queue[i]];
      way.push_back(static_cast<int>(button) + 1);
      if (ways.try_emplace(next, std::move(way)).second) queue.push_back(next);
    }
  const auto found = ways.find(to);
  return found == ways.end() ? std::vector<int>() : found->second;
}

}  // namespace

bool is_wrong(int mark, int wanted, const Controls& controls) {
  if (mark == wanted || wanted == kBlank) return false;
  return controls.mark_all || wanted == 1 || mark == 1;
}

Plan plan(const Board& board, const std::vector<int>& wanted, std::span<const std::uint8_t> given,
          std::span<const ScreenPoint> where, const Controls& controls) {
  const std::size_t cells = board.marks.size();
  if (wanted.size() != cells || given.size() != cells || where.size() != cells)
    throw Error("the marks or the places on the screen belong to a board of another size.");
  const std::array cycles = {parse(controls.left), parse(controls.middle), parse(controls.right)};
  std::vector<ScreenPoint> places;
  std::vector<std::size_t> changed;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (given[cell] || !is_wrong(board.marks[cell], wanted[cell], controls)) continue;
    places.push_back(where[cell]);
    changed.push_back(cell);
  }
  Plan plan;
  for (const std::size_t i : short_travel(places)) {
    const int mark = board.marks[changed[i]];
    int want = wanted[changed[i]];
    if (controls.type) {
      plan.emplace_back(Click{places[i], 1});
      if (mark != kBlank && !controls.erase.empty()) plan.emplace_back(Key{controls.erase});
      plan.emplace_back(
          Key{std::string(1, static_cast<char>(want < 10 ? '0' + want : 'a' + want - 10))});
      continue;
    }
    if (!controls.mark_all && want == 0) want = kBlank;
    for (const int button : clicks(mark, want, cycles)) plan.emplace_back(Click{places[i], button});
  }
  return plan;
}

}  // namespace eyehand::model
