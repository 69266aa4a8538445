// Xlib without its macros that collide with common words. For source files only, as the last
// include; headers of extensions, which need the macros, go just before it.
#pragma once

// The order matters: Xlib's own headers need the macros.
// clang-format off
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
// clang-format on

#include <memory>

#undef None
#undef Status
#undef Success
#undef Bool
#undef True
#undef False
#undef Always
#undef Above
#undef Below

namespace eyehand::x11 {

/// Memory allocated by Xlib.
struct XFreeDeleter {
  void operator()(void* p) const { XFree(p); }
};
template <typename T>
using XPtr = std::unique_ptr<T, XFreeDeleter>;

}  // namespace eyehand::x11
