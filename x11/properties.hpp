// Properties of windows, with limits on how much of them is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "x11/connection.hpp"

namespace eyehand::x11 {

inline constexpr long kMaxPropertyBytes = 64 << 10;

/// The 32-bit items of a property of this type; empty if it is not there or not of that type. One
/// round trip.
std::vector<unsigned long> items(Connection& connection, WindowId window, const char* property,
                                 unsigned long type);

/// The text of a property in UTF-8, from any of X's text types; empty if it is not there.
std::string text(Connection& connection, WindowId window, unsigned long property);

}  // namespace eyehand::x11
