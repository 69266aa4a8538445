#include "vision/read_net.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/net_tile.hpp"

namespace eyehand::net {
namespace {

/// Colours whose chromas are so far apart are not of one thing.
constexpr double kOtherTint = 30;

/// What a single wire ends at is told by its colour alone where it differs no more from the look's.
constexpr int kPieceLike = 60;
/// What differs from the ground by this is not the ground.
constexpr int kOtherThanGround = 35;
/// Programs that scale their board do not always scale the pieces on it alike.
constexpr std::array kPieceScales = {1.0, 0.9, 0.8, 0.7, 0.6};
/// Pictures, seen at any size, differ from themselves by less than this.
constexpr double kPictureLike = 20;
/// The source is told by its colour, which differs no more than this.
constexpr int kSourceLike = 40;
/// What sits on a tile without wires differs from the ground by this.
constexpr int kPieceWithoutWire = 70;

/// Shares of a wire's contrast: from here on it is one, up to here it is none, and in between.
constexpr double kPresent = 0.55, kAbsent = 0.3, kThreshold = 0.5;
/// Half a pixel aside, this much is one too.
constexpr double kSharp = 0.7;
/// Lattices that wires were found on are known so well, in pixels.
constexpr double kWireSlack = 0.5;
/// A large source throws its shadow on its wires.
constexpr double kLit = 1, kShaded = 0.76;
/// Matches that say clearly what is there, and where on the way they begin beyond any piece.
constexpr double kClearFit = 0.5, kFromMiddle = 0.1;
/// 0.5 at the threshold, 1 from `span` above it on, 0 from `span` below.
float certainty(double value, double threshold, double span) {
  return static_cast<float>(
      std::clamp(0.5 + 0.5 * (value - threshold) / std::max(span, 0.01), 0.0, 1.0));
}

std::string tile_name(const Board& board, int tile) {
  return "column " + std::to_string(tile % board.width + 1) + ", row " +
         std::to_string(tile / board.width + 1);
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
      : lattice_(lattice), tiles_(image, lattice_, look), look_(look) {
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
      for (std::size_t k = 0; k < 4; ++k) strips_[i][k] = outer_strip(middle(t), k);
      const auto sides = look_.wire_section.empty() ? contrast_sides(t) : match_sides(t);
      double least_power = 1, most_power = 0;
      bool in_loop = false;
      for (std::size_t k = 0; k < 4; ++k) {
        doubt(t, sides[k].sure, "a wire that is neither there nor missing");
        if (!sides[k].wire) continue;
        reading_.board.wires[i] |= kDirections[k].side;
        least_power = std::min(least_power, strips_[i][k].power);
        most_power = std::max(most_power, strips_[i][k].power);
        in_loop = in_loop || strips_[i][k].in_loop;
      }
      if (!reading_.board.wires[i]) continue;
      power_[i] = in_loop || lattice_.pitch < look_.power_min_px ? Power::unclear
                  : least_power > 0.5 && most_power > 0.6        ? Power::on
                  : most_power < 0.4 && least_power < 0.3        ? Power::off
                                                                 : Power::unclear;
    }
  }

  /// The source hides its wires' way to the middle; its colour is not a wire's nor the ground's.
  bool looks_like_source(int tile) const {
    if (!look_.source_picture.empty()) {
      for (const double scale : kPieceScales)
        if (tiles_.picture_distance(middle(tile), look_.source_picture,
                                    scale * look_.source_picture_at) < kPictureLike)
          return true;
      return false;
    }
    const auto corners = tiles_.piece_corners(middle(tile));
    const int to_source = median_distance(corners, look_.source);
    const auto& ground = strips_[static_cast<std::size_t>(tile)][0].ground;
    return to_source < kSourceLike && median_distance(corners, ground) > 1.5 * to_source;
  }

  Strip outer_strip(cv::Point2d tile_middle, std::size_t k) const {
    return tiles_.strip(tile_middle, kDirections[k], look_.wire_from, look_.wire_to);
  }

