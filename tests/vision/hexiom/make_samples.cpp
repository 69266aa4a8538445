// Prints samples of numerals for skins/arena-hexiom.toml, made of pictures that the practice window
// draws in all of its themes, at many sizes and on screens that scale; of those alike one is kept:
//   build/release/bin/make_hexiom_samples
// With the folder of the crops of the first Hexiom it prints those for skins/hexiom.toml:
//   build/release/bin/make_hexiom_samples ../shared/data/hexiom-tiles
#include <algorithm>
#include <cstdio>
#include <map>

#include "tests/vision/hexiom/arena.hpp"
#include "tests/vision/hexiom/original.hpp"
#include "vision/hexiom/cell.hpp"

namespace eyehand::hexiom {
namespace {

/// Of samples as like as this, one is enough; in a heavy font even different numerals are alike.
constexpr double kAlike = 0.93, kAlikeInHeavyFont = 0.992;

struct Sample {
  std::string text;
  Numeral numeral{};
};
/// By their first characters: font and numeral.
using Samples = std::map<std::string, std::vector<Sample>>;

void add(Samples& samples, const Board& board, const test::ArenaPicture& picture, char font) {
  const bool flat_topped = font == 'A';
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    const bool is_badge = font == 'B' && board.locked[i] != 0;
    if (!is_piece(board.cells[i]) && !is_badge) continue;
    const auto status =
        measure_cell(picture.image, {}, picture.where[i], picture.pitch, flat_topped);
    const std::string text = to_sample(font, is_badge ? kBadge : board.cells[i], status.foreground);
    samples[text.substr(0, 2)].push_back({text, status.foreground.numeral(0, 0)});
  }
}

/// The one that is like most of those that no kept one is like, again and again.
void print_some(const std::vector<Sample>& all, double alike) {
  std::vector<bool> covered(all.size());
  while (std::count(covered.begin(), covered.end(), false) > 0) {
    std::size_t best = 0, most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::size_t n = 0;
      for (std::size_t k = 0; k < all.size(); ++k)
        if (!covered[k] && likeness(all[i].numeral, all[k].numeral) >= alike) ++n;
      if (n <= most) continue;
      most = n;
      best = i;
    }
    for (std::size_t k = 0; k < all.size(); ++k)
      if (likeness(all[best].numeral, all[k].numeral) >= alike) covered[k] = true;
    std::printf("  \"%s\",\n", all[best].text.c_str());
  }
}

void make() {
  Samples samples;
  for (const auto& [font, theme] :
       std::map<char, const char*>{{'A', "classic"}, {'B', "paper"}, {'C', "neon"}})
    for (const double pitch : {14.0, 16.0, 18.0, 21.0, 25.0, 30.0, 40.0, 60.0, 100.0})
      for (const double scale : {1.0, 0.8, 1.3, 1.6})
        for (const int turn : {0, 3}) {
          Board board = Board::make(3);
          for (int i = 0; i < 14; ++i)
            board.cells[static_cast<std::size_t>(i)] = static_cast<Cell>((i + turn) % 7);
          for (std::size_t i = 16; i < 19; ++i) board.locked[i] = font == 'B' ? 1 : 0;
          test::ArenaHexiom window(board, theme, static_cast<int>(5.3 * pitch) + turn,
                                   static_cast<int>(6 * pitch) + 38);
          auto picture = window.picture();
          if (scale != 1) picture = test::scaled(picture, scale);
          if (picture.pitch > 13) add(samples, board, picture, font);
        }
  for (const auto& [unused, all] : samples) print_some(all, kAlike);
}

void make_of_crops(const std::string& folder) {
  Samples samples;
  for (const int side : {4, 6}) {
    const auto tiles = test::OriginalTiles::of_crops(folder, side);
    for (const test::NumeralCrop& numeral : tiles.numerals())
      for (const double factor : side == 4 ? std::vector{1.0, 0.8, 0.64} : std::vector{1.0, 1.5})
        for (const bool is_locked : {false, true})
          for (const double right : {0.0, 0.5})
            for (const double below : {0.0, 0.5}) {
              const auto picture = tiles.draw(numeral, is_locked).changed(factor, {right, below});
              const auto status =
                  measure_cell(picture.image, {}, picture.where[0], picture.pitch, true);
              const std::string text = to_sample('A', numeral.number, status.foreground);
              samples[text.substr(0, 2)].push_back({text, status.foreground.numeral(0, 0)});
            }
  }
  for (const auto& [unused, all] : samples) print_some(all, kAlikeInHeavyFont);
}

}  // namespace
}  // namespace eyehand::hexiom

int main(int argc, char** argv) {
  if (argc > 1)
    eyehand::hexiom::make_of_crops(argv[1]);
  else
    eyehand::hexiom::make();
}
