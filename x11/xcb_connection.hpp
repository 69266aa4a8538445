// A connection to an X server that sends what it is told in one write, many questions together.
//
// Xlib (see connection.hpp) waits for the answer to each question before it sends the next; XCB
// does not. What Eyehand sends to a window, and what it asks before, goes over a link: the answers
// are of one moment, and what is sent comes right after them. A link that breaks does no more than
// that: nothing that is sent then has an effect.
#pragma once

#include <xcb/xcb.h>

#include <memory>
#include <string>

#include "x11/geometry.hpp"

namespace eyehand::x11 {

class XcbConnection {
 public:
  /// To a display that there is a Connection to. Throws Error if it has gone away since.
  explicit XcbConnection(const std::string& display_name);

  xcb_connection_t* xcb() const { return xcb_.get(); }
  const std::string& name() const { return name_; }
  xcb_window_t root() const { return screen_->root; }
  /// The root window, at (0, 0).
  Rect screen() const { return {0, 0, screen_->width_in_pixels, screen_->height_in_pixels}; }
  /// Throws Error if the server is gone.
  bool has_extension(const char* name) const;

  void flush() noexcept { xcb_flush(xcb()); }
  /// One round trip: all that was sent so far is done when it returns. Then check().
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

struct FreeReply {
  void operator()(void* reply) const;
};

/// The answer to the question asked by `cookie`, which `wait` is XCB's function for; nothing if the
/// server refused it or is gone.
template <typename Reply, typename Cookie>
std::unique_ptr<Reply, FreeReply> answer(const XcbConnection& xcb, Cookie cookie,
                                         Reply* (*wait)(xcb_connection_t*, Cookie,
                                                        xcb_generic_error_t**)) {
  xcb_generic_error_t* error = nullptr;
  std::unique_ptr<Reply, FreeReply> reply(wait(xcb.xcb(), cookie, &error));
  FreeReply()(error);
  return reply;
}

}  // namespace eyehand::x11
