// A game played in the order of its explanation, for those who watch.
#pragma once

#include <optional>
#include <vector>

#include "player/session_wrapper.hpp"

namespace eyehand {

class ExplainedSession final : public SessionWrapper {
 public:
  /// Both must outlive it.
  ExplainedSession(PuzzleSession& session, const Game& game)
      : SessionWrapper(session), game_(game) {}

  /// Also finds the explanation, for which it may take ten seconds more.
  Status solve(Deadline deadline) override;
  /// The session's, but clicks, each with the keys typed after it, follow the steps that decide
  /// what they change. A plan with other gestures, which may depend on their order, is kept.
  Plan plan() const override;

  /// The step that decides what this gesture changes; null if none is known. Valid until the next
  /// call of solve. O(cells).
  const Deduction* step_of(const Gesture& gesture) const;

  const Frame& frame() const { return frame_; }   ///< the last observed
  const cv::Rect& area() const { return area_; }  ///< of the board in it

  Observation observe(const Frame& frame) override;

 private:
  /// A cell that a step decides, on the screen.
  struct Decided {
    cv::Rect place;
    int step;
  };
  std::vector<Decided> decided_cells() const;

  const Game& game_;
  Frame frame_;
  cv::Rect area_;
  std::string board_;  ///< the last observed
  std::vector<Deduction> steps_;
  std::vector<int> decided_at_;  ///< by cell: the first step that decides it, from 1; 0: none does
};

}  // namespace eyehand
