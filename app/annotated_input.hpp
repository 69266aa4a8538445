// Input that shows why each gesture is made (`play --explain`).
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "actuator/input_sink.hpp"
#include "app/on_screen.hpp"
#include "player/explained_session.hpp"

namespace eyehand {

/// Before the first gesture of each step of the explanation, shows the step over the window for a
/// while; it stays until the next, or until the game is over.
class AnnotatedInput final : public InputSink {
 public:
  /// What is shown lies within this part of the screen. All references must outlive it.
  AnnotatedInput(InputSink& input, const ExplainedSession& session, x11::Connection& connection,
                 x11::WindowId window, const x11::Rect& within, std::chrono::milliseconds each)
      : input_(input),
        session_(session),
        connection_(connection),
        window_(window),
        within_(within),
        each_(each),
        annotation_(connection, window) {}

  void aim(const Aim& aim) override { input_.aim(aim); }
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override;
  void watch_drags(std::function<bool()> follows) override {
    input_.watch_drags(std::move(follows));
  }
  bool raise(ScreenPoint at) override { return input_.raise(at); }
  void forget_pointer() override { input_.forget_pointer(); }
  void release_all() noexcept override;

 private:
  InputSink& input_;
  const ExplainedSession& session_;
  x11::Connection& connection_;
  const x11::WindowId window_;
  const x11::Rect within_;
  const std::chrono::milliseconds each_;
  Annotation annotation_;
  std::string shown_;  ///< the sentence
};

}  // namespace eyehand
