#include "calibration/net_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace eyehand::calibration {
namespace {

/// Colours of one thing are no further apart than this, and those of two no nearer.
constexpr double kOneThing = 45;
/// What differs so from the ground is no ground.
constexpr double kPiece = 40;
constexpr double kCore = 0.02;

Colour to_colour(const cv::Vec3d& c) {
  const auto whole = [](double v) { return std::clamp(static_cast<int>(std::lround(v)), 0, 255); };
  return {whole(c[0]), whole(c[1]), whole(c[2])};
}

cv::Vec3d rgb(const Colour& c) {
  return {static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b)};
}

/// Colours that lie together, the most frequent group first.
struct Cluster {
  cv::Vec3d mean;
  int count = 0;
};

std::vector<Cluster> clusters_of(const std::vector<cv::Vec3d>& colours) {
  std::vector<Cluster> clusters;
  for (const auto& colour : colours) {
    Cluster* nearest = nullptr;
    for (Cluster& cluster : clusters)
      if (!nearest || apart(cluster.mean, colour) < apart(nearest->mean, colour))
        nearest = &cluster;
    if (!nearest || apart(nearest->mean, colour) > kOneThing) {
      clusters.push_back({colour, 1});
      continue;
    }
    nearest->mean = (nearest->mean * nearest->count + colour) / (nearest->count + 1.0);
    ++nearest->count;
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const Cluster& a, const Cluster& b) { return a.count > b.count; });
  return clusters;
}

int nearest_of(const std::vector<Cluster>& clusters, const cv::Vec3d& colour) {
  int nearest = -1;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    if (nearest < 0 || apart(clusters[i].mean, colour) <
                           apart(clusters[static_cast<std::size_t>(nearest)].mean, colour))
      nearest = static_cast<int>(i);
  return nearest;
}

cv::Vec3d median(std::vector<cv::Vec3d> colours) {
  cv::Vec3d result;
  const auto half = static_cast<std::ptrdiff_t>(colours.size() / 2);
  for (int c = 0; c < 3 && !colours.empty(); ++c) {
    std::nth_element(colours.begin(), colours.begin() + half, colours.end(),
                     [c](const auto& a, const auto& b) { return a[c] < b[c]; });
    result[c] = colours[static_cast<std::size_t>(half)][c];
  }
  return result;
}

/// How far a colour is from grey.
double tint(const cv::Vec3d& c) {
  return std::max({c[0], c[1], c[2]}) - std::min({c[0], c[1], c[2]});
}

class Measurer {
 public:
  Measurer(const LatticeLook& lattice, const Turns& turns, const Wires& wires)
      : turns_(turns), wires_(wires), tiles_(turns.lattice.columns * turns.lattice.rows) {
    look_.lattice = lattice;
  }

  FoundLook run() {
    look_wires();
    find_power();
    find_source();
    find_ends();
    find_barriers();
    for (const net::Sides s : wires_.found) {
      look_.has_crosses = look_.has_crosses || s == net::kAllSides;
      look_.has_empty_tiles = look_.has_empty_tiles || s == 0;
    }
    FoundLook found{look_, disagreements(look_, turns_, wires_, 1 << 30), source_};
    try_contrasts(found);
    if (found.disagreements > 0) try_sections(found);
    return found;
  }

 private:
  struct Side {
    int tile;
    std::size_t turn, side;
    cv::Vec3d core, ground;
  };

  bool has_wire(int tile, std::size_t turn, std::size_t side) const {
    return wires_.at(tile, turn) & net::kEachSide[side];
  }

