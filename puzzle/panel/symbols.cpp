#include "puzzle/panel/symbols.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "puzzle/index.hpp"

namespace eyehand::panel {
namespace {

/// Centred rows of discs: "232" is seven discs.
struct Rows {
  double radius;
  std::string_view counts;
  double across, down;  // between centres
};
constexpr std::array<Rows, 9> kPatterns = {{
    {0.135, "1", 0, 0},
    {0.115, "2", 0.31, 0},
    {0.108, "12", 0.29, 0.252},
    {0.1, "22", 0.27, 0.27},
    {0.094, "212", 0.38, 0.19},
    {0.09, "33", 0.235, 0.25},
    {0.083, "232", 0.218, 0.2},
    {0.083, "323", 0.218, 0.2},
    {0.083, "333", 0.218, 0.218},
}};

}  // namespace

DotPattern dot_pattern(int count) {
  const Rows& rows = kPatterns[at(std::clamp(count, 1, 9) - 1)];
  DotPattern pattern{rows.radius, {}};
  const auto lines = static_cast<double>(rows.counts.size());
  for (std::size_t line = 0; line < rows.counts.size(); ++line) {
    const int discs = rows.counts[line] - '0';
    for (int i = 0; i < discs; ++i)
      pattern.centres.push_back({(i - (discs - 1) / 2.0) * rows.across,
                                 (static_cast<double>(line) - (lines - 1) / 2.0) * rows.down});
  }
  return pattern;
}

double symbol_outline(double pitch, double unit) {
  return std::clamp(0.018 * pitch, 0.75 * unit, 3 * unit);
}

}  // namespace eyehand::panel
