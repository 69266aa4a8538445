// One stream of all that happens on an X server, in the order in which the server did it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/soak/happening.hpp"

namespace eyehand::soak {

/// Records through XRecord, all clients alike, from its construction on. That all comes in one
/// recording is the point: of a click and a window's move it is known which was first, and what a
/// client had asked the server before it sent a click. Of the windows it tells what one client, the
/// observer, is told of them (the observer selects the events, see observer.hpp).
///
/// To be read every few milliseconds: from what is not read for long the server drops events of the
/// devices. Those that clients ask for by XTest are told all the same, by the requests for them.
/// Throws Error if the server lacks RECORD or XTEST.
class Stream {
 public:
  Stream(const std::string& display, const x11::Connection& observer);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// What came since the last call. Without a round trip the last millisecond may be missing; with
  /// `all`, some round trips, nothing is that the server did before.
  std::vector<Happening> take(bool all = false);
  bool lost() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The client at the other end of this connection, as the stream calls it.
ClientId client_of(const x11::Connection& connection);

}  // namespace eyehand::soak
