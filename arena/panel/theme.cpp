#include "arena/panel/theme.hpp"

#include <array>

namespace eyehand::arena {

std::span<const PanelTheme> panel_themes() {
  static const std::array<PanelTheme, 3> kThemes = {{
      // Square tiles, close together.
      {.name = "slate",
       .unlit = 0x48505b,
       .lit = 0xd3dae1,
       .on_unlit = 0xd9e0e8,
       .on_lit = 0x2b3139,
       .walker = 0x00c8d8,
       .hues = {{0x8e949b, 0xf0383c, 0xff8a1c, 0xffdb1f, 0x22ac4e, 0x3f7cff, 0xb257f2, 0xffffff,
                 0x08080a}},
       .style = {.weight = QFont::Bold,
                 .stretch = QFont::SemiCondensed,
                 .background = 0x1e2228,
                 .foreground = 0xeef1f4,
                 .faint = 0x939ca8,
                 .good = 0x2aa85a,
                 .bad = 0xc82c36,
                 .on_message = 0xffffff}},
      // Rounded tiles on light paper, far apart.
      {.name = "paper",
       .width = 0.85,
       .corner = 0.17,
       .symbol = 0.9,
       .bolt = 0.315,
       .bridge = 0.34,
       .unlit = 0x564d43,
       .lit = 0xfff3c6,
       .on_unlit = 0xfffbf2,
       .on_lit = 0x3a332b,
       .walker = 0xe81c8c,
       .hues = {{0x959a9d, 0xe0383a, 0xf08214, 0xfad010, 0x2e9e42, 0x3a74e6, 0xa852da, 0xffffff,
                 0x14100c}},
       .style = {.family = "DejaVu Serif",
                 .background = 0xddd3c0,
                 .foreground = 0x2b2722,
                 .faint = 0x7c705c,
                 .good = 0x2e8674,
                 .bad = 0xbd3a3a,
                 .on_message = 0xfffdf8}},
      // Round tiles, as leaves and lamps on dark water.
      {.name = "pond",
       .width = 0.94,
       .corner = 0.94 / 2,
       .symbol = 0.86,
       .bolt = 0.28,
       .bridge = 0.36,
       .unlit = 0x1d585c,
       .lit = 0xc4ecdc,
       .on_unlit = 0xd4f2ea,
       .on_lit = 0x0c383c,
       .walker = 0xff4fa8,
       .hues = {{0x94999b, 0xf4403c, 0xff9220, 0xffe230, 0x34b83e, 0x4480ff, 0xb45af0, 0xffffff,
                 0x060808}},
       .style = {.weight = QFont::ExtraLight,
                 .background = 0x08242a,
                 .foreground = 0xe6f6f2,
                 .faint = 0x7ca6a6,
                 .good = 0x1f9a72,
                 .bad = 0xc02c54,
                 .on_message = 0xffffff}},
  }};
  return kThemes;
}

}  // namespace eyehand::arena
