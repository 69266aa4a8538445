// Text from outside (titles of windows, file names, skins) made safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eyehand {

/// The text as valid UTF-8, with U+FFFD in place of what a terminal or a browser would act on
/// instead of showing it: control characters except newline and tab (a carriage return is kept
/// before a newline), characters that reorder the text around them, and bytes that are not UTF-8.
/// O(n).
std::string printable(std::string_view text);

/// The same for a text that is quoted within a line: newlines and tabs are replaced too, and what
/// exceeds `max` bytes is cut off and replaced by "...".
std::string quotable(std::string_view text, std::size_t max = 80);

/// At most `max` bytes of a valid UTF-8 text, followed by "..." if it is longer.
std::string shortened(std::string text, std::size_t max);

}  // namespace eyehand
