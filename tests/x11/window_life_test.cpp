#include "x11/window_life.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "tests/support/desktop.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
#include "x11/xlib.hpp"

namespace eyehand::x11 {
namespace {

using test::Desktop;
using test::WithManager;

/// A program with one window; the next program's window has the same ID.
class Program {
 public:
  explicit Program(const std::string& display) : connection_(display) {
    window_ =
        XCreateSimpleWindow(connection_.xlib(), connection_.root(), 10, 10, 100, 100, 0, 0, 0);
    connection_.sync();
  }
  WindowId window() const { return window_; }

 private:
  Connection connection_;
  WindowId window_;
};

TEST(WindowLifeTest, EndsWhenTheWindowIsDestroyed) {
  Desktop desktop(WithManager::no);
  std::optional<Program> program(std::in_place, desktop.display());
  WindowLife life(desktop.display(), program->window());
  EXPECT_FALSE(life.is_over());
  program.reset();
  EXPECT_TRUE(desktop.eventually([&] { return life.is_over(); }));
}

TEST(WindowLifeTest, IsNotRevivedByAnotherWindowWithTheSameId) {
  Desktop desktop(WithManager::no);
  std::optional<Program> program(std::in_place, desktop.display());
  const WindowId id = program->window();
  WindowLife life(desktop.display(), id);
  program.reset();
  ASSERT_TRUE(desktop.eventually([&] { return !describe(desktop.connection(), id); }));
  const Program next(desktop.display());
  ASSERT_EQ(next.window(), id) << "the server does not give ids again";
  EXPECT_TRUE(life.is_over());
  EXPECT_FALSE(WindowLife(desktop.display(), id).is_over());
}

TEST(WindowLifeTest, HasEndedForAWindowThatNeverExisted) {
  const Desktop desktop(WithManager::no);
  EXPECT_TRUE(WindowLife(desktop.display(), 0x1234567).is_over());
}

}  // namespace
}  // namespace eyehand::x11
