#include "vision/slitherlink/read.hpp"

#include "vision/slitherlink/read_methods.hpp"

namespace eyehand::slitherlink {

Reading read(const Frame& frame, const Appearance& appearance, const Reading* before) {
  switch (appearance.method) {
    case Method::strokes:
      return read_strokes(frame, appearance, before);
    case Method::dots:
      return read_dots(frame, appearance);
  }
  return {};
}

}  // namespace eyehand::slitherlink
