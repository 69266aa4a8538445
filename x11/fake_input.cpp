#include "x11/fake_input.hpp"

#include <xcb/xtest.h>

#include "puzzle/error.hpp"

namespace eyehand::x11 {

FakeInput::FakeInput(XcbConnection& xcb) : xcb_(xcb) {
  if (!xcb.has_extension("XTEST"))
    throw Error("the X server of display '" + xcb.name() +
                "' has no XTEST extension, which is needed to click; enable it in the server.");
}

void FakeInput::move(Point to) noexcept {
  send(XCB_MOTION_NOTIFY, 0, to);
}

void FakeInput::button(int number, bool is_down) noexcept {
  send(is_down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, static_cast<unsigned>(number), {});
}

void FakeInput::key(unsigned code, bool is_down) noexcept {
  send(is_down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, code, {});
}

void FakeInput::send(int type, unsigned detail, Point at) noexcept {
  // No root given: the one that the pointer is on.
  xcb_test_fake_input(xcb_.xcb(), static_cast<std::uint8_t>(type),
                      static_cast<std::uint8_t>(detail), XCB_CURRENT_TIME, XCB_NONE,
                      static_cast<std::int16_t>(at.x), static_cast<std::int16_t>(at.y), 0);
}

}  // namespace eyehand::x11
