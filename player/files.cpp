#include "player/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

[[noreturn]] void throw_cannot_write(const std::filesystem::path& file) {
  throw Error(file.string() + ": cannot be written (" + std::strerror(errno) +
              "); does the folder exist, and is there space?");
}

}  // namespace

std::string read_file(const std::filesystem::path& file, std::size_t max_bytes) {
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  const std::unique_ptr<std::FILE, Close> stream(std::fopen(file.c_str(), "rb"));
  if (!stream)
    throw Error(file.string() + ": cannot be opened (" + std::strerror(errno) +
                "); check its name and permissions.");
  return read_stream(stream.get(), file.string(), max_bytes);
}

std::string read_stream(std::FILE* stream, const std::string& name, std::size_t max_bytes) {
  std::string bytes;
  for (std::size_t got = 1; got > 0 && bytes.size() <= max_bytes;) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::clamp<std::size_t>(had, 64 << 10, 16 << 20));
    got = std::fread(bytes.data() + had, 1, bytes.size() - had, stream);
    bytes.resize(had + got);
  }
  if (std::ferror(stream))
    throw Error(name + ": cannot be read (" + std::strerror(errno) + "); is it a file?");
  if (bytes.size() > max_bytes)
    throw Error(name + ": larger than the " + std::to_string(max_bytes >> 10) +
                " KiB that are accepted; is it the right file?");
  return bytes;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  std::FILE* stream = std::fopen(file.c_str(), "wb");
  const bool written = stream && std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
  const bool closed = stream && std::fclose(stream) == 0;
  if (!written || !closed) throw_cannot_write(file);
}

void write_file_at_once(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path partial = file.string() + ".partial";
  write_file(partial, bytes);
  const int fd = open(partial.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_stored = fd >= 0 && fsync(fd) == 0;
  if (fd >= 0) close(fd);
  if (!is_stored || std::rename(partial.c_str(), file.c_str()) != 0) throw_cannot_write(file);
}

}  // namespace eyehand
