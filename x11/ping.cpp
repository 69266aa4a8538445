#include "x11/ping.hpp"

#include <algorithm>

#include "x11/interruption.hpp"
#include "x11/properties.hpp"
#include "x11/xlib.hpp"

namespace eyehand::x11 {
namespace {

bool supports_ping(Connection& connection, WindowId window) {
  const auto protocols = items(connection, window, "WM_PROTOCOLS", XA_ATOM);
  return std::find(protocols.begin(), protocols.end(), connection.atom("_NET_WM_PING")) !=
         protocols.end();
}

/// A number that distinguishes our pings from each other and, most likely, from a window manager's.
long next_stamp() {
  static unsigned stamp = 0x65796500;
  return static_cast<long>(++stamp);
}

/// GTK sends its answer to clients that select the one, Qt to clients that select the other.
constexpr long kAnswerMask = SubstructureNotifyMask | StructureNotifyMask;

/// Removes all events of the root; returns whether our answer is among them.
bool answer_arrived(Connection& connection, long stamp) {
  bool found = false;
  XEvent event;
  while (XCheckWindowEvent(connection.xlib(), connection.root(), kAnswerMask, &event)) {
  }
  while (XCheckTypedWindowEvent(connection.xlib(), connection.root(), ClientMessage, &event))
    found = found || event.xclient.data.l[1] == stamp;
  return found;
}

}  // namespace

Pong ping(Connection& connection, WindowId window, Deadline deadline) {
  if (!supports_ping(connection, window)) return Pong::unsupported;
  ErrorTrap trap(connection);
  ::Display* display = connection.xlib();
  XSelectInput(display, connection.root(), kAnswerMask);

  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = connection.atom("WM_PROTOCOLS");
  event.xclient.format = 32;
  const long stamp = next_stamp();
  event.xclient.data.l[0] = static_cast<long>(connection.atom("_NET_WM_PING"));
  event.xclient.data.l[1] = stamp;
  event.xclient.data.l[2] = static_cast<long>(window);
  XSendEvent(display, window, 0, NoEventMask, &event);

  bool answered = false;
  while (!(answered = answer_arrived(connection, stamp)) && !trap.failed() && !deadline.passed() &&
         !interruption())
    connection.wait_for_events(deadline);

  XSelectInput(display, connection.root(), NoEventMask);
  XSync(display, 0);
  return answered || answer_arrived(connection, stamp) ? Pong::answered : Pong::silent;
}

}  // namespace eyehand::x11
