#include "vision/net/sides.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/statistics.hpp"

namespace eyehand::net {
namespace {

/// Programs that scale their board do not always scale the pieces on it alike.
constexpr std::array kPieceScales = {1.0, 0.9, 0.8, 0.7, 0.6};
/// A picture at another size differs from the appearance's by less than this, 0 to 255.
constexpr double kPictureLike = 20;

/// Shares of a wire's contrast: from the first on there is a wire, up to the second there is none,
/// and in between the third decides, with less confidence.
constexpr double kPresent = 0.55, kAbsent = 0.3, kThreshold = 0.5;
/// From this share on, half a pixel aside, there is a wire as well.
constexpr double kSharp = 0.7;

/// The colours of wires are at most this far from the appearance's, as vectors, unless a theme
/// shifted all of them.
constexpr double kWireTint = 35;

/// The share of a photograph's least saturation that light clouds leave, and how far a theme may
/// shift its hue, in degrees.
constexpr double kShadedSaturation = 0.6, kMovedHue = 12;

/// How accurately a lattice that was fitted to wires is known, in pixels.
constexpr double kWireSlack = 0.5;
/// The share of light left to a wire without and with the shadow of a large source on it.
constexpr double kLit = 1, kShaded = 0.76;
/// Weaker matches are repeated over the whole way from this share of a cell on, where no piece is.
constexpr double kClearFit = 0.5, kFromMiddle = 0.1;

/// 0.5 at the threshold, 1 from `span` above it on, 0 from `span` below.
float certainty(double value, double threshold, double span) {
  return static_cast<float>(std::clamp(0.5 + 0.5 * (value - threshold) / span, 0.0, 1.0));
}

/// The median over a side of how much brighter the tile is than what lies beyond that side.
double step_at(const TileReader& tiles, const Lattice& lattice, cv::Point2d middle,
               const Direction& d) {
  const double cell = lattice.pitch;
  std::vector<double> ratios;
  // A wire may run through the middle of a side.
  for (double along = 0.15 * cell; along < 0.42 * cell; ++along)
    for (const double sign : {-1.0, 1.0}) {
      const auto light = [&](double out) {
        return brightness(tiles.at(place(middle, d, out, sign * along))) +
               3.0;  // black divides by nothing
      };
      ratios.push_back(light(cell / 2 - 2) / light(cell / 2 + 2));
    }
  return median(std::move(ratios));
}

}  // namespace

int median_distance(const std::array<Colour, 4>& corners, Colour to) {
  std::array<int, 4> d{};
  std::transform(corners.begin(), corners.end(), d.begin(),
                 [&](Colour c) { return distance(c, to); });
  std::sort(d.begin(), d.end());
  return (d[1] + d[2]) / 2;
}

int distance_to_background(const std::array<Colour, 4>& corners, const FourStrips& strips) {
  int least = 255;
  for (const Strip& s : strips) least = std::min(least, median_distance(corners, s.background));
  return least;
}

bool is_wire_colour(Colour core, Colour background, const Appearance& appearance) {
  const auto is_between = [&](Colour a, Colour b) {
    const cv::Vec3d from(a.r, a.g, a.b), way = cv::Vec3d(b.r, b.g, b.b) - from,
                                         to = cv::Vec3d(core.r, core.g, core.b) - from;
    const double at = std::clamp(to.dot(way) / std::max(way.dot(way), 1.0), 0.0, 1.0);
    return cv::norm(to - at * way) < kWireTint;
  };
  // Small pictures blend all three.
  const auto is_tinted = [&](Colour tint) {
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const auto mix = [&](int Colour::*c) {
        return cvRound(appearance.wire.*c + share * (tint.*c - appearance.wire.*c));
      };
      if (is_between(background, {mix(&Colour::r), mix(&Colour::g), mix(&Colour::b)})) return true;
    }
    return is_between(appearance.wire, tint);
  };
  return is_tinted(appearance.wire_powered) ||
         (appearance.marks_loops && is_tinted(appearance.wire_loop));
}

