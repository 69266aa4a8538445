#include "vision/read_hexiom.hpp"

#include "vision/digits.hpp"
#include "vision/hex_lattice.hpp"

namespace eyehand::hexiom {

Reading read(const Frame& frame, const Look& look) {
  const DigitReader digits(look.digits);
  Reading reading;
  const HexLatticeResult found = find_hex_lattice(frame.image, look.cell_min_px, look.ink_min);
  reading.doubt = found.why_not;
  return reading;
}

}  // namespace eyehand::hexiom
