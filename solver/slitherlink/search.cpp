#include "solver/slitherlink/search.hpp"

#include <cassert>

#include "solver/luby.hpp"

namespace eyehand::slitherlink {

Search::Search(const Model& model, const Deadline& deadline)
    : model_(model),
      first_colour_(model.edges()),
      deadline_(deadline),
      trail_(model.edges() + model.regions()),
      needed_(model.clue_sum()) {
  const std::size_t variables = model.edges() + model.regions();
  value_.resize(2 * variables, kOpen);
  phase_.resize(variables);
  visit_.resize(variables);
  walked_.resize(variables);
  assigned_.resize(variables);
  at_vertex_.reserve(model.vertices());
  ends_.reserve(model.vertices());
  fact_paths_.reserve(model.vertices());
  for (Model::Index v = 0; v < model.vertices(); ++v) {
    at_vertex_.emplace_back(0, static_cast<std::int32_t>(model.edges_of_vertex(v).size()));
    ends_.push_back({v, 0});
    fact_paths_.push_back({v, 0});
  }
  at_face_.reserve(model.regions());
  for (Model::Index r = 0; r < model.regions(); ++r) {
    const int clue = model.clue(r);
    const auto sides = static_cast<std::int32_t>(model.edges_of_region(r).size());
    at_face_.push_back(clue == kNoClue ? Counts(kNoLimit, 2 * kNoLimit) : Counts(clue, sides));
  }
  activity_.resize(variables);
  heap_place_.resize(variables, kNone);
  is_queued_.resize(std::size_t{2} * model.edges());
  is_due_.resize(2 * variables);
  level_stamp_.resize(variables + 1);
}

Search::Result Search::run(std::uint64_t limit, std::uint64_t conflict_limit,
                           std::vector<Mark>& answer) {
  if (!started_ && !start()) {
    result_.complete = true;
    return result_;
  }
  started_ = true;
  result_.limit_reached = false;
  while (true) {
    if ((ticks_++ & 255) == 0 && deadline_.passed()) {
      result_.timeout = true;
      return result_;
    }
    const std::uint64_t count = result_.count;
    bool consistent = propagate();
    if (result_.count > count) {
      if (count == 0) write_answer(answer);
      if (result_.count >= limit) {
        result_.complete = level() == 0;
        return result_;
      }
    }
    if (consistent) {
      if (!probing_ && result_.conflicts >= restart_at_) {
        restart();
        if (clauses_.size() > clause_limit_) {
          reduce_db();
          clause_limit_ += 500;
        }
        restart_at_ = result_.conflicts + 100 * luby(++restarts_);
        if (result_.conflicts >= conflict_limit) {
          result_.limit_reached = true;
          return result_;
        }
      }
      consistent = (probing_ || check_cut()) && decide();
    }
    if (!consistent) {
      ++result_.conflicts;
      if (!learn()) {
        result_.complete = true;
        return result_;
      }
    }
  }
}

void Search::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const std::uint32_t keep = level_starts_[to];
  while (trail_.size() > keep) {
    const Literal l = trail_.pop();
    const Var v = l >> 1;
    assert(is_true(l) && is_false(l ^ 1) && assigned_[v].place == trail_.size());
    value_[l] = value_[l ^ 1] = kOpen;
    const std::uint32_t line = l & 1;
    phase_[v] = static_cast<std::uint16_t>(line);
    if (by_activity_) heap_insert(v);
    if (!is_edge(v)) continue;
    const auto& edge = model_.edge(v);
    for (const auto i : edge.vertex) at_vertex_[i].close(line, -1);
    for (const auto r : edge.region) at_face_[r].close(-std::int64_t{line}, -1);
    lines_ -= line;
    needed_ += static_cast<int>(line) * model_.weight(v);
    if (line & (trail_.size() < propagated_)) split_path();
  }
  if (propagated_ > keep) propagated_ = keep;
  if (corners_done_ > keep) corners_done_ = keep;
  level_starts_.resize(to);
  first_open_ = 0;
}

std::vector<Mark> Search::fixed() const {
  std::vector<Mark> marks(model_.edges(), Mark::unknown);
  for (Var e = 0; e < model_.edges(); ++e)
    if (!is_open(e * 2) && assigned_[e].level == 0)
      marks[e] = is_true(e * 2) ? Mark::cross : Mark::line;
  return marks;
}

void Search::write_answer(std::vector<Mark>& answer) const {
  answer.resize(model_.edges());
  for (Var e = 0; e < model_.edges(); ++e)
    answer[e] = is_true(e * 2 + 1) ? Mark::line : Mark::cross;
}

}  // namespace eyehand::slitherlink
