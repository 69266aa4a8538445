#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink::deduction {

State::State(const Board& board)
    : board_(&board),
      marks_(board.marks.size(), Mark::unknown),
      face_(board.clues.size()),
      vertex_(at(board.grid->vertices())),
      end_(at(board.grid->vertices())) {
  for (int f = 0; f < grid().faces(); ++f) {
    face_[at(f)].open = static_cast<int>(grid().edges_of_face(f).size());
    unmet_ += clue(f) > 0;
  }
  for (int v = 0; v < grid().vertices(); ++v) {
    vertex_[at(v)].open = static_cast<int>(grid().edges_of_vertex(v).size());
    end_[at(v)] = v;
  }
  trail_.reserve(marks_.size());
}

bool State::may_close(int edge) const {
  if (open_paths_ != 1 || closed_paths_ != 0) return false;
  int unmet = unmet_;
  for (const int f : grid().edge(edge).faces)
    if (f != kOutside && clue(f) != kNoClue)
      unmet += (lines_at_face(f) + 1 != clue(f)) - (lines_at_face(f) != clue(f));
  return unmet == 0;
}

bool State::fits(int edge, Mark mark) {
  const Edge& e = grid().edge(edge);
  const int line = mark == Mark::line;
  for (const int f : e.faces) {
    if (f == kOutside || clue(f) == kNoClue) continue;
    const int lines = lines_at_face(f) + line;
    if (lines > clue(f) || lines + open_at_face(f) - 1 < clue(f))
      return fail(Conflict::Kind::clue, f);
  }
  for (const int v : {e.a, e.b}) {
    const int lines = lines_at_vertex(v) + line;
    if (lines > 2 || (lines == 1 && open_at_vertex(v) == 1)) return fail(Conflict::Kind::vertex, v);
  }
  if (line && (closed_paths_ != 0 || (closes(edge) && !may_close(edge))))
    return fail(Conflict::Kind::loop, edge);
  return true;
}

void State::count(int edge, Mark mark, int sign) {
  const Edge& e = grid().edge(edge);
  const bool line = mark == Mark::line;
  const auto add = [&](Count& c) {
    c.open -= sign;
    if (line) c.lines += sign;
  };
  for (const int f : e.faces) {
    if (f == kOutside) continue;
    const bool has_clue = clue(f) != kNoClue;
    unmet_ -= has_clue && lines_at_face(f) != clue(f);
    add(face_[at(f)]);
    unmet_ += has_clue && lines_at_face(f) != clue(f);
  }
  for (const int v : {e.a, e.b}) add(vertex_[at(v)]);
}

bool State::set(int edge, Mark mark) {
  if (marks_[at(edge)] == mark) return true;
  if (!is_open(edge)) return fail(Conflict::Kind::mark, edge);
  if (!fits(edge, mark)) return false;
  Step step{edge, 0, 0};
  if (mark == Mark::line) {
    const Edge& e = grid().edge(edge);
    step.end_a = other_end(e.a);
    step.end_b = other_end(e.b);
    if (closes(edge)) {
      --open_paths_;
      ++closed_paths_;
    } else {
      open_paths_ += 1 - lines_at_vertex(e.a) - lines_at_vertex(e.b);
      end_[at(step.end_a)] = step.end_b;
      end_[at(step.end_b)] = step.end_a;
    }
  }
  count(edge, mark, 1);
  marks_[at(edge)] = mark;
  trail_.push_back(step);
  return true;
}

void State::undo(std::size_t steps) {
  while (trail_.size() > steps) {
    const Step step = trail_.back();
    trail_.pop_back();
    const Mark mark = marks_[at(step.edge)];
    count(step.edge, mark, -1);
    marks_[at(step.edge)] = Mark::unknown;
    if (mark != Mark::line) continue;
    const Edge& e = grid().edge(step.edge);
    // Before a line closed a loop, its vertices were the ends of one path.
    if (step.end_a == e.b && step.end_b == e.a) {
      --closed_paths_;
      ++open_paths_;
      continue;
    }
    open_paths_ -= 1 - lines_at_vertex(e.a) - lines_at_vertex(e.b);
    end_[at(step.end_a)] = e.a;
    end_[at(step.end_b)] = e.b;
  }
}

}  // namespace eyehand::slitherlink::deduction