  void look_wires() {
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t side = 0; side < 4; ++side) {
          if (!has_wire(t, k, side)) continue;
          const Across across =
              look_across(turns_.pictures[k], turns_.lattice, t, side, wires_.from, wires_.to);
          sides_.push_back({t, k, side, across.core(kCore), across.ground});
        }
    std::vector<cv::Vec3d> cores;
    for (const Side& side : sides_) cores.push_back(side.core);
    colours_ = clusters_of(cores);
    // What is rare is a mistake, or a wire that something hides.
    const auto rare = [&](const Cluster& c) {
      return c.count * 200 < static_cast<int>(sides_.size());
    };
    colours_.erase(std::remove_if(colours_.begin(), colours_.end(), rare), colours_.end());
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t k = 0; k < 4; ++k) {
        std::vector<int> votes(colours_.size() + 1, 0);
        for (const Side& side : sides_)
          if (side.tile == t && side.turn == k)
            ++votes[static_cast<std::size_t>(nearest_of(colours_, side.core) + 1)];
        votes[0] = 0;
        const auto most = std::max_element(votes.begin(), votes.end());
        colour_of_[k].push_back(*most > 0 ? static_cast<int>(most - votes.begin()) - 1 : -1);
      }
  }

  /// The parts that tiles of one colour are joined to, over all pictures.
  int parts_of(int colour) const {
    int parts = 0;
    const int columns = turns_.lattice.columns, rows = turns_.lattice.rows;
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<char> seen(static_cast<std::size_t>(tiles_), 0);
      for (int start = 0; start < tiles_; ++start) {
        if (seen[static_cast<std::size_t>(start)] ||
            colour_of_[k][static_cast<std::size_t>(start)] != colour)
          continue;
        ++parts;
        std::vector<int> open = {start};
        seen[static_cast<std::size_t>(start)] = 1;
        while (!open.empty()) {
          const int t = open.back();
          open.pop_back();
          for (std::size_t side = 0; side < 4; ++side) {
            if (!has_wire(t, k, side)) continue;
            const int x = (t % columns + (side == 0) - (side == 2) + columns) % columns;
            const int y = (t / columns + (side == 3) - (side == 1) + rows) % rows;
            const int next = y * columns + x;
            const auto n = static_cast<std::size_t>(next);
            if (seen[n] || !has_wire(next, k, (side + 2) % 4) || colour_of_[k][n] != colour)
              continue;
            seen[n] = 1;
            open.push_back(next);
          }
        }
      }
    }
    return parts;
  }

  /// What is under power is one part, in each picture; the other wires are many.
  void find_power() {
    if (colours_.empty()) return;
    unpowered_ = 0;
    int fewest = 1 << 30;
    for (int c = 0; c < static_cast<int>(colours_.size()); ++c) {
      const int parts = parts_of(c);
      int pictures = 0;
      for (const auto& colours : colour_of_)
        pictures += std::find(colours.begin(), colours.end(), c) != colours.end();
      if (pictures == 4 && parts < fewest && colours_.size() > 1) {
        fewest = parts;
        powered_ = c;
      }
    }
    if (powered_ == 0) unpowered_ = 1;
    look_.wire = to_colour(colours_[static_cast<std::size_t>(unpowered_)].mean);
    look_.wire_powered =
        powered_ < 0 ? look_.wire : to_colour(colours_[static_cast<std::size_t>(powered_)].mean);
    for (int c = 0; c < static_cast<int>(colours_.size()); ++c)
      if (c != powered_ && c != unpowered_ && !look_.marks_loops) {
        look_.marks_loops = true;
        look_.wire_loop = to_colour(colours_[static_cast<std::size_t>(c)].mean);
      }
  }

  cv::Vec3d at(std::size_t turn, int tile, double u, double v) const {
    const Lattice& l = turns_.lattice;
    const cv::Point2d p =
        l.centre(tile % l.columns, tile / l.columns) + cv::Point2d(u, v) * l.pitch;
    const cv::Mat& bgr = turns_.pictures[turn];
    return rgb(colour_at(bgr, std::clamp(cvRound(p.x), 0, bgr.cols - 1),
                         std::clamp(cvRound(p.y), 0, bgr.rows - 1)));
  }
  /// The usual colour at the corners of what may sit on a tile's middle.
  cv::Vec3d piece(std::size_t turn, int tile, double x) const {
    return median({at(turn, tile, -x, -x), at(turn, tile, x, -x), at(turn, tile, -x, x),
                   at(turn, tile, x, x)});
  }
  cv::Vec3d ground(std::size_t turn, int tile) const {
    std::vector<cv::Vec3d> grounds;
    for (std::size_t side = 0; side < 4; ++side)
      grounds.push_back(
          look_across(turns_.pictures[turn], turns_.lattice, tile, side, wires_.from, wires_.to)
              .ground);
    return median(grounds);
  }
  bool is_powered_always(int tile) const {
    return std::all_of(colour_of_.begin(), colour_of_.end(), [&](const auto& colours) {
      return colours[static_cast<std::size_t>(tile)] == powered_;
    });
  }

  /// It is always under power, and something sits on its middle that no other tile of its kind has.
  void find_source() {
    double most = 0;
    for (int t = 0; t < tiles_; ++t) {
      const net::Sides wires = wires_.found[static_cast<std::size_t>(t)];
      if (!wires || (powered_ >= 0 && !is_powered_always(t))) continue;
      double least = 1e9;
      for (std::size_t k = 0; k < 4; ++k) {
        const cv::Vec3d mine = piece(k, t, look_.piece_at);
        double other = apart(mine, ground(k, t));
        if (net::degree(wires) == 1)
          for (int e = 0; e < tiles_; ++e)
            if (e != t && net::degree(wires_.found[static_cast<std::size_t>(e)]) == 1)
              for (std::size_t turn = 0; turn < 4; ++turn)
                if (colour_of_[turn][static_cast<std::size_t>(e)] == powered_)
                  other = std::min(other, apart(mine, piece(turn, e, look_.piece_at)));
        least = std::min(least, other);
      }
      if (least > std::max(most, kPiece)) {
        most = least;
        source_ = t;
      }
    }
    if (source_ < 0) return;
    std::vector<cv::Vec3d> colours;
    for (std::size_t k = 0; k < 4; ++k) colours.push_back(piece(k, source_, look_.piece_at));
    look_.source = to_colour(median(colours));
  }

  void find_ends() {
    std::vector<cv::Vec3d> off, on;
    for (int t = 0; t < tiles_; ++t) {
      if (t == source_ || net::degree(wires_.found[static_cast<std::size_t>(t)]) != 1) continue;
      for (std::size_t k = 0; k < 4; ++k) {
        const int colour = colour_of_[k][static_cast<std::size_t>(t)];
        (powered_ >= 0 && colour == powered_ ? on : off).push_back(piece(k, t, look_.piece_at));
      }
    }
    if (off.empty()) off = on;
    if (off.empty()) return;
    look_.end = to_colour(median(off));
    look_.end_powered = on.empty() ? look_.wire_powered : to_colour(median(on));
  }

  /// Lines between tiles that are of another colour than most, at the rim or within the board.
  void find_barriers() {
    std::vector<cv::Vec3d> lines;
    const Lattice& l = turns_.lattice;
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t side = 0; side < 4; ++side) {
        // What stands out most, across the line; a barrier may have a black rim.
        std::vector<cv::Vec3d> along;
        const cv::Vec3d beside = ground(0, t);
        const auto weight = [&](const cv::Vec3d& c) { return apart(c, beside) + tint(c); };
        for (const double a : {-0.36, -0.28, -0.2, 0.2, 0.28, 0.36}) {
          cv::Vec3d line = beside;
          for (const double off : {-1.0, 0.0, 1.0}) {
            const double out = 0.5 + off / l.pitch;
            const cv::Vec3d here = side == 0   ? at(0, t, out, a)
                                   : side == 1 ? at(0, t, a, -out)
                                   : side == 2 ? at(0, t, -out, a)
                                               : at(0, t, a, out);
            if (weight(here) > weight(line)) line = here;
          }
          along.push_back(line);
        }
        lines.push_back(median(along));
      }
    const auto clusters = clusters_of(lines);
    std::vector<cv::Vec3d> other;
    // Shades of the usual line are not another colour: a barrier is a colour of its own.
    for (const cv::Vec3d& line : lines)
      if (apart(line, clusters.front().mean) > 1.5 * kOneThing &&
          tint(line) > tint(clusters.front().mean) + kOneThing)
        other.push_back(line);
    if (look_.lattice.method != LatticeMethod::lines || other.size() < 2) {
      look_.wrapping = net::WrappingSign::unseen;
      return;
    }
    look_.has_barriers = true;
    look_.barrier = to_colour(median(other));
    look_.wrapping = net::WrappingSign::barriers;
  }

  bool better(const net::Look& look, FoundLook& found) const {
    const int now = disagreements(look, turns_, wires_, found.disagreements);
    if (now < found.disagreements) found = {look, now, source_};
    return found.disagreements == 0;
  }

  void try_contrasts(FoundLook& found) const {
    for (const double half : {0.04, 0.025})
      for (const double contrast : {40.0, 25.0, 60.0})
        for (const auto& [from, to] : {std::pair{wires_.from, wires_.to}, std::pair{0.3, 0.36},
                                       std::pair{0.38, 0.44}, std::pair{0.42, 0.46}}) {
          net::Look look = look_;
          look.wire_half_width = half;
          look.wire_contrast_min = contrast;
          look.wire_from = from;
          look.wire_to = to;
          if (better(look, found)) return;
        }
  }

  /// Where a wire differs from what is seen at the same side when it is turned away.
  double wire_width() const {
    constexpr int kBins = 60;  // over half a cell
    std::array<double, kBins> sum{}, count{};
    for (int t = 0; t < tiles_; ++t)
      for (std::size_t side = 0; side < 4; ++side)
        for (std::size_t k = 0; k < 4; ++k)
          for (std::size_t other = 0; other < 4; ++other) {
            if (!has_wire(t, k, side) || has_wire(t, other, side)) continue;
            const Across with =
                look_across(turns_.pictures[k], turns_.lattice, t, side, 0.43, 0.46);
            const Across without =
                look_across(turns_.pictures[other], turns_.lattice, t, side, 0.43, 0.46);
            for (std::size_t i = 0; i < with.offset.size(); ++i) {
              const int bin = static_cast<int>((with.offset[i] + 0.25) * 2 * kBins);
              if (bin < 0 || bin >= kBins) continue;
              sum[static_cast<std::size_t>(bin)] += apart(with.colour[i], without.colour[i]);
              count[static_cast<std::size_t>(bin)] += 1;
            }
            break;
          }
    double most = 0;
    for (std::size_t i = 0; i < kBins; ++i)
      if (count[i] > 0) most = std::max(most, sum[i] /= count[i]);
    double first = 1, last = -1;
    for (std::size_t i = 0; i < kBins; ++i) {
      const double offset = (static_cast<double>(i) + 0.5) / (2 * kBins) - 0.25;
      if (count[i] == 0 || sum[i] < 0.3 * most) continue;
      first = std::min(first, offset);
      last = std::max(last, offset);
    }
    return std::max(0.02, last - first);
  }

  /// The colours across wires of one kind, in even steps over their width.
  std::vector<Colour> section(double width, int kind) const {
    constexpr int kSteps = 11;
    std::array<cv::Vec3d, kSteps> sum{};
    std::array<double, kSteps> weight{};
    for (const Side& side : sides_) {
      if (colour_of_[side.turn][static_cast<std::size_t>(side.tile)] != kind) continue;
      const Across across =
          look_across(turns_.pictures[side.turn], turns_.lattice, side.tile, side.side, 0.43, 0.46);
      for (std::size_t i = 0; i < across.offset.size(); ++i) {
        const double place = (across.offset[i] / width + 0.5) * kSteps - 0.5;
        if (place < -0.5 || place > kSteps - 0.5) continue;
        const int below = static_cast<int>(std::floor(place));
        for (const int step : {below, below + 1}) {
          if (step < 0 || step >= kSteps) continue;
          const double share = 1 - std::abs(place - step);
          sum[static_cast<std::size_t>(step)] += across.colour[i] * share;
          weight[static_cast<std::size_t>(step)] += share;
        }
      }
    }
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < kSteps; ++i)
      if (weight[i] > 0) colours.push_back(to_colour(sum[i] / weight[i]));
    return colours;
  }

  std::vector<Colour> source_picture(double half) const {
    constexpr int kSquares = 5, kSamples = 3;
    std::vector<Colour> picture;
    for (int row = 0; row < kSquares; ++row)
      for (int column = 0; column < kSquares; ++column) {
        cv::Vec3d sum;
        for (std::size_t k = 0; k < 4; ++k)
          for (int i = 0; i < kSamples * kSamples; ++i)
            sum += at(k, source_,
                      ((column + (i % kSamples + 0.5) / kSamples) / kSquares - 0.5) * 2 * half,
                      ((row + (i / kSamples + 0.5) / kSamples) / kSquares - 0.5) * 2 * half);
        picture.push_back(to_colour(sum / (4.0 * kSamples * kSamples)));
      }
    return picture;
  }

  /// Where ends have a rim of one colour, to either side of their middle, and that colour; the
  /// places that tell it best first.
  std::vector<std::pair<double, Colour>> end_rims() const {
    struct Rim {
      double spread, at;
      Colour colour;
    };
    std::vector<Rim> rims;
    for (double x = 0.1; x <= 0.36; x += 0.02) {
      std::vector<cv::Vec3d> colours;
      for (int t = 0; t < tiles_; ++t)
        if (t != source_ && net::degree(wires_.found[static_cast<std::size_t>(t)]) == 1)
          for (std::size_t k = 0; k < 4; ++k) {
            colours.push_back(at(k, t, -x, 0));
            colours.push_back(at(k, t, x, 0));
          }
      if (colours.empty()) return {};
      const cv::Vec3d usual = median(colours);
      std::vector<double> off;
      for (const auto& c : colours) off.push_back(apart(c, usual));
      std::sort(off.begin(), off.end());
      rims.push_back({off[off.size() * 9 / 10], x, to_colour(usual)});
    }
    std::sort(rims.begin(), rims.end(),
              [](const Rim& a, const Rim& b) { return a.spread < b.spread; });
    std::vector<std::pair<double, Colour>> best;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, rims.size()); ++i)
      best.emplace_back(rims[i].at, rims[i].colour);
    return best;
  }

  void try_sections(FoundLook& found) const {
    const double width = wire_width();
    net::Look base = look_;
    base.wire_width = width;
    base.wire_section = section(width, unpowered_);
    base.wire_section_powered = section(width, powered_ < 0 ? unpowered_ : powered_);
    base.flank_from = std::max(0.12, width / 2 + 0.03);
    base.flank_to = base.flank_from + 0.06;
    base.wire_half_width = std::max(0.02, 0.45 * width);
    base.piece_at = 0.12;
    auto rims = end_rims();
    rims.insert(rims.begin(), {0, look_.end});
    for (const double half : {0.0, 0.28, 0.2})
      for (const auto& [rim, colour] : rims)
        for (const auto& [from, to] : {std::pair{0.43, 0.46}, std::pair{0.40, 0.45}}) {
          net::Look look = base;
          look.wire_from = from;
          look.wire_to = to;
          if (half > 0 && source_ >= 0) {
            look.source_picture = source_picture(half);
            look.source_picture_at = half;
          }
          if (rim > 0) {
            look.end_rim_at = rim;
            look.end = colour;
          }
          if (better(look, found)) return;
        }
  }

  const Turns& turns_;
  const Wires& wires_;
  const int tiles_;
  net::Look look_;
  int source_ = -1;
  std::vector<Side> sides_;                    ///< those with a wire
  std::vector<Cluster> colours_;               ///< of the wires
  int unpowered_ = 0, powered_ = -1;           ///< which of them
  std::array<std::vector<int>, 4> colour_of_;  ///< for each turn and tile; -1: none
};

}  // namespace

