// How often each rule of Slitherlink's explaining engine gives something: the table of
// docs/slitherlink-rules.md. Half of the boards have half of their clues, half as few as it gets.
//
//   slitherlink_rules [BOARDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"

namespace {

using namespace eyehand::slitherlink;

struct Counts {
  int boards = 0, solved = 0;
  std::vector<double> fired, on_boards;
  double all = 0, patterns = 0;
};

Counts measure(const std::shared_ptr<const Grid>& grid, int boards) {
  Counts counts;
  const std::size_t rules = rule_names().size();
  counts.fired.assign(rules, 0);
  counts.on_boards.assign(rules, 0);
  for (int i = 0; i < boards; ++i) {
    const auto board = generate({.grid = grid,
                                 .seed = static_cast<std::uint64_t>(i) + 1000,
                                 .clues = i % 2 == 0 ? 0 : grid->faces() / 2,
                                 .hard = true});
    if (!board) continue;
    const Deduced deduced = deduce(*board, {.depth = 1});
    ++counts.boards;
    counts.solved += deduced.outcome == Deduced::Outcome::solved;
    for (Rule rule = 0; rule < rules; ++rule) {
      counts.fired[rule] += deduced.fired[rule];
      counts.on_boards[rule] += deduced.fired[rule] > 0;
      counts.all += deduced.fired[rule];
      if (rule >= kGeneralRules) counts.patterns += deduced.fired[rule];
    }
  }
  return counts;
}

std::string name_of(Rule rule) {
  return std::string(rule_names()[rule]);
}

void print_general(const char* grid, const Counts& counts) {
  std::printf("| %s |", grid);
  for (Rule rule = 0; rule < kGeneralRules; ++rule)
    std::printf(" %.1f |", 100 * counts.fired[rule] / counts.all);
  std::printf(" %.1f | %d of %d |\n", 100 * counts.patterns / counts.all, counts.solved,
              counts.boards);
}

void print_patterns(const Counts& counts) {
  std::vector<Rule> order;
  for (Rule rule = kGeneralRules; rule < rule_names().size(); ++rule) order.push_back(rule);
  std::stable_sort(order.begin(), order.end(),
                   [&](Rule a, Rule b) { return counts.fired[a] > counts.fired[b]; });
  std::printf("\n| pattern | %% of patterns | %% of boards | |\n| --- | ---: | ---: | --- |\n");
  for (const Rule rule : order) {
    const double share = 100 * counts.fired[rule] / counts.patterns;
    std::printf("| %s | %.1f | %.0f | %s |\n", name_of(rule).c_str(), share,
                100 * counts.on_boards[rule] / counts.boards,
                share >= 5   ? "easy"
                : share >= 1 ? "less common"
                             : "rare");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int boards = argc > 1 ? std::atoi(argv[1]) : 600;
  std::printf("| grid |");
  for (Rule rule = 0; rule < kGeneralRules; ++rule) std::printf(" %s |", name_of(rule).c_str());
  std::printf(" patterns | solved |\n|%s\n",
              " --- |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |"
              " ---: |");
  const Counts squares = measure(Grid::squares(10, 10), boards);
  print_general("squares 10x10", squares);
  print_general("triangles 10x10", measure(triangular(10, 10), boards / 3));
  print_general("honeycomb 10x10", measure(honeycomb(10, 10), boards / 3));
  print_general("Cairo 6x6", measure(cairo(6, 6), boards / 3));
  print_patterns(squares);
}
