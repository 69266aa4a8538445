#include "solver/slitherlink/sat.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "puzzle/index.hpp"
#include "solver/cadical.hpp"
#include "solver/cardinality.hpp"

namespace eyehand::slitherlink {
namespace {

class SatModel {
 public:
  SatModel(const Board& board, std::span<const Mark> known) : board_(board), grid_(*board.grid) {
    for (int e = 0; e < grid_.edges(); ++e) sat_.fresh();
    for (int v = 0; v < grid_.vertices(); ++v) add_vertex(v);
    for (int f = 0; f < grid_.faces(); ++f) {
      const int clue = board.clues[at(f)];
      if (clue == kNoClue) continue;
      clue_sum_ += clue;
      clause_.clear();
      for (const int e : grid_.edges_of_face(f)) clause_.push_back(e + 1);
      exactly(sat_, clause_, clue);
    }
    for (std::size_t e = 0; e < known.size(); ++e)
      if (known[e] != Mark::unknown)
        sat_.add({known[e] == Mark::line ? static_cast<int>(e) + 1 : -static_cast<int>(e) - 1});
    std::vector<int> any(at(grid_.edges()));  // the empty assignment is not a solution
    std::iota(any.begin(), any.end(), 1);
    sat_.add(any);
  }

  Solution solve(const SolveOptions& options) {
    Solution solution;
    const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
    auto outcome = Cadical::Outcome::yes;
    while (solution.count < limit &&
           (outcome = sat_.solve(options.deadline)) == Cadical::Outcome::yes) {
      lines_.assign(at(grid_.edges()), 0);
      for (int e = 0; e < grid_.edges(); ++e) lines_[at(e)] = sat_.holds(e + 1);
      if (!cut_loops()) {
        if (solution.count++ == 0) {
          solution.answer.assign(lines_.size(), Mark::cross);
          for (std::size_t e = 0; e < lines_.size(); ++e)
            if (lines_[e]) solution.answer[e] = Mark::line;
        }
        // No loop contains all the lines of another one: the lines of a solution exclude only it.
        clause_.clear();
        for (int e = 0; e < grid_.edges(); ++e)
          if (lines_[at(e)]) clause_.push_back(-e - 1);
        sat_.add(clause_);
      }
    }
    if (solution.count >= limit)
      solution.status = limit == 1 ? Status::found : Status::multiple;
    else if (outcome != Cadical::Outcome::no)
      solution.status = Status::timeout;
    else
      solution.status = solution.count == 0   ? Status::none
                        : solution.count == 1 ? Status::unique
                                              : Status::multiple;
    return solution;
  }

 private:
  void add_vertex(int v) {
    std::vector<int> literals;
    for (const int e : grid_.edges_of_vertex(v)) literals.push_back(e + 1);
    for (int& line : literals) {  // none or another one
      line = -line;
      sat_.add(literals);
      line = -line;
    }
    at_most(sat_, literals, 2);
  }

  // False if the lines are one loop. Otherwise adds clauses that forbid each loop next to the
  // others.
  bool cut_loops() {
    loop_of_.assign(lines_.size(), -1);
    std::vector<std::vector<int>> loops;
    for (int first = 0; first < grid_.edges(); ++first) {
      if (!lines_[at(first)] || loop_of_[at(first)] >= 0) continue;
      auto& loop = loops.emplace_back();
      int vertex = grid_.edge(first).b;
      for (int e = first; loop_of_[at(e)] < 0;) {
        loop_of_[at(e)] = static_cast<int>(loops.size()) - 1;
        loop.push_back(e);
        for (const int other : grid_.edges_of_vertex(vertex))
          if (lines_[at(other)] && loop_of_[at(other)] < 0) {
            e = other;
            vertex = grid_.edge(e).a == vertex ? grid_.edge(e).b : grid_.edge(e).a;
            break;
          }
      }
    }
    if (loops.size() < 2) return false;
    in_set_.assign(at(grid_.vertices()), 0);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const auto& loop = loops[i];
      const int elsewhere = loops[i == 0 ? 1 : 0][0];
      if (loop.size() <= 64) {
        // These lines alone are not the solution if they leave a clue unmet.
        int met = 0;
        clause_.clear();
        for (const int e : loop) {
          clause_.push_back(-e - 1);
          for (const int f : grid_.edge(e).faces) met += f != kOutside && board_.clues[at(f)] > 0;
        }
        if (met == clue_sum_) clause_.push_back(-elsewhere - 1);
        sat_.add(clause_);
      }
      // Lines within the loop's vertices and lines beyond need an edge between.
      for (const int e : loop) in_set_[at(grid_.edge(e).a)] = in_set_[at(grid_.edge(e).b)] = 1;
      clause_.assign({-loop[0] - 1, -elsewhere - 1});
      for (const int e : loop)
        for (const int v : {grid_.edge(e).a, grid_.edge(e).b})
          if (in_set_[at(v)] == 1) {
            in_set_[at(v)] = 2;
            for (const int out : grid_.edges_of_vertex(v)) {
              const int far = grid_.edge(out).a == v ? grid_.edge(out).b : grid_.edge(out).a;
              if (!in_set_[at(far)]) clause_.push_back(out + 1);
            }
          }
      sat_.add(clause_);
      for (const int e : loop) in_set_[at(grid_.edge(e).a)] = in_set_[at(grid_.edge(e).b)] = 0;
    }
    return true;
  }

  const Board& board_;
  const Grid& grid_;
  Cadical sat_;
  std::vector<int> clause_;
  int clue_sum_ = 0;
  std::vector<char> lines_, in_set_;
  std::vector<int> loop_of_;
};

}  // namespace

Solution solve_by_sat(const Board& board, std::span<const Mark> known,
                      const SolveOptions& options) {
  return SatModel(board, known).solve(options);
}

}  // namespace eyehand::slitherlink
