#include "process/temp_folder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>

namespace eyehand {
namespace {

namespace fs = std::filesystem;

int mode_of(const fs::path& path) {
  struct stat about {};
  EXPECT_EQ(stat(path.c_str(), &about), 0);
  return static_cast<int>(about.st_mode & 0777);
}

/// In a folder for temporary files of their own.
class TempFolders : public testing::Test {
 protected:
  TempFolders() {
    if (const char* now = std::getenv("TMPDIR")) before_ = now;
    setenv("TMPDIR", outer_.path().c_str(), 1);
  }
  ~TempFolders() override {
    if (before_)
      setenv("TMPDIR", before_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }
  /// What a process that is killed leaves.
  void leave_one() {
    const pid_t child = fork();
    if (child == 0) {
      const TempFolder folder;
      std::ofstream(folder.path() / "file") << "left";
      kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
  }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(outer_.path()), {}); }

  TempFolder outer_;
  std::optional<std::string> before_;
};

TEST_F(TempFolders, AreRemovedAtTheEnd) {
  {
    const TempFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    EXPECT_EQ(count(), 1);
  }
  EXPECT_EQ(count(), 0);
}

TEST_F(TempFolders, ArePrivateWhateverTheUmask) {
  const mode_t before = umask(0);
  const TempFolder one, other;
  umask(before);
  EXPECT_NE(one.path(), other.path());
  EXPECT_TRUE(fs::is_empty(one.path()));
  EXPECT_EQ(mode_of(one.path()), 0700);
  EXPECT_EQ(mode_of(one.path().parent_path()), 0700);
}

TEST_F(TempFolders, OfAKilledProcessAreRemovedByTheNext) {
  leave_one();
  leave_one();
  EXPECT_EQ(count(), 2);
  remove_abandoned_folders();
  EXPECT_EQ(count(), 0);
}

TEST_F(TempFolders, NothingElseIsRemoved) {
  const TempFolder in_use;
  std::ofstream(in_use.path() / "file") << "x";
  const fs::path outer = outer_.path();
  fs::create_directory(outer / "eyehand-report");
  fs::permissions(outer / "eyehand-report", fs::perms::owner_all);
  fs::create_directory_symlink(in_use.path().parent_path(), outer / "eyehand-abcdef");
  std::ofstream(outer / "eyehand-ghijkl") << "x";
  leave_one();
  fs::path left;  // made accessible to others: not as ours are
  for (const auto& entry : fs::directory_iterator(outer))
    if (entry.is_directory() && !entry.is_symlink() && fs::exists(entry.path() / "files/file") &&
        entry.path() != in_use.path().parent_path())
      left = entry.path();
  ASSERT_FALSE(left.empty());
  fs::permissions(left, fs::perms::others_exec, fs::perm_options::add);
  const auto before = count();
  remove_abandoned_folders();
  EXPECT_EQ(count(), before);
  EXPECT_TRUE(fs::exists(in_use.path() / "file"));
}

}  // namespace
}  // namespace eyehand
