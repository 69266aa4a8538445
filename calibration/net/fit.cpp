#include "calibration/net/fit.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "calibration/colours.hpp"
#include "calibration/net/section.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// Anything that differs this much from the background is not background.
constexpr double kPiece = 40;
/// Colours of different things differ by at least this much.
constexpr double kOther = 90;
constexpr double kCore = 0.02;
/// How many tiles are tried as the source. Over a photograph, part of it may look like a mark.
constexpr std::size_t kMostSources = 3;

class Measurer {
 public:
  Measurer(const LatticeAppearance& lattice, const Turns& turns, const Wires& wires, int source)
      : turns_(turns),
        wires_(wires),
        tiles_(turns.lattice.columns * turns.lattice.rows),
        board_{turns, wires, source} {
    appearance_.lattice = lattice;
  }

  /// What is measured, before any appearance is tried.
  const net::Appearance& measure() {
    look_wires();
    look_at_source();
    find_power();
    find_ends();
    find_barriers();
    for (const net::Sides s : wires_.found) {
      appearance_.has_crosses = appearance_.has_crosses || s == net::kAllSides;
      appearance_.has_empty_tiles = appearance_.has_empty_tiles || s == 0;
    }
    // If no lines separate the cells, a cell without wires is invisible; this board may have none.
    if (appearance_.lattice.method == LatticeMethod::strokes) appearance_.has_empty_tiles = true;
    return appearance_;
  }

  FittedAppearance run() {
    measure();
    FittedAppearance found{appearance_, 1 << 30, board_.source};
    // Over a photograph, contrast says little about wires, even if it suffices on this board.
    if (appearance_.lattice.method == LatticeMethod::strokes) try_sections(found);
    if (found.disagreements > 0) try_contrasts(found);
    if (found.disagreements > 0 && appearance_.lattice.method == LatticeMethod::lines)
      try_sections(found);
    return found;
  }

 private:
  struct Side {
    int tile;
    std::size_t turn, side;
    Rgb core, background;
  };

