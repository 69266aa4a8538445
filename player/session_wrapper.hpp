// A session that passes on to another what it does not do otherwise itself.
#pragma once

#include <string>
#include <vector>

#include "player/games.hpp"

namespace eyehand {

class SessionWrapper : public PuzzleSession {
 public:
  /// It must outlive this one.
  explicit SessionWrapper(PuzzleSession& session) : session_(session) {}

  void set_deadline(const Deadline& deadline) override { session_.set_deadline(deadline); }
  Observation observe(const Frame& frame) override { return session_.observe(frame); }
  Status solve(Deadline deadline) override { return session_.solve(deadline); }
  std::vector<std::string> rules() const override { return session_.rules(); }
  Plan plan() const override { return session_.plan(); }
  std::vector<WrongMark> wrong(const Deadline& deadline) const override {
    return session_.wrong(deadline);
  }
  std::size_t checks() const override { return session_.checks(); }
  Plan uncover() const override { return session_.uncover(); }
  std::vector<Plan> redraw() override { return session_.redraw(); }
  void begin_redraw() override { session_.begin_redraw(); }
  std::vector<ObservedPart> parts() const override { return session_.parts(); }
  std::vector<cv::Rect> cells() const override { return session_.cells(); }
  cv::Mat overlay(const Plan& plan) const override { return session_.overlay(plan); }

 protected:
  PuzzleSession& session_;
};

}  // namespace eyehand
