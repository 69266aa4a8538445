// Least squares for a lattice: origins on both axes and the pitch that they share.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace eyehand {

class LatticeFit {
 public:
  /// `number`: of a line of the lattice; `place`: where along the axis it was seen, pixels.
  void add(std::size_t axis, double number, double place, double weight = 1) {
    Sums& sums = axes_[axis];
    sums.weight += weight;
    sums.number += weight * number;
    sums.place += weight * place;
    squares_ += weight * number * number;
    products_ += weight * number * place;
  }
  double weight(std::size_t axis) const { return axes_[axis].weight; }

  /// Nothing if no axis has two different lines.
  std::optional<double> pitch() const {
    double spread = squares_, common = products_;
    for (const Sums& sums : axes_)
      if (sums.weight > 0) {
        spread -= sums.number * sums.number / sums.weight;
        common -= sums.number * sums.place / sums.weight;
      }
    if (spread < kLeastSpread) return std::nullopt;
    return common / spread;
  }

  /// The place of line 0, given the pitch. The axis must have some weight.
  double origin(std::size_t axis, double pitch) const {
    return (axes_[axis].place - pitch * axes_[axis].number) / axes_[axis].weight;
  }

 private:
  static constexpr double kLeastSpread = 0.499;  ///< of two neighbouring lines, seen once each: 0.5
  struct Sums {
    double weight = 0, number = 0, place = 0;
  };
  std::array<Sums, 2> axes_{};
  double squares_ = 0, products_ = 0;
};

}  // namespace eyehand
