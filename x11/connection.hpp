// The connection to an X server, and the errors that come over it.
//
// Xlib reports errors late, to one handler for the whole process, and ends the process when the
// server goes away. Here they belong to the connection: an ErrorTrap takes those of the requests
// made while it lives (a window may vanish at any time, which is no fault of ours), what no trap
// takes is thrown by the next check(), and a lost server is an Error too. Handlers of other
// connections are left alone.
//
// To that end SIGPIPE is ignored in the whole process, unless it is handled already.
//
// One connection is for one thread. Xlib itself is included by xlib.hpp only, in source files.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "x11/geometry.hpp"

struct _XDisplay;

namespace eyehand::x11 {

/// An X resource id; 0 is no window.
using WindowId = unsigned long;

class Connection {
 public:
  /// Opens the display of this name, or $DISPLAY when empty. Throws Error saying what to do when
  /// there is none.
  explicit Connection(const std::string& display_name = {});
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  _XDisplay* xlib() const { return display_; }
  const std::string& name() const { return name_; }
  WindowId root() const { return root_; }
  /// The root window, at (0, 0). Asked once: a screen resized later needs a new connection.
  Rect screen() const { return screen_; }
  bool has_extension(const char* name) const;
  /// The atom of this name, asked of the server once a connection and name.
  unsigned long atom(const char* name);

  /// One round trip: all requests so far are done when it returns. Then check().
  void sync();
  /// Throws Error if the server is gone, or if it refused a request that no trap covered. No round
  /// trip.
  void check();
  bool lost() const;
  /// Waits until the server has something to say, the deadline passes, or a signal comes. True if
  /// there may be events to read. Sends what is buffered first.
  bool wait_for_events(Deadline deadline);

  struct State;  ///< errors so far; see connection.cpp

 private:
  friend class ErrorTrap;
  std::string name_;
  _XDisplay* display_ = nullptr;
  std::unique_ptr<State> state_;
  WindowId root_ = 0;
  Rect screen_;
};

/// Throws the Error for a server that has gone away.
[[noreturn]] void throw_lost(const std::string& display_name);

/// Takes the errors of the requests made on a connection while it lives. Traps nest; the innermost
/// takes them. Costs nothing itself; where the last request had no reply, failed() and the
/// destructor make one round trip to be sure.
class ErrorTrap {
 public:
  explicit ErrorTrap(Connection& connection);
  ~ErrorTrap();
  ErrorTrap(const ErrorTrap&) = delete;
  ErrorTrap& operator=(const ErrorTrap&) = delete;

  /// Whether a request was refused so far (a BadWindow, mostly).
  bool failed();

 private:
  friend struct Connection::State;
  Connection& connection_;
  unsigned long first_serial_;
  int error_code_ = 0;
  ErrorTrap* outer_;
};

}  // namespace eyehand::x11
