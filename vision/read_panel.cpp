#include "vision/read_panel.hpp"

namespace eyehand::panel {

Reading read(const Frame&, const Look&) {
  Reading nothing;
  nothing.doubt = "no panel is to be seen";
  return nothing;
}

}  // namespace eyehand::panel
