#include "solver/slitherlink/search.hpp"

#include <string>

namespace eyehand::slitherlink {
namespace {

/// The sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993), from i = 0.
std::uint64_t luby(std::uint64_t i) {
  std::uint64_t size = 1;
  while (size < i + 1) size = 2 * size + 1;
  while (size - 1 != i) {
    size /= 2;
    i %= size;
  }
  return (size + 1) / 2;
}

}  // namespace

Search::Search(const Model& model, const Deadline& deadline, const Trace* trace)
    : model_(model), deadline_(deadline), trace_(trace) {
  const Var variables = model.edges() + model.regions();
  value_.assign(std::size_t{2} * variables, 0);
  phase_.assign(variables, 0);
  seen_.assign(variables, kNotSeen);
  walked_.assign(variables, 0);
  assigned_.resize(variables);
  at_vertex_.resize(model.vertices());
  ends_.resize(model.vertices());
  for (Model::Index v = 0; v < model.vertices(); ++v) {
    at_vertex_[v] = {0, static_cast<std::uint32_t>(model.edges_of_vertex(v).size())};
    ends_[v] = {v, 0};
  }
  at_face_.resize(model.regions());
  for (Model::Index r = 0; r < model.regions(); ++r)
    at_face_[r] = {0, static_cast<std::uint32_t>(model.edges_of_region(r).size())};
  trail_.reserve(variables);
  activity_.assign(variables, 0);
  heap_place_.assign(variables, kNone);
  is_place_.assign(model.edges(), 0);
  level_stamp_.assign(std::size_t{variables} + 1, 0);
  watches_.resize(std::size_t{2} * variables);
  clues_open_ = model.clue_sum();
}

void Search::know(std::span<const Mark> marks) {
  for (Var e = 0; e < model_.edges(); ++e)
    if (marks[e] != Mark::unknown) assign(e * 2 + (marks[e] == Mark::line), {Reason::guess, 0});
}

/// False on a contradiction.
bool Search::start() {
  for (Model::Index r = 0; r < model_.regions(); ++r)
    if (!visit_clue(r)) return false;
  for (Model::Index v = 0; v < model_.vertices(); ++v)
    if (!visit_vertex(v)) return false;
  for (Model::Index r = 0; r < model_.regions(); ++r)
    if (model_.clue(r) != kNoClue)
      for (Model::Index c = 0; c < model_.edges_of_region(r).size(); ++c)
        visit_corner(model_.first_corner(r) + c);
  const Literal outside = colour(model_.outside()) * 2;
  if (is_open(outside)) assign(outside, {Reason::guess, 0});
  return true;
}

Search::Result Search::run(std::uint64_t limit, std::uint64_t patience, std::vector<Mark>& answer) {
  if (!started_ && !start()) {
    result_.complete = true;
    return result_;
  }
  started_ = true;
  result_.gave_up = false;
  while (true) {
    if ((ticks_++ & 255) == 0 && deadline_.passed()) {
      result_.timeout = true;
      return result_;
    }
    const std::uint64_t count = result_.count;
    bool fine = propagate();
    if (result_.count > count) {
      if (count == 0) write_answer(answer);
      if (result_.count >= limit) {
        result_.complete = level() == 0;
        return result_;
      }
    }
    if (fine) {
      if (!probing_ && result_.contradictions >= restart_at_) {
        restart();
        if (clauses_.size() > clauses_allowed_) {
          forget_some();
          clauses_allowed_ += 500;
        }
        restart_at_ = result_.contradictions + 100 * luby(++restarts_);
        if (result_.contradictions >= patience && result_.count == 0) {
          result_.gave_up = true;
          return result_;
        }
      }
      fine = (probing_ || check_cut()) && guess();
    }
    if (!fine) {
      ++result_.contradictions;
      if (!learn()) {
        result_.complete = true;
        return result_;
      }
    }
  }
}

void Search::undo_to(std::uint32_t to) {
  if (level() <= to) return;
  const std::uint32_t keep = level_starts_[to];
  while (trail_.size() > keep) {
    const Literal l = trail_.back();
    const Var v = l >> 1;
    trail_.pop_back();
    value_[l] = value_[l ^ 1] = 0;
    const std::uint32_t one = l & 1;
    phase_[v] = static_cast<std::uint8_t>(one);
    if (by_activity_) heap_insert(v);
    if (v >= model_.edges()) continue;
    const auto& edge = model_.edge(v);
    for (const auto i : edge.vertex) {
      ++at_vertex_[i].open;
      at_vertex_[i].lines -= one;
    }
    for (const auto r : edge.region) {
      ++at_face_[r].open;
      at_face_[r].lines -= one;
    }
    if (one) {
      --lines_;
      clues_open_ += model_.weight(v);
      if (trail_.size() < propagated_) unlink();
    }
  }
  if (propagated_ > keep) propagated_ = keep;
  if (cornered_ > keep) cornered_ = keep;
  level_starts_.resize(to);
  first_open_ = 0;
}

void Search::tell(std::string_view rule, Literal l) const {
  const Var v = l >> 1;
  const bool is_edge = v < model_.edges();
  (*trace_)({rule,
             is_edge ? "edge " + std::to_string(v) : "region " + std::to_string(v - model_.edges()),
             is_edge ? (l & 1 ? "line" : "cross") : (l & 1 ? "inside" : "outside")});
}

std::vector<Mark> Search::known() const {
  std::vector<Mark> marks(model_.edges(), Mark::unknown);
  for (Var e = 0; e < model_.edges(); ++e)
    if (!is_open(e * 2) && assigned_[e].level == 0)
      marks[e] = is_true(e * 2) ? Mark::cross : Mark::line;
  return marks;
}

void Search::write_answer(std::vector<Mark>& answer) const {
  answer.assign(model_.edges(), Mark::cross);
  for (Var e = 0; e < model_.edges(); ++e)
    if (is_true(e * 2 + 1)) answer[e] = Mark::line;
}

}  // namespace eyehand::slitherlink
