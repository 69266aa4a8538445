// What the deduction engine knows: marks with their counts, and the contours (the ends of every
// open path, the number of open and closed ones), kept up to date as marks are set and undone.
// Every operation costs O(1).
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink::deduction {

/// Why a position is impossible.
struct Conflict {
  enum class Kind {
    none,
    mark,     ///< an edge would be line and cross
    clue,     ///< a face has too many lines, or not enough edges left
    vertex,   ///< a third line, or a line that ends there
    loop,     ///< a loop closes while lines or clues are left
    no_loop,  ///< no line is left
    colour,   ///< a face would be inside and outside
    pair,     ///< no way is left around a face or vertex
    parity,   ///< a sum of clues has the wrong parity
    pattern,  ///< an impossible pattern
  };
  Kind kind = Kind::none;
  int where = 0;  ///< edge, face or vertex
};

class State {
 public:
  /// All edges open; the board must outlive this.
  explicit State(const Board& board);

  const Grid& grid() const { return *board_->grid; }
  int clue(int face) const { return board_->clues[at(face)]; }
  Mark mark(int edge) const { return marks_[at(edge)]; }
  const std::vector<Mark>& marks() const { return marks_; }
  bool is_open(int edge) const { return mark(edge) == Mark::unknown; }
  int lines_at_face(int face) const { return face_[at(face)].lines; }
  int open_at_face(int face) const { return face_[at(face)].open; }
  int lines_at_vertex(int vertex) const { return vertex_[at(vertex)].lines; }
  int open_at_vertex(int vertex) const { return vertex_[at(vertex)].open; }

  /// The other end of the open path that ends at this vertex; the vertex itself without a line.
  int other_end(int vertex) const { return end_[at(vertex)]; }
  int closed_paths() const { return closed_paths_; }
  /// The edge would close a path into a loop.
  bool closes(int edge) const {
    const Edge& e = grid().edge(edge);
    return lines_at_vertex(e.a) == 1 && lines_at_vertex(e.b) == 1 && other_end(e.a) == e.b;
  }
  /// ... and that loop would be the solution.
  bool may_close(int edge) const;
  /// The loop is closed and every clue is met; edges may still be open (all are crosses then).
  bool is_complete() const { return closed_paths_ == 1 && open_paths_ == 0 && unmet_ == 0; }
  std::size_t open_edges() const { return marks_.size() - trail_.size(); }

  /// Sets an edge. False if it has the other mark or if that is obviously impossible: then
  /// conflict() is why, and nothing has changed.
  bool set(int edge, Mark mark);
  const Conflict& conflict() const { return conflict_; }
  /// For rules that find a conflict themselves. Returns false.
  bool fail(Conflict::Kind kind, int where) {
    conflict_ = {kind, where};
    return false;
  }

  /// The edges set so far, in order.
  std::size_t steps() const { return trail_.size(); }
  int edge_of_step(std::size_t step) const { return trail_[step].edge; }
  /// One end of the path that this step's line became a part of.
  int end_of_step(std::size_t step) const { return trail_[step].end_a; }
  /// Undoes the last ones, down to this many.
  void undo(std::size_t steps);

 private:
  struct Count {
    int lines = 0, open = 0;
  };
  struct Step {
    int edge;
    int end_a, end_b;  // of a line: the far ends of the two paths it joins
  };
  bool fits(int edge, Mark mark);
  void count(int edge, Mark mark, int sign);

  const Board* board_;
  std::vector<Mark> marks_;
  std::vector<Count> face_, vertex_;
  std::vector<int> end_;
  int open_paths_ = 0, closed_paths_ = 0;
  int unmet_ = 0;  // faces whose clue is not met yet
  std::vector<Step> trail_;
  Conflict conflict_;
};

}  // namespace eyehand::slitherlink::deduction
