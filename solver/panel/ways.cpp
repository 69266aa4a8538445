#include "solver/panel/ways.hpp"

#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

bool Ways::spread(TileSet& front, TileSet& met) const {
  auto& from = front.words_;
  std::uint64_t any = 0;
  if (from.size() == 1) {
    const auto leaving = [&](int direction) { return from[0] & open[at(direction)].words_[0]; };
    // A board of one row may be 64 wide.
    const int row = width_ & 63;
    any =
        (leaving(kRight) << 1 | leaving(kLeft) >> 1 | leaving(kDown) << row | leaving(kUp) >> row) &
        inside.words_[0] & ~met.words_[0];
    from[0] = any;
    met.words_[0] |= any;
    return any != 0;
  }
  std::vector<std::uint64_t> next(from.size(), 0);
  const auto move = [&](int direction, std::size_t by) {
    const std::size_t words = by / 64, bits = by % 64;
    const auto leaving = [&](std::size_t i) {
      return i < from.size() ? from[i] & open[at(direction)].words_[i] : 0;
    };
    // Beyond the first word i - words is larger than any.
    for (std::size_t i = 0; i < from.size(); ++i)
      if (direction == kRight || direction == kDown)
        next[i] |=
            leaving(i - words) << bits | (bits == 0 ? 0 : leaving(i - words - 1) >> (64 - bits));
      else
        next[i] |=
            leaving(i + words) >> bits | (bits == 0 ? 0 : leaving(i + words + 1) << (64 - bits));
  };
  const auto row = static_cast<std::size_t>(width_);
  move(kRight, 1);
  move(kLeft, 1);
  move(kDown, row);
  move(kUp, row);
  for (std::size_t i = 0; i < from.size(); ++i) {
    from[i] = next[i] & inside.words_[i] & ~met.words_[i];
    met.words_[i] |= from[i];
    any |= from[i];
  }
  return any != 0;
}

}  // namespace eyehand::panel
