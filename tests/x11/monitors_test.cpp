#include "x11/monitors.hpp"

#include <gtest/gtest.h>

#include "tests/support/desktop.hpp"
#include "tests/support/monitors.hpp"

namespace eyehand {
namespace {

using test::add_monitor;
using test::Desktop;
using test::WithManager;

TEST(Monitors, OneIsNotNamed) {
  Desktop desktop(WithManager::no);
  EXPECT_EQ(x11::monitors_of(desktop.connection(), {0, 0, 100, 100}), "");
}

TEST(Monitors, ThoseThatShowAWindowAreNamedTheFullestFirst) {
  Desktop desktop(WithManager::no, {2000, 1000});
  x11::Connection& connection = desktop.connection();
  add_monitor(connection, "LEFT", {0, 0, 800, 1000}, false);
  add_monitor(connection, "RIGHT", {800, 0, 1200, 1000}, true);
  const auto all = x11::monitors(connection);
  ASSERT_GE(all.size(), 2u);
  EXPECT_EQ(all.front().name, "RIGHT");
  EXPECT_EQ(all.front().place, (x11::Rect{800, 0, 1200, 1000}));
  EXPECT_EQ(x11::monitors_of(connection, {100, 100, 300, 300}).substr(0, 4), "LEFT");
  EXPECT_EQ(x11::monitors_of(connection, {1000, 100, 300, 300}).substr(0, 5), "RIGHT");
  const std::string both = x11::monitors_of(connection, {700, 100, 400, 300});
  EXPECT_EQ(both.substr(0, 14), "RIGHT and LEFT") << both;
}

TEST(Connection, TheScreenIsAsLargeAsItIsNow) {
  Desktop desktop(WithManager::no, {1280, 1024});
  x11::Connection user(desktop.display());
  test::resize_screen(user, {800, 600});
  EXPECT_EQ(desktop.connection().screen(), (x11::Rect{0, 0, 800, 600}));
}

}  // namespace
}  // namespace eyehand
