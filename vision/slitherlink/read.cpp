#include "vision/slitherlink/read.hpp"

#include "vision/slitherlink/read_methods.hpp"

namespace eyehand::slitherlink {

Reading read(const Frame& frame, const Look& look, const Reading* before) {
  switch (look.method) {
    case Method::strokes:
      return read_strokes(frame, look, before);
    case Method::dots:
      return read_dots(frame, look);
  }
  return {};
}

}  // namespace eyehand::slitherlink
