// Everything that happens on an X server, as one stream in the order in which the server did it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/soak/server_event.hpp"

namespace eyehand::soak {

/// Records all clients by XRecord from its construction on. A single recording shows whether a
/// click or the move of a window came first, and what a client had queried before it sent a click.
/// Changes of windows are those reported to one client, the observer (which selects the events, see
/// observer.hpp).
///
/// Read it every few milliseconds: the server drops device events from a recording that is not read
/// for longer. Those requested by XTest are not lost, because the requests are recorded too. Throws
/// Error if the server lacks RECORD or XTEST.
class Stream {
 public:
  Stream(const std::string& display, const x11::Connection& observer);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// The events since the last call. Without round trips the last millisecond may be missing; with
  /// `all`, which takes some round trips, nothing is missing that the server did before.
  std::vector<ServerEvent> take(bool all = false);
  bool lost() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The ID of the client that has this connection.
ClientId client_of(const x11::Connection& connection);

}  // namespace eyehand::soak
