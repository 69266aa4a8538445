#include "x11/properties.hpp"

#include "x11/xlib.hpp"

namespace eyehand::x11 {
namespace {

std::string from_latin1(const std::string& bytes) {
  std::string utf8;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

}  // namespace

std::vector<unsigned long> items(Connection& connection, WindowId window, const char* property,
                                 unsigned long type) {
  ErrorTrap trap(connection);
  Atom actual = 0;
  int format = 0;
  unsigned long count = 0, after = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(connection.xlib(), window, connection.atom(property), 0, kMaxPropertyBytes / 4,
                     0, type, &actual, &format, &count, &after, &data);
  const XPtr<unsigned char> owner(data);
  if (!data || format != 32 || actual != type) return {};
  const auto* first = reinterpret_cast<const unsigned long*>(data);
  return {first, first + count};
}

std::string text(Connection& connection, WindowId window, unsigned long property) {
  ErrorTrap trap(connection);
  Atom actual = 0;
  int format = 0;
  unsigned long count = 0, after = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(connection.xlib(), window, property, 0, kMaxPropertyBytes / 4, 0,
                     AnyPropertyType, &actual, &format, &count, &after, &data);
  const XPtr<unsigned char> owner(data);
  if (!data || format != 8) return {};
  const std::string bytes(reinterpret_cast<const char*>(data), count);
  if (actual == connection.atom("UTF8_STRING")) return bytes;
  if (actual == XA_STRING) return from_latin1(bytes);
  XTextProperty whole{data, actual, format, count};
  char** parts = nullptr;
  int number = 0;
  if (Xutf8TextPropertyToTextList(connection.xlib(), &whole, &parts, &number) < 0 || !parts)
    return {};
  const std::string utf8 = number > 0 ? parts[0] : "";
  XFreeStringList(parts);
  return utf8;
}

}  // namespace eyehand::x11
