// Windows of web browsers, whose titles are the page's title followed by the browser's name.
#pragma once

#include <string>

#include "x11/windows.hpp"

namespace eyehand::x11 {

/// Whether the window's class is that of a web browser, including one that shows a page as an app.
bool is_browser(const WindowInfo& window);

/// The title of the page that a browser's window shows: the window's title without " - Chromium",
/// " — Mozilla Firefox" and the like at its end. For any other window, the whole title.
std::string page_title(const WindowInfo& window);

}  // namespace eyehand::x11
