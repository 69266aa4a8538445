// Properties of windows, read up to a limit.
#pragma once

#include <string>
#include <vector>

#include "x11/connection.hpp"

namespace eyehand::x11 {

inline constexpr long kMaxPropertyBytes = 64 << 10;

/// The 32-bit items of a property; empty if it is missing or of another type. One round trip.
std::vector<unsigned long> items(Connection& connection, WindowId window, const char* property,
                                 unsigned long type);

/// The text of a property in UTF-8, from any of X's text types; empty if it is missing.
std::string text(Connection& connection, WindowId window, unsigned long property);

}  // namespace eyehand::x11
