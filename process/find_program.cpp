#include "process/find_program.hpp"

#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& file) {
  std::error_code none;
  return access(file.c_str(), X_OK) == 0 && !fs::is_directory(file, none);
}

std::vector<fs::path> program_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  if (const auto self = fs::read_symlink("/proc/self/exe", error); !error)
    folders.push_back(self.parent_path());
  const char* path = std::getenv("PATH");
  const auto on_path = split(path ? path : "/usr/bin:/bin", ':');
  folders.insert(folders.end(), on_path.begin(), on_path.end());
  folders.emplace_back("/usr/games");
  return folders;
}

}  // namespace

std::optional<fs::path> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return is_program(name) ? std::optional<fs::path>(name) : std::nullopt;
  for (const fs::path& folder : program_folders())
    if (is_program(folder / name)) return folder / name;
  return std::nullopt;
}

fs::path require_program(const std::string& name) {
  if (const auto file = find_program(name)) return *file;
  throw Error(
      "the program '" + name +
      "' is not installed: it is neither on $PATH, nor in /usr/games, nor next to eyehand.");
}

}  // namespace eyehand
