// Ctrl-C as a flag: whoever waits or sends input looks at it often, and leaves in order.
#pragma once

namespace eyehand::x11 {

/// While it lives, SIGINT, SIGTERM and SIGHUP only set a flag (and cut short whatever waits in the
/// kernel). A second such signal, a second or more after the first, ends the process at once: the
/// first was not heeded. A SIGHUP that is ignored (nohup) stays so. One at a time; the former
/// handlers come back at its end.
class InterruptionWatch {
 public:
  InterruptionWatch();
  ~InterruptionWatch();
  InterruptionWatch(const InterruptionWatch&) = delete;
  InterruptionWatch& operator=(const InterruptionWatch&) = delete;
};

/// Whether a signal has come since the watch began (the number of the first), else 0. Cheap.
int interruption();

}  // namespace eyehand::x11
