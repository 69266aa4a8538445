// Stops CaDiCaL when the deadline has passed.
#pragma once

#include <cadical.hpp>

#include "puzzle/deadline.hpp"

namespace eyehand {

/// Connect it before `solve` and disconnect it afterwards: CaDiCaL polls it, and returns status 0
/// once the deadline has passed.
class SatDeadline final : public CaDiCaL::Terminator {
 public:
  explicit SatDeadline(const Deadline& deadline) : deadline_(deadline) {}
  bool terminate() override { return deadline_.passed(); }

 private:
  Deadline deadline_;
};

}  // namespace eyehand
