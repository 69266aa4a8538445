#include "vision/net/read.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/net/sides.hpp"

namespace eyehand::net {
namespace {

/// Parts whose chromas differ by more do not belong together.
constexpr double kOtherTint = 30;
/// Where on the way from a tile's middle to its side no piece hides the background: KNetWalk's
/// globe ends at 0.35 of a cell in large windows, and at 0.43 in small ones.
constexpr double kOpenFrom = 0.42;
/// A photograph is not of one colour from here on, so far to either side. (Half that width, and
/// some dark corners are, in windows of 400x450.)
constexpr double kFlatFrom = 0.25, kFlatHalfWidth = 0.2;
/// How many tiles around one a small window in front may cover, colouring all their wires alike.
constexpr int kCoverReach = 1;
/// What sits on a tile without wires differs from the background by this.
constexpr int kPieceWithoutWire = 70;

std::array<Colour, 4> by_brightness(std::array<Colour, 4> corners) {
  std::sort(corners.begin(), corners.end(),
            [](Colour a, Colour b) { return brightness(a) < brightness(b); });
  return corners;
}

/// The darkest of four is a stray line, the brightest a highlight: the mean of the middle two.
int background_brightness(const std::array<Colour, 4>& corners) {
  const auto sorted = by_brightness(corners);
  return (brightness(sorted[1]) + brightness(sorted[2])) / 2;
}

/// Whether they are not of one background, the darkest, which may be a stray line, left aside:
/// something covers a part of the tile.
bool is_uneven(const std::array<Colour, 4>& corners) {
  const auto sorted = by_brightness(corners);
  return std::max(distance(sorted[2], sorted[1]), distance(sorted[3], sorted[1])) >
         kOtherThanBackground;
}

/// Everything that one reading is made of.
class BoardReader {
 public:
  BoardReader(const cv::Mat& image, const Lattice& lattice, const Appearance& appearance)
      : lattice_(lattice),
        tiles_(image, lattice_, appearance),
        judge_(tiles_, lattice_, appearance),
        appearance_(appearance) {
    reading_.lattice = lattice;
    reading_.board = Board::make(lattice.columns, lattice.rows, false);
    reading_.powered.assign(reading_.board.size(), 0);
    reading_.confidence.assign(reading_.board.size(), 1);
    has_piece_.assign(reading_.board.size(), 0);
  }