bool is_background(Colour colour, const LatticeAppearance& appearance) {
  const int most = std::max({colour.r, colour.g, colour.b});
  const int span = most - std::min({colour.r, colour.g, colour.b});
  if (span == 0 || span < kShadedSaturation * appearance.background_saturation_min * most)
    return false;
  const double sixth = most == colour.r   ? static_cast<double>(colour.g - colour.b) / span
                       : most == colour.g ? 2 + static_cast<double>(colour.b - colour.r) / span
                                          : 4 + static_cast<double>(colour.r - colour.g) / span;
  const double off = std::abs(std::remainder(60 * sixth - appearance.background_hue_deg, 360.0));
  return off <= appearance.background_hue_span_deg + kMovedHue;
}

std::array<SideWire, 4> SideClassifier::read_sides(cv::Point2d middle, FourStrips& strips) const {
  for (std::size_t k = 0; k < 4; ++k) strips[k] = outer_strip(middle, k);
  return appearance_.wire_section.empty() ? by_contrast(middle, strips)
                                          : by_section(middle, strips);
}

bool SideClassifier::is_source(cv::Point2d middle, const FourStrips& strips) const {
  if (!appearance_.source_picture.empty())
    return std::any_of(kPieceScales.begin(), kPieceScales.end(), [&](double scale) {
      return tiles_.picture_distance(middle, appearance_.source_picture,
                                     scale * appearance_.source_picture_at) < kPictureLike;
    });
  const auto corners = tiles_.piece_corners(middle);
  const int to_source = median_distance(corners, appearance_.source);
  return to_source < kSourceLike &&
         median_distance(corners, strips[0].background) > 1.5 * to_source;
}

bool SideClassifier::is_end(cv::Point2d middle, const FourStrips& strips) const {
  const auto is_rim = [&](double x) {
    const Colour c = tiles_.at(middle.x + x * lattice_.pitch, middle.y);
    const int to_end = distance(c, appearance_.end);
    return to_end < kPieceLike && std::all_of(strips.begin(), strips.end(), [&](const Strip& s) {
             return distance(c, s.background) > to_end;
           });
  };
  return std::any_of(kPieceScales.begin(), kPieceScales.end(), [&](double scale) {
    return is_rim(-scale * appearance_.end_rim_at) && is_rim(scale * appearance_.end_rim_at);
  });
}

bool SideClassifier::shows_turned_wire(cv::Point2d middle, const FourStrips& strips) const {
  const double cell = lattice_.pitch, half = appearance_.wire_half_width * cell / 2;
  const auto like_wire = [&](cv::Point2d at) {
    const Colour colour = tiles_.at(at);
    return distance(colour, appearance_.wire) <= kPieceLike &&
           std::all_of(strips.begin(), strips.end(), [&](const Strip& s) {
             return distance(colour, s.background) >= kOtherThanBackground;
           });
  };
  constexpr int kRays = 48;
  for (int ray = 0; ray < kRays; ++ray) {
    const double angle = ray * 2 * CV_PI / kRays;
    const cv::Point2d along(std::cos(angle), std::sin(angle)),
        aside(-along.y * half, along.x * half);
    int steps = 0, like = 0;
    for (double r = 0.15 * cell; r < 0.4 * cell; ++r, ++steps) {
      const cv::Point2d at = middle + along * r;
      like += like_wire(at) || like_wire(at - aside) || like_wire(at + aside);
    }
    if (like > 0.8 * steps) return true;
  }
  return false;
}

