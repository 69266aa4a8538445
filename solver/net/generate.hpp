// Makes Net boards from a seed.
#pragma once

#include <cstdint>

#include "puzzle/deadline.hpp"
#include "puzzle/net.hpp"

namespace eyehand::net {

struct GenerateOptions {
  int width = 9;
  int height = 9;
  bool wrapping = false;
  Rules rules;
  double barriers = 0;  ///< of the sides that no wire crosses, the share that gets a barrier, 0 to 1
  bool unique = false;  ///< exactly one answer
  std::uint64_t seed = 0;
};

}  // namespace eyehand::net