  Reading run() {
    read_wires();
    if (appearance_.wire_section.empty()) check_wire_colours();
    if (appearance_.has_barriers) read_barriers();
    if (appearance_.has_locks) read_locks();
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
  void rejection(int tile, float confidence, const std::string& why) {
    reading_.limit(at(tile), confidence, why + " at " + cell_name(reading_.board.width, tile));
  }

  void read_wires() {
    strips_.resize(reading_.board.size());
    power_.assign(reading_.board.size(), Power::off);
    for (int t = 0; t < size(); ++t) {
      const auto i = at(t);
      const auto sides = judge_.read_sides(middle(t), strips_[i]);
      double least_power = 1, most_power = 0;
      bool in_loop = false;
      for (std::size_t k = 0; k < 4; ++k) {
        rejection(t, sides[k].accepted,
                  "a wire that is neither clearly present nor clearly absent");
        if (!appearance_.wire_section.empty()
                ? !sides[k].wire && covers_photograph(t, kDirections[k])
                : covers_side(t, strips_[i][k]))
          rejection(t, 0.3F, "something covering part of the background");
        if (!sides[k].wire) continue;
        reading_.board.wires[i] |= kDirections[k].side;
        least_power = std::min(least_power, strips_[i][k].power);
        most_power = std::max(most_power, strips_[i][k].power);
        in_loop = in_loop || strips_[i][k].in_loop;
      }
      if (!reading_.board.wires[i]) continue;
      power_[i] = in_loop || lattice_.pitch < appearance_.power_min_px ? Power::unclear
                  : least_power > 0.5 && most_power > 0.6              ? Power::on
                  : most_power < 0.4 && least_power < 0.3              ? Power::off
                                                                       : Power::unclear;
    }
  }

  /// Whether a side that no wire reaches is not seen: over photographs, where wires are
  /// distinguished by their section, all that is known of the background is its hue, and that it is
  /// not flat.
  bool covers_photograph(int tile, const Direction& d) const {
    return appearance_.lattice.method == LatticeMethod::strokes &&
           (!is_background(tiles_.usual_colour(middle(tile), d, kOpenFrom), appearance_.lattice) ||
            tiles_.is_flat(middle(tile), d, kFlatFrom, kFlatHalfWidth));
  }

  /// Whether beside the way to a side is another background than the tile has.
  bool covers_side(int tile, const Strip& strip) const {
    const Colour own = by_brightness(tiles_.background_corners(middle(tile)))[2];
    return distance(strip.background, own) > kOtherThanBackground || strip.stain > kPieceLike;
  }

  /// What stands out as a wire does, but has a colour that neither the appearance's wires have nor
  /// any other wire of the board, is something in front. It may lie over two tiles.
  void check_wire_colours() {
    std::vector<std::pair<int, Colour>> wires;
    std::vector<std::size_t> odd;
    for (int t = 0; t < size(); ++t)
      for (std::size_t k = 0; k < 4; ++k) {
        const auto i = at(t);
        if (!(reading_.board.wires[i] & kDirections[k].side)) continue;
        const Strip& strip = strips_[i][k];
        if (!is_wire_colour(strip.core, strip.background, appearance_)) odd.push_back(wires.size());
        wires.emplace_back(t, strip.core);
      }
    const int columns = lattice_.columns;
    for (const std::size_t i : odd) {
      const auto& [tile, colour] = wires[i];
      const bool is_usual =
          std::any_of(wires.begin(), wires.end(), [&, at = tile, c = colour](const auto& other) {
            const bool is_near = std::abs(other.first % columns - at % columns) <= kCoverReach &&
                                 std::abs(other.first / columns - at / columns) <= kCoverReach;
            return !is_near && distance(other.second, c) < kOtherThanBackground;
          });
      if (!is_usual) rejection(tile, 0.3F, "a wire in a colour that no other wire has");
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
        rejection(t, static_cast<float>(std::min(1.0, 2 * std::abs(share - 0.5))) * 0.9F + 0.1F,
                  "a barrier that is neither clearly present nor clearly absent");
        if (!barred && tiles_.barrier_tint(middle(t), d) > 0.5)
          rejection(t, 0.3F, "a barrier that is neither clearly present nor clearly absent");
        rim += on_rim;
        rim_barred += on_rim && barred;
        if (barred) board.barriers[at(t)] |= d.side;
      }
    if (appearance_.wrapping == WrappingSign::barriers) board.wrapping = rim_barred < rim;
    settle_barriers();
  }

  /// Both tiles that share a side must agree on its barrier; a closed rim is not a barrier of its
  /// own.
  void settle_barriers() {
    Board& board = reading_.board;
    for (int t = 0; t < size(); ++t)
      for (const auto side : kEachSide) {
        auto& mine = board.barriers[at(t)];
        const int other = board.neighbour(t, side);
        if (other < 0) {
          mine = static_cast<Sides>(mine & ~side);
          continue;
        }
        if (!(mine & side)) continue;
        auto& theirs = board.barriers[at(other)];
        if (!(theirs & opposite(side)))
          rejection(t, 0.3F, "a barrier that is visible from one side only");
        theirs |= opposite(side);
      }
  }

  void read_locks() {
    Board& board = reading_.board;
    if (appearance_.locked_shade > 0) {
      board.locked = shaded_tiles(tiles_, lattice_, appearance_.locked_shade);
      return;
    }
    // The background of tiles that are not locked goes on around the board.
    std::vector<int> around;
    const double out = 0.3 * lattice_.pitch;
    const auto bounds = lattice_.bounds();
    for (int column = 0; column < board.width; ++column)
      for (const double y : {bounds.y - out, bounds.y + bounds.height + out})
        if (tiles_.has(lattice_.centre(column, 0).x, y))
          around.push_back(brightness(tiles_.at(lattice_.centre(column, 0).x, y)));
    for (int t = 0; t < size(); ++t)
      if (around.empty())
        around.push_back(background_brightness(tiles_.background_corners(middle(t))));
    std::sort(around.begin(), around.end());
    const int reference = around[around.size() / 2];
    for (int t = 0; t < size(); ++t) {
      const auto corners = tiles_.background_corners(middle(t));
      const int step = reference - background_brightness(corners);
      const bool locked = step > appearance_.locked_background_step;
      board.locked[at(t)] = locked;
      if (locked && is_uneven(corners)) rejection(t, 0.3F, "a background that is only partly dark");
    }
  }

  /// An end or the source sits on a tile's middle where the wire does not show through.
  void read_pieces() {
    Board& board = reading_.board;
    std::vector<int> sources;
    for (int t = 0; t < size(); ++t) {
      const auto i = at(t);
      const auto corners = tiles_.piece_corners(middle(t));
      if (!board.wires[i]) {
        if (distance_to_background(corners, strips_[i]) > kPieceWithoutWire ||
            judge_.shows_turned_wire(middle(t), strips_[i]))
          rejection(t, 0.3F, "a piece without a wire");
        continue;
      }
      if (!appearance_.source_picture.empty()) {
        const bool source = judge_.is_source(middle(t), strips_[i]);
        has_piece_[i] = source || judge_.is_end(middle(t), strips_[i]);
        if (source) sources.push_back(t);
        continue;
      }
      const int to_end = std::min(median_distance(corners, appearance_.end),
                                  median_distance(corners, appearance_.end_powered));
      const int to_source = median_distance(corners, appearance_.source);
      // A wire goes on into the middle of its tile in the same colours, unless something hides it.
      int hides = 0;
      bool framed = false;
      for (std::size_t k = 0; k < 4; ++k) {
        if (!(board.wires[i] & kDirections[k].side)) continue;
        const Strip& outer = strips_[i][k];
        const Strip inner = tiles_.strip(middle(t), kDirections[k], appearance_.piece_at * 0.6,
                                         appearance_.piece_at);
        framed = distance(inner.background, outer.background) > kPieceLike;
        hides += inner.weakest < 0.4 * outer.weakest ||
                 cv::norm(chroma(inner.core) - chroma(outer.core)) > kOtherTint;
      }
      const bool hidden = 2 * hides > degree(board.wires[i]);
      const int to_background = median_distance(corners, strips_[i][0].background);
      if (degree(board.wires[i]) == 1) {
        has_piece_[i] = hidden || framed || to_background > kOtherThanBackground ||
                        std::min(to_end, to_source) < kPieceLike;
        if (has_piece_[i] && to_source < to_end) sources.push_back(t);
      } else if (to_source < kSourceLike) {
        if (hidden || (hides > 0 && to_background > 1.5 * to_source)) sources.push_back(t);
      }
    }
    if (sources.size() == 1) board.source = sources.front();
    if (sources.size() > 1)
      for (const int t : sources) rejection(t, 0.3F, "more than one source");
    if (sources.empty()) source_missing_ = true;
  }

  /// Counts of wires that no tile of this program has, or that do not go with what sits on it.
  void check_degrees() {
    const Board& board = reading_.board;
    for (int t = 0; t < size(); ++t) {
      const auto i = at(t);
      const int wires = degree(board.wires[i]);
      if (wires == 0 && !appearance_.has_empty_tiles) rejection(t, 0, "a tile without wires");
      if (wires == 4 && !appearance_.has_crosses) rejection(t, 0, "a tile with four wires");
      if (wires == 1 && !has_piece_[i]) rejection(t, 0.2F, "a single wire that ends at nothing");
    }
  }

  /// What is under power must be what the source reaches.
  void check_power() {
    const Board& board = reading_.board;
    if (board.source < 0) return;
    const bool fits_so_far = reading_.rejection.empty();
    const auto reject_stale = [&](int t, const char* why) {
      rejection(t, 0.4F, why);
      if (fits_so_far) reading_.stale.push_back(t);
    };
    // Across the rim it would need to be known whether the board wraps.
    const bool rim_known = appearance_.wrapping != WrappingSign::unseen;
    std::vector<std::uint8_t> reached(board.size(), 0);
    std::vector<int> open = {board.source};
    reached[at(board.source)] = 1;
    while (!open.empty()) {
      const int t = open.back();
      open.pop_back();
      for (const auto side : kEachSide) {
        if (!(board.wires[at(t)] & side) || !board.is_open(t, side)) continue;
        const int next = board.neighbour(t, side);
        const auto n = at(next);
        if (reached[n] || !(board.wires[n] & opposite(side))) continue;
        reached[n] = 1;
        open.push_back(next);
      }
    }
    for (int t = 0; t < size(); ++t) {
      const auto i = at(t);
      reading_.powered[i] = reached[i];
      if (!board.wires[i] || t == board.source) continue;
      if (reached[i] && power_[i] == Power::off)
        reject_stale(t, "a wire without the power that reaches it");
      if (!reached[i] && power_[i] == Power::on) {
        reading_.powered[i] = 1;
        if (rim_known) reject_stale(t, "a wire under power that nothing reaches");
      }
    }
  }

  void conclude() {
    reading_.wrapping_known = appearance_.wrapping != WrappingSign::unseen;
    if (source_missing_ && reading_.rejection.empty())
      reading_.rejection = "there is no source on the board";
    if (std::all_of(reading_.board.wires.begin(), reading_.board.wires.end(),
                    [](Sides s) { return s == 0; }))
      reading_.rejection = kNoWires;
  }

  const Lattice lattice_;
  TileReader tiles_;
  SideClassifier judge_;
  const Appearance& appearance_;
  Reading reading_;
  std::vector<FourStrips> strips_;
  std::vector<std::uint8_t> has_piece_;
  enum class Power : std::uint8_t { off, unclear, on };
  std::vector<Power> power_;
  bool source_missing_ = false;
};

}  // namespace

Reading read(const Frame& frame, const Appearance& appearance) {
  const auto found = find_lattice(frame.image, appearance.lattice);
  if (!found.lattice) {
    Reading nothing;
    nothing.rejection = found.why_not;
    return nothing;
  }
  if (appearance.wire_section.empty())
    return BoardReader(frame.image, *found.lattice, appearance).run();
  return BoardReader(frame.image, centred_on_wires(frame.image, *found.lattice, appearance),
                     appearance)
      .run();
}

}  // namespace eyehand::net
