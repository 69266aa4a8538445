// A plain window for tests: to capture, to cover others with, and to misbehave.
#pragma once

#include <string>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::test {

/// It has its own connection, as another program would. Every function returns when the server has
/// processed the request (a window manager may take longer). No two windows of a process have the
/// same ID, even one after the other: a window manager that has not noticed the end of the first
/// would mistake the second for it and give it the size of the first.
class TestWindow {
 public:
  struct Options {
    x11::Rect place{100, 100, 400, 300};
    std::string title = "Test";
    std::string class_name = "Test";
    unsigned long colour = 0x336699;  ///< 0xRRGGBB
    bool is_popup = false;            ///< override-redirect: ignored by window managers
    x11::WindowId parent = 0;         ///< 0: the root
    int border = 0;
  };

  TestWindow(const std::string& display, const Options& options);
  x11::WindowId id() const { return id_; }

  void fill(const x11::Rect& area, unsigned long colour);
  void move(ScreenPoint to);
  void resize(x11::Size to);
  void map();
  void unmap();
  void minimise();
  void destroy();

 private:
  x11::Connection connection_;
  x11::WindowId id_;
};

}  // namespace eyehand::test
