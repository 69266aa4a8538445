// Films a part of the screen into a file, by ffmpeg.
#pragma once

#include <sys/types.h>

#include <string>

#include "x11/geometry.hpp"

namespace eyehand {

/// Films while it lives.
class Recorder {
 public:
  /// Waits until the first frames are being written. Throws Error if there is no ffmpeg or it
  /// fails.
  Recorder(const std::string& display, const x11::Rect& area, const std::string& file);
  /// Films a moment longer, so that the end is seen, and closes the file.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

 private:
  pid_t pid_ = -1;
  int progress_ = -1;  // what ffmpeg says of its progress
};

}  // namespace eyehand
