#include "vision/capture.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "vision/pixels.hpp"
#include "vision/screen_image.hpp"
#include "x11/interruption.hpp"
#include "x11/ping.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/extensions/Xcomposite.h>
#include <X11/extensions/Xdamage.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand {
namespace {

using std::chrono::milliseconds;
using Clock = Deadline::Clock;

/// A window's place and kind, as of one moment.
struct Placement {
  x11::Rect on_root;
  int border = 0;
  int depth = 0;
  bool viewable = false;
  PixelLayout masks;
};

std::optional<Placement> placement(x11::Connection& connection, x11::WindowId window) {
  x11::ErrorTrap trap(connection);
  XWindowAttributes a{};
  if (!XGetWindowAttributes(connection.xlib(), window, &a)) return {};
  Placement p;
  p.on_root = {0, 0, a.width, a.height};
  Window child = 0;
  if (!XTranslateCoordinates(connection.xlib(), window, connection.root(), 0, 0, &p.on_root.x,
                             &p.on_root.y, &child))
    return {};
  p.border = a.border_width;
  p.depth = a.depth;
  p.viewable = a.map_state == IsViewable;
  p.masks.red_mask = static_cast<std::uint32_t>(a.visual->red_mask);
  p.masks.green_mask = static_cast<std::uint32_t>(a.visual->green_mask);
  p.masks.blue_mask = static_cast<std::uint32_t>(a.visual->blue_mask);
  return p;
}

/// Whether anything on the screen overlaps the window: the mapped windows above it and above each
/// of its ancestors. One round trip per window above. Shapes are ignored, so it may be true when
/// only the corner of a round window would be in the way.
bool is_covered(x11::Connection& connection, x11::WindowId window, const x11::Rect& on_root) {
  ::Display* display = connection.xlib();
  x11::ErrorTrap trap(connection);
  while (true) {
    Window root = 0, parent = 0, *list = nullptr;
    unsigned count = 0;
    if (!XQueryTree(display, window, &root, &parent, &list, &count)) return true;
    if (list) XFree(list);
    if (parent == 0) return false;
    Window grandparent = 0;
    if (!XQueryTree(display, parent, &root, &grandparent, &list, &count)) return true;
    const std::vector<Window> siblings(list, list + count);  // bottom to top
    if (list) XFree(list);
    const auto self = std::find(siblings.begin(), siblings.end(), window);
    if (self == siblings.end()) return true;
    for (auto above = self + 1; above != siblings.end(); ++above) {
      XWindowAttributes a{};
      x11::Rect place;
      Window child = 0;
      if (!XGetWindowAttributes(display, *above, &a) || a.map_state != IsViewable ||
          a.c_class == InputOnly)
        continue;
      if (!XTranslateCoordinates(display, *above, connection.root(), -a.border_width,
                                 -a.border_width, &place.x, &place.y, &child))
        continue;
      place.width = a.width + 2 * a.border_width;
      place.height = a.height + 2 * a.border_width;
      if (!intersection(place, on_root).empty()) return true;
    }
    window = parent;
  }
}

cv::Rect to_cv(const x11::Rect& r) {
  return {r.x, r.y, r.width, r.height};
}

bool equal(const cv::Mat& a, const cv::Mat& b) {
  if (a.size() != b.size() || a.type() != b.type()) return false;
  const std::size_t row = static_cast<std::size_t>(a.cols) * a.elemSize();
  for (int y = 0; y < a.rows; ++y)
    if (std::memcmp(a.ptr(y), b.ptr(y), row) != 0) return false;
  return true;
}

milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

// How often the window is polled without XDamage.
constexpr milliseconds kPollInterval{10};
// Time for a program to draw what another window or the screen's edge hid before.
const StillnessOptions kRedraw{
    .quiet = milliseconds(40), .reaction = milliseconds(500), .limit = milliseconds(1000)};

}  // namespace

struct WindowSource::Parts {
  Parts(x11::Connection& c, x11::WindowId w) : connection(c), window(w), image(c) {}

  void redirect();
  std::optional<Capture> try_capture();
  std::optional<cv::Mat> pixels(const Placement& now, const x11::Rect& area);
  bool take_damage(const cv::Rect& area);
  bool area_changed(const cv::Rect& area);

  x11::Connection& connection;
  x11::WindowId window;
  ScreenImage image;
  bool has_composite = false;
  int damage_event = 0;  ///< 0: no XDamage
  Damage damage = 0;
  /// What was hidden before the redirection has no contents until the program draws it.
  bool awaits_redraw = false;
  cv::Mat last_seen;  ///< the window as of the last capture() or sample
};

