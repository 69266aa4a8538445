// Files from outside, with a limit on their size.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace eyehand {

/// All bytes of a file (a pipe, a device: until its end). Throws Error if it cannot be read or has
/// more than `most_bytes`; no more than these are ever held.
std::string read_file(const std::filesystem::path& file, std::size_t most_bytes);
/// The rest of an open stream; `name` is what errors call it.
std::string read_stream(std::FILE* stream, const std::string& name, std::size_t most_bytes);
/// Writes a file anew. Throws Error if it cannot be written.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace eyehand
