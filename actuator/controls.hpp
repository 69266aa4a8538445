// The part of a skin that says how fast a program can be played.
#pragma once

#include <chrono>

#include "puzzle/about.hpp"

namespace eyehand {

/// How fast a program accepts input, and how soon it shows the effect.
struct Pace {
  using Milliseconds = std::chrono::milliseconds;

  Milliseconds hold{0};        ///< from the press of a button to its release
  Milliseconds gap{0};         ///< from a release to the next press
  Milliseconds settle{30};     ///< the board is still after this long without a change
  Milliseconds reaction{300};  ///< the effect of a gesture begins to show within this time
  int burst = 10000;           ///< gestures sent before the loop captures again
  bool hold_back = true;      ///< capture before the last gesture, which may end in a covered board
  int drag_steps = 8;         ///< moves along each leg of a drag
  Milliseconds drag_step{8};  ///< between two of these moves
};

template <class Visitor>
void describe(Pace& pace, Visitor&& visit) {
  visit("hold_ms", pace.hold, About{"from the press of a button to its release", 0, 1000});
  visit("gap_ms", pace.gap, About{"from a release to the next press", 0, 5000});
  visit("settle_ms", pace.settle,
        About{"the board is still after this long without a change", 1, 5000});
  visit("reaction_ms", pace.reaction,
        About{"the effect of a gesture begins to show within this time", 0, 10000});
  visit("burst", pace.burst, About{"gestures sent before the loop captures again", 1, 1000000});
  visit(
      "hold_back", pace.hold_back,
      About{"capture before the last gesture too, so that a win is recognised even if the program "
            "covers or replaces the solved board; false for one that leaves it in sight"});
  visit("drag_steps", pace.drag_steps, About{"moves along each straight leg of a drag", 1, 1000});
  visit("drag_step_ms", pace.drag_step, About{"between two of these moves", 0, 1000});
}

}  // namespace eyehand
