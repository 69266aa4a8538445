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

int parse_mark(const std::string& word) {
  int mark = kBlank;
  const char* const end = word.data() + word.size();
  if (word != "?" && (word.empty() || std::from_chars(word.data(), end, mark).ptr != end))
    throw Error("the mark '" + word + "' must be a number, or ? for none");
  return mark;
}

Cycle parse(const std::vector<std::string>& words) {
  Cycle cycle;
  for (const std::string& word : words) cycle.push_back(parse_mark(word));
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

/// The straight runs of cells that all want this mark and have no other.
std::vector<std::vector<int>> runs_for(int mark, const Board& board, const std::vector<int>& wanted,
                                       std::span<const std::uint8_t> given) {
  std::vector<std::vector<int>> runs;
  for (const std::vector<int>& line : board.rows_and_columns()) {
    bool goes_on = false;
    for (const int cell : line) {
      const int now = board.marks[at(cell)];
      const bool fits =
          !given[at(cell)] && wanted[at(cell)] == mark && (now == mark || now == kBlank);
      if (fits && !goes_on) runs.emplace_back();
      if (fits) runs.back().push_back(cell);
      goes_on = fits;
    }
  }
  return runs;
}

/// Adds drags along runs with at least two of these cells, from one of them to another, which are
/// then no longer among them. The longest come first, and must stay first: where they begin, a
/// later one may pass.
void add_drags(std::vector<std::vector<int>> runs, int button, std::vector<bool>& cells,
               std::span<const ScreenPoint> where, Plan& plan) {
  const auto is_one = [&](int cell) { return cells[at(cell)]; };
  const auto length = [&](const std::vector<int>& run) {
    return std::ranges::count_if(run, is_one);
  };
  const auto is_short = [&](const std::vector<int>& run) { return length(run) < 2; };
  for (std::erase_if(runs, is_short); !runs.empty(); std::erase_if(runs, is_short)) {
    const std::ptrdiff_t most = length(std::ranges::max(runs, {}, length));
    for (const std::vector<int>& run : runs) {
      if (length(run) < most) continue;
      const int first = *std::ranges::find_if(run, is_one);
      const int last = *std::find_if(run.rbegin(), run.rend(), is_one);
      plan.emplace_back(Drag{where[at(first)], where[at(last)], button});
      for (const int cell : run) cells[at(cell)] = false;
    }
  }
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
  std::vector<bool> wrong(cells), unmarked(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    wrong[cell] = !given[cell] && is_wrong(board.marks[cell], wanted[cell], controls);
    unmarked[cell] = wrong[cell] && board.marks[cell] == kBlank;
  }
  Plan plan;
  int drag_button = 0;
  for (const std::string* drag :
       {&controls.drag_left, &controls.drag_middle, &controls.drag_right}) {
    ++drag_button;
    if (drag->empty()) continue;
    const int mark = parse_mark(*drag);
    add_drags(runs_for(mark, board, wanted, given), drag_button, unmarked, where, plan);
  }
  std::vector<ScreenPoint> places;
  std::vector<std::size_t> changed;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (!wrong[cell] || (board.marks[cell] == kBlank && !unmarked[cell])) continue;
    places.push_back(where[cell]);
    changed.push_back(cell);
  }
  std::vector<std::size_t> order = short_travel(places);
  // A program may object to a full board with a wrong number.
  if (controls.type)
    std::stable_partition(order.begin(), order.end(),
                          [&](std::size_t i) { return board.marks[changed[i]] != kBlank; });
  for (const std::size_t i : order) {
    const int mark = board.marks[changed[i]];
    int want = wanted[changed[i]];
    if (controls.type) {
      if (controls.hover)
        plan.emplace_back(Move{places[i]});
      else
        plan.emplace_back(Click{places[i], 1});
      if (mark != kBlank && !controls.erase.empty()) plan.emplace_back(Key{controls.erase});
      const std::string keys = want < 10 || controls.decimal
                                   ? std::to_string(want)
                                   : std::string(1, static_cast<char>('a' + want - 10));
      for (const char key : keys) plan.emplace_back(Key{std::string(1, key)});
      continue;
    }
    if (!controls.mark_all && want == 0) want = kBlank;
    for (const int button : clicks(mark, want, cycles)) plan.emplace_back(Click{places[i], button});
  }
  return plan;
}

}  // namespace eyehand::model
