// Finding installed programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace eyehand {

/// The program's file: next to our own executable, on $PATH, or in /usr/games, where distributions
/// put games. A name with a slash is the path of a file.
std::optional<std::filesystem::path> find_program(const std::string& name);
/// The same; throws Error if there is no such program.
std::filesystem::path require_program(const std::string& name);

}  // namespace eyehand
