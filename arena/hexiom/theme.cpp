#include "arena/hexiom/theme.hpp"

#include <array>

namespace eyehand::arena {

std::span<const HexiomTheme> hexiom_themes() {
  using Piece = HexiomTheme::Piece;
  using Lock = HexiomTheme::Lock;
  static const std::array<HexiomTheme, 3> kThemes = {{
      // After the original: its greys, greens, yellows and reds, and the grips on what is locked.
      {.name = "classic",
       .is_flat_topped = true,
       .piece = Piece::bevelled,
       .lock = Lock::claws,
       .width = 0.97,
       .numeral = 0.52,
       .squeeze = 0.82,
       .cell = 0x666666,
       .cell_rim = 0x727272,
       .numeral_foreground = 0xffffff,
       .content = 0x32c832,
       .too_few = 0xf2d222,
       .too_many = 0xf03030,
       .lock_foreground = 0x808080,
       .style = {.weight = QFont::Bold,
                 .stretch = QFont::SemiCondensed,
                 .background = 0x3a3a3a,
                 .foreground = 0xf0f0f0,
                 .faint = 0x9a9a9a,
                 .good = 0x2aa82a,
                 .bad = 0xc82c2c,
                 .on_message = 0xffffff}},
      {.name = "paper",
       .piece = Piece::tile,
       .lock = Lock::padlock,
       .width = 0.91,
       .corner = 0.24,
       .numeral = 0.42,
       .cell = 0xe8e0ce,
       .cell_rim = 0xd9ceb6,
       .numeral_foreground = 0x2b2722,
       .content = 0x2e8674,
       .too_few = 0xdb9a24,
       .too_many = 0xbd3a3a,
       .lock_foreground = 0x7c705c,
       .style = {.family = "DejaVu Serif",
                 .background = 0xf5f0e5,
                 .foreground = 0x2b2722,
                 .faint = 0xa39782,
                 .good = 0x2e8674,
                 .bad = 0xbd3a3a,
                 .on_message = 0xfffdf8}},
      {.name = "neon",
       .piece = Piece::outlined,
       .lock = Lock::double_line,
       .width = 0.86,
       .corner = 0.08,
       .numeral = 0.38,
       .cell = 0x0a0a12,
       .cell_rim = 0x34344a,
       .numeral_foreground = 0xffffff,
       .content = 0x4df08a,
       .too_few = 0x38b6ff,
       .too_many = 0xff3fa4,
       .lock_foreground = 0x6a6a8c,
       .style = {.weight = QFont::ExtraLight,
                 .background = 0x050509,
                 .foreground = 0xe8e8f4,
                 .faint = 0x747496,
                 .good = 0x1f9a58,
                 .bad = 0xb81f70,
                 .on_message = 0xffffff}},
  }};
  return kThemes;
}

}  // namespace eyehand::arena
