#include "calibration/net/label.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string_view>

#include "actuator/net/plan.hpp"
#include "calibration/colours.hpp"
#include "calibration/lattice_search.hpp"
#include "calibration/net/fit.hpp"
#include "calibration/net/section.hpp"
#include "calibration/net/turns.hpp"
#include "calibration/prober.hpp"
#include "puzzle/net/text.hpp"

namespace eyehand::calibration {
namespace {

constexpr double kHalfWire = 0.05;
/// Anything fainter is not a wire, on any board.
constexpr double kFaint = 20;
/// A mark on a tile's centre shows at (±kPieceAt, ±kPieceAt), and differs by at least this much
/// from its surroundings.
constexpr double kPieceAt = 0.13, kPieceApart = 40;
constexpr std::size_t kMaxGuesses = 4;
/// What is learned should hold at other sizes as well.
constexpr std::array kScales = {0.8, 1.25};
/// At most one in this many tiles may be in the wrong cluster.
constexpr std::size_t kFewAre = 25;
/// Nearly all tiles have one to three wires.
constexpr double kUsualTiles = 0.7;

/// The sides of all tiles that wires appear to reach.
struct TileWires {
  double from = 0, to = 0;
  std::vector<net::Sides> wires;
  double clearness =
      0;  ///< distance between the classes with and without a wire, in units of their spread
};

/// The threshold that best separates two classes (N. Otsu, 1979), and how far apart these are.
std::pair<double, double> part(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double all = 0, all_squares = 0, low = 0, low_squares = 0, best = -1, at = 0, clear = 0;
  for (const double v : values) {
    all += v;
    all_squares += v * v;
  }
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    low += values[i];
    low_squares += values[i] * values[i];
    const double a = static_cast<double>(i + 1), b = n - a;
    const double mean_a = low / a, mean_b = (all - low) / b;
    const double between = a * b * (mean_b - mean_a) * (mean_b - mean_a);
    if (between <= best) continue;
    best = between;
    at = (values[i] + values[i + 1]) / 2;
    const double spread_a = low_squares / a - mean_a * mean_a;
    const double spread_b = (all_squares - low_squares) / b - mean_b * mean_b;
    clear = (mean_b - mean_a) /
            (10 + std::sqrt(std::max(0.0, spread_a)) + std::sqrt(std::max(0.0, spread_b)));
  }
  return {at, clear};
}

TileWires look_at_sides(const cv::Mat& bgr, const Lattice& lattice, double from, double to) {
  const int tiles = lattice.columns * lattice.rows;
  std::vector<double> contrast;
  for (int t = 0; t < tiles; ++t)
    for (std::size_t side = 0; side < 4; ++side) {
      const Across across = sample_across(bgr, lattice, t, side, from, to);
      double sum = 0, count = 0;
      for (std::size_t i = 0; i < across.offset.size(); ++i) {
        if (std::abs(across.offset[i]) > kHalfWire) continue;
        sum += apart(across.colour[i], across.background);
        ++count;
      }
      contrast.push_back(count > 0 ? sum / count : apart(across.core(0), across.background));
    }
  TileWires seen{from, to, {}, 0};
  const auto [at, clear] = part(contrast);
  seen.clearness = clear;
  const double threshold = std::max(at, kFaint);
  for (std::size_t i = 0; i < contrast.size(); ++i) {
    if (i % 4 == 0) seen.wires.push_back(0);
    if (contrast[i] > threshold) seen.wires.back() |= net::kEachSide[i % 4];
  }
  return seen;
}

double share_of_usual(const TileWires& seen) {
  const auto usual = std::count_if(seen.wires.begin(), seen.wires.end(), [](net::Sides s) {
    return net::degree(s) >= 1 && net::degree(s) <= 3;
  });
  return static_cast<double>(usual) /
         static_cast<double>(std::max<std::size_t>(1, seen.wires.size()));
}

/// The canonical pattern (the rotation with the smallest number), and how often it must be turned
/// to give this one.
std::pair<net::Sides, int> upright(net::Sides sides) {
  std::pair<net::Sides, int> best{sides, 0};
  for (int k = 1; k < 4; ++k)
    if (const net::Sides turned = net::turned(sides, -k); turned < best.first) best = {turned, k};
  return best;
}

/// A parsed answer.
struct Answer {
  net::Sides wires = 0;
  bool is_source = false;
};
std::optional<Answer> parse(std::string answer) {
  Answer said;
  if (!answer.empty() && answer.back() == '*') {
    said.is_source = true;
    answer.pop_back();
  }
  if (answer.empty() || (answer == "-" && said.is_source)) return std::nullopt;
  if (answer == "-") return said;
  constexpr std::string_view kLetters = "ruld";  // in the order of net::kEachSide
  for (const char c : answer) {
    const auto at = kLetters.find(c);
    if (at == std::string_view::npos || (said.wires & net::kEachSide[at])) return std::nullopt;
    said.wires |= net::kEachSide[at];
  }
  return said;
}

class NetLabelling final : public Labelling {
 public:
  explicit NetLabelling(const Frame& frame) : frame_(frame) {
    const auto guesses = guess_lattices(frame.image);
    double clearest = 0;
    for (std::size_t i = 0; i < std::min(guesses.size(), kMaxGuesses); ++i)
      for (const auto& [from, to] : kWirePaths) {
        TileWires seen = look_at_sides(frame.image, guesses[i].lattice, from, to);
        if (share_of_usual(seen) < kUsualTiles || seen.clearness <= clearest) continue;
        clearest = seen.clearness;
        lattice_ = guesses[i].lattice;
        appearance_ = guesses[i].appearance;
        seen_ = std::move(seen);
      }
    if (seen_.wires.empty())
      throw LearnStopped(End::unreadable,
                         "the window shows no board of square tiles with wires to their sides.");
    group_tiles();
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    return "For each group: the sides that its wires reach, as letters of u r d l (up, right, "
           "down, "
           "left), such as ul; - if there are none. Add a * if the source stands on "
           "it, such as ul*.";
  }
  bool is_answer(const std::string& answer) const override { return parse(answer).has_value(); }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    Wires wires;
    wires.from = seen_.from;
    wires.to = seen_.to;
    wires.found.resize(seen_.wires.size());
    std::vector<int> sources;
    for (std::size_t t = 0; t < seen_.wires.size(); ++t) {
      const auto group = static_cast<std::size_t>(group_of_[t]);
      const auto said = parse(answers[group]).value_or(Answer{});
      const int quarters = upright(seen_.wires[t]).second - turns_of_[group];
      wires.found[t] = net::turned(said.wires, quarters);
      if (said.is_source) sources.push_back(static_cast<int>(t));
    }
    // Among similar tiles, the source is searched for.
    const int source = sources.size() == 1 ? sources[0] : -1;
    Turns turns{lattice_, {frame_.image, frame_.image, frame_.image, frame_.image}, {}};
    for (const double scale : kScales) {
      cv::Mat other;
      cv::resize(frame_.image, other, {}, scale, scale,
                 scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
      turns.also.push_back(other);
    }
    auto found = find_appearance(appearance_, turns, wires, source);
    if (set_right(found.appearance, wires))
      found = find_appearance(appearance_, turns, wires, source);
    Learned learned = learned_from(text(found.appearance, options), frame_, options);
    if (net::from_game_id(learned.board).wires != wires.found)
      throw LearnStopped(End::unreadable,
                         "the learned appearance reads wires other than those in the answers.");
    return learned;
  }

