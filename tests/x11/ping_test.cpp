#include "x11/ping.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/test_window.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

TEST(Ping, AProgramAnswersUnlessItIsStopped) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  for (const auto with_manager : {WithManager::no, WithManager::yes}) {
    if (with_manager == WithManager::yes && !find_program("openbox")) continue;
    Desktop desktop(with_manager);
    const auto program = desktop.launch({"sgt-net", "5x5"});
    const auto window = desktop.wait_for_window({.class_name = "sgt-net"});
    const auto ping = [&](auto limit) {
      return x11::ping(desktop.connection(), window.id, Deadline::after(limit));
    };
    EXPECT_EQ(ping(10s), x11::Pong::answered);
    program->signal(SIGSTOP);
    EXPECT_EQ(ping(100ms), x11::Pong::silent);
    program->signal(SIGCONT);
    EXPECT_EQ(ping(10s), x11::Pong::answered);
  }
}

TEST(Ping, IsNotSupportedByEveryProgram) {
  Desktop desktop(WithManager::no);
  TestWindow window(desktop.display(), {});
  EXPECT_EQ(x11::ping(desktop.connection(), window.id(), Deadline::after(1s)),
            x11::Pong::unsupported);
  window.destroy();
  EXPECT_EQ(x11::ping(desktop.connection(), window.id(), Deadline::after(1s)),
            x11::Pong::unsupported);
}

}  // namespace
}  // namespace eyehand
