#include "vision/lights/read.hpp"

#include <algorithm>
#include <cmath>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "vision/lights/sets.hpp"
#include "vision/lights/tiles.hpp"
#include "vision/statistics.hpp"

namespace eyehand::lights {
namespace {

/// Colours further than this from those of lit and of unlit tiles, 0 to 255, belong to neither.
constexpr int kFarthest = 70;
/// Where a tile's colours are sampled, across and down, as shares of its side.
constexpr std::array<double, 5> kWay = {0.1, 0.3, 0.5, 0.7, 0.9};
/// How far from the centre of its window a centred board may lie, as a share of a tile.
constexpr double kAside = 0.03;
/// The confidence of a tile that is rejected for a reason other than its light.
constexpr float kRejected = 0.2F;
/// Where sets are drawn, only samples this close to the tile's edge count, as a share of its side.
constexpr double kRim = 0.15;

/// The median of 3 x 3 pixels, per channel.
Colour usual_colour(const cv::Mat& bgr, cv::Point middle) {
  std::vector<Colour> colours;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      colours.push_back(colour_at(bgr, std::clamp(middle.x + dx, 0, bgr.cols - 1),
                                  std::clamp(middle.y + dy, 0, bgr.rows - 1)));
  return median(colours);
}

/// The colour that an appearance expects at this share of the way across a tile.
Colour expected(const std::vector<Colour>& across, double share) {
  const double place = share * static_cast<double>(across.size() - 1);
  const auto before = std::min(static_cast<std::size_t>(place), across.size() - 1);
  const auto after = std::min(before + 1, across.size() - 1);
  const double part = place - static_cast<double>(before);
  const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
  const Colour &a = across[before], &b = across[after];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

/// Whether a tile is lit, and how certain that is: all places of it must agree.
struct Light {
  bool lit = false;
  float confidence = 0;
  Colour background;  ///< close to the tile's rim
};

Light read_light(const cv::Mat& bgr, const cv::Rect& box, const Appearance& appearance) {
  Light light;
  double least = 1, most = -1;  // -1: as unlit, 1: as lit
  std::vector<Colour> backgrounds;
  for (const double v : kWay)
    for (const double u : kWay) {
      const bool rim = std::min({u, v, 1 - u, 1 - v}) < kRim;
      if (appearance.sets == Sets::drawn && !rim) continue;
      const Colour c =
          usual_colour(bgr, {box.x + static_cast<int>(std::lround(u * (box.width - 1))),
                             box.y + static_cast<int>(std::lround(v * (box.height - 1)))});
      const int to_lit = distance(c, expected(appearance.lit, u));
      const int to_unlit = distance(c, expected(appearance.unlit, u));
      const double vote =
          std::min(to_lit, to_unlit) > kFarthest
              ? 0
              : static_cast<double>(to_unlit - to_lit) / std::max(1, to_unlit + to_lit);
      least = std::min(least, vote);
      most = std::max(most, vote);
      backgrounds.push_back(c);
    }
  light.background = median(backgrounds);
  light.lit = least + most > 0;
  const double margin = light.lit ? least : -most;
  light.confidence = static_cast<float>(std::clamp(2 * margin, 0.0, 1.0));
  return light;
}

class BoardReader {
 public:
  BoardReader(const cv::Mat& image, const Appearance& appearance, const Tiles& tiles)
      : image_(image), appearance_(appearance), tiles_(tiles) {
    const Lattice& lattice = tiles.lattice;
    reading_.lattice = lattice;
    reading_.area = lattice.bounds();
    reading_.board = unlit_board(lattice.columns, lattice.rows, appearance);
    reading_.confidence.assign(reading_.board.size(), 0);  // of tiles that are never examined
  }

  Reading run() {
    if (!tiles_.why_not.empty()) reading_.rejection = tiles_.why_not;
    const bool whole = is_of_its_size();
    for (int t = 0; t < static_cast<int>(tiles_.boxes.size()); ++t)
      if (tiles_.boxes[at(t)].empty()) rejection(t, "something covers the tile");
    const double aside = tiles_.lattice.origin.x +
                         tiles_.lattice.columns * tiles_.lattice.pitch / 2 -
                         (image_.cols - 1) / 2.0;
    const bool is_aside =
        appearance_.centred && whole && std::abs(aside) > 1 + kAside * tiles_.lattice.pitch;
    if (is_aside && reading_.rejection.empty())
      reading_.rejection = "the board is not in the middle of the window";
    if (whole && tiles_.why_not.empty() && !is_aside) {
      read_lights();
      if (appearance_.sets == Sets::drawn) read_drawings();
    }
    if (!reading_.accepted() && appearance_.has_banner) find_banner();
    if (appearance_.level_width > 0) {
      const int width = static_cast<int>(appearance_.level_width * image_.cols);
      const int below = reading_.area.br().y;
      const cv::Rect all({}, image_.size());
      reading_.level = {cv::Rect((image_.cols - width) / 2, 0, width, reading_.area.y) & all,
                        cv::Rect(0, below, width, image_.rows - below) & all};
    }
    return std::move(reading_);
  }

 private:
  void rejection(int tile, const std::string& why) {
    reading_.limit(at(tile), kRejected, why + " in " + cell_name(reading_.board.width, tile));
  }

  bool is_of_its_size() {
    const Board& board = reading_.board;
    if ((appearance_.columns == 0 || board.width == appearance_.columns) &&
        (appearance_.rows == 0 || board.height == appearance_.rows))
      return true;
    if (reading_.rejection.empty())
      reading_.rejection = "only " + std::to_string(board.width) + " by " +
                           std::to_string(board.height) + " tiles of the board are visible";
    return false;
  }

  void read_lights() {
    for (int t = 0; t < static_cast<int>(tiles_.boxes.size()); ++t) {
      const cv::Rect& box = tiles_.boxes[at(t)];
      if (box.empty()) continue;
      const Light light = read_light(image_, box, appearance_);
      reading_.board.lit[at(t)] = light.lit;
      reading_.confidence[at(t)] = light.confidence;
      if (light.confidence < kMinConfidence) rejection(t, "it is unclear whether the tile is lit");
      shown_.push_back(t);
      drawn_.push_back({box,
                        reading_.lattice.centre(t % reading_.board.width, t / reading_.board.width),
                        light.background});
    }
  }

  void read_drawings() {
    Board& board = reading_.board;
    const auto sets = read_sets(image_, drawn_);
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const int t = shown_[i];
      if (!sets[i].rejection.empty()) rejection(t, sets[i].rejection + ", of the tile");
      for (const cv::Point by : sets[i].offsets) {
        const int x = t % board.width + by.x, y = t / board.width + by.y;
        if (x < 0 || y < 0 || x >= board.width || y >= board.height) {
          rejection(t, "a press flips something beyond the board");
        } else {
          board.flips[at(t)].push_back(y * board.width + x);
        }
      }
    }
  }

  /// A banner lies over the upper or the lower part of the board, and maybe over all of its first
  /// or last row, or partly below it.
  void find_banner() {
    const Lattice& lattice = reading_.lattice;
    const int hidden = std::max(0, appearance_.rows - lattice.rows);
    const int beyond = static_cast<int>(hidden * lattice.pitch);
    const int within = static_cast<int>(1.5 * lattice.pitch);
    const int upper = reading_.area.y - beyond, lower = reading_.area.br().y - within;
    const int below = static_cast<int>(0.5 * lattice.pitch);
    reading_.banner_cross = find_cross(image_, {0, upper, image_.cols, beyond + within});
    if (!reading_.banner_cross)
      reading_.banner_cross =
          find_cross(image_, {0, lower, image_.cols, std::max(beyond, below) + within});
    if (reading_.banner_cross) reading_.rejection = kBannerRejection;
  }

  const cv::Mat& image_;
  const Appearance& appearance_;
  const Tiles& tiles_;
  Reading reading_;
  std::vector<int> shown_;        ///< the tiles that nothing covers
  std::vector<DrawnTile> drawn_;  ///< one per shown tile
};

Reading read_between(Gaps kind, const cv::Mat& image, const Appearance& appearance) {
  const Tiles tiles = find_tiles(image, appearance, kind);
  if (tiles.lattice.columns > 0) return BoardReader(image, appearance, tiles).run();
  Reading nothing;
  nothing.rejection = tiles.why_not;
  return nothing;
}

}  // namespace

Board unlit_board(int columns, int rows, const Appearance& appearance) {
  switch (appearance.sets) {
    case Sets::plus:
      return appearance.wrapping ? Board::same(columns, rows, kPlus, true)
                                 : Board::plus(columns, rows);
    case Sets::pattern:
      return Board::same(columns, rows, offsets_of(appearance.pattern), appearance.wrapping);
    case Sets::drawn:
      break;
  }
  return Board::make(columns, rows);
}

Reading read(const Frame& frame, const Appearance& appearance) {
  if (appearance.lit.empty() || appearance.unlit.empty())
    throw Error("the appearance of Lights Out needs the colours of lit and of unlit tiles.");
  Reading sharp = read_between(Gaps::sharp, frame.image, appearance);
  if (sharp.accepted()) return sharp;
  Reading blurred = read_between(Gaps::blurred, frame.image, appearance);
  return blurred.accepted() ? blurred : sharp;
}

}  // namespace eyehand::lights
