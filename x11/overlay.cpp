#include "x11/overlay.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "puzzle/error.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/Xlib.h>
#include <X11/extensions/shape.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::x11 {
namespace {

constexpr std::uint32_t kAlpha = 0xff000000;
/// Nothing else is held down, but Caps and Num may be locked. Window managers use the key with
/// other modifiers, which would make the server refuse to grab it with any.
constexpr unsigned kLocks[] = {0, LockMask, Mod2Mask, LockMask | Mod2Mask};

/// The server's pixel for a colour; black if it has none left.
unsigned long pixel_of(Connection& connection, std::uint32_t colour) {
  ::Display* display = connection.xlib();
  const int screen = DefaultScreen(display);
  const auto channel = [&](unsigned shift) {
    return static_cast<unsigned short>((colour >> shift & 255U) * 257);
  };
  XColor wanted{};
  wanted.red = channel(16);
  wanted.green = channel(8);
  wanted.blue = channel(0);
  return XAllocColor(display, DefaultColormap(display, screen), &wanted)
             ? wanted.pixel
             : BlackPixel(display, screen);
}

}  // namespace

bool Overlay::is_supported(Connection& connection) {
  int event = 0, error = 0, major = 0, minor = 0;
  return XShapeQueryExtension(connection.xlib(), &event, &error) &&
         XShapeQueryVersion(connection.xlib(), &major, &minor) &&
         (major > 1 || (major == 1 && minor >= 1));
}

Overlay::Overlay(Connection& connection) : connection_(connection) {
  if (!is_supported(connection))
    throw Error("the X server has no Shape extension, so nothing can be shown over a window.");
  XSetWindowAttributes attributes{};
  attributes.override_redirect = 1;
  window_ = XCreateWindow(connection.xlib(), connection.root(), 0, 0, 1, 1, 0, CopyFromParent,
                          InputOutput, CopyFromParent, CWOverrideRedirect, &attributes);
  XStoreName(connection.xlib(), window_, "Eyehand's hint");
  XShapeCombineRectangles(connection.xlib(), window_, ShapeInput, 0, 0, nullptr, 0, ShapeSet, 0);
}

Overlay::~Overlay() {
  if (connection_.lost()) return;
  XDestroyWindow(connection_.xlib(), window_);
  XFlush(connection_.xlib());
}

void Overlay::set_picture(Size size, std::span<const std::uint32_t> pixels) {
  ::Display* display = connection_.xlib();
  const int screen = DefaultScreen(display);
  const auto width = static_cast<unsigned>(size.width), height = static_cast<unsigned>(size.height);
  const std::size_t row = width, bytes_per_row = (row + 7) / 8;

  const XPtr<XImage> image(XCreateImage(display, DefaultVisual(display, screen),
                                        static_cast<unsigned>(DefaultDepth(display, screen)),
                                        ZPixmap, 0, nullptr, width, height, 32, 0));
  std::vector<char> data(static_cast<std::size_t>(image->bytes_per_line) * height);
  image->data = data.data();
  std::vector<char> is_there(bytes_per_row * height);
  std::map<std::uint32_t, unsigned long> colours;
  for (std::size_t i = 0; i < row * height; ++i) {
    const std::uint32_t pixel = pixels[i];
    if ((pixel & kAlpha) == 0) continue;
    const std::size_t x = i % row, y = i / row;
    is_there[y * bytes_per_row + x / 8] |= static_cast<char>(1 << x % 8);
    auto colour = colours.find(pixel);
    if (colour == colours.end())
      colour = colours.emplace(pixel, pixel_of(connection_, pixel)).first;
    XPutPixel(image.get(), static_cast<int>(x), static_cast<int>(y), colour->second);
  }

  const Pixmap picture = XCreatePixmap(display, window_, width, height,
                                       static_cast<unsigned>(DefaultDepth(display, screen)));
  const GC gc = XCreateGC(display, picture, 0, nullptr);
  XPutImage(display, picture, gc, image.get(), 0, 0, 0, 0, width, height);
  XFreeGC(display, gc);
  const Pixmap shape = XCreateBitmapFromData(display, window_, is_there.data(), width, height);
  XResizeWindow(display, window_, width, height);
  XSetWindowBackgroundPixmap(display, window_, picture);
  XShapeCombineMask(display, window_, ShapeBounding, 0, 0, shape, ShapeSet);
  XClearWindow(display, window_);
  XFreePixmap(display, shape);
  XFreePixmap(display, picture);
  XFlush(display);
}

void Overlay::show_at(ScreenPoint top_left) {
  XMoveWindow(connection_.xlib(), window_, top_left.x, top_left.y);
  if (!is_shown_) XMapRaised(connection_.xlib(), window_);
  is_shown_ = true;
  XFlush(connection_.xlib());
}

void Overlay::hide() {
  if (is_shown_) XUnmapWindow(connection_.xlib(), window_);
  is_shown_ = false;
  XFlush(connection_.xlib());
}

ScreenPoint least_hiding(Size picture, const Rect& board, const Rect& window, const Rect& screen) {
  const int width = picture.width, height = picture.height;
  const auto hidden = [&](ScreenPoint at) {
    const auto area = [&](const Rect& of) {
      const Rect both = intersection({at.x, at.y, width, height}, of);
      return static_cast<long long>(both.width) * both.height;
    };
    return std::pair(area(board), area(window));
  };
  std::array<ScreenPoint, 4> places = {{{window.x, window.y + window.height},
                                        {window.x, window.y - height},
                                        {window.x + window.width, window.y},
                                        {window.x - width, window.y}}};
  for (auto& [x, y] : places) {
    x = std::clamp(x, screen.x, std::max(screen.x, screen.x + screen.width - width));
    y = std::clamp(y, screen.y, std::max(screen.y, screen.y + screen.height - height));
  }
  return *std::ranges::min_element(places, {}, hidden);
}

KeyGrab::KeyGrab(Connection& connection, const char* key) : connection_(connection) {
  code_ = XKeysymToKeycode(connection.xlib(), XStringToKeysym(key));
  ErrorTrap trap(connection);
  for (const unsigned locks : kLocks)
    XGrabKey(connection.xlib(), code_, locks, connection.root(), 0, GrabModeAsync, GrabModeAsync);
  holds_ = code_ != 0 && !trap.failed();
}

KeyGrab::~KeyGrab() {
  if (connection_.lost()) return;
  ErrorTrap trap(connection_);
  for (const unsigned locks : kLocks)
    XUngrabKey(connection_.xlib(), code_, locks, connection_.root());
}

bool KeyGrab::was_pressed() {
  bool pressed = false;
  XEvent event;
  while (XCheckMaskEvent(connection_.xlib(), KeyPressMask | KeyReleaseMask, &event))
    pressed =
        pressed || (event.type == KeyPress && event.xkey.keycode == static_cast<unsigned>(code_));
  return pressed;
}

}  // namespace eyehand::x11
