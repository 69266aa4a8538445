// The version of the programs.
#pragma once

namespace eyehand::manual {

/// "0.1.0 (commit 1a2b3c4)"; without the commit if it was not known when this was built.
extern const char* const kVersion;

}  // namespace eyehand::manual
