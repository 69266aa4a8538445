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

struct Property {
  Atom type = 0;
  int format = 0;
  unsigned long count = 0;
  XPtr<unsigned char> data;
};

Property get(Connection& connection, WindowId window, Atom name, Atom type) {
  ErrorTrap trap(connection);
  Property found;
  unsigned long after = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(connection.xlib(), window, name, 0, kMaxPropertyBytes / 4, 0, type,
                     &found.type, &found.format, &found.count, &after, &data);
  found.data.reset(data);
  return found;
}

}  // namespace

std::vector<unsigned long> items(Connection& connection, WindowId window, const char* property,
                                 unsigned long type) {
  const Property found = get(connection, window, connection.atom(property), type);
  if (!found.data || found.format != 32 || found.type != type) return {};
  const auto* first = reinterpret_cast<const unsigned long*>(found.data.get());
  return {first, first + found.count};
}

std::string text(Connection& connection, WindowId window, unsigned long property) {
  ErrorTrap trap(connection);
  const Property found = get(connection, window, property, AnyPropertyType);
  if (!found.data || found.format != 8) return {};
  std::string bytes(reinterpret_cast<const char*>(found.data.get()), found.count);
  if (found.type == connection.atom("UTF8_STRING")) return bytes;
  if (found.type == XA_STRING) return from_latin1(bytes);
  const XTextProperty whole{found.data.get(), found.type, found.format, found.count};
  char** parts = nullptr;
  int number = 0;
  if (Xutf8TextPropertyToTextList(connection.xlib(), &whole, &parts, &number) < 0 || !parts)
    return {};
  std::string utf8 = number > 0 ? parts[0] : "";
  XFreeStringList(parts);
  return utf8;
}

}  // namespace eyehand::x11
