#include "x11/grab_probe.hpp"

#include "x11/xlib.hpp"

namespace eyehand::x11 {

GrabProbe::GrabProbe(Connection& connection)
    : connection_(connection),
      unseen_(XCreateWindow(connection.xlib(), connection.root(), 0, 0, 1, 1, 0, 0, InputOnly,
                            nullptr, 0, nullptr)) {}

GrabProbe::~GrabProbe() {
  XDestroyWindow(connection_.xlib(), unseen_);
}

bool GrabProbe::is_pointer_taken() {
  // The server looks whether somebody else has it before it looks at the window.
  return XGrabPointer(connection_.xlib(), unseen_, 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                      CurrentTime) == AlreadyGrabbed;
}

bool GrabProbe::is_keyboard_taken() {
  return XGrabKeyboard(connection_.xlib(), unseen_, 0, GrabModeAsync, GrabModeAsync, CurrentTime) ==
         AlreadyGrabbed;
}

}  // namespace eyehand::x11
