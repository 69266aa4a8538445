// The six shapes of tiles, their orientations, and small tables from sets of orientations to sides.
#pragma once

#include <array>
#include <cstdint>

#include "puzzle/net/board.hpp"

namespace eyehand::net {

/// None, end, straight, corner, tee, cross. Orientation k of a kind is its first one turned k
/// quarters.
///
/// Two more kinds stand for a source that may dangle, of whose wires an even or an odd number meets
/// others. They have one orientation, which restricts no side, with the most wires that can meet
/// others.
inline constexpr std::size_t kKinds = 8, kTurnable = 6, kDangling = 6;
inline constexpr std::array<Sides, kKinds> kFirstOrientation = {0, 1, 5, 3, 7, 15, 15, 7};
inline constexpr std::array<int, kKinds> kOrientations = {1, 4, 2, 4, 4, 1, 1, 1};

/// A set of orientations of a known kind: bit k stands for orientation k.
using Options = std::uint8_t;

using KindTable = std::array<std::array<std::uint8_t, 16>, kKinds>;

struct ShapeTables {
  std::array<std::uint8_t, 16> kind{};  ///< of a tile with these wires
  std::array<std::uint8_t, 16>
      count{};  ///< number of wires; a table, as popcount is a function call on plain x86-64
  std::array<std::uint8_t, 16> orientation{};        ///< the one in which that kind has these wires
  std::array<std::array<Sides, 4>, kKinds> wires{};  ///< [kind][orientation]
  std::array<Options, kKinds> all{};
  KindTable with{};     ///< [kind][sides]: the options that have wires on all these sides
  KindTable without{};  ///< [kind][sides]: the options that have wires on none of them
  KindTable
      opposite{};    ///< [kind][a * 4 + b]: the options with a wire on just one of sides a and b
  KindTable must{};  ///< [kind][options]: sides with a wire in every option
  KindTable may{};   ///< [kind][options]: sides with a wire in some option
  /// [kind][known]: the options that known sides allow; bits 0 to 3 have a wire, 4 to 7 none.
  std::array<std::array<Options, 256>, kKinds> allowed{};
  KindTable forced{};  ///< [kind][options]: sides on which all agree, in the same way
};

constexpr Sides wires_of(std::size_t kind, int orientation) {
  return turned(kFirstOrientation[kind], orientation);
}

constexpr ShapeTables make_shape_tables() {
  ShapeTables t;
  for (std::size_t kind = 0; kind < kTurnable; ++kind) {
    t.all[kind] = static_cast<Options>((1 << kOrientations[kind]) - 1);
    for (std::size_t set = 0; set < 16; ++set) {
      t.count[set] = static_cast<std::uint8_t>(degree(static_cast<Sides>(set)));
      t.must[kind][set] = kAllSides;
      for (int k = 0; k < kOrientations[kind]; ++k) {
        const Sides wires = wires_of(kind, k);
        const auto bit = static_cast<Options>(1 << k);
        t.wires[kind][static_cast<std::size_t>(k)] = wires;
        t.kind[wires] = static_cast<std::uint8_t>(kind);
        t.orientation[wires] = static_cast<std::uint8_t>(k);
        if ((wires & set) == set) t.with[kind][set] |= bit;
        if ((wires & set) == 0) t.without[kind][set] |= bit;
        if ((wires >> (set >> 2) & 1) != (wires >> (set & 3) & 1)) t.opposite[kind][set] |= bit;
        if (set & bit) {
          t.must[kind][set] &= wires;
          t.may[kind][set] |= wires;
        }
      }
      t.forced[kind][set] = static_cast<std::uint8_t>(
          t.must[kind][set] | (~unsigned{t.may[kind][set]} & kAllSides) << 4);
    }
    for (std::size_t known = 0; known < 256; ++known)
      t.allowed[kind][known] = t.with[kind][known & 15] & t.without[kind][known >> 4];
  }
  for (std::size_t kind = kDangling; kind < kKinds; ++kind) {
    t.all[kind] = 1;
    t.wires[kind][0] = kAllSides;
    t.with[kind].fill(1);
    t.without[kind].fill(1);
    t.may[kind].fill(kAllSides);
    t.allowed[kind].fill(1);
  }
  return t;
}
inline constexpr ShapeTables kShapes = make_shape_tables();

constexpr bool is_odd(Sides sides) {
  return 0x6996 >> sides & 1;
}

/// Sides are numbered as the bits of Sides: 0 right, 1 up, 2 left, 3 down.
constexpr int opposite_side(int side) {
  return side ^ 2;
}

}  // namespace eyehand::net
