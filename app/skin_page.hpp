// The manual page of skins.
#pragma once

#include "manual/page.hpp"

namespace eyehand {

/// eyehand-skin(5), from the tables with which skins are read.
manual::Page skin_page();

}  // namespace eyehand
