// Proves patterns by trying every way to fill a picture.
#pragma once

#include <array>
#include <vector>

#include "solver/slitherlink/patterns.hpp"

namespace eyehand::slitherlink {

/// What the completions of a picture have in common: those that fit its clues and marks, with 0 or
/// 2 lines at inner vertices and at most 2 at the others.
struct Completions {
  int count = 0;
  std::vector<std::array<bool, 2>> can_be;  ///< for each edge: line, cross
};

/// With or without those in which a loop closes within the picture.
class Prover {
 public:
  Prover(const Pattern& pattern, bool with_loops)
      : pattern_(pattern),
        with_loops_(with_loops),
        board_(Board::of(Grid::squares(pattern.columns, pattern.rows))) {
    found_.can_be.assign(board_.marks.size(), {false, false});
  }

  Completions all() {
    fill(0);
    return found_;
  }

 private:
  const Grid& grid() const { return *board_.grid; }
  int count(std::span<const int> edges, Mark mark) const {
    int n = 0;
    for (const int e : edges) n += board_.marks[static_cast<std::size_t>(e)] == mark;
    return n;
  }

  bool fits_around(int e) const {
    const Edge& edge = grid().edge(e);
    for (const int v : {edge.a, edge.b}) {
      const auto around = grid().edges_of_vertex(v);
      const int lines = count(around, Mark::line), open = count(around, Mark::unknown);
      if (lines > 2 || (around.size() == 4 && open == 0 && lines == 1)) return false;
    }
    for (const int f : edge.faces) {
      if (f == kOutside) continue;
      const int clue = pattern_.clues[static_cast<std::size_t>(f)];
      const auto around = grid().edges_of_face(f);
      const int lines = count(around, Mark::line), open = count(around, Mark::unknown);
      if (clue != kNoClue && (lines > clue || lines + open < clue)) return false;
    }
    return true;
  }

  /// Lines meet in twos at most, so a loop is a walk that comes back.
  bool has_loop() const {
    for (int first = 0; first < grid().edges(); ++first) {
      if (board_.marks[static_cast<std::size_t>(first)] != Mark::line) continue;
      int e = first, at = grid().edge(first).b;
      for (;;) {
        int next = -1;
        for (const int other : grid().edges_of_vertex(at))
          if (other != e && board_.marks[static_cast<std::size_t>(other)] == Mark::line)
            next = other;
        if (next < 0) break;
        if (next == first) return true;
        e = next;
        at = grid().edge(e).a == at ? grid().edge(e).b : grid().edge(e).a;
      }
    }
    return false;
  }

  void fill(int e) {
    if (e == grid().edges()) {
      if (!with_loops_ && has_loop()) return;
      ++found_.count;
      for (std::size_t i = 0; i < board_.marks.size(); ++i)
        found_.can_be[i][board_.marks[i] == Mark::cross] = true;
      return;
    }
    auto& mark = board_.marks[static_cast<std::size_t>(e)];
    const Mark given = pattern_.before[static_cast<std::size_t>(e)];
    for (const Mark m : {Mark::line, Mark::cross}) {
      if (given != Mark::unknown && given != m) continue;
      mark = m;
      if (fits_around(e)) fill(e + 1);
    }
    mark = Mark::unknown;
  }

  const Pattern& pattern_;
  bool with_loops_;
  Board board_;
  Completions found_;
};

inline Completions completions(const Pattern& pattern, bool with_loops) {
  return Prover(pattern, with_loops).all();
}

}  // namespace eyehand::slitherlink
