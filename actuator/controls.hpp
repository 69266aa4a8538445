// The half of a skin that says how a program is played: buttons, keys, and how fast it may be clicked.
#pragma once

#include <chrono>
#include <string>

namespace eyehand {

/// How fast a program takes input.
struct Pace {
  std::chrono::milliseconds hold{0};       ///< from a button's press to its release
  std::chrono::milliseconds gap{0};        ///< from a release to the next press
  std::chrono::milliseconds animation{0};  ///< how long a gesture's effect is drawn; it is not still sooner
  int burst = 64;                          ///< gestures sent before the loop looks again
  int drag_steps = 8;                      ///< moves between a drag's press and its release
  std::chrono::milliseconds drag_step{8};  ///< between two of them
};

}  // namespace eyehand
