#include "vision/read_net.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eyehand::net {
namespace {

struct Direction {
  Sides side;
  int dx, dy;
};
constexpr std::array<Direction, 4> kDirections = {
    {{kRight, 1, 0}, {kUp, 0, -1}, {kLeft, -1, 0}, {kDown, 0, 1}}};

/// Looks at pixels by place; outside the picture there is nothing.
class Sampler {
 public:
  explicit Sampler(const cv::Mat& image) : image_(image) {}
  bool has(double x, double y) const {
    return x > -0.5 && y > -0.5 && x < image_.cols - 0.5 && y < image_.rows - 0.5;
  }
  /// The nearest pixel. Places beyond the picture read as its rim.
  Colour at(double x, double y) const {
    const int ix = std::clamp(static_cast<int>(std::lround(x)), 0, image_.cols - 1);
    const int iy = std::clamp(static_cast<int>(std::lround(y)), 0, image_.rows - 1);
    return colour_at(image_, ix, iy);
  }

 private:
  const cv::Mat& image_;
};

/// Each channel's own median.
Colour median(const std::vector<Colour>& colours) {
  std::vector<int> values(colours.size());
  const auto of = [&](int Colour::*channel) {
    std::transform(colours.begin(), colours.end(), values.begin(),
                   [&](const Colour& c) { return c.*channel; });
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  return {of(&Colour::r), of(&Colour::g), of(&Colour::b)};
}

/// What is left of a colour without its brightness.
cv::Vec3d chroma(Colour c) {
  const double grey = (c.r + c.g + c.b) / 3.0;
  return {c.r - grey, c.g - grey, c.b - grey};
}

/// How far a colour lies from one tint to another, whatever its brightness.
class Tint {
 public:
  Tint(Colour from, Colour to) : from_(chroma(from)), way_(chroma(to) - from_) {
    length_ = std::max(1.0, way_.dot(way_));
  }
  double share(Colour c) const { return (chroma(c) - from_).dot(way_) / length_; }

 private:
  cv::Vec3d from_, way_;
  double length_ = 1;
};

/// One half of a tile's middle line, from the middle to a side: how much it stands out from what
/// lies beside it.
struct Strip {
  double weakest = 0;    ///< where it stands out least on the way, 1: as much as a wire would
  double strongest = 0;  ///< where most
  double power = 0;      ///< how the core is tinted: 0 as without power, 1 as with it
  Colour core;           ///< its usual colour
  Colour ground;         ///< what lies beside it
};

class TileReader {
 public:
  TileReader(const Sampler& pixels, const Lattice& lattice, const Look& look)
      : pixels_(pixels), lattice_(lattice), look_(look), tint_(look.wire, look.wire_powered) {}

  /// `from` and `to` are on the way from the tile's middle to its side, in cells.
  Strip strip(cv::Point2d middle, const Direction& d, double from, double to) const {
    const double cell = lattice_.pitch;
    const double core = std::max(look_.wire_half_width * cell, 1.0);
    const double power_core = look_.power_half_width * cell;
    double power_sum = 0;
    // Even the thinnest wires are three pixels wide, so beside them begins behind the second.
    const double flank_from = std::max(look_.flank_from * cell, core + 1.5);
    const double flank_to = std::max(look_.flank_to * cell, flank_from + 0.5);
    Strip result;
    result.weakest = std::numeric_limits<double>::max();
    std::vector<Colour> flanks, cores;
    std::vector<int> contrasts;
    const double first = std::ceil(from * cell), last = std::max(std::floor(to * cell), first);
    for (double along = first; along <= last; ++along) {
      const auto at = [&](double across) {
        return pixels_.at(middle.x + d.dx * along + d.dy * across,
                          middle.y + d.dy * along + d.dx * across);
      };
      flanks.clear();
      for (double p = flank_from; p <= flank_to; ++p) {
        flanks.push_back(at(-p));
        flanks.push_back(at(p));
      }
      const Colour ground = median(flanks);
      result.ground = ground;
      contrasts.clear();
      for (double p = -std::floor(core); p <= core; ++p) {
        cores.push_back(at(p));
        contrasts.push_back(distance(cores.back(), ground));
      }
      // Half of the core at least must stand out: a star or a letter is thinner than a wire, while
      // the slit through which a wire under power may glow is narrower than half of it.
      const auto half = contrasts.begin() + static_cast<std::ptrdiff_t>(contrasts.size() / 2);
      std::nth_element(contrasts.begin(), half, contrasts.end());
      // How much a wire would stand out depends on the ground behind it.
      const double contrast =
          *half / std::max<double>(distance(look_.wire, ground), look_.wire_contrast_min);
      double power = 0;
      for (double p = -std::floor(power_core); p <= power_core; ++p)
        power = std::max(power, tint_.share(at(p)));
      power_sum += power;
      result.weakest = std::min(result.weakest, contrast);
      result.strongest = std::max(result.strongest, contrast);
    }
    result.power = power_sum / (last - first + 1);
    result.core = median(cores);
    return result;
  }

  /// The colour of the piece on the tile's middle, or of the ground where there is none.
  std::array<Colour, 4> piece_corners(cv::Point2d middle) const {
    return corners(middle, look_.piece_at);
  }
  std::array<Colour, 4> ground_corners(cv::Point2d middle) const { return corners(middle, 0.36); }

  /// How much of the side between two tiles has the barrier's colour, 0 to 1.
  double barrier_share(cv::Point2d middle, const Direction& d) const {
    const double cell = lattice_.pitch;
    const double tolerance = 0.4 * 255;
    int seen = 0, all = 0;
    for (double along = 0.16 * cell; along <= 0.38 * cell; ++along) {
      for (const double sign : {-1.0, 1.0}) {
        int nearest = 255;
        for (double off = -1; off <= 1; ++off) {
          const double out = cell / 2 + off;
          nearest =
              std::min(nearest, distance(pixels_.at(middle.x + d.dx * out + d.dy * sign * along,
                                                    middle.y + d.dy * out + d.dx * sign * along),
                                         look_.barrier));
        }
        seen += nearest < tolerance;
        ++all;
      }
    }
    return all ? static_cast<double>(seen) / all : 0;
  }

 private:
  std::array<Colour, 4> corners(cv::Point2d middle, double share) const {
    const double d = share * lattice_.pitch;
    return {pixels_.at(middle.x - d, middle.y - d), pixels_.at(middle.x + d, middle.y - d),
            pixels_.at(middle.x - d, middle.y + d), pixels_.at(middle.x + d, middle.y + d)};
  }

  const Sampler& pixels_;
  const Lattice& lattice_;
  const Look& look_;
  Tint tint_;
};

/// Colours whose chromas are so far apart are not of one thing.
constexpr double kOtherTint = 30;

/// What a single wire ends at is told by its colour alone where it differs no more from the look's.
constexpr int kPieceLike = 45;

/// From this share of a wire's contrast on it is one.
constexpr double kThreshold = 0.5;

/// 0.5 at the threshold, 1 from `span` above it on, 0 from `span` below.
float certainty(double value, double threshold, double span) {
  return static_cast<float>(
      std::clamp(0.5 + 0.5 * (value - threshold) / std::max(span, 0.01), 0.0, 1.0));
}

std::string tile_name(const Board& board, int tile) {
  return "column " + std::to_string(tile % board.width + 1) + ", row " +
         std::to_string(tile / board.width + 1);
}

int brightness(Colour c) {
  return (c.r + c.g + c.b) / 3;
}

/// The darkest of four is a stray line, the brightest a highlight: the mean of the middle two.
int ground_brightness(std::array<Colour, 4> corners) {
  std::sort(corners.begin(), corners.end(),
            [](Colour a, Colour b) { return brightness(a) < brightness(b); });
  return (brightness(corners[1]) + brightness(corners[2])) / 2;
}

int median_distance(const std::array<Colour, 4>& corners, Colour to) {
  std::array<int, 4> d{};
  std::transform(corners.begin(), corners.end(), d.begin(),
                 [&](Colour c) { return distance(c, to); });
  std::sort(d.begin(), d.end());
  return (d[1] + d[2]) / 2;
}

/// Everything that one reading is made of.
class BoardReader {
 public:
  BoardReader(const cv::Mat& image, const Lattice& lattice, const Look& look)
      : pixels_(image), tiles_(pixels_, lattice, look), lattice_(lattice), look_(look) {
    reading_.lattice = lattice;
    reading_.board = Board::make(lattice.columns, lattice.rows, false);
    reading_.powered.assign(reading_.board.size(), 0);
    reading_.confidence.assign(reading_.board.size(), 1);
    has_piece_.assign(reading_.board.size(), 0);
  }

  Reading run() {
    read_wires();
    if (look_.has_barriers) read_barriers();
    if (look_.has_locks) read_locks();
    read_pieces();
    check_degrees();
    check_power();
    conclude();
    return std::move(reading_);
  }

 private:
  int size() const { return static_cast<int>(reading_.board.size()); }
  cv::Point2d middle(int tile) const {
    return lattice_.centre(tile % lattice_.columns, tile / lattice_.columns);
  }
  void doubt(int tile, float confidence, const std::string& why) {
    auto& now = reading_.confidence[static_cast<std::size_t>(tile)];
    if (confidence < kSure && (now >= kSure || reading_.doubt.empty()))
      if (reading_.doubt.empty()) reading_.doubt = why + " at " + tile_name(reading_.board, tile);
    now = std::min(now, confidence);
  }

  void read_wires() {
    strips_.resize(reading_.board.size());
    power_.assign(reading_.board.size(), Power::off);
    for (int t = 0; t < size(); ++t) {
      const auto i = static_cast<std::size_t>(t);
      double least_power = 1, most_power = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const Strip s = tiles_.strip(middle(t), kDirections[k], look_.wire_from, look_.wire_to);
        strips_[i][k] = s;
        const bool wire = (s.weakest + s.strongest) / 2 > kThreshold;
        // The least sure place on the way decides.
        const float sure = wire ? certainty(s.weakest, kThreshold * 0.8, kThreshold * 0.4)
                                : 1 - certainty(s.strongest, kThreshold * 1.2, kThreshold * 0.4);
        doubt(t, sure, "a wire that is neither there nor missing");
        if (!wire) continue;
        reading_.board.wires[i] |= kDirections[k].side;
        least_power = std::min(least_power, s.power);
        most_power = std::max(most_power, s.power);
      }
      if (!reading_.board.wires[i]) continue;
      power_[i] = least_power > 0.5 && most_power > 0.6   ? Power::on
                  : most_power < 0.4 && least_power < 0.3 ? Power::off
                                                          : Power::unclear;
    }
  }

  void read_barriers() {
    Board& board = reading_.board;
    int rim = 0, rim_barred = 0;
    for (int t = 0; t < size(); ++t)
      for (const auto& d : kDirections) {
        const int x = t % board.width + d.dx, y = t / board.width + d.dy;
        const bool on_rim = x < 0 || y < 0 || x >= board.width || y >= board.height;
        const double share = tiles_.barrier_share(middle(t), d);
        const bool barred = share > 0.5;
        doubt(t, static_cast<float>(std::min(1.0, 2 * std::abs(share - 0.5))) * 0.9F + 0.1F,
              "a barrier that is neither there nor missing");
        rim += on_rim;
        rim_barred += on_rim && barred;
        if (barred) board.barriers[static_cast<std::size_t>(t)] |= d.side;
      }
    if (look_.wrapping == WrappingSign::barriers) board.wrapping = rim_barred < rim;
    settle_barriers();
  }

  /// Both tiles that share a side must agree on its barrier; a closed rim is no barrier of its own.
  void settle_barriers() {
    Board& board = reading_.board;
    for (int t = 0; t < size(); ++t)
      for (const auto side : kEachSide) {
        auto& mine = board.barriers[static_cast<std::size_t>(t)];
        const int other = board.neighbour(t, side);
        if (other < 0) {
          mine = static_cast<Sides>(mine & ~side);
          continue;
        }
        if (!(mine & side)) continue;
        auto& theirs = board.barriers[static_cast<std::size_t>(other)];
        if (!(theirs & opposite(side))) doubt(t, 0.3F, "a barrier that is seen from one side only");
        theirs |= opposite(side);
      }
  }

  void read_locks() {
    Board& board = reading_.board;
    // The ground of tiles that are not locked goes on around the board.
    std::vector<int> around;
    const double out = 0.3 * lattice_.pitch;
    const auto bounds = lattice_.bounds();
    for (int column = 0; column < board.width; ++column)
      for (const double y : {bounds.y - out, bounds.y + bounds.height + out})
        if (pixels_.has(lattice_.centre(column, 0).x, y))
          around.push_back(brightness(pixels_.at(lattice_.centre(column, 0).x, y)));
    for (int t = 0; t < size(); ++t)
      if (around.empty()) around.push_back(ground_brightness(tiles_.ground_corners(middle(t))));
    std::sort(around.begin(), around.end());
    const int reference = around[around.size() / 2];
    for (int t = 0; t < size(); ++t) {
      const int step = reference - ground_brightness(tiles_.ground_corners(middle(t)));
      board.locked[static_cast<std::size_t>(t)] = step > look_.locked_ground_step;
    }
  }

  /// An end or the source sits on a tile's middle where the wire does not show through.
  void read_pieces() {
    Board& board = reading_.board;
    std::vector<int> sources;
    for (int t = 0; t < size(); ++t) {
      const auto i = static_cast<std::size_t>(t);
      if (!board.wires[i]) continue;
      const auto corners = tiles_.piece_corners(middle(t));
      const int to_end = std::min(median_distance(corners, look_.end),
                                  median_distance(corners, look_.end_powered));
      const int to_source = median_distance(corners, look_.source);
      // A wire goes on into the middle of its tile in the same colours, unless something hides it.
      bool hidden = true, framed = false;
      for (std::size_t k = 0; k < 4; ++k) {
        if (!(board.wires[i] & kDirections[k].side)) continue;
        const Strip& outer = strips_[i][k];
        const Strip inner =
            tiles_.strip(middle(t), kDirections[k], look_.piece_at * 0.6, look_.piece_at);
        framed = distance(inner.ground, outer.ground) > kPieceLike;
        hidden = hidden && (inner.weakest < 0.4 * outer.weakest ||
                            cv::norm(chroma(inner.core) - chroma(outer.core)) > kOtherTint);
      }
      if (degree(board.wires[i]) == 1)
        hidden = hidden || framed || std::min(to_end, to_source) < kPieceLike;
      has_piece_[i] = hidden;
      if (hidden && (degree(board.wires[i]) > 1 || to_source < to_end)) sources.push_back(t);
    }
    if (sources.size() == 1) board.source = sources.front();
    if (sources.size() > 1)
      for (const int t : sources) doubt(t, 0.3F, "more than one source");
    if (sources.empty()) source_missing_ = true;
  }

  /// Counts of wires that no tile of this program has, or that do not go with what sits on it.
  void check_degrees() {
    const Board& board = reading_.board;
    for (int t = 0; t < size(); ++t) {
      const auto i = static_cast<std::size_t>(t);
      const int wires = degree(board.wires[i]);
      if (wires == 0 && !look_.has_empty_tiles) doubt(t, 0, "a tile without wires");
      if (wires == 4 && !look_.has_crosses) doubt(t, 0, "a tile with four wires");
      if (wires == 1 && !has_piece_[i]) doubt(t, 0.2F, "a single wire that ends at nothing");
    }
  }

  /// What is under power must be what the source reaches.
  void check_power() {
    const Board& board = reading_.board;
    if (board.source < 0) return;
    // Across the rim it would need to be known whether the board wraps.
    const bool rim_known = look_.wrapping != WrappingSign::unseen;
    std::vector<std::uint8_t> reached(board.size(), 0);
    std::vector<int> open = {board.source};
    reached[static_cast<std::size_t>(board.source)] = 1;
    while (!open.empty()) {
      const int t = open.back();
      open.pop_back();
      for (const auto side : kEachSide) {
        if (!(board.wires[static_cast<std::size_t>(t)] & side) || !board.is_open(t, side)) continue;
        const int next = board.neighbour(t, side);
        const auto n = static_cast<std::size_t>(next);
        if (reached[n] || !(board.wires[n] & opposite(side))) continue;
        reached[n] = 1;
        open.push_back(next);
      }
    }
    for (int t = 0; t < size(); ++t) {
      const auto i = static_cast<std::size_t>(t);
      reading_.powered[i] = reached[i];
      if (!board.wires[i] || t == board.source) continue;
      if (reached[i] && power_[i] == Power::off)
        doubt(t, 0.4F, "a wire without the power that reaches it");
      if (!reached[i] && power_[i] == Power::on) {
        reading_.powered[i] = 1;
        if (rim_known) doubt(t, 0.4F, "a wire under power that nothing reaches");
      }
    }
  }

  void conclude() {
    reading_.wrapping_known = look_.wrapping != WrappingSign::unseen;
    if (source_missing_ && reading_.doubt.empty()) reading_.doubt = "no source is on the board";
    if (std::all_of(reading_.board.wires.begin(), reading_.board.wires.end(),
                    [](Sides s) { return s == 0; }))
      reading_.doubt = "no wires are on the board";
  }

  Sampler pixels_;
  TileReader tiles_;
  const Lattice& lattice_;
  const Look& look_;
  Reading reading_;
  std::vector<std::array<Strip, 4>> strips_;
  std::vector<std::uint8_t> has_piece_;
  enum class Power : std::uint8_t { off, unclear, on };
  std::vector<Power> power_;
  bool source_missing_ = false;
};

}  // namespace

Reading read(const Frame& frame, const Look& look) {
  const auto found = find_lattice(frame.image, look.lattice);
  if (!found.lattice) {
    Reading nothing;
    nothing.doubt = found.why_not;
    return nothing;
  }
  return BoardReader(frame.image, *found.lattice, look).run();
}

}  // namespace eyehand::net
