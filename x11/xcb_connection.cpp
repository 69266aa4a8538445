#include "x11/xcb_connection.hpp"

#include <xcb/xtest.h>

#include <cstdlib>
#include <cstring>

#include "x11/connection.hpp"

namespace eyehand::x11 {

void FreeReply::operator()(void* reply) const {
  std::free(reply);
}

XcbConnection::XcbConnection(const std::string& display_name) : name_(display_name) {
  int number = 0;
  xcb_.reset(xcb_connect(name_.c_str(), &number));
  check();
  xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(xcb()));
  for (; number > 0 && screens.rem > 1; --number) xcb_screen_next(&screens);
  screen_ = screens.data;
}

bool XcbConnection::has_extension(const char* name) const {
  const auto cookie =
      xcb_query_extension(xcb(), static_cast<std::uint16_t>(std::strlen(name)), name);
  const auto reply = reply_to(*this, cookie, xcb_query_extension_reply);
  check();
  return reply && reply->present;
}

void XcbConnection::sync() {
  reply_to(*this, xcb_get_input_focus(xcb()), xcb_get_input_focus_reply);
  check();
}

void XcbConnection::check() const {
  if (xcb_connection_has_error(xcb())) throw_lost(name_);
}

FakeInput::FakeInput(XcbConnection& xcb) : xcb_(xcb) {
  if (!xcb.has_extension("XTEST"))
    throw Error("the X server of display '" + xcb.name() +
                "' has no XTEST extension, which is needed to click; enable it in the server.");
}

void FakeInput::move(ScreenPoint to) noexcept {
  send(XCB_MOTION_NOTIFY, 0, to);
}

void FakeInput::button(int number, bool is_down) noexcept {
  send(is_down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, static_cast<unsigned>(number), {});
}

void FakeInput::key(unsigned code, bool is_down) noexcept {
  send(is_down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, code, {});
}

void FakeInput::send(int type, unsigned detail, ScreenPoint at) noexcept {
  // No root given: the one that the pointer is on.
  xcb_test_fake_input(xcb_.xcb(), static_cast<std::uint8_t>(type),
                      static_cast<std::uint8_t>(detail), XCB_CURRENT_TIME, XCB_NONE,
                      static_cast<std::int16_t>(at.x), static_cast<std::int16_t>(at.y), 0);
}

}  // namespace eyehand::x11