// Has the server keep the window's whole contents apart from the screen. That exposes what was
// hidden until now, which an Expose event reports.
void WindowSource::Parts::redirect() {
  ::Display* display = connection.xlib();
  x11::ErrorTrap trap(connection);
  int event = 0, error = 0, major = 0, minor = 4;
  if (XDamageQueryExtension(display, &event, &error)) {
    int damage_major = 1, damage_minor = 1;
    XDamageQueryVersion(display, &damage_major, &damage_minor);
    damage = XDamageCreate(display, window, XDamageReportDeltaRectangles);
    damage_event = event + XDamageNotify;
  }
  if (XCompositeQueryExtension(display, &event, &error) &&
      XCompositeQueryVersion(display, &major, &minor) && (major > 0 || minor >= 2)) {
    XSelectInput(display, window, ExposureMask);
    XCompositeRedirectWindow(display, window, CompositeRedirectAutomatic);
    XSelectInput(display, window, NoEventMask);
    has_composite = !trap.failed();
    XEvent expose;
    while (XCheckWindowEvent(display, window, ExposureMask, &expose)) awaits_redraw = true;
  }
}

std::optional<cv::Mat> WindowSource::Parts::pixels(const Placement& now, const x11::Rect& area) {
  ::Display* display = connection.xlib();
  PixelLayout layout = now.masks;
  std::optional<RawPixels> raw;
  if (has_composite) {
    // The pixmap is named each time, for it belongs to one size of the window.
    x11::ErrorTrap trap(connection);
    const Pixmap pixmap = XCompositeNameWindowPixmap(display, window);
    raw = image.fetch(pixmap, now.depth,
                      {area.x + now.border, area.y + now.border, area.width, area.height});
    XFreePixmap(display, pixmap);
    if (!raw) return {};
    layout.bits_per_pixel = raw->bits_per_pixel;
    return to_bgr(raw->data, {area.width, area.height}, raw->bytes_per_line, layout);
  }
  cv::Mat whole(area.height, area.width, CV_8UC3, cv::Scalar::all(0));
  const x11::Rect wanted{now.on_root.x + area.x, now.on_root.y + area.y, area.width, area.height};
  const x11::Rect there = intersection(wanted, connection.screen());
  if (there.empty()) return whole;
  raw = image.fetch(connection.root(), DefaultDepth(display, DefaultScreen(display)), there);
  if (!raw) return {};
  layout.bits_per_pixel = raw->bits_per_pixel;
  to_bgr(raw->data, {there.width, there.height}, raw->bytes_per_line, layout)
      .copyTo(whole({there.x - wanted.x, there.y - wanted.y, there.width, there.height}));
  return whole;
}

/// Consumes all damage reported so far; whether any of it was in the area (empty: anywhere).
bool WindowSource::Parts::take_damage(const cv::Rect& area) {
  if (!damage_event) return true;
  const auto is_ours = [](::Display*, XEvent* event, XPointer of) {
    const auto* self = reinterpret_cast<const Parts*>(of);
    return static_cast<int>(event->type == self->damage_event &&
                            reinterpret_cast<XDamageNotifyEvent*>(event)->damage == self->damage);
  };
  bool any = false, touched = false;
  XEvent event;
  while (XCheckIfEvent(connection.xlib(), &event, is_ours, reinterpret_cast<XPointer>(this))) {
    const XRectangle& r = reinterpret_cast<XDamageNotifyEvent*>(&event)->area;
    touched = touched || area.empty() || !(area & cv::Rect(r.x, r.y, r.width, r.height)).empty();
    any = true;
  }
  if (any) {
    // What is damaged again before the server clears the damage is not reported twice. The round
    // trip ensures that it happened before now, so that whoever samples the window or reads the
    // clock next accounts for it.
    x11::ErrorTrap trap(connection);
    XDamageSubtract(connection.xlib(), damage, 0, 0);
    XSync(connection.xlib(), 0);
  }
  return touched;
}

/// Whether the area has changed since the last capture or sample; takes a sample.
bool WindowSource::Parts::area_changed(const cv::Rect& area) {
  const auto now = placement(connection, window);
  if (!now || !now->viewable) return true;
  const cv::Size size(now->on_root.width, now->on_root.height);
  cv::Rect wanted = cv::Rect({0, 0}, size);
  if (!area.empty()) wanted &= area;
  if (wanted.empty()) return false;
  const auto seen = pixels(*now, {wanted.x, wanted.y, wanted.width, wanted.height});
  if (!seen) return true;
  if (last_seen.size() != size) {
    last_seen = cv::Mat(size, CV_8UC3, cv::Scalar::all(0));
    seen->copyTo(last_seen(wanted));
    return true;
  }
  if (equal(*seen, last_seen(wanted))) return false;
  seen->copyTo(last_seen(wanted));
  return true;
}

