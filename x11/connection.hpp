// The connection to an X server, and the errors that come over it.
//
// Xlib reports errors late, to one handler for the whole process, and ends the process when the
// server goes away. Here errors belong to the connection: an ErrorTrap catches those of requests
// made while it lives (a window may vanish at any time, which is not an error of ours), those that
// no trap catches are thrown by the next check(), and a lost server is an Error as well. The
// handlers of other connections are left alone.
//
// For this, SIGPIPE is ignored in the whole process unless it is already handled.
//
// A connection is used by one thread. Only xlib.hpp includes Xlib, and only in source files.
#pragma once

#include <memory>
#include <string>

#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "x11/geometry.hpp"

struct _XDisplay;

namespace eyehand::x11 {

/// An X resource ID; 0: none.
using WindowId = unsigned long;

class Connection {
 public:
  /// Opens the display of this name, or $DISPLAY if empty. Throws Error, saying what to do, if it
  /// cannot be opened.
  explicit Connection(const std::string& display_name = {});
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  _XDisplay* xlib() const { return display_; }
  const std::string& name() const { return name_; }
  WindowId root() const { return root_; }
  /// The root window, at (0, 0), as large as it is now: monitors come and go. One round trip.
  Rect screen() const;
  bool has_extension(const char* name) const;
  /// The atom of this name, queried once per connection and name.
  unsigned long atom(const char* name);

  /// One round trip, after which all requests so far have been processed; then check().
  void sync();
  /// Throws Error if the server is gone or refused a request that no trap covers. No round trip.
  void check();
  bool lost() const;
  /// Flushes, then waits until the server sends something, the deadline passes, or a signal
  /// arrives. Returns whether there may be events to read.
  bool wait_for_events(Deadline deadline);

  struct State;  ///< errors so far; see connection.cpp

 private:
  friend class ErrorTrap;
  std::string name_;
  _XDisplay* display_ = nullptr;
  std::unique_ptr<State> state_;
  WindowId root_ = 0;
};

/// Throws the Error for a lost server.
[[noreturn]] void throw_lost(const std::string& display_name);

/// Catches the errors of requests made on a connection while it lives. Traps nest; the innermost
/// one catches. It costs nothing by itself; if the last request had no reply, failed() and the
/// destructor make one round trip.
class ErrorTrap {
 public:
  explicit ErrorTrap(Connection& connection);
  ~ErrorTrap();
  ErrorTrap(const ErrorTrap&) = delete;
  ErrorTrap& operator=(const ErrorTrap&) = delete;

  /// Whether a request has been refused so far (mostly BadWindow).
  bool failed();

 private:
  friend struct Connection::State;
  Connection& connection_;
  unsigned long first_serial_;
  int error_code_ = 0;
  ErrorTrap* outer_;
};

}  // namespace eyehand::x11
