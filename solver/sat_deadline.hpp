// Ends a search of CaDiCaL when the time is up.
#pragma once

#include <cadical.hpp>

#include "puzzle/deadline.hpp"

namespace eyehand {

/// To be connected before `solve` and disconnected after it: CaDiCaL asks it now and then, and ends
/// with the status 0 once the deadline has passed.
class SatDeadline final : public CaDiCaL::Terminator {
 public:
  explicit SatDeadline(const Deadline& deadline) : deadline_(deadline) {}
  bool terminate() override { return deadline_.passed(); }

 private:
  Deadline deadline_;
};

}  // namespace eyehand