 private:
  cv::Point2d middle(int tile) const {
    return lattice_.centre(tile % lattice_.columns, tile / lattice_.columns);
  }

  cv::Rect place(int tile) const {
    const cv::Point2d corner = middle(tile) - cv::Point2d(lattice_.pitch, lattice_.pitch) / 2;
    const int side = cvRound(lattice_.pitch) + 1;
    return {cvRound(corner.x), cvRound(corner.y), side, side};
  }

  /// The colour of a mark on a tile's centre; empty if it is the background's.
  std::optional<Rgb> piece(int tile) const {
    const Turns turns{lattice_, {frame_.image}};
    Wires wires;
    wires.from = seen_.from;
    wires.to = seen_.to;
    const KnownBoard board{turns, wires};
    const Rgb colour = board.piece(0, tile, kPieceAt);
    return apart(colour, board.background(0, tile)) < kPieceApart ? std::nullopt
                                                                  : std::optional(colour);
  }

  /// A first appearance, by contrast alone, may have put a tile or two into the wrong cluster.
  /// Where the board is accepted, tiles get what is read, except those shown to the person. Returns
  /// whether any changed.
  bool set_right(const net::Appearance& appearance, Wires& wires) const {
    const net::Reading reading = net::read(frame_, appearance);
    if (!reading.accepted() || reading.board.size() != wires.found.size()) return false;
    std::vector<std::size_t> other;
    for (std::size_t t = 0; t < wires.found.size(); ++t)
      if (reading.board.wires[t] != wires.found[t]) other.push_back(t);
    if (other.size() > 1 + wires.found.size() / kFewAre) return false;
    for (const std::size_t t : other) {
      const auto group = static_cast<std::size_t>(group_of_[t]);
      if (shown_[group] == static_cast<int>(t)) return false;
      wires.found[t] = reading.board.wires[t];
    }
    return !other.empty();
  }

