#include "tests/support/test_window.hpp"

#include "x11/xlib.hpp"

namespace eyehand::test {

TestWindow::TestWindow(const std::string& display, const Options& options) : connection_(display) {
  ::Display* x = connection_.xlib();
  // Uses up the IDs of this process's earlier windows, with which a new connection starts again.
  static int windows_made = 0;
  for (int used = windows_made++; used > 0; --used)
    XFreePixmap(x, XCreatePixmap(x, connection_.root(), 1, 1, 1));
  const x11::Rect& place = options.place;
  XSetWindowAttributes attributes{};
  attributes.background_pixel = options.colour;
  attributes.override_redirect = options.is_popup;
  id_ = XCreateWindow(x, options.parent ? options.parent : connection_.root(), place.x, place.y,
                      static_cast<unsigned>(place.width), static_cast<unsigned>(place.height),
                      static_cast<unsigned>(options.border), CopyFromParent, InputOutput, nullptr,
                      CWBackPixel | CWOverrideRedirect, &attributes);
  XStoreName(x, id_, options.title.c_str());
  std::string class_name = options.class_name;
  XClassHint hint{class_name.data(), class_name.data()};
  XSetClassHint(x, id_, &hint);
  XSizeHints place_hints{};
  place_hints.flags = USPosition | USSize;
  XSetWMNormalHints(x, id_, &place_hints);
  XMapWindow(x, id_);
  connection_.sync();
}

void TestWindow::fill(const x11::Rect& area, unsigned long colour) {
  ::Display* x = connection_.xlib();
  GC gc = XCreateGC(x, id_, 0, nullptr);
  XSetForeground(x, gc, colour);
  XFillRectangle(x, id_, gc, area.x, area.y, static_cast<unsigned>(area.width),
                 static_cast<unsigned>(area.height));
  XFreeGC(x, gc);
  connection_.sync();
}

void TestWindow::move(ScreenPoint to) {
  XMoveWindow(connection_.xlib(), id_, to.x, to.y);
  connection_.sync();
}

void TestWindow::resize(x11::Size to) {
  XResizeWindow(connection_.xlib(), id_, static_cast<unsigned>(to.width),
                static_cast<unsigned>(to.height));
  connection_.sync();
}

void TestWindow::map() {
  XMapWindow(connection_.xlib(), id_);
  connection_.sync();
}

void TestWindow::unmap() {
  XUnmapWindow(connection_.xlib(), id_);
  connection_.sync();
}

void TestWindow::minimise() {
  XIconifyWindow(connection_.xlib(), id_, 0);
  connection_.sync();
}

void TestWindow::destroy() {
  XDestroyWindow(connection_.xlib(), id_);
  connection_.sync();
}

}  // namespace eyehand::test
