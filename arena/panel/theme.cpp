#include "arena/panel/theme.hpp"

#include <string>

#include "puzzle/error.hpp"

namespace eyehand::arena {
namespace {

/// Square tiles, close together.
PanelTheme slate() {
  PanelTheme theme;
  theme.name = "slate";
  theme.unlit = QColor(0x48, 0x50, 0x5b);
  theme.lit = QColor(0xd3, 0xda, 0xe1);
  theme.on_unlit = QColor(0xd9, 0xe0, 0xe8);
  theme.on_lit = QColor(0x2b, 0x31, 0x39);
  theme.walker = QColor(0x00, 0xc8, 0xd8);
  theme.hues = {QColor(0x8e, 0x94, 0x9b), QColor(0xf0, 0x38, 0x3c), QColor(0xff, 0x8a, 0x1c),
                QColor(0xff, 0xdb, 0x1f), QColor(0x22, 0xac, 0x4e), QColor(0x3f, 0x7c, 0xff),
                QColor(0xb2, 0x57, 0xf2), QColor(0xff, 0xff, 0xff), QColor(0x08, 0x08, 0x0a)};
  theme.style = {.family = "DejaVu Sans",
                 .weight = QFont::Bold,
                 .stretch = QFont::SemiCondensed,
                 .background = QColor(0x1e, 0x22, 0x28),
                 .foreground = QColor(0xee, 0xf1, 0xf4),
                 .faint = QColor(0x93, 0x9c, 0xa8),
                 .good = QColor(0x2a, 0xa8, 0x5a),
                 .bad = QColor(0xc8, 0x2c, 0x36),
                 .on_message = Qt::white};
  return theme;
}

/// Rounded tiles on light paper, far apart.
PanelTheme paper() {
  PanelTheme theme;
  theme.name = "paper";
  theme.width = 0.85;
  theme.corner = 0.17;
  theme.symbol = 0.9;
  theme.bolt = 0.315;
  theme.bridge = 0.34;
  theme.unlit = QColor(0x56, 0x4d, 0x43);
  theme.lit = QColor(0xff, 0xf3, 0xc6);
  theme.on_unlit = QColor(0xff, 0xfb, 0xf2);
  theme.on_lit = QColor(0x3a, 0x33, 0x2b);
  theme.walker = QColor(0xe8, 0x1c, 0x8c);
  theme.hues = {QColor(0x95, 0x9a, 0x9d), QColor(0xe0, 0x38, 0x3a), QColor(0xf0, 0x82, 0x14),
                QColor(0xfa, 0xd0, 0x10), QColor(0x2e, 0x9e, 0x42), QColor(0x3a, 0x74, 0xe6),
                QColor(0xa8, 0x52, 0xda), QColor(0xff, 0xff, 0xff), QColor(0x14, 0x10, 0x0c)};
  theme.style = {.family = "DejaVu Serif",
                 .weight = QFont::Normal,
                 .stretch = QFont::Unstretched,
                 .background = QColor(0xdd, 0xd3, 0xc0),
                 .foreground = QColor(0x2b, 0x27, 0x22),
                 .faint = QColor(0x7c, 0x70, 0x5c),
                 .good = QColor(0x2e, 0x86, 0x74),
                 .bad = QColor(0xbd, 0x3a, 0x3a),
                 .on_message = QColor(0xff, 0xfd, 0xf8)};
  return theme;
}

/// Round tiles, as leaves and lamps on dark water.
PanelTheme pond() {
  PanelTheme theme;
  theme.name = "pond";
  theme.width = 0.94;
  theme.corner = theme.width / 2;
  theme.symbol = 0.86;
  theme.bolt = 0.28;
  theme.bridge = 0.36;
  theme.unlit = QColor(0x1d, 0x58, 0x5c);
  theme.lit = QColor(0xc4, 0xec, 0xdc);
  theme.on_unlit = QColor(0xd4, 0xf2, 0xea);
  theme.on_lit = QColor(0x0c, 0x38, 0x3c);
  theme.walker = QColor(0xff, 0x4f, 0xa8);
  theme.hues = {QColor(0x94, 0x99, 0x9b), QColor(0xf4, 0x40, 0x3c), QColor(0xff, 0x92, 0x20),
                QColor(0xff, 0xe2, 0x30), QColor(0x34, 0xb8, 0x3e), QColor(0x44, 0x80, 0xff),
                QColor(0xb4, 0x5a, 0xf0), QColor(0xff, 0xff, 0xff), QColor(0x06, 0x08, 0x08)};
  theme.style = {.family = "DejaVu Sans",
                 .weight = QFont::ExtraLight,
                 .stretch = QFont::Unstretched,
                 .background = QColor(0x08, 0x24, 0x2a),
                 .foreground = QColor(0xe6, 0xf6, 0xf2),
                 .faint = QColor(0x7c, 0xa6, 0xa6),
                 .good = QColor(0x1f, 0x9a, 0x72),
                 .bad = QColor(0xc0, 0x2c, 0x54),
                 .on_message = Qt::white};
  return theme;
}

}  // namespace

std::span<const PanelTheme> panel_themes() {
  static const std::array themes = {slate(), paper(), pond()};
  return themes;
}

const PanelTheme& panel_theme(std::string_view name) {
  std::string names;
  for (const PanelTheme& theme : panel_themes()) {
    if (theme.name == name) return theme;
    names += names.empty() ? "" : ", ";
    names += theme.name;
  }
  throw Error("There is no theme '" + std::string(name) + "': the themes are " + names + ".");
}

}  // namespace eyehand::arena
