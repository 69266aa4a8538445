// Whatever is captured and read, nothing is left of it: not in this process, not in the server, not
// in the system, and not when the process is killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "player/settings.hpp"
#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/test_window.hpp"
#include "vision/capture.hpp"
#include "vision/net/read.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/Xlib.h>
#include <X11/extensions/XRes.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;

/// What this process has in main memory, in kB.
long memory_kb() {
  std::ifstream file("/proc/self/status");
  for (std::string name; file >> name;) {
    long value = 0;
    if (name == "VmRSS:" && file >> value) return value;
  }
  return 0;
}

/// The system's shared memory segments that one of these processes has made.
int segments_of(const std::vector<pid_t>& processes) {
  std::ifstream file("/proc/sysvipc/shm");
  int count = 0;
  long key = 0, id = 0, perms = 0, size = 0, creator = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> key >> id >> perms >> size >> creator &&
        std::find(processes.begin(), processes.end(), creator) != processes.end())
      ++count;
  }
  return count;
}

/// How many things (windows, pixmaps, segments, damage ...) the server keeps for this connection;
/// -1 if it does not tell.
int resources_of(x11::Connection& connection) {
  int event = 0, error = 0;
  if (!XResQueryExtension(connection.xlib(), &event, &error)) return -1;
  const XID any_of_its_own = XAllocID(connection.xlib());
  int kinds = 0, count = 0;
  XResType* types = nullptr;
  if (!XResQueryClientResources(connection.xlib(), any_of_its_own, &kinds, &types)) return -1;
  for (int i = 0; i < kinds; ++i) count += static_cast<int>(types[i].count);
  XFree(types);
  return count;
}

int clients_of(x11::Connection& connection) {
  int count = 0;
  XResClient* clients = nullptr;
  if (!XResQueryClients(connection.xlib(), &count, &clients)) return -1;
  XFree(clients);
  return count;
}

#ifdef EYEHAND_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// Holds that memory has not grown by more than `most` kB since there were `before`. The sanitizer
/// keeps freed memory for a while, and looks for leaks itself.
void expect_no_growth(long before, long most) {
  if (!kIsSanitized) {
    EXPECT_LT(memory_kb() - before, most);
  }
}

class LeaksTest : public testing::TestWithParam<WithManager> {
 protected:
  void SetUp() override {
    if (GetParam() == WithManager::yes && !find_program("openbox"))
      GTEST_SKIP() << "openbox is not installed";
    desktop = std::make_unique<Desktop>(GetParam());
  }
  std::unique_ptr<Desktop> desktop;
};

INSTANTIATE_TEST_SUITE_P(, LeaksTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& with) {
                           return with.param == WithManager::yes ? "Managed" : "Bare";
                         });

TEST_P(LeaksTest, TenThousandCapturesLeaveNothing) {
  TestWindow shown(desktop->display(), {.place = {100, 100, 90, 60}});
  desktop->wait_for_window({.id = shown.id()});
  x11::Connection& connection = desktop->connection();
  const int at_first = resources_of(connection);
  {
    WindowSource screen(connection, shown.id());
    for (int i = 0; i < 300; ++i) {
      if (i % 10 == 0) shown.resize({90 + i % 37, 60});
      screen.capture();
    }
    const int resources = resources_of(connection);
    ASSERT_GT(resources, at_first) << "the server should count the resources of the source";
    const long before = memory_kb();
    for (int i = 0; i < 10000; ++i) {
      if (i % 100 == 0) shown.resize({90 + i % 37, 60});
      ASSERT_EQ(screen.capture().status, CaptureStatus::good);
    }
    expect_no_growth(before, 2048);
    EXPECT_EQ(resources_of(connection), resources);
    EXPECT_LE(segments_of({getpid()}), 1);
  }
  EXPECT_EQ(segments_of({getpid()}), 0);
  connection.sync();
  EXPECT_EQ(resources_of(connection), at_first);
}

TEST(Leaks, AThousandReadingsOfAWindowLeaveNothing) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  Desktop desktop(WithManager::no);
  const auto program = desktop.launch({"sgt-net", "5x5:1315a65hdeh659e81v3a9h3c8hav3cv6"});
  const auto info = desktop.wait_for_window({.class_name = "sgt-net"});
  const auto skin = SettingsFile::load(test::source_path("skins/sgt-net.toml"));
  net::Appearance appearance;
  skin.read("lattice", appearance.lattice);
  skin.read("appearance", appearance);
  WindowSource screen(desktop.connection(), info.id);
  ASSERT_EQ(screen.wait_until_still({}).stillness, Stillness::still);
  const auto read = [&](int times) {
    for (int i = 0; i < times; ++i) {
      const net::Reading reading = net::read(screen.capture().frame, appearance);
      ASSERT_TRUE(reading.accepted()) << reading.rejection;
    }
  };
  read(100);
  const long before = memory_kb();
  read(kIsSanitized ? 100 : 1000);  // of which each takes long there
  expect_no_growth(before, 2048);
}

TEST(Leaks, NothingIsLeftOfProcessesThatAreKilledInMidCapture) {
  constexpr int kProcesses = 40;
  Desktop desktop(WithManager::no);
  TestWindow shown(desktop.display(), {.place = {0, 0, 600, 500}});
  const int clients = clients_of(desktop.connection());
  std::vector<pid_t> killed;
  for (int i = 0; i < kProcesses; ++i) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      x11::Connection connection(desktop.display());
      WindowSource screen(connection, shown.id());
      const bool is_good =
          screen.capture().status == CaptureStatus::good && screen.uses_shared_memory();
      const char good = is_good ? 'y' : 'n';
      if (write(ends[1], &good, 1) == 1)
        while (screen.capture().status == CaptureStatus::good) continue;
      _exit(0);
    }
    killed.push_back(child);
    char good = 0;
    EXPECT_EQ(read(ends[0], &good, 1), 1);
    EXPECT_EQ(good, 'y');
    // At another point of a capture each time, which takes a millisecond or so.
    std::this_thread::sleep_for(std::chrono::microseconds(137 * i));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
  }
  EXPECT_TRUE(desktop.eventually([&] { return segments_of(killed) == 0; }));
  EXPECT_TRUE(desktop.eventually([&] { return clients_of(desktop.connection()) <= clients; }));
}

}  // namespace
}  // namespace eyehand
