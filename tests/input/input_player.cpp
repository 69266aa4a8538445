// A process for input_test: drags slowly in the window with the given ID until the guard stops it.
// Prints a line before it starts, and the status at the end.
#include <cstdlib>
#include <iostream>
#include <string>

#include "actuator/input.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

int main(int argc, char** argv) {
  using namespace eyehand;
  if (argc != 2) return 2;
  try {
    const x11::InterruptionWatch watch;
    x11::Connection connection;
    const x11::WindowId window = std::stoul(argv[1]);
    const x11::Rect place = x11::describe(connection, window).value().on_root;
    Input input(connection, window);
    input.aim({place, Deadline()});
    Pace pace;
    pace.drag_steps = 1000;
    pace.drag_step = std::chrono::milliseconds(5);
    std::cout << "ready" << std::endl;
    GestureStatus outcome = GestureStatus::ok;
    while (outcome == GestureStatus::ok) {
      outcome = input.perform(Drag{{place.x + 5, place.y + 5}, place.centre(), 1}, pace);
    }
    std::cout << name(outcome) << std::endl;
    return x11::interruption() ? 128 + x11::interruption() : 1;
  } catch (const Error& error) {
    std::cout << error.what() << std::endl;
    return 3;
  }
}
