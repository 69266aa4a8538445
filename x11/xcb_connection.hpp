// The connection for input: XCB, which sends many requests in one write and then collects the
// replies, where Xlib (connection.hpp) waits for each reply before it sends the next request.
//
// The guard's queries and the events that follow go over one such connection, so the replies
// describe a single moment and the events come right after it. It does not share the socket of an
// Xlib Connection (XGetXCBConnection), although the protocol would allow it:
//  - There, whatever Xlib has buffered is flushed first, and damage events and the replies to
//    captures come in between. The server serves clients in turns, by time slices: what was one
//    write and one moment could fall into two, with another client's requests in between.
//  - Releasing buttons and keys must work on every way out, also after Xlib has given up on the
//    display. A lost XCB connection does nothing worse than ignore what is sent.
//  - Errors of XCB requests would end up in Xlib's handler, with serial numbers that Xlib has not
//    counted, so an ErrorTrap could blame the wrong request.
#pragma once

#include <xcb/xcb.h>

#include <memory>
#include <string>

#include "x11/geometry.hpp"

namespace eyehand::x11 {

class XcbConnection {
 public:
  /// To a display that a Connection is open to. Throws Error if it has been lost since.
  explicit XcbConnection(const std::string& display_name);

  xcb_connection_t* xcb() const { return xcb_.get(); }
  const std::string& name() const { return name_; }
  xcb_window_t root() const { return screen_->root; }
  /// Throws Error if the server is gone.
  bool has_extension(const char* name) const;

  void flush() noexcept { xcb_flush(xcb()); }
  /// One round trip, after which everything sent so far has been processed; then check().
  void sync();
  /// Throws Error if the server is gone. No round trip.
  void check() const;

 private:
  struct Disconnect {
    void operator()(xcb_connection_t* xcb) const { xcb_disconnect(xcb); }
  };
  std::string name_;
  std::unique_ptr<xcb_connection_t, Disconnect> xcb_;
  xcb_screen_t* screen_ = nullptr;
};

/// While it lives, the X server serves this connection only. Keep it short: every program on the
/// display waits, and so would an Xlib Connection of ours. Nothing is flushed at its beginning,
/// so that the grab costs no write of its own.
class ServerGrab {
 public:
  explicit ServerGrab(XcbConnection& xcb) noexcept : xcb_(xcb) { xcb_grab_server(xcb_.xcb()); }
  ~ServerGrab() {
    xcb_ungrab_server(xcb_.xcb());
    xcb_.flush();
  }
  ServerGrab(const ServerGrab&) = delete;
  ServerGrab& operator=(const ServerGrab&) = delete;

 private:
  XcbConnection& xcb_;
};

struct FreeReply {
  void operator()(void* reply) const;
};

/// Mouse and keyboard events that the X server treats like those of real devices (XTEST).
/// Events are buffered until the connection is flushed or a reply is requested. The connection must
/// outlive this.
class FakeInput {
 public:
  /// Throws Error, saying what to do, if the server has no XTEST.
  explicit FakeInput(XcbConnection& xcb);

  void move(ScreenPoint to) noexcept;
  void button(int number, bool is_down) noexcept;
  void key(unsigned code, bool is_down) noexcept;

 private:
  void send(int type, unsigned detail, ScreenPoint at) noexcept;
  XcbConnection& xcb_;
};

/// The reply to the request of this cookie, by XCB's function for it; nothing if the server refused
/// the request or is gone.
template <typename Reply, typename Cookie>
std::unique_ptr<Reply, FreeReply> reply_to(const XcbConnection& xcb, Cookie cookie,
                                           Reply* (*wait)(xcb_connection_t*, Cookie,
                                                          xcb_generic_error_t**)) {
  xcb_generic_error_t* error = nullptr;
  std::unique_ptr<Reply, FreeReply> reply(wait(xcb.xcb(), cookie, &error));
  FreeReply()(error);
  return reply;
}

}  // namespace eyehand::x11