int disagreements(const net::Look& look, const Turns& turns, const Wires& wires, int enough) {
  int against = 0;
  const int tiles = turns.lattice.columns * turns.lattice.rows;
  for (std::size_t k = 0; k < 4 && against <= enough; ++k) {
    const net::Reading reading =
        net::read({.image = turns.pictures[k], .origin = {}, .on_screen = {}}, look);
    if (static_cast<int>(reading.board.size()) != tiles ||
        reading.board.width != turns.lattice.columns) {
      against += 2 * tiles;
      continue;
    }
    against += !reading.sure();
    for (int t = 0; t < tiles; ++t) {
      const auto i = static_cast<std::size_t>(t);
      against += reading.board.wires[i] != wires.at(t, k);
      against += reading.confidence[i] < net::kSure;
    }
  }
  return against;
}

FoundLook find_look(const LatticeLook& lattice, const Turns& turns, const Wires& wires) {
  return Measurer(lattice, turns, wires).run();
}

std::optional<Colour> other_wire_colour(const cv::Mat& bgr, const Lattice& lattice,
                                        const net::Look& look, const Wires& wires,
                                        const std::vector<std::pair<int, std::size_t>>& sides) {
  std::vector<cv::Vec3d> cores;
  for (const auto& [tile, side] : sides)
    cores.push_back(look_across(bgr, lattice, tile, side, wires.from, wires.to).core(kCore));
  const cv::Vec3d usual = median(cores);
  if (std::min(apart(usual, rgb(look.wire)), apart(usual, rgb(look.wire_powered))) < kOneThing)
    return std::nullopt;
  return to_colour(usual);
}

}  // namespace eyehand::calibration