  void look_wires() {
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t k = 0; k < turns_.pictures.size(); ++k)
        for (std::size_t side = 0; side < 4; ++side) {
          if (!board_.has_wire(t, k, side)) continue;
          const Across across =
              sample_across(turns_.pictures[k], turns_.lattice, t, side, wires_.from, wires_.to);
          sides_.push_back({t, k, side, across.core(kCore), across.background});
        }
  }

  /// The tiles reached by the source in each picture, not counting across the rim: whether the
  /// board wraps is not known yet.
  void follow_power() {
    auto board = net::Board::make(turns_.lattice.columns, turns_.lattice.rows, false);
    board_.powered.assign(turns_.pictures.size(), std::vector<std::uint8_t>(board.size(), 0));
    for (std::size_t k = 0; k < turns_.pictures.size() && board_.source >= 0; ++k) {
      for (int t = 0; t < tiles_; ++t) board.wires[at(t)] = wires_.at(t, k);
      std::vector<int> open = {board_.source};
      while (!open.empty()) {
        const int t = open.back();
        open.pop_back();
        if (std::exchange(board_.powered[k][at(t)], 1)) continue;
        for (const net::Sides side : net::kEachSide) {
          const int next = board.neighbour(t, side);
          if (next >= 0 && (board.wires[at(t)] & side) &&
              (board.wires[at(next)] & net::opposite(side)))
            open.push_back(next);
        }
      }
    }
  }

  bool is_powered(const Side& side) const { return board_.powered[side.turn][at(side.tile)]; }

  /// The median core colour of the wires that are powered, or not; a mark on the source may hide
  /// its own.
  Rgb usual_core(bool powered) const {
    std::vector<Rgb> cores;
    for (const Side& side : sides_)
      if (side.tile != board_.source && is_powered(side) == powered) cores.push_back(side.core);
    return median(cores);
  }

  void find_power() {
    follow_power();
    Rgb off = usual_core(false), on = usual_core(true);
    // Where the source is isolated in all pictures, its own wires have to do. On a board that was
    // not turned they are more reliable than its neighbours, which may be behind a barrier.
    bool any = false;
    for (const Side& side : sides_) any = any || (side.tile != board_.source && is_powered(side));
    if (!any || wires_.quarter == 0) {
      std::vector<Rgb> own;
      for (const Side& side : sides_)
        if (side.tile == board_.source) own.push_back(side.core);
      if (!own.empty()) on = median(own);
      if (!any && own.empty()) on = off;
    }
    // What the source reaches across the rim looks powered.
    for (const Side& side : sides_) {
      auto& powered = board_.powered[side.turn][at(side.tile)];
      if (side.tile == board_.source || apart(on, off) <= kOneThing) continue;
      if (apart(side.core, on) < apart(side.core, off) / 3) powered = 1;
      if (wires_.quarter == 0 && apart(side.core, off) < apart(side.core, on) / 3) powered = 0;
    }
    off = usual_core(false);
    appearance_.wire = to_colour(off);
    appearance_.wire_powered = to_colour(on);
    // A third colour is that of wires in a loop.
    std::vector<Rgb> other;
    for (const Side& side : sides_)
      if (side.tile != board_.source &&
          std::min(apart(side.core, on), apart(side.core, off)) > kOther)
        other.push_back(side.core);
    const auto clusters = clusters_of(other);
    if (clusters.empty() || clusters.front().count < 4) return;
    appearance_.marks_loops = true;
    appearance_.wire_loop = to_colour(clusters.front().mean);
  }

 public:
  /// The tiles with a mark on their centre, in every position of the tile, that no other tile of
  /// its kind ever has; the most distinct ones first.
  std::vector<int> sources() const {
    std::vector<std::pair<double, int>> found;
    for (int t = 0; t < tiles_; ++t) {
      const net::Sides wires = wires_.found[at(t)];
      if (!wires) continue;
      double nearest = 1e9;
      for (std::size_t k = 0; k < turns_.pictures.size(); ++k) {
        const Rgb mine = board_.piece(k, t, appearance_.piece_at);
        double other = apart(mine, board_.background(k, t));
        if (net::degree(wires) == 1)
          for (int e = 0; e < tiles_; ++e)
            if (e != t && net::degree(wires_.found[at(e)]) == 1)
              for (std::size_t turn = 0; turn < turns_.pictures.size(); ++turn)
                other = std::min(other, apart(mine, board_.piece(turn, e, appearance_.piece_at)));
        nearest = std::min(nearest, other);
      }
      if (nearest >= kPiece) found.emplace_back(-nearest, t);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), kMostSources));
    std::vector<int> tiles;
    for (const auto& [distinct, tile] : found) tiles.push_back(tile);
    return tiles;
  }

 private:
  void look_at_source() {
    if (board_.source < 0) return;
    std::vector<Rgb> colours;
    for (std::size_t k = 0; k < turns_.pictures.size(); ++k)
      colours.push_back(board_.piece(k, board_.source, appearance_.piece_at));
    appearance_.source = to_colour(median(colours));
  }

  void find_ends() {
    std::vector<Rgb> off, on;
    for (int t = 0; t < tiles_; ++t) {
      if (t == board_.source || net::degree(wires_.found[at(t)]) != 1) continue;
      for (std::size_t k = 0; k < turns_.pictures.size(); ++k) {
        const bool powered = board_.powered[k][at(t)];
        (powered ? on : off).push_back(board_.piece(k, t, appearance_.piece_at));
      }
    }
    if (off.empty()) off = on;
    if (off.empty()) return;
    appearance_.end = to_colour(median(off));
    appearance_.end_powered = on.empty() ? appearance_.wire_powered : to_colour(median(on));
  }

  /// Lines between tiles in a colour other than the usual one, at the rim or within the board.
  void find_barriers() {
    std::vector<Rgb> lines;
    const Lattice& l = turns_.lattice;
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t side = 0; side < 4; ++side) {
        // The strongest contrast across the line; a barrier may have a black rim.
        std::vector<Rgb> along;
        const Rgb beside = board_.background(0, t);
        const auto weight = [&](const Rgb& c) { return apart(c, beside) + tint(c); };
        for (const double a : {-0.36, -0.28, -0.2, 0.2, 0.28, 0.36}) {
          Rgb line = beside;
          for (const double off : {-1.0, 0.0, 1.0}) {
            const double out = 0.5 + off / l.pitch;
            const bool is_level = side % 2 == 0;
            const double across = side == 0 || side == 3 ? out : -out;
            const Rgb here = board_.at(0, t, is_level ? across : a, is_level ? a : across);
            if (weight(here) > weight(line)) line = here;
          }
          along.push_back(line);
        }
        lines.push_back(median(along));
      }
    const auto clusters = clusters_of(lines);
    std::vector<Rgb> other;
    // Shades of the usual line are not another colour: a barrier has a colour of its own.
    for (const Rgb& line : lines)
      if (apart(line, clusters.front().mean) > 1.5 * kOneThing &&
          tint(line) > tint(clusters.front().mean) + kOneThing)
        other.push_back(line);
    if (appearance_.lattice.method != LatticeMethod::lines || other.size() < 2) {
      appearance_.wrapping = net::WrappingSign::unseen;
      return;
    }
    appearance_.has_barriers = true;
    appearance_.barrier = to_colour(median(other));
    appearance_.wrapping = net::WrappingSign::barriers;
  }

  bool better(const net::Appearance& appearance, FittedAppearance& found) const {
    const int now = disagreements(appearance, turns_, wires_, found.disagreements);
    if (now < found.disagreements) found = {appearance, now, board_.source};
    return found.disagreements == 0;
  }

  void try_contrasts(FittedAppearance& found) const {
    for (const double half : {0.04, 0.025})
      for (const double contrast : {40.0, 25.0, 60.0})
        for (const auto& [from, to] : {std::pair{wires_.from, wires_.to}, std::pair{0.3, 0.36},
                                       std::pair{0.38, 0.44}, std::pair{0.42, 0.46}}) {
          net::Appearance appearance = appearance_;
          appearance.wire_half_width = half;
          appearance.wire_contrast_min = contrast;
          appearance.wire_from = from;
          appearance.wire_to = to;
          if (better(appearance, found)) return;
        }
  }

  void try_sections(FittedAppearance& found) const {
    const double width = wire_width(board_);
    net::Appearance base = appearance_;
    base.wire_width = width;
    base.wire_section = section_of(board_, width, false);
    base.wire_section_powered = section_of(board_, width, true);
    if (base.wire_section_powered.empty()) base.wire_section_powered = base.wire_section;
    base.flank_from = std::max(0.12, width / 2 + 0.03);
    base.flank_to = base.flank_from + 0.06;
    base.wire_half_width = std::max(0.02, 0.45 * width);
    base.piece_at = 0.12;
    auto rims = end_rims(board_);
    rims.emplace_back(0, appearance_.end);
    std::array halves = {0.0, 0.28, 0.2};
    // One picture provides less of what is needed: the most informative appearances first.
    if (wires_.quarter == 0) std::reverse(halves.begin(), halves.end());
    for (const double half : halves)
      for (const auto& [rim, colour] : rims)
        for (const auto& [from, to] : {std::pair{0.43, 0.46}, std::pair{0.40, 0.45}}) {
          net::Appearance appearance = base;
          appearance.wire_from = from;
          appearance.wire_to = to;
          if (half > 0 && board_.source >= 0) {
            appearance.source_picture = source_picture(board_, half);
            appearance.source_picture_at = half;
          }
          if (rim > 0) {
            appearance.end_rim_at = rim;
            appearance.end = colour;
          }
          if (better(appearance, found)) return;
        }
  }

  const Turns& turns_;
  const Wires& wires_;
  const int tiles_;
  net::Appearance appearance_;
  std::vector<Side> sides_;  ///< those with a wire
  KnownBoard board_;
};

