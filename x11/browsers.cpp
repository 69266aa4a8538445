#include "x11/browsers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace eyehand::x11 {
namespace {

/// The second part of WM_CLASS, in lower case, or its beginning up to a hyphen ("chromium-browser",
/// "firefox-esr", "google-chrome-beta").
constexpr std::array<std::string_view, 17> kClasses = {
    "brave-browser", "chrome",        "chromium",  "epiphany",           "falkon",
    "firefox",       "google-chrome", "konqueror", "librewolf",          "microsoft-edge",
    "midori",        "navigator",     "opera",     "org.gnome.epiphany", "qutebrowser",
    "vivaldi",       "waterfox",
};

/// What they write after the page's title.
constexpr std::array<std::string_view, 22> kSuffixes = {
    " - Brave",
    " - Brave (Private)",
    " - Chromium",
    " - Chromium (Incognito)",
    " - Falkon",
    " - Google Chrome",
    " - Google Chrome (Incognito)",
    " - Konqueror",
    " - LibreWolf",
    " - Microsoft Edge",
    " - Microsoft\u200b Edge",
    " - Midori",
    " - Opera",
    " - Vivaldi",
    " - Waterfox",
    " - qutebrowser",
    " \u2014 Konqueror",
    " \u2014 LibreWolf",
    " \u2014 Mozilla Firefox",
    " \u2014 Mozilla Firefox Private Browsing",
    " \u2014 Mozilla Firefox (Private Browsing)",
    " \u2014 Waterfox",
};

}  // namespace

bool is_browser(const WindowInfo& window) {
  std::string name = window.class_name;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(kClasses.begin(), kClasses.end(), [&](std::string_view known) {
    return name.starts_with(known) && (name.size() == known.size() || name[known.size()] == '-');
  });
}

std::string page_title(const WindowInfo& window) {
  if (is_browser(window))
    for (const std::string_view suffix : kSuffixes)
      if (window.title.ends_with(suffix))
        return window.title.substr(0, window.title.size() - suffix.size());
  return window.title;
}

}  // namespace eyehand::x11