  /// What a single wire goes into.
  bool looks_like_end(int tile) const {
    const auto& strips = strips_[static_cast<std::size_t>(tile)];
    const auto is_rim = [&](double x) {
      const Colour c = tiles_.at(middle(tile).x + x * lattice_.pitch, middle(tile).y);
      const int to_end = distance(c, look_.end);
      return to_end < kPieceLike && std::all_of(strips.begin(), strips.end(), [&](const Strip& s) {
               return distance(c, s.ground) > to_end;
             });
    };
    return std::any_of(kPieceScales.begin(), kPieceScales.end(), [&](double scale) {
      return is_rim(-scale * look_.end_rim_at) && is_rim(scale * look_.end_rim_at);
    });
  }

  bool looks_bare(int tile) const {
    return distance_to_ground(tile, tiles_.piece_corners(middle(tile))) < kOtherThanGround;
  }

  /// How far the middle is from what lies at any of the sides: the ground may change on the way.
  int distance_to_ground(int tile, const std::array<Colour, 4>& corners) const {
    int least = 255;
    for (const Strip& s : strips_[static_cast<std::size_t>(tile)])
      least = std::min(least, median_distance(corners, s.ground));
    return least;
  }

  /// A wire on its way from one side to another, in a tile that is drawn half turned.
  bool shows_turned_wire(int tile) const {
    constexpr int kRays = 48;
    const double cell = lattice_.pitch, half = look_.wire_half_width * cell / 2;
    for (int ray = 0; ray < kRays; ++ray) {
      const double angle = ray * 2 * CV_PI / kRays;
      const cv::Point2d along(std::cos(angle), std::sin(angle)), across(-along.y, along.x);
      int steps = 0, like = 0;
      for (double r = 0.15 * cell; r < 0.4 * cell; ++r, ++steps)
        for (const double aside : {-half, 0.0, half}) {
          const cv::Point2d at = middle(tile) + along * r + across * aside;
          const Colour colour = tiles_.at(at.x, at.y);
          if (distance(colour, look_.wire) > kPieceLike) continue;
          const auto& strips = strips_[static_cast<std::size_t>(tile)];
          if (std::any_of(strips.begin(), strips.end(), [&](const Strip& s) {
                return distance(colour, s.ground) < kOtherThanGround;
              }))
            continue;
          ++like;
          break;
        }
      if (like > 0.8 * steps) return true;
    }
    return false;
  }

  struct SideWire {
    bool wire = false;
    float sure = 1;
  };

  /// Where the look says how wires look across.
  std::array<SideWire, 4> match_sides(int tile) {
    auto& strips = strips_[static_cast<std::size_t>(tile)];
    const bool source = looks_like_source(tile);
    std::array<SideWire, 4> sides;
    const bool end = looks_like_end(tile), bare = looks_bare(tile);
    std::array<double, 4> fits{};
    for (std::size_t k = 0; k < 4; ++k) {
      // A wire goes on along its way, while lights and letters only happen to lie there.
      const double half_way = (look_.wire_from + 0.5) / 2, darkest = source ? kShaded : kLit;
      const auto match_part = [&](double from, double to) {
        return tiles_.match_wire(middle(tile), kDirections[k], from, to, kWireSlack, darkest);
      };
      const WireMatch match =
          std::min(match_part(look_.wire_from, half_way), match_part(half_way, 0.5),
                   [](const auto& a, const auto& b) { return a.best() < b.best(); });
      SectionMatch best = match.best();
      strips[k].power =
          (1 - match.plain.fit + 0.01) / (2 - match.plain.fit - match.powered.fit + 0.02);
      // Stars and letters that lie where a wire would do not go on towards the middle.
      if (bare && std::abs(best.fit) < kClearFit) {
        const auto inner = match_part(kFromMiddle, 0.5).best();
        if (std::abs(inner.fit) > std::abs(best.fit)) best.fit = inner.fit;
      }
      fits[k] = best.fit;
      sides[k] = {best.fit > 0, certainty(std::abs(best.fit), 0.15, 0.4)};
    }
    if (end) {  // one wire goes into it
      const auto best =
          static_cast<std::size_t>(std::max_element(fits.begin(), fits.end()) - fits.begin());
      double next = -1;
      for (std::size_t k = 0; k < 4; ++k)
        if (k != best) next = std::max(next, fits[k]);
      for (std::size_t k = 0; k < 4; ++k)
        sides[k] = {k == best, certainty(std::min(fits[best], fits[best] - next), 0.2, 0.4)};
    }
    return sides;
  }

