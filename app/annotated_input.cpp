#include "app/annotated_input.hpp"

namespace eyehand {

GestureStatus AnnotatedInput::perform(const Gesture& gesture, const Pace& pace) {
  const Deduction* const step = session_.step_of(gesture);
  const std::string sentence = step ? in_words(*step) : "";
  if (step && sentence != shown_ &&
      annotation_.draw(session_.frame(), session_.area(), marks_of(*step, session_.cells()),
                       sentence, within_)) {
    shown_ = sentence;
    if (const auto now = x11::describe(connection_, window_)) annotation_.follow(*now);
    const GestureStatus status = input_.perform(Pause{each_}, pace);
    if (status != GestureStatus::ok) return status;
  }
  return input_.perform(gesture, pace);
}

/// The game is over.
void AnnotatedInput::release_all() noexcept {
  input_.release_all();
  annotation_.hide();
  shown_.clear();
}

}  // namespace eyehand
