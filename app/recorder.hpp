// Records part of the screen to a video file, using ffmpeg.
#pragma once

#include <string>

#include "process/lines.hpp"
#include "process/process.hpp"
#include "x11/geometry.hpp"

namespace eyehand {

/// Records as long as it lives.
class Recorder {
 public:
  /// Waits until the first frames have been written. Throws Error if ffmpeg is missing or fails.
  Recorder(const std::string& display, const x11::Rect& area, const std::string& file);
  /// Records a moment longer, so that the end can be seen, and closes the file.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

 private:
  void wait_for_frames(int wanted, Deadline deadline);

  LinePipe progress_;
  Process ffmpeg_;
};

}  // namespace eyehand
