#include "arena/hexiom/theme.hpp"

#include <array>
#include <string>

#include "puzzle/error.hpp"

namespace eyehand::arena {
namespace {

/// After the original: its greys, greens, yellows and reds, and the grips on what is locked.
HexiomTheme classic() {
  HexiomTheme theme;
  theme.name = "classic";
  theme.is_flat_topped = true;
  theme.piece = HexiomTheme::Piece::bevelled;
  theme.lock = HexiomTheme::Lock::claws;
  theme.width = 0.97;
  theme.numeral = 0.52;
  theme.squeeze = 0.82;
  theme.cell = QColor(0x66, 0x66, 0x66);
  theme.cell_rim = QColor(0x72, 0x72, 0x72);
  theme.numeral_foreground = Qt::white;
  theme.content = QColor(0x32, 0xc8, 0x32);
  theme.too_few = QColor(0xf2, 0xd2, 0x22);
  theme.too_many = QColor(0xf0, 0x30, 0x30);
  theme.lock_foreground = QColor(0x80, 0x80, 0x80);
  theme.style = {.family = "DejaVu Sans",
                 .weight = QFont::Bold,
                 .stretch = QFont::SemiCondensed,
                 .background = QColor(0x3a, 0x3a, 0x3a),
                 .foreground = QColor(0xf0, 0xf0, 0xf0),
                 .faint = QColor(0x9a, 0x9a, 0x9a),
                 .good = QColor(0x2a, 0xa8, 0x2a),
                 .bad = QColor(0xc8, 0x2c, 0x2c),
                 .on_message = Qt::white};
  return theme;
}

HexiomTheme paper() {
  HexiomTheme theme;
  theme.name = "paper";
  theme.piece = HexiomTheme::Piece::tile;
  theme.lock = HexiomTheme::Lock::padlock;
  theme.width = 0.91;
  theme.corner = 0.24;
  theme.numeral = 0.42;
  theme.cell = QColor(0xe8, 0xe0, 0xce);
  theme.cell_rim = QColor(0xd9, 0xce, 0xb6);
  theme.numeral_foreground = QColor(0x2b, 0x27, 0x22);
  theme.content = QColor(0x2e, 0x86, 0x74);
  theme.too_few = QColor(0xdb, 0x9a, 0x24);
  theme.too_many = QColor(0xbd, 0x3a, 0x3a);
  theme.lock_foreground = QColor(0x7c, 0x70, 0x5c);
  theme.style = {.family = "DejaVu Serif",
                 .weight = QFont::Normal,
                 .stretch = QFont::Unstretched,
                 .background = QColor(0xf5, 0xf0, 0xe5),
                 .foreground = QColor(0x2b, 0x27, 0x22),
                 .faint = QColor(0xa3, 0x97, 0x82),
                 .good = QColor(0x2e, 0x86, 0x74),
                 .bad = QColor(0xbd, 0x3a, 0x3a),
                 .on_message = QColor(0xff, 0xfd, 0xf8)};
  return theme;
}

HexiomTheme neon() {
  HexiomTheme theme;
  theme.name = "neon";
  theme.piece = HexiomTheme::Piece::outlined;
  theme.lock = HexiomTheme::Lock::double_line;
  theme.width = 0.86;
  theme.corner = 0.08;
  theme.numeral = 0.38;
  theme.cell = QColor(0x0a, 0x0a, 0x12);
  theme.cell_rim = QColor(0x34, 0x34, 0x4a);
  theme.numeral_foreground = Qt::white;
  theme.content = QColor(0x4d, 0xf0, 0x8a);
  theme.too_few = QColor(0x38, 0xb6, 0xff);
  theme.too_many = QColor(0xff, 0x3f, 0xa4);
  theme.lock_foreground = QColor(0x6a, 0x6a, 0x8c);
  theme.style = {.family = "DejaVu Sans",
                 .weight = QFont::ExtraLight,
                 .stretch = QFont::Unstretched,
                 .background = QColor(0x05, 0x05, 0x09),
                 .foreground = QColor(0xe8, 0xe8, 0xf4),
                 .faint = QColor(0x74, 0x74, 0x96),
                 .good = QColor(0x1f, 0x9a, 0x58),
                 .bad = QColor(0xb8, 0x1f, 0x70),
                 .on_message = Qt::white};
  return theme;
}

}  // namespace

std::span<const HexiomTheme> hexiom_themes() {
  static const std::array themes = {classic(), paper(), neon()};
  return themes;
}

const HexiomTheme& hexiom_theme(std::string_view name) {
  std::string names;
  for (const HexiomTheme& theme : hexiom_themes()) {
    if (theme.name == name) return theme;
    names += names.empty() ? "" : ", ";
    names += theme.name;
  }
  throw Error("There is no theme '" + std::string(name) + "': the themes are " + names + ".");
}

}  // namespace eyehand::arena
