#include "x11/windows.hpp"

#include <regex.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "x11/browsers.hpp"
#include "x11/properties.hpp"
#include "x11/xlib.hpp"

namespace eyehand::x11 {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

constexpr std::size_t kMaxPatternBytes = 256, kMaxRepetitions = 1000;

/// Compiling expands repetitions, including nested ones: `((x{200}){200}){200}` would take all
/// memory.
void check_size(const std::string& pattern) {
  std::size_t repetitions = 1;
  for (auto brace = pattern.find('{'); brace != std::string::npos;
       brace = pattern.find('{', brace + 1)) {
    std::size_t number = 0, most = 1;
    for (std::size_t i = brace + 1; i < pattern.size() && pattern[i] != '}'; ++i) {
      const bool is_digit = pattern[i] >= '0' && pattern[i] <= '9';
      number = is_digit ? std::min<std::size_t>(
                              10 * number + static_cast<std::size_t>(pattern[i] - '0'), 100'000)
                        : 0;
      most = std::max(most, number);
    }
    repetitions = std::min<std::size_t>(repetitions * most, 100'000);
  }
  if (pattern.size() > kMaxPatternBytes || repetitions > kMaxRepetitions)
    throw Error("'" + pattern.substr(0, 40) +
                "...' is too large a pattern for a window's title; the limits are " +
                std::to_string(kMaxPatternBytes) + " characters, and " +
                std::to_string(kMaxRepetitions) + " for the product of the numbers in braces.");
}

/// A POSIX regular expression: the standard library's overflows the stack on long titles.
class Pattern {
 public:
  explicit Pattern(const std::string& text) {
    check_size(text);
    const int error = regcomp(&compiled_, text.c_str(), REG_EXTENDED | REG_NOSUB);
    if (error == 0) return;
    std::array<char, 128> reason{};
    regerror(error, &compiled_, reason.data(), reason.size());
    throw Error("'" + text +
                "' is not a valid regular expression for a window's title: " + reason.data() + ".");
  }
  ~Pattern() { regfree(&compiled_); }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool is_found_in(const std::string& title) const {
    return regexec(&compiled_, title.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t compiled_{};
};

/// Bottom to top.
std::vector<WindowId> children(Connection& connection, WindowId window) {
  ErrorTrap trap(connection);
  Window root = 0, parent = 0, *list = nullptr;
  unsigned count = 0;
  if (!XQueryTree(connection.xlib(), window, &root, &parent, &list, &count)) return {};
  const XPtr<Window> owner(list);
  return {list, list + count};
}

std::string title_of(Connection& connection, WindowId window) {
  std::string title = text(connection, window, connection.atom("_NET_WM_NAME"));
  return title.empty() ? text(connection, window, XA_WM_NAME) : title;
}

bool is_client(Connection& connection, WindowId window) {
  return !text(connection, window, XA_WM_CLASS).empty() || !title_of(connection, window).empty();
}

/// Without a window manager: the window itself or the first one inside it that a program has named.
/// This also finds windows in the frames of window managers that keep no list.
WindowId named_within(Connection& connection, WindowId window, int depth) {
  ErrorTrap trap(connection);
  XWindowAttributes attributes{};
  if (!XGetWindowAttributes(connection.xlib(), window, &attributes)) return 0;
  if (attributes.c_class != InputOutput || attributes.map_state == IsUnmapped) return 0;
  if (is_client(connection, window)) return attributes.override_redirect ? 0 : window;
  if (depth == 0) return 0;
  const auto within = children(connection, window);
  for (auto child = within.rbegin(); child != within.rend(); ++child)
    if (const WindowId found = named_within(connection, *child, depth - 1)) return found;
  return 0;
}

/// Topmost first.
std::vector<WindowId> client_ids(Connection& connection) {
  std::vector<WindowId> ids;
  if (window_manager(connection)) {
    ids = items(connection, connection.root(), "_NET_CLIENT_LIST_STACKING", XA_WINDOW);
    if (ids.empty()) ids = items(connection, connection.root(), "_NET_CLIENT_LIST", XA_WINDOW);
    std::reverse(ids.begin(), ids.end());
    if (!ids.empty()) return ids;
  }
  const auto tops = children(connection, connection.root());
  for (auto top = tops.rbegin(); top != tops.rend(); ++top)
    if (const WindowId id = named_within(connection, *top, 4)) ids.push_back(id);
  return ids;
}

}  // namespace

std::vector<WindowInfo> list_windows(Connection& connection) {
  std::vector<WindowInfo> windows;
  for (const WindowId id : client_ids(connection))
    if (auto window = describe(connection, id)) windows.push_back(std::move(*window));
  connection.check();
  return windows;
}

std::optional<WindowInfo> describe(Connection& connection, WindowId window) {
  ErrorTrap trap(connection);
  ::Display* display = connection.xlib();
  XWindowAttributes attributes{};
  if (!XGetWindowAttributes(display, window, &attributes)) return {};
  WindowInfo info;
  info.id = window;
  info.viewable = attributes.map_state == IsViewable;
  info.on_root = {0, 0, attributes.width, attributes.height};
  Window child = 0;
  if (!XTranslateCoordinates(display, window, connection.root(), 0, 0, &info.on_root.x,
                             &info.on_root.y, &child))
    return {};
  info.title = title_of(connection, window);
  // WM_CLASS holds two zero-terminated strings.
  const std::string names = text(connection, window, XA_WM_CLASS);
  info.instance = names.c_str();
  if (names.size() > info.instance.size())
    info.class_name = names.c_str() + info.instance.size() + 1;
  const auto pid = items(connection, window, "_NET_WM_PID", XA_CARDINAL);
  if (!pid.empty()) info.pid = static_cast<int>(pid[0]);
  if (trap.failed()) return {};
  return info;
}

bool matches(const WindowInfo& window, const WindowQuery& query) {
  if (query.id && window.id != query.id) return false;
  if (!query.title_part.empty() &&
      lower(window.title).find(lower(query.title_part)) == std::string::npos)
    return false;
  if (!query.class_name.empty() && lower(window.instance) != lower(query.class_name) &&
      lower(window.class_name) != lower(query.class_name))
    return false;
  if (query.is_page && !is_browser(window)) return false;
  return query.title_pattern.empty() ||
         Pattern(query.title_pattern)
             .is_found_in(query.is_page ? page_title(window) : window.title);
}

bool is_dialog_of(Connection& connection, const WindowInfo& other, const WindowInfo& window) {
  if (other.id == window.id || !other.viewable) return false;
  const auto owners = items(connection, other.id, "WM_TRANSIENT_FOR", XA_WINDOW);
  if (std::find(owners.begin(), owners.end(), window.id) != owners.end()) return true;
  const bool is_same_program =
      window.pid != 0 ? other.pid == window.pid : other.class_name == window.class_name;
  if (!is_same_program) return false;
  const auto types = items(connection, other.id, "_NET_WM_WINDOW_TYPE", XA_ATOM);
  return std::find(types.begin(), types.end(), connection.atom("_NET_WM_WINDOW_TYPE_DIALOG")) !=
         types.end();
}

std::vector<WindowInfo> find_windows(Connection& connection, const WindowQuery& query) {
  std::vector<WindowInfo> windows;
  if (query.id) {
    if (auto window = describe(connection, query.id)) windows.push_back(std::move(*window));
  } else {
    windows = list_windows(connection);
  }
  std::erase_if(windows, [&](const WindowInfo& window) { return !matches(window, query); });
  connection.check();
  return windows;
}

std::vector<WindowInfo> find_unmanaged(Connection& connection, const WindowQuery& query) {
  std::vector<WindowInfo> windows;
  const auto tops = children(connection, connection.root());
  for (auto top = tops.rbegin(); top != tops.rend(); ++top) {
    ErrorTrap trap(connection);
    XWindowAttributes attributes{};
    if (!XGetWindowAttributes(connection.xlib(), *top, &attributes)) continue;
    if (!attributes.override_redirect || attributes.map_state != IsViewable) continue;
    auto window = describe(connection, *top);
    if (window && matches(*window, query)) windows.push_back(std::move(*window));
  }
  connection.check();
  return windows;
}

Rect with_frame(Connection& connection, const WindowInfo& window) {
  const auto sides = items(connection, window.id, "_NET_FRAME_EXTENTS", XA_CARDINAL);
  if (sides.size() != 4) return window.on_root;
  constexpr unsigned long kMost = 1000;
  const auto side = [&](std::size_t i) { return static_cast<int>(std::min(sides[i], kMost)); };
  const int left = side(0), right = side(1), top = side(2), bottom = side(3);
  const Rect& inside = window.on_root;
  return {inside.x - left, inside.y - top, inside.width + left + right,
          inside.height + top + bottom};
}

std::optional<std::string> window_manager(Connection& connection) {
  // The property may outlive its window manager; the window that it names, which must have the same
  // property, does not.
  const auto named = items(connection, connection.root(), "_NET_SUPPORTING_WM_CHECK", XA_WINDOW);
  if (named.empty()) return {};
  const auto confirmed = items(connection, named[0], "_NET_SUPPORTING_WM_CHECK", XA_WINDOW);
  if (confirmed != named) return {};
  const std::string name = title_of(connection, named[0]);
  return name.empty() ? "unnamed" : name;
}

}  // namespace eyehand::x11
