#include "vision/net/tile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "vision/lattice_fit.hpp"
#include "vision/statistics.hpp"

namespace eyehand::net {

TileReader::TileReader(const cv::Mat& image, const Lattice& lattice, const Appearance& appearance)
    : image_(image),
      lattice_(lattice),
      appearance_(appearance),
      section_(appearance.wire_section),
      section_powered_(appearance.wire_section_powered),
      unpowered_(chroma(appearance.wire)),
      to_powered_(chroma(appearance.wire_powered) - unpowered_),
      tint_length_(std::max(1.0, to_powered_.dot(to_powered_))) {}

bool TileReader::has(double x, double y) const {
  return x > -0.5 && y > -0.5 && x < image_.cols - 0.5 && y < image_.rows - 0.5;
}

std::array<Colour, 4> TileReader::corners(cv::Point2d middle, double share) const {
  const double d = share * lattice_.pitch;
  return {at(middle.x - d, middle.y - d), at(middle.x + d, middle.y - d),
          at(middle.x - d, middle.y + d), at(middle.x + d, middle.y + d)};
}

Strip TileReader::strip(cv::Point2d middle, const Direction& d, double from, double to) const {
  const double cell = lattice_.pitch;
  const double core = std::max(appearance_.wire_half_width * cell, 1.0);
  const double power_core = appearance_.power_half_width * cell;
  double power_sum = 0;
  // Even the thinnest wires are three pixels wide, so beside them begins behind the second.
  const double flank_from = std::max(appearance_.flank_from * cell, core + 1.5);
  const double flank_to = std::max(appearance_.flank_to * cell, flank_from + 0.5);
  Strip result;
  result.weakest = std::numeric_limits<double>::max();
  std::vector<Colour> flanks, cores;
  std::vector<int> contrasts;
  const double first = std::ceil(from * cell), last = std::max(std::floor(to * cell), first);
  for (double along = first; along <= last; ++along) {
    const auto pixel = [&](double across) { return at(place(middle, d, along, across)); };
    flanks.clear();
    for (double p = flank_from; p <= flank_to; ++p) {
      flanks.push_back(pixel(-p));
      flanks.push_back(pixel(p));
    }
    const Colour background = median(flanks);
    result.background = background;
    for (const Colour& c : flanks) result.stain = std::max(result.stain, distance(c, background));
    contrasts.clear();
    for (double p = -std::floor(core); p <= core; ++p) {
      cores.push_back(pixel(p));
      // A wire is brighter than the background, or darker, all along; the seam of two backgrounds
      // is not.
      const bool as_wire = (brightness(cores.back()) < brightness(background)) ==
                           (brightness(appearance_.wire) < brightness(background));
      contrasts.push_back(as_wire ? distance(cores.back(), background) : 0);
    }
    // Half of the core at least must stand out: a star or a letter is thinner than a wire, while
    // the slit through which a wire under power may glow is narrower than half of it.
    // How much a wire would stand out depends on the background behind it.
    const double contrast =
        median_in_place(contrasts) /
        std::max<double>(distance(appearance_.wire, background), appearance_.wire_contrast_min);
    double power = 0;
    for (double p = -std::floor(power_core); p <= power_core; ++p)
      power = std::max(power, tint(pixel(p)));
    // A viewer may have spread the tint of a thin line over its neighbours.
    if (power_core < 2)
      power = std::max(power, std::min(tint(pixel(-1)) + tint(pixel(0)) + tint(pixel(1)), 1.0));
    power_sum += power;
    result.weakest = std::min(result.weakest, contrast);
    result.strongest = std::max(result.strongest, contrast);
  }
  result.power = power_sum / (last - first + 1);
  result.core = median(cores);
  const auto nearest = [&](Colour other) {
    int least = 255;
    for (const Colour& c : cores) least = std::min(least, distance(c, other));
    return least;
  };
  result.in_loop = appearance_.marks_loops && nearest(appearance_.wire_loop) < 50;
  result.usual = (result.weakest + result.strongest) / 2;
  return result;
}

Colour TileReader::usual_colour(cv::Point2d middle, const Direction& d, double from) const {
  const double cell = lattice_.pitch, half = appearance_.wire_width * cell / 2;
  const double end = cell / 2 - 0.6, start = std::min(from * cell, end - 1);
  std::vector<Colour> colours;
  for (double along = start; along < end; ++along)
    for (double across = -half; across <= half; ++across)
      colours.push_back(at(place(middle, d, along, across)));
  return median(colours);
}

bool TileReader::is_flat(cv::Point2d middle, const Direction& d, double from,
                         double half_width) const {
  const double cell = lattice_.pitch, half = half_width * cell;
  const double end = cell / 2 - 0.6, start = std::min(from * cell, end - 1);
  const Colour colour = at(place(middle, d, start, 0));
  for (double along = start; along < end; ++along)
    for (double across = -half; across <= half; ++across)
      if (at(place(middle, d, along, across)) != colour) return false;
  return true;
}

WireFit TileReader::match_wire(cv::Point2d middle, const Direction& d, double from, double to,
                               double slack, double darkest) const {
  const double cell = lattice_.pitch;
  const double width = appearance_.wire_width * cell;
  // To the last pixel that is wholly the tile's own, and one of them at least.
  const double end = std::min(to * cell, cell / 2 - 0.6), start = std::min(from * cell, end - 1);
  const double reach = std::max(appearance_.flank_to * cell, width / 2 + 2.5);
  // Pixels are taken as they are: no place between them is made up.
  const double along_middle = d.dx ? middle.x : middle.y,
               across_middle = d.dx ? middle.y : middle.x;
  const int sign = d.dx + d.dy;
  AcrossPixels pixels;
  std::vector<std::size_t> before, behind;  // the background on the two sides of the wire
  for (double across = std::ceil(across_middle - reach); across <= across_middle + reach;
       ++across) {
    cv::Vec3d sum;
    int count = 0;
    const double first = along_middle + sign * start, last = along_middle + sign * end;
    for (double along = std::ceil(std::min(first, last)); along <= std::max(first, last); ++along) {
      const Colour c = d.dx ? at(along, across) : at(across, along);
      sum += cv::Vec3d(c.r, c.g, c.b);
      ++count;
    }
    // Sections begin at the top, and at the right.
    const double offset = d.dx ? across - across_middle : across_middle - across;
    if (std::abs(offset) > width / 2 + 1)
      (offset < 0 ? before : behind).push_back(pixels.offset.size());
    pixels.offset.push_back(offset);
    pixels.seen.push_back(sum / std::max(count, 1));
  }
  const auto side = [&](const std::vector<std::size_t>& of) {
    cv::Vec3d colour;
    double offset = 0;
    for (const std::size_t i : of) offset += pixels.offset[i] / static_cast<double>(of.size());
    for (int c = 0; c < 3; ++c) {
      std::vector<double> values;
      for (const std::size_t i : of) values.push_back(pixels.seen[i][c]);
      std::sort(values.begin(), values.end());
      colour[c] = (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
    }
    return std::pair{offset, colour};
  };
  const auto [offset_a, background_a] = side(before);
  const auto [offset_b, background_b] = side(behind);
  for (const double offset : pixels.offset)
    pixels.background.push_back(background_a + (background_b - background_a) *
                                                   ((offset - offset_a) / (offset_b - offset_a)));
  return {section_.match(pixels, width, slack, darkest),
          section_powered_.match(pixels, width, slack, darkest)};
}

double TileReader::picture_distance(cv::Point2d middle, const std::vector<Colour>& picture,
                                    double half) const {
  const int n = static_cast<int>(std::sqrt(static_cast<double>(picture.size())));
  const double square = 2 * half * lattice_.pitch / n;
  double sum = 0;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      Colour mean;
      int samples = 0;
      constexpr int kSamples = 3;  // per side
      for (int i = 0; i < kSamples * kSamples; ++i, ++samples) {
        const double x = column + (i % kSamples + 0.5) / kSamples - n / 2.0;
        const double y = row + (i / kSamples + 0.5) / kSamples - n / 2.0;
        const Colour c = at(middle.x + x * square, middle.y + y * square);
        mean = {mean.r + c.r, mean.g + c.g, mean.b + c.b};
      }
      mean = {mean.r / samples, mean.g / samples, mean.b / samples};
      sum += distance(mean, picture[static_cast<std::size_t>(row * n + column)]);
    }
  return sum / (n * n);
}

template <class Predicate>
double TileReader::share_of_side(cv::Point2d middle, const Direction& d,
                                 Predicate&& is_like) const {
  const double cell = lattice_.pitch;
  constexpr int kReach = 2;
  int seen = 0, all = 0;
  for (double along = 0.16 * cell; along <= 0.38 * cell; ++along)
    for (const double sign : {-1.0, 1.0}) {
      std::array<Colour, 2 * kReach + 1> across;
      for (std::size_t i = 0; i < across.size(); ++i)
        across[i] = at(place(middle, d, cell / 2 + static_cast<double>(i) - kReach, sign * along));
      seen += is_like(across);
      ++all;
    }
  return all ? static_cast<double>(seen) / all : 0;
}

double TileReader::tint_of_barrier(Colour colour) const {
  constexpr double kMinHue = 100;
  const auto hue = [](Colour c) {
    const int grey = std::min({c.r, c.g, c.b});
    return cv::Vec3d(c.r - grey, c.g - grey, c.b - grey);
  };
  const cv::Vec3d wanted = hue(appearance_.barrier);
  return cv::norm(wanted) < kMinHue ? 0 : hue(colour).dot(wanted) / wanted.dot(wanted);
}

// A line that is grey may be tinted by a theme.
constexpr double kTinted = 0.2;

double TileReader::barrier_share(cv::Point2d middle, const Direction& d) const {
  constexpr double kTolerance = 0.4 * 255;
  // Where a viewer makes a line paler, or spreads it over two pixels, its tint is left in all.
  constexpr double kTintOfLine = 0.5;
  return share_of_side(middle, d, [&](std::span<const Colour> across) {
    double tint = 0;
    for (const Colour c : across)
      if (const double of_pixel = tint_of_barrier(c); of_pixel > kTinted) tint += of_pixel;
    return tint > kTintOfLine || std::ranges::any_of(across.subspan(1, 3), [&](Colour c) {
             return distance(c, appearance_.barrier) < kTolerance;
           });
  });
}

double TileReader::barrier_tint(cv::Point2d middle, const Direction& d) const {
  return share_of_side(middle, d, [&](std::span<const Colour> across) {
    return std::ranges::any_of(across.subspan(1, 3),
                               [&](Colour c) { return tint_of_barrier(c) > kTinted; });
  });
}

Lattice centred_on_wires(const cv::Mat& image, const Lattice& lattice,
                         const Appearance& appearance) {
  /// Wires that fit so well show where the lattice is.
  constexpr double kClearMatch = 0.4;
  Lattice now = lattice;
  for (const double slack : {1.5, 0.75}) {
    const TileReader tiles(image, now, appearance);
    LatticeFit fit;
    for (int row = 0; row < now.rows; ++row)
      for (int column = 0; column < now.columns; ++column)
        for (const Direction& d : kDirections) {
          const auto middle = now.centre(column, row);
          const SectionFit best =
              tiles.match_wire(middle, d, appearance.wire_from, 0.5, slack, 1).best();
          if (best.fit < kClearMatch) continue;
          // Offsets grow downwards across a horizontal wire, and to the left across a vertical one.
          if (d.dx)
            fit.add(1, row + 0.5, middle.y + best.shift);
          else
            fit.add(0, column + 0.5, middle.x - best.shift);
        }
    if (fit.weight(0) == 0 || fit.weight(1) == 0) return now;
    now.pitch = fit.pitch().value_or(now.pitch);
    now.origin = {fit.origin(0, now.pitch), fit.origin(1, now.pitch)};
  }
  return now;
}

}  // namespace eyehand::net
