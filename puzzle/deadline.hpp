// The clock as a value: a Deadline is all that readers, solvers and planners know of time.
#pragma once

#include <atomic>
#include <chrono>

namespace eyehand {

/// A moment after which work should stop. Cheap to copy; `passed()` reads the clock, so hot
/// loops call it only every so often.
class Deadline {
 public:
  /// The steady clock, in which tests of programs that only pretend can let time pass at once.
  class Clock {
   public:
    using duration = std::chrono::steady_clock::duration;
    using time_point = std::chrono::steady_clock::time_point;

    static time_point now() { return std::chrono::steady_clock::now() + skipped_.load(); }
    static void skip(duration span) { skipped_ = skipped_.load() + span; }

   private:
    static inline std::atomic<duration> skipped_{};
  };

  /// A deadline that never passes.
  Deadline() = default;
  explicit Deadline(Clock::time_point at) : at_(at) {}
  static Deadline after(Clock::duration span) { return Deadline(Clock::now() + span); }

  bool passed() const { return at_ != Clock::time_point::max() && Clock::now() >= at_; }
  bool never() const { return at_ == Clock::time_point::max(); }
  /// The time left, never negative; `Clock::duration::max()` if it never passes.
  Clock::duration left() const {
    if (never()) return Clock::duration::max();
    const auto now = Clock::now();
    return now >= at_ ? Clock::duration::zero() : at_ - now;
  }
  /// The earlier of this deadline and `span` from now.
  Deadline at_most(Clock::duration span) const {
    const auto soon = Clock::now() + span;
    return Deadline(soon < at_ ? soon : at_);
  }

 private:
  Clock::time_point at_ = Clock::time_point::max();
};

}  // namespace eyehand