/// Nothing if the window changed its place or size meanwhile.
std::optional<Capture> WindowSource::Parts::try_capture() {
  const auto before = placement(connection, window);
  if (!before) return Capture{CaptureStatus::window_gone, {}};
  if (!before->viewable) return Capture{CaptureStatus::not_viewable, {}};
  const x11::Rect& place = before->on_root;
  const auto covered = [&] { return !has_composite && is_covered(connection, window, place); };
  const bool was_covered = covered();
  auto picture = pixels(*before, {0, 0, place.width, place.height});
  const auto after = placement(connection, window);
  if (!picture || !after || after->on_root != place || !after->viewable) return {};
  if (was_covered || covered()) return Capture{CaptureStatus::covered, {}};
  x11::Rect part = intersection(place, connection.screen());
  if (!part.empty()) part = {part.x - place.x, part.y - place.y, part.width, part.height};
  return Capture{CaptureStatus::good, {std::move(*picture), {place.x, place.y}, to_cv(part)}};
}

WindowSource::WindowSource(x11::Connection& connection, x11::WindowId window)
    : parts_(std::make_unique<Parts>(connection, window)) {
  parts_->redirect();
  connection.check();
}

WindowSource::~WindowSource() {
  ::Display* display = parts_->connection.xlib();
  x11::ErrorTrap trap(parts_->connection);
  if (parts_->damage) XDamageDestroy(display, parts_->damage);
  if (parts_->has_composite)
    XCompositeUnredirectWindow(display, parts_->window, CompositeRedirectAutomatic);
}

Capture WindowSource::capture() {
  if (parts_->awaits_redraw) {
    const auto redraw = wait_until_still(kRedraw);
    // A program that always moves is never still, but has answered, and drawn.
    if (redraw.changed) parts_->awaits_redraw = false;
  }
  for (int attempt = 0; attempt < 20; ++attempt) {
    parts_->take_damage({});
    auto capture = parts_->try_capture();
    parts_->connection.check();
    if (!capture) continue;
    if (capture->status != CaptureStatus::good) return *capture;
    parts_->last_seen = capture->frame.image.clone();
    if (parts_->awaits_redraw) return {CaptureStatus::covered, {}};
    return *capture;
  }
  // It never comes to rest, as when the user drags it about.
  return {CaptureStatus::not_viewable, {}};
}

StillnessReport WindowSource::wait_until_still(const StillnessOptions& options) {
  const auto start = Clock::now();
  const Deadline limit(start + options.limit);
  StillnessReport report;
  const auto ended = [&](Stillness how) {
    report.stillness = x11::interruption() ? Stillness::interrupted : how;
    report.waited = since(start);
    return report;
  };
  if (options.ask_program &&
      x11::ping(parts_->connection, parts_->window, limit) == x11::Pong::silent) {
    return ended(placement(parts_->connection, parts_->window) ? Stillness::limit_reached
                                                               : Stillness::window_gone);
  }
  auto last_change = Clock::now();
  const auto reaction_ends = last_change + options.reaction;
  while (true) {
    if (parts_->take_damage(options.area) && parts_->area_changed(options.area)) {
      report.changed = true;
      last_change = Clock::now();
    }
    const auto now = Clock::now();
    auto still_at = last_change + options.quiet;
    if (!report.changed) still_at = std::max(still_at, reaction_ends);
    const auto place = placement(parts_->connection, parts_->window);
    parts_->connection.check();
    if (!place) return ended(Stillness::window_gone);
    if (!place->viewable) return ended(Stillness::not_viewable);
    if (x11::interruption()) return ended(Stillness::interrupted);
    if (now >= still_at) return ended(Stillness::still);
    if (limit.passed()) return ended(Stillness::limit_reached);
    Deadline next(std::min(still_at, start + options.limit));
    if (!parts_->damage_event) next = next.at_most(kPollInterval);
    parts_->connection.wait_for_events(next);
  }
}

cv::Mat WindowSource::sample(const cv::Rect& area) {
  const auto now = placement(parts_->connection, parts_->window);
  if (!now || !now->viewable) return {};
  const cv::Rect there = area & cv::Rect(0, 0, now->on_root.width, now->on_root.height);
  if (there != area || area.empty()) return {};
  return parts_->pixels(*now, {area.x, area.y, area.width, area.height}).value_or(cv::Mat());
}

x11::WindowId WindowSource::window() const {
  return parts_->window;
}
bool WindowSource::uses_composite() const {
  return parts_->has_composite;
}
bool WindowSource::uses_shared_memory() const {
  return parts_->image.is_shared();
}
bool WindowSource::uses_damage() const {
  return parts_->damage_event != 0;
}

}  // namespace eyehand
