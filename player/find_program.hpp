// Where programs are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace eyehand {

/// The program's file: beside this program's own, on $PATH, or in /usr/games, where distributions
/// keep games. A name with a slash is a file's.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace eyehand
