#include "vision/read_slitherlink_methods.hpp"

namespace eyehand::slitherlink {

Reading read_dots(const Frame&, const Look&) {
  Reading reading;
  reading.doubt = "boards of dots without strokes cannot be read.";
  return reading;
}

}  // namespace eyehand::slitherlink