/// The tiles that may be the source; -1 if there are none.
std::vector<int> sources_among(const LatticeAppearance& lattice, const Turns& turns,
                               const Wires& wires) {
  std::vector<int> found = Measurer(lattice, turns, wires, -1).sources();
  return found.empty() ? std::vector<int>{-1} : found;
}

}  // namespace

int disagreements(const net::Appearance& appearance, const Turns& turns, const Wires& wires,
                  int enough) {
  int against = 0;
  const int tiles = turns.lattice.columns * turns.lattice.rows;
  const auto compare = [&](const cv::Mat& picture, std::size_t k) {
    const net::Reading reading =
        net::read({.image = picture, .origin = {}, .on_screen = {}}, appearance);
    if (static_cast<int>(reading.board.size()) != tiles ||
        reading.board.width != turns.lattice.columns) {
      against += 2 * tiles;
      return;
    }
    against += !reading.accepted();
    for (int t = 0; t < tiles; ++t) {
      const auto i = at(t);
      against += reading.board.wires[i] != wires.at(t, k);
      against += reading.confidence[i] < kMinConfidence;
    }
  };
  // For a board that was not turned, one picture shows everything.
  const std::size_t pictures = wires.quarter == 0 ? 1 : turns.pictures.size();
  for (std::size_t k = 0; k < pictures && against <= enough; ++k) compare(turns.pictures[k], k);
  for (std::size_t i = 0; i < turns.also.size() && against <= enough; ++i)
    compare(turns.also[i], 0);
  return against;
}

std::vector<net::Appearance> measure_appearances(const LatticeAppearance& lattice,
                                                 const Turns& turns, const Wires& wires) {
  std::vector<net::Appearance> all;
  for (const int source : sources_among(lattice, turns, wires))
    all.push_back(Measurer(lattice, turns, wires, source).measure());
  return all;
}

FittedAppearance find_appearance(const LatticeAppearance& lattice, const Turns& turns,
                                 const Wires& wires, int source) {
  const std::vector<int> sources =
      source < 0 ? sources_among(lattice, turns, wires) : std::vector<int>{source};
  std::optional<FittedAppearance> best;
  for (const int each : sources) {
    const FittedAppearance found = Measurer(lattice, turns, wires, each).run();
    if (!best || found.disagreements < best->disagreements) best = found;
    if (found.disagreements == 0) break;
  }
  return *best;
}

std::optional<Colour> other_wire_colour(const cv::Mat& bgr, const Lattice& lattice,
                                        const net::Appearance& appearance, const Wires& wires,
                                        const std::vector<std::pair<int, std::size_t>>& sides) {
  std::vector<Rgb> cores;
  for (const auto& [tile, side] : sides)
    cores.push_back(sample_across(bgr, lattice, tile, side, wires.from, wires.to).core(kCore));
  const Rgb usual = median(cores);
  if (std::min(apart(usual, rgb(appearance.wire)), apart(usual, rgb(appearance.wire_powered))) <
      kOneThing)
    return std::nullopt;
  return to_colour(usual);
}

}  // namespace eyehand::calibration
