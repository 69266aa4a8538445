#include "x11/window_snapshot.hpp"

#include <algorithm>

namespace eyehand::x11 {

WindowSnapshot::WindowSnapshot(XcbConnection& xcb, WindowId window)
    : xcb_(xcb),
      window_(static_cast<xcb_window_t>(window)),
      unmapped_(xcb_generate_id(xcb.xcb())),
      ancestry_(ancestry(window_)) {
  xcb_create_window(xcb.xcb(), 0, unmapped_, xcb.root(), 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                    XCB_COPY_FROM_PARENT, 0, nullptr);
}

WindowSnapshot::~WindowSnapshot() {
  xcb_destroy_window(xcb_.xcb(), unmapped_);
}

std::optional<WindowSnapshot::State> WindowSnapshot::take(const Query& query) {
  std::optional<State> seen = ask(query);
  const auto is_all_on_top = [&] {
    return !seen || std::find(seen->is_on_top.begin(), seen->is_on_top.end(), false) ==
                        seen->is_on_top.end();
  };
  if (is_all_on_top()) return seen;
  // The window may have been reparented into another frame.
  std::vector<xcb_window_t> now = ancestry(window_);
  if (now == ancestry_) return seen;
  ancestry_ = std::move(now);
  return ask(query);
}

std::optional<WindowSnapshot::State> WindowSnapshot::ask(const Query& query) {
  xcb_connection_t* xcb = xcb_.xcb();
  const xcb_window_t root = xcb_.root();
  const auto geometry = xcb_get_geometry(xcb, window_), of_root = xcb_get_geometry(xcb, root);
  xcb_grab_pointer_cookie_t pointer_grab{};
  if (query.pointer_grab)
    pointer_grab = xcb_grab_pointer(xcb, 0, unmapped_, 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC,
                                    XCB_NONE, XCB_NONE, XCB_CURRENT_TIME);
  xcb_grab_keyboard_cookie_t keyboard_grab{};
  xcb_get_input_focus_cookie_t focus{};
  if (query.keyboard) {
    keyboard_grab = xcb_grab_keyboard(xcb, 0, unmapped_, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC,
                                      XCB_GRAB_MODE_ASYNC);
    focus = xcb_get_input_focus(xcb);
  }
  // The server descends by the same rules by which it delivers button presses: mapped, and within
  // the window's shape and input shape.
  std::vector<xcb_translate_coordinates_cookie_t> steps;
  for (const ScreenPoint point : query.points)
    for (std::size_t level = 0; level < ancestry_.size(); ++level)
      steps.push_back(xcb_translate_coordinates(xcb, root, level == 0 ? root : ancestry_[level - 1],
                                                static_cast<std::int16_t>(point.x),
                                                static_cast<std::int16_t>(point.y)));
  // Relative to the window, the pointer's position gives the window's own as well.
  const auto pointer_query = xcb_query_pointer(xcb, window_);
  // Last: if the server served others in the middle, a window that was hidden meanwhile, and then
  // moved by its manager, is reported as hidden.
  const auto attributes = xcb_get_window_attributes(xcb, window_);

  const auto its_attributes = reply_to(xcb_, attributes, xcb_get_window_attributes_reply);
  const auto its_geometry = reply_to(xcb_, geometry, xcb_get_geometry_reply);
  const auto screen = reply_to(xcb_, of_root, xcb_get_geometry_reply);
  State seen;
  xcb_window_t focused = 0;
  if (query.pointer_grab)
    if (const auto grab = reply_to(xcb_, pointer_grab, xcb_grab_pointer_reply))
      seen.is_pointer_grabbed = grab->status == XCB_GRAB_STATUS_ALREADY_GRABBED;
  if (query.keyboard) {
    if (const auto grab = reply_to(xcb_, keyboard_grab, xcb_grab_keyboard_reply))
      seen.is_keyboard_grabbed = grab->status == XCB_GRAB_STATUS_ALREADY_GRABBED;
    if (const auto holder = reply_to(xcb_, focus, xcb_get_input_focus_reply))
      focused = holder->focus;
  }
  auto step = steps.begin();
  for (std::size_t point = 0; point < query.points.size(); ++point) {
    bool is_on_top = !ancestry_.empty();
    for (const xcb_window_t level : ancestry_) {
      const auto found = reply_to(xcb_, *step++, xcb_translate_coordinates_reply);
      is_on_top = is_on_top && found && found->child == level;
    }
    seen.is_on_top.push_back(is_on_top);
  }
  const auto its_pointer = reply_to(xcb_, pointer_query, xcb_query_pointer_reply);

  xcb_.check();
  if (!its_attributes || !its_geometry || !its_pointer || !screen) return {};

  seen.is_viewable = its_attributes->map_state == XCB_MAP_STATE_VIEWABLE;
  seen.on_root = {its_pointer->root_x - its_pointer->win_x,
                  its_pointer->root_y - its_pointer->win_y, its_geometry->width,
                  its_geometry->height};
  seen.screen = {0, 0, screen->width, screen->height};
  seen.pointer = {{its_pointer->root_x, its_pointer->root_y},
                  its_pointer->mask >> 8 & 31U,
                  its_pointer->mask & (kShift | kControl | kAlt | kSuper)};
  if (query.keyboard) seen.has_keyboard = has_keyboard(focused, seen.pointer);
  return seen;
}

bool WindowSnapshot::has_keyboard(xcb_window_t focus, const Pointer& pointer) {
  if (focus == XCB_INPUT_FOCUS_POINTER_ROOT) {
    const auto seen = take({.points = {pointer.at}});
    return seen && seen->is_on_top.front();
  }
  if (focus == XCB_NONE || focus == xcb_.root()) return false;
  // Toolkits focus a window of their own inside the top-level one.
  const std::vector<xcb_window_t> levels = ancestry(focus);
  return std::find(levels.begin(), levels.end(), window_) != levels.end();
}

/// Empty if the window is gone.
std::vector<xcb_window_t> WindowSnapshot::ancestry(xcb_window_t window) {
  std::vector<xcb_window_t> upwards;
  while (true) {
    const auto tree = reply_to(xcb_, xcb_query_tree(xcb_.xcb(), window), xcb_query_tree_reply);
    if (!tree) return {};
    upwards.push_back(window);
    if (tree->parent == tree->root || tree->parent == XCB_NONE)
      return {upwards.rbegin(), upwards.rend()};
    window = tree->parent;
  }
}

}  // namespace eyehand::x11
