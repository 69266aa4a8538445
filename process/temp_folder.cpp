#include "process/temp_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "eyehand-";
/// The file that makes a folder one of ours. It gets its name once it is locked.
constexpr const char *kLock = ".eyehand-lock", *kNewLock = ".eyehand-lock-new";

/// A folder that only its owner can enter, and that is ours.
bool is_private(const fs::path& folder) {
  struct stat about {};
  return lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
         about.st_uid == geteuid() && (about.st_mode & 077) == 0;
}

/// Removes it unless its process lives.
void remove_if_abandoned(const fs::path& folder) {
  const int lock = open((folder / kLock).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (lock < 0) return;
  std::error_code ignored;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
  close(lock);
}

}  // namespace

TempFolder::TempFolder() {
  static std::once_flag swept;
  std::call_once(swept, remove_abandoned_folders);
  const auto fail = [](const fs::path& where) {
    throw Error("cannot create a temporary folder in " + where.string() + ": " +
                std::strerror(errno) + '.');
  };
  const fs::path where = fs::temp_directory_path();
  std::string pattern = where / (std::string(kPrefix) + "XXXXXX");
  if (!mkdtemp(pattern.data())) fail(where);
  whole_ = pattern;
  path_ = whole_ / "files";
  lock_ = open((whole_ / kNewLock).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool is_made = lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0 &&
                       rename((whole_ / kNewLock).c_str(), (whole_ / kLock).c_str()) == 0 &&
                       mkdir(path_.c_str(), 0700) == 0;
  if (!is_made) fail(whole_);
}

TempFolder::~TempFolder() {
  std::error_code ignored;  // a program may still be closing its files
  fs::remove_all(whole_, ignored);
  close(lock_);
}

void remove_abandoned_folders() {
  std::error_code error;
  const fs::path where = fs::temp_directory_path(error);
  for (fs::directory_iterator it(where, error), end; !error && it != end; it.increment(error)) {
    const fs::path folder = it->path();
    if (folder.filename().string().starts_with(kPrefix) && is_private(folder))
      remove_if_abandoned(folder);
  }
}

}  // namespace eyehand