  /// Wires that stand out clearly decide themselves.
  std::array<SideWire, 4> contrast_sides(int tile) const {
    const auto& strips = strips_[static_cast<std::size_t>(tile)];
    std::array<SideWire, 4> sides;
    for (std::size_t k = 0; k < 4; ++k) {
      const Strip& s = strips[k];
      sides[k].wire = s.weakest >= kPresent;
      if (s.weakest >= kPresent || s.strongest <= kAbsent) continue;
      // Half a pixel beside the geometric middle the thin lines of small tiles may be sharper.
      const cv::Point2d aside(0.5 * kDirections[k].dy, 0.5 * kDirections[k].dx);
      const double sharpest = std::max(outer_strip(middle(tile) + aside, k).usual,
                                       outer_strip(middle(tile) - aside, k).usual);
      if (sharpest > kSharp)
        sides[k] = {true, 0.75F};
      else if (s.usual > kThreshold)
        sides[k] = {true, certainty(s.usual, 0.4, 0.4)};
      else
        sides[k].sure = 1 - certainty(s.usual, 0.6, 0.4);
    }
    return sides;
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
        if (tiles_.has(lattice_.centre(column, 0).x, y))
          around.push_back(brightness(tiles_.at(lattice_.centre(column, 0).x, y)));
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
      const auto corners = tiles_.piece_corners(middle(t));
      if (!board.wires[i]) {
        if (distance_to_ground(t, corners) > kPieceWithoutWire || shows_turned_wire(t))
          doubt(t, 0.3F, "something without a wire");
        continue;
      }
      if (!look_.source_picture.empty()) {
        const bool source = looks_like_source(t);
        has_piece_[i] = source || looks_like_end(t);
        if (source) sources.push_back(t);
        continue;
      }
      const int to_end = std::min(median_distance(corners, look_.end),
                                  median_distance(corners, look_.end_powered));
      const int to_source = median_distance(corners, look_.source);
      // A wire goes on into the middle of its tile in the same colours, unless something hides it.
      int hides = 0;
      bool framed = false;
      for (std::size_t k = 0; k < 4; ++k) {
        if (!(board.wires[i] & kDirections[k].side)) continue;
        const Strip& outer = strips_[i][k];
        const Strip inner =
            tiles_.strip(middle(t), kDirections[k], look_.piece_at * 0.6, look_.piece_at);
        framed = distance(inner.ground, outer.ground) > kPieceLike;
        hides += inner.weakest < 0.4 * outer.weakest ||
                 cv::norm(chroma(inner.core) - chroma(outer.core)) > kOtherTint;
      }
      const bool hidden = 2 * hides > degree(board.wires[i]);
      const int to_ground = median_distance(corners, strips_[i][0].ground);
      if (degree(board.wires[i]) == 1) {
        has_piece_[i] = hidden || framed || to_ground > kOtherThanGround ||
                        std::min(to_end, to_source) < kPieceLike;
        if (has_piece_[i] && to_source < to_end) sources.push_back(t);
      } else if (to_source < kSourceLike) {
        if (hidden || (hides > 0 && to_ground > 1.5 * to_source)) sources.push_back(t);
      }
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

  const Lattice lattice_;
  TileReader tiles_;
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
  if (look.wire_section.empty()) return BoardReader(frame.image, *found.lattice, look).run();
  return BoardReader(frame.image, centred_on_wires(frame.image, *found.lattice, look), look).run();
}

}  // namespace eyehand::net
