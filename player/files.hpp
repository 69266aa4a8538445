// Reading and writing files, with a limit on their size.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace eyehand {

/// All bytes of a file, or of a pipe or device until its end. Throws Error if it cannot be read or
/// has more than `max_bytes`, which also bounds the memory used.
std::string read_file(const std::filesystem::path& file, std::size_t max_bytes);
/// The rest of an open stream, which errors call `name`.
std::string read_stream(std::FILE* stream, const std::string& name, std::size_t max_bytes);
/// Writes or replaces a file. Throws Error if it cannot.
void write_file(const std::filesystem::path& file, std::string_view bytes);
/// The same, but whoever reads the file finds the whole new one or what was there before, even if
/// this process or the machine is stopped meanwhile.
void write_file_at_once(const std::filesystem::path& file, std::string_view bytes);

}  // namespace eyehand