/// Wires that stand out clearly decide themselves.
std::array<SideWire, 4> SideClassifier::by_contrast(cv::Point2d middle,
                                                    const FourStrips& strips) const {
  std::array<SideWire, 4> sides;
  for (std::size_t k = 0; k < 4; ++k) {
    const Strip& s = strips[k];
    sides[k].wire = s.weakest >= kPresent;
    if (s.weakest >= kPresent || s.strongest <= kAbsent) continue;
    // Half a pixel beside the geometric middle the thin lines of small tiles may be sharper.
    const cv::Point2d aside(0.5 * kDirections[k].dy, 0.5 * kDirections[k].dx);
    const double sharpest =
        std::max(outer_strip(middle + aside, k).usual, outer_strip(middle - aside, k).usual);
    if (sharpest > kSharp)
      sides[k] = {true, 0.75F};
    else if (s.usual > kThreshold)
      sides[k] = {true, certainty(s.usual, 0.4, 0.4)};
    else
      sides[k].accepted = 1 - certainty(s.usual, 0.6, 0.4);
  }
  return sides;
}

std::array<SideWire, 4> SideClassifier::by_section(cv::Point2d middle, FourStrips& strips) const {
  const bool bare =
      distance_to_background(tiles_.piece_corners(middle), strips) < kOtherThanBackground;
  const double darkest = is_source(middle, strips) ? kShaded : kLit;
  std::array<SideWire, 4> sides;
  std::array<double, 4> fits{};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto match_part = [&](double from, double to) {
      return tiles_.match_wire(middle, kDirections[k], from, to, kWireSlack, darkest);
    };
    // A wire goes on along its way, while lights and letters only happen to lie there.
    const double half_way = (appearance_.wire_from + 0.5) / 2;
    const WireFit match =
        std::min(match_part(appearance_.wire_from, half_way), match_part(half_way, 0.5),
                 [](const auto& a, const auto& b) { return a.best() < b.best(); });
    // How much worse the one section explains what is seen than the other.
    const double plain_rest = 1.01 - match.plain.fit, powered_rest = 1.01 - match.powered.fit;
    strips[k].power = plain_rest / (plain_rest + powered_rest);
    fits[k] = match.best().fit;
    if (bare && std::abs(fits[k]) < kClearFit) {
      const double inner = match_part(kFromMiddle, 0.5).best().fit;
      if (std::abs(inner) > std::abs(fits[k])) fits[k] = inner;
    }
    sides[k] = {fits[k] > 0, certainty(std::abs(fits[k]), 0.15, 0.4)};
  }
  if (!is_end(middle, strips)) return sides;
  // One wire goes into an end.
  const auto best =
      static_cast<std::size_t>(std::max_element(fits.begin(), fits.end()) - fits.begin());
  double next = -1;
  for (std::size_t k = 0; k < 4; ++k)
    if (k != best) next = std::max(next, fits[k]);
  for (std::size_t k = 0; k < 4; ++k)
    sides[k] = {k == best, certainty(std::min(fits[best], fits[best] - next), 0.2, 0.4)};
  return sides;
}

std::vector<std::uint8_t> shaded_tiles(const TileReader& tiles, const Lattice& lattice,
                                       double shade) {
  const int size = lattice.columns * lattice.rows;
  const double border = std::sqrt(shade);  // half way between no border and a full one
  std::vector<std::uint8_t> seen(at(size), 0), shaded(seen);
  for (int first = 0; first < size; ++first) {
    if (seen[at(first)]) continue;
    seen[at(first)] = 1;
    std::vector<int> area = {first};
    bool open = false;  // goes on beyond the board
    int darker = 0, brighter = 0;
    for (std::size_t i = 0; i < area.size(); ++i) {
      const int x = area[i] % lattice.columns, y = area[i] / lattice.columns;
      for (const Direction& d : kDirections) {
        const double step = step_at(tiles, lattice, lattice.centre(x, y), d);
        darker += step < border;
        brighter += step > 1 / border;
        if (step < border || step > 1 / border) continue;
        const int nx = x + d.dx, ny = y + d.dy;
        if (nx < 0 || ny < 0 || nx >= lattice.columns || ny >= lattice.rows) {
          open = true;
          continue;
        }
        const int next = ny * lattice.columns + nx;
        if (std::exchange(seen[at(next)], std::uint8_t{1})) continue;
        area.push_back(next);
      }
    }
    if (!open && darker > brighter)
      for (const int t : area) shaded[at(t)] = 1;
  }
  return shaded;
}

}  // namespace eyehand::net