  void group_tiles() {
    std::vector<std::pair<net::Sides, std::optional<Rgb>>> kinds;
    for (std::size_t t = 0; t < seen_.wires.size(); ++t) {
      const auto [pattern, quarters] = upright(seen_.wires[t]);
      const auto mine = piece(static_cast<int>(t));
      std::size_t i = 0;
      while (i < kinds.size() &&
             !(kinds[i].first == pattern && kinds[i].second.has_value() == mine.has_value() &&
               (!mine || apart(*mine, *kinds[i].second) < kOneThing)))
        ++i;
      if (i == kinds.size()) {
        kinds.emplace_back(pattern, mine);
        turns_of_.push_back(quarters);
        shown_.push_back(static_cast<int>(t));
      }
      group_of_.push_back(static_cast<int>(i));
      add_to_group(groups_, i, frame_, place(static_cast<int>(t)));
    }
  }

  static std::string text(const net::Appearance& appearance, const LearnOptions& options) {
    SkinText skin = begin_labelled_skin(options);
    skin.table("lattice", appearance.lattice);
    skin.comment(
        "Not visible on every board, and omitted unless it was there: the colour of wires in "
        "a "
        "loop (marks_loops, wire_loop) and how locked tiles are drawn (has_locks).");
    skin.table("appearance", appearance);
    skin.comment(
        "No picture shows the buttons: these are the usual ones, left anticlockwise, right "
        "clockwise, middle lock. Set any that the program lacks to 0.");
    skin.table_in_full("controls", net::Controls{});
    write_careful_pace(skin, options, Prober::careful_pace());
    return skin.text();
  }

  Frame frame_;
  Lattice lattice_;
  LatticeAppearance appearance_;
  TileWires seen_;
  std::vector<Group> groups_;
  std::vector<int> shown_;  ///< of each cluster, the tile
  std::vector<int>
      turns_of_;  ///< of each cluster, how far its picture is turned from the canonical pattern
  std::vector<int> group_of_;  ///< of each tile
};

}  // namespace

std::unique_ptr<Labelling> label_net(const Frame& frame) {
  return std::make_unique<NetLabelling>(frame);
}

}  // namespace eyehand::calibration
