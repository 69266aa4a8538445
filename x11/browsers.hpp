// Web browsers' windows, whose titles are the page's and then the browser's name.
#pragma once

#include <string>

#include "x11/windows.hpp"

namespace eyehand::x11 {

/// Whether the window is a web browser's, by its class; also one that shows a page as an app.
bool is_browser(const WindowInfo& window);

/// The title of the page that a browser's window shows: the window's without " - Chromium",
/// " — Mozilla Firefox" and the like at its end. That of any other window is the whole title.
std::string page_title(const WindowInfo& window);

}  // namespace eyehand::x11
