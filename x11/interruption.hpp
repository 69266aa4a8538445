// Ctrl-C as a flag: whatever waits or sends input checks it often and stops cleanly.
#pragma once

namespace eyehand::x11 {

/// While it lives, SIGINT, SIGTERM and SIGHUP only set a flag (and interrupt system calls that
/// wait). Another such signal a second or more after the first ends the process at once, since the
/// first had no effect. A SIGHUP that is ignored (nohup) stays ignored. Only one may exist at a
/// time; it restores the previous handlers when it is destroyed.
class InterruptionWatch {
 public:
  InterruptionWatch();
  ~InterruptionWatch();
  InterruptionWatch(const InterruptionWatch&) = delete;
  InterruptionWatch& operator=(const InterruptionWatch&) = delete;
};

/// The number of the first signal since the watch began; 0 if there was none. Cheap.
int interruption();

}  // namespace eyehand::x11
