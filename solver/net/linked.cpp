// Detail of state.hpp: linked tiles turn by the same number of quarters from their orientation on
// the board, so an orientation of one without a counterpart in another is ruled out.
#include "puzzle/index.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

unsigned State::quarters_to(std::uint32_t t, Options options) const {
  const Sides wires = board_.wires[t];
  unsigned quarters = 0;
  for (int q = 0; q < 4; ++q) {
    const Sides after = turned(wires, q);
    const bool fits = board_.may_dangle(static_cast<int>(t))
                          ? after == wires
                          : (options >> kShapes.orientation[after] & 1) != 0;
    if (fits) quarters |= 1u << q;
  }
  return quarters;
}

State::Stage State::link_tiles() {
  Stage stage = Stage::quiet;
  for (bool again = !board_.linked.empty(); again;) {
    again = false;
    for (const std::vector<int>& group : board_.linked) {
      unsigned quarters = 15;
      for (const int tile : group) {
        const auto t = static_cast<std::uint32_t>(tile);
        quarters &= quarters_to(t, tile_[t].options());
      }
      if (quarters == 0) return Stage::contradiction;
      for (const int tile : group) {
        const auto t = static_cast<std::uint32_t>(tile);
        if (board_.may_dangle(tile)) continue;
        Options keep = 0;
        for (int q = 0; q < 4; ++q)
          if (quarters >> q & 1)
            keep |= static_cast<Options>(1 << kShapes.orientation[turned(board_.wires[t], q)]);
        if ((tile_[t].options() & ~keep) == 0) continue;
        if (!restrict_options(t, keep)) return Stage::contradiction;
        wait(t);
        again = true;
        stage = Stage::progress;
      }
    }
    if (!settle_waiting()) return Stage::contradiction;
  }
  return stage;
}

}  // namespace eyehand::net
