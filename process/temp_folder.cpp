#include "process/temp_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "puzzle/error.hpp"

namespace eyehand {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
  std::string pattern = (fs::temp_directory_path() / "eyehand-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw Error("cannot create a temporary folder in " + fs::temp_directory_path().string() + ": " +
                std::strerror(errno) + '.');
  path_ = pattern;
}

TempFolder::~TempFolder() {
  std::error_code ignored;  // a program may still be closing its files
  fs::remove_all(path_, ignored);
}

}  // namespace eyehand
