#pragma once

#include <string>

namespace eyehand::test {

/// The absolute path of a file of the source tree, such as "skins/sgt-net.toml".
///
/// Paths are compiled into one file only: all other tests can then be shared with a copy of the
/// tree by the compiler's cache.
std::string source_path(const std::string& file);

/// The absolute path of a program that the build made, such as "eyehand".
std::string built_program(const std::string& name);

}  // namespace eyehand::test
