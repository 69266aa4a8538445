#include "solver/panel/solve.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "puzzle/index.hpp"
#include "solver/cardinality.hpp"
#include "solver/panel/content.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/walk.hpp"

namespace eyehand::panel {
namespace {

class Search final : sat::Propagator {
 public:
  /// `inverse_too`: where the inverse of every answer is an answer, search for one of each pair
  /// only.
  Search(const Board& board, const SolveOptions& options, bool inverse_too)
      : board_(board),
        options_(options),
        grid_(board),
        content_(grid_, board, make_states(inverse_too), options.walk) {
    for (int t = 0; t < grid_.size(); ++t)
      if (grid_.exists[at(t)] && board.tiles[at(t)].symbol == Symbol::flower) add_flower(t);
    if (options.walk) {
      walk_.emplace(sat_, grid_, board, content_.states());
      content_.walk(walk_->walked());
    }
    sat_.add(*this, {});
  }
  Search(const Search&) = delete;

  Solution run() {
    const std::uint64_t limit = std::max<std::uint64_t>(1, options_.count_limit);
    Solution solution;
    auto outcome = find();
    if (outcome == Outcome::yes) {
      keep(solution);
      if (walk_) outcome = minimize_length(solution);
    }
    // Each answer stands for its inverse, too.
    const std::uint64_t each = inverse_too_ ? 2 : 1;
    std::vector<std::uint8_t> lit = solution.lit;
    while (outcome == Outcome::yes) {
      solution.count = std::min(limit, solution.count + each);
      if (solution.count >= limit) break;
      forbid(lit);
      outcome = find();
      if (outcome == Outcome::yes) lit = states();
    }
    if (solution.count == 0 && !solution.lit.empty()) solution.count = 1;
    solution.status = status_of(solution.count, outcome);
    return solution;
  }

  /// Excludes this answer.
  void forbid(std::span<const std::uint8_t> lit) {
    sat::Literals clause;
    for (std::size_t t = 0; t < lit.size(); ++t)
      if (grid_.exists[t]) clause.push_back(lit[t] ? -content_.states()[t] : content_.states()[t]);
    sat_.add(clause);
  }

 private:
  sat::Literals make_states(bool inverse_too) {
    const bool locked = std::any_of(board_.tiles.begin(), board_.tiles.end(),
                                    [](const Tile& tile) { return tile.exists && tile.locked; });
    sat::Literals states(board_.size(), -sat_.yes());
    for (int t = 0; t < grid_.size(); ++t) {
      if (!grid_.exists[at(t)] || states[at(t)] != -sat_.yes()) continue;
      const int state = sat_.fresh();
      for (const int other : linked_to(t)) {
        const Tile& tile = board_.tiles[at(other)];
        states[at(other)] = state;
        if (tile.locked) sat_.add({tile.lit ? state : -state});
      }
      // Of an answer and its inverse, search for the one with the first tile unlit.
      if (inverse_too && !locked && !options_.walk && !inverse_too_) {
        inverse_too_ = true;
        sat_.add({-state});
      }
    }
    return states;
  }

  std::vector<int> linked_to(int first) const {
    return grid_.joined(first, [&](int from, int direction, int to) {
      const Tile& link = board_.tiles[at(direction < kLeft ? to : from)];
      return direction % 2 == 0 ? link.linked_left : link.linked_up;
    });
  }

  void add_flower(int t) {
    for (const int sign : {1, -1}) {
      sat::Literals alike;
      for (const int other : grid_.around[at(t)])
        if (other >= 0) alike.push_back(sign * content_.states()[at(other)]);
      exactly(sat_, alike, board_.tiles[at(t)].value, sign * content_.states()[at(t)]);
    }
  }

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override {
    if (!walk_ || !walk_->propagator().propagate(engine, findings))
      content_.propagate(engine, findings);
  }
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override {
    if (finding.cause >= WalkPropagator::kCauses)
      walk_->propagator().explain(engine, finding, clause);
    else
      content_.explain(engine, finding, clause);
  }

  Outcome find(std::span<const int> assumed = {}) { return sat_.solve(options_.deadline, assumed); }

  // The states in the answer found.
  std::vector<std::uint8_t> states() {
    std::vector<std::uint8_t> lit(board_.size(), 0);
    for (std::size_t t = 0; t < lit.size(); ++t)
      lit[t] = grid_.exists[t] && sat_.holds(content_.states()[t]);
    return lit;
  }
  void keep(Solution& solution) {
    solution.lit = states();
    if (walk_) solution.path = walk_->path();
  }

  // Binary search for the shortest walk. Each length that is refuted is a lower bound for the
  // propagators, which makes the next proofs much shorter.
  Outcome minimize_length(Solution& solution) {
    walk_->count_tiles(static_cast<int>(solution.path.size()));
    for (int least = 1;;) {
      const int length = static_cast<int>(solution.path.size());
      if (least == length) return Outcome::yes;
      const int most = (least + length - 1) / 2;
      const int longer = walk_->as_long_as(most + 1), shorter = -longer;
      walk_->propagator().bound_length(most, shorter);
      content_.bound_walk(most, shorter);
      const auto outcome = find({&shorter, 1});
      if (outcome == Outcome::gave_up) return outcome;
      if (outcome == Outcome::yes) {
        keep(solution);
      } else {
        sat_.add({longer});
        least = most + 1;
        content_.set_min_walk(least);
      }
    }
  }

  const Board& board_;
  const SolveOptions& options_;
  sat::Engine sat_;
  Grid grid_;
  bool inverse_too_ = false;
  Content content_;
  std::optional<Walk> walk_;
};

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  // What is reported must hold for inverse answers, too.
  return Search(board, options, true).run();
}

Solution solve_but_for(const Board& board, std::span<const std::uint8_t> lit,
                       const SolveOptions& options) {
  Search search(board, options, false);
  search.forbid(lit);
  return search.run();
}

}  // namespace eyehand::panel
