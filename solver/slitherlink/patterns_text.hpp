// The text of patterns.txt; the build makes the other half of this from it.
#pragma once

#include <string_view>

namespace eyehand::slitherlink {

extern const std::string_view kPatternsText;

}  // namespace eyehand::slitherlink
