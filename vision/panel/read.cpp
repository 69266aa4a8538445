#include "vision/panel/read.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/panel/atlas.hpp"
#include "vision/panel/grid.hpp"
#include "vision/panel/palette.hpp"
#include "vision/panel/tile.hpp"

namespace eyehand::panel {
namespace {

/// Cells larger than kLargePixels are compared at kMaxPixels: more pixels add nothing.
constexpr int kLargePixels = 36, kMaxPixels = 28;
/// Between these distances from the board, in cells, the program leaves background; only walkers
/// reach into it.
constexpr double kMarginFrom = 0.085, kMarginTo = 0.11;
/// The sharpness of a picture is determined by this many tiles, those with the most drawn on them.
constexpr std::size_t kProbes = 8;
/// The size of the program's pixels and the blur, both in pixels of the picture, that are tried in
/// this order: a picture as drawn, then pictures of scaled windows.
constexpr std::pair<double, double> kSharpness[] = {{1, 0},     {1.5, 0.7}, {1.25, 0.5},
                                                    {0.9, 0.4}, {1.6, 0.9}, {2, 0}};
/// If this many of them leave more than this share unexplained, the others are not tried.
constexpr std::size_t kTellAll = 2;
constexpr double kHopeless = 0.6;
/// The share that drawings of the right size and sharpness may leave unexplained on any tile, and
/// in a picture that was certainly scaled.
constexpr double kGoodError = 0.1;
constexpr double kScaledGoodError = 0.04;

Reading nothing(std::string why_not) {
  Reading reading;
  reading.rejection = std::move(why_not);
  return reading;
}

/// The board with a cell all around, so that each cell has `side` pixels; CV_32FC3.
struct Mosaic {
  cv::Mat picture;
  int side = 0;

  cv::Rect cell(int column, int row) const {
    return {(column + 1) * side, (row + 1) * side, side, side};
  }
};

/// What a row or column of a picture adds to one of a smaller picture.
struct Blend {
  int from, to;
  float share;
};

/// A smaller picture's places are means of `parts` places each, between pixels of `size` in a row;
/// the first is at `first`, the next one a step on.
std::vector<Blend> blends(double first, double step, int count, int parts, int size) {
  std::vector<Blend> all;
  const auto add = [&](int from, int to, double share) {
    from = std::clamp(from, 0, size - 1);
    share /= parts;
    if (!all.empty() && all.back().from == from && all.back().to == to)
      all.back().share += static_cast<float>(share);
    else
      all.push_back({from, to, static_cast<float>(share)});
  };
  for (int i = 0; i < count * parts; ++i) {
    const double at = first + i * step;
    const int before = cvFloor(at);
    add(before, i / parts, 1 - (at - before));
    add(before + 1, i / parts, at - before);
  }
  return all;
}

Mosaic cut_mosaic(const cv::Mat& bgr, const Grid& grid) {
  Mosaic mosaic;
  mosaic.side = grid.pitch > kLargePixels ? kMaxPixels : cvRound(grid.pitch);
  const double scale = grid.pitch / mosaic.side;
  const int parts = std::max(cvRound(scale), 1);
  // Several places in each pixel of the rectified image, then their mean.
  const cv::Point2d step = grid.step / (mosaic.side * parts);
  const cv::Point2d from =
      grid.origin - grid.step + step / 2 - cv::Point2d(0.5, 0.5);  // as of pixel centres
  const cv::Size size((grid.columns + 2) * mosaic.side, (grid.rows + 2) * mosaic.side);
  if (parts == 1) {
    const cv::Matx23d map(step.x, 0, from.x, 0, step.y, from.y);
    cv::warpAffine(bgr, mosaic.picture, map, size, cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                   cv::BORDER_REPLICATE);
    mosaic.picture.convertTo(mosaic.picture, CV_32FC3);
    return mosaic;
  }
  const auto across = blends(from.x, step.x, size.width, parts, bgr.cols);
  const auto down = blends(from.y, step.y, size.height, parts, bgr.rows);
  mosaic.picture = cv::Mat::zeros(size, CV_32FC3);
  std::vector<float> sums(at(3 * bgr.cols));  // down each column of pixels
  for (auto part = down.begin(); part != down.end();) {
    const int to = part->to;
    std::fill(sums.begin(), sums.end(), 0.F);
    for (; part != down.end() && part->to == to; ++part) {
      const uchar* pixels = bgr.ptr(part->from);
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += part->share * pixels[i];
    }
    auto* row = mosaic.picture.ptr<cv::Vec3f>(to);
    for (const Blend& one : across)
      for (int c = 0; c < 3; ++c) row[one.to][c] += one.share * sums[at(3 * one.from + c)];
  }
  return mosaic;
}

class BoardReader {
 public:
  BoardReader(const cv::Mat& image, const Palette& palette, const Grid& grid)
      : image_(image), palette_(palette), grid_(grid), mosaic_(cut_mosaic(image, grid)) {
    reading_.board = Board::make(grid.columns, grid.rows);
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        reading_.where.push_back(grid.origin + cv::Point2d((column + 0.5) * grid.step.x - 0.5,
                                                           (row + 0.5) * grid.step.y - 0.5));
    const cv::Point2d end =
        grid.origin + cv::Point2d(grid.columns * grid.step.x, grid.rows * grid.step.y);
    reading_.area = covering(grid.origin, end);
    reading_.confidence.assign(reading_.board.size(), 1);
  }

  Reading run() {
    if (read_tiles()) {
      read_links();
      find_walker();
      check_margin();
    }
    return std::move(reading_);
  }

 private:
  void rejection(int tile, float confidence, const std::string& what) {
    reading_.limit(at(tile), confidence,
                   what + " in " + cell_name(reading_.board.width, tile) + " is unclear");
  }

  cv::Mat around(int tile, const Atlas& atlas) const {
    const int fringe = atlas.fringe;
    const cv::Rect cell = mosaic_.cell(tile % grid_.columns, tile / grid_.columns);
    return mosaic_.picture(cell - cv::Point(fringe, fringe) + cv::Size(2 * fringe, 2 * fringe));
  }

  /// The tiles with the most drawn on them.
  std::vector<int> probes() const {
    std::vector<std::pair<double, int>> tiles;
    for (int tile = 0; tile < static_cast<int>(reading_.board.size()); ++tile) {
      cv::Scalar mean, deviation;
      cv::meanStdDev(mosaic_.picture(mosaic_.cell(tile % grid_.columns, tile / grid_.columns)),
                     mean, deviation);
      tiles.emplace_back(-(deviation[0] + deviation[1] + deviation[2]), tile);
    }
    std::sort(tiles.begin(), tiles.end());
    std::vector<int> chosen;
    for (std::size_t i = 0; i < tiles.size() && chosen.size() < kProbes; ++i)
      chosen.push_back(tiles[i].second);
    return chosen;
  }

  /// Determines the sharpness and the size of the program's pixels that explain these tiles best.
  /// False if nothing explains them and the grid may be wrong.
  bool choose_atlas(const std::vector<int>& chosen, bool may_be_no_grid) {
    const double scale = mosaic_.side / grid_.pitch;
    // Programs have a whole number of pixels from tile to tile.
    const bool is_scaled = std::abs(grid_.pitch - std::round(grid_.pitch)) > 0.1;
    double least = -1;
    bool is_good = false;
    const auto offer = [&](double unit, double blur) {
      const Atlas atlas = draw_atlas({mosaic_.side, tile_width(unit), unit, blur}, palette_.shape);
      const TileReader reader(atlas, palette_);
      double error = 0, worst = 0;
      for (const int tile : chosen) {
        // A tile that nothing explains shall not choose.
        const double now = std::min(reader.read(around(tile, atlas)).error, 1.0);
        error += now * now;
        worst = std::max(worst, now);
      }
      is_good = worst < (is_scaled ? kScaledGoodError : kGoodError);
      if (least >= 0 && error >= least) return;
      least = error;
      atlas_ = atlas;
    };
    std::size_t tried = 0;
    for (const auto& [unit, blur] : kSharpness) {
      offer(unit * scale, blur);
      if (is_good) break;
      if (++tried == kTellAll && may_be_no_grid &&
          least > kHopeless * static_cast<double>(chosen.size()))
        return false;
    }
    return true;
  }

  /// Programs leave a whole number of pixels between tiles.
  double tile_width(double unit) const {
    const double gap = (1 - palette_.shape.width) * mosaic_.side;
    return mosaic_.side - unit * std::max(std::round(gap / unit), 1.0);
  }

  /// One sharpness explains most tiles; the few others are read again with theirs.
  bool read_tiles() {
    std::vector<int> all(reading_.board.size()), uncertain;
    std::iota(all.begin(), all.end(), 0);
    tiles_.resize(all.size());
    if (!choose_atlas(probes(), true)) {
      reading_.rejection = "what is on the tiles is unclear";
      std::fill(reading_.confidence.begin(), reading_.confidence.end(), 0.F);
      return false;
    }
    const auto read_these = [&](const std::vector<int>& tiles) {
      const TileReader reader(atlas_, palette_);
      for (const int tile : tiles) {
        tiles_[at(tile)] = reader.read(around(tile, atlas_));
        if (tiles_[at(tile)].confidence < kMinConfidence) uncertain.push_back(tile);
      }
    };
    read_these(all);
    if (!uncertain.empty() && uncertain.size() <= kProbes) {
      const Atlas first = atlas_;
      const std::vector<int> again = std::exchange(uncertain, {});
      choose_atlas(again, false);
      read_these(again);
      atlas_ = first;
    }
    for (const int tile : all) {
      const TileReading& now = tiles_[at(tile)];
      reading_.board.tiles[at(tile)] = now.tile;
      rejection(tile, now.confidence, now.rejection);
    }
    return true;
  }

  void read_links() {
    const TileReader reader(atlas_, palette_);
    const int width = grid_.columns;
    cv::Mat turned;
    cv::transpose(mosaic_.picture, turned);
    const auto ask = [&](int tile, int other, const cv::Mat& picture, cv::Rect cell) {
      const TileReading &a = tiles_[at(other)], &b = tiles_[at(tile)];
      if (!a.tile.exists || !b.tile.exists) return false;
      cell.x -= mosaic_.side;
      cell.width *= 2;
      const LinkReading link = reader.read_link(picture(cell), a, b);
      rejection(tile, link.confidence, "the link of the tile");
      return link.is_linked;
    };
    for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile) {
      const int column = tile % width, row = tile / width;
      const cv::Rect cell = mosaic_.cell(column, row);
      Tile& into = reading_.board.tiles[at(tile)];
      if (column > 0) into.linked_left = ask(tile, tile - 1, mosaic_.picture, cell);
      if (row > 0) into.linked_up = ask(tile, tile - width, turned, mosaic_.cell(row, column));
    }
  }

  void find_walker() {
    for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile) {
      if (!tiles_[at(tile)].has_walker) continue;
      if (reading_.walker >= 0) rejection(tile, 0.2F, "there are two walkers, here and");
      reading_.walker = tile;
    }
  }

  /// There must be background around the board: otherwise a row may be cut off or covered.
  void check_margin() {
    const auto line = [&](double share) {
      const cv::Point2d out(share * grid_.pitch, share * grid_.pitch);
      const cv::Point2d from = grid_.origin - out;
      const cv::Point2d to =
          grid_.origin + cv::Point2d(grid_.columns * grid_.step.x, grid_.rows * grid_.step.y) + out;
      return covering(from, to);
    };
    // In small windows a walker's frame reaches this line.
    const cv::Vec3f frame = palette_.walker - palette_.background;
    constexpr float kMaxFrame = 0.7F, kSameBackground = 12;
    bool is_clean = true;
    for (const double share : {kMarginFrom, kMarginTo}) {
      const cv::Rect rect = line(share);
      if ((rect & cv::Rect({}, image_.size())) != rect) {
        if (reading_.accepted()) reading_.rejection = "the panel is cut off at the picture's edge";
        return;
      }
      const auto appearance = [&](int x, int y) {
        const auto& pixel = image_.at<cv::Vec3b>(y, x);
        const cv::Vec3f off = cv::Vec3f(pixel[0], pixel[1], pixel[2]) - palette_.background;
        const float part = std::clamp(off.dot(frame) / frame.dot(frame), 0.F, kMaxFrame);
        is_clean = is_clean && farthest(off, part * frame) <= kSameBackground;
      };
      for (int x = rect.x; x < rect.br().x; ++x) {
        appearance(x, rect.y);
        appearance(x, rect.br().y - 1);
      }
      for (int y = rect.y; y < rect.br().y; ++y) {
        appearance(rect.x, y);
        appearance(rect.br().x - 1, y);
      }
    }
    if (!is_clean && reading_.accepted()) reading_.rejection = "something covers the panel's edge";
  }

  const cv::Mat& image_;
  const Palette& palette_;
  const Grid& grid_;
  const Mosaic mosaic_;
  Atlas atlas_;
  Reading reading_;
  std::vector<TileReading> tiles_;
};

}  // namespace

Reading read(const Frame& frame, const Appearance& appearance) {
  const auto themes = themes_of(appearance);
  const auto palette = find_palette(frame.image, themes, appearance.shift_max);
  if (!palette) return nothing("there is no panel: no tiles in the colours of a theme");
  const auto grids = find_grids(frame.image, *palette, appearance.cell_min_px);
  if (grids[0].columns == 0) return nothing("there is no panel: " + grids[0].why_not);
  Reading first;
  for (const Grid& grid : grids) {
    const bool is_huge = static_cast<std::size_t>(grid.columns) * at(grid.rows) > kMaxTiles;
    Reading reading = is_huge ? nothing("the panel is too large")
                              : BoardReader(frame.image, *palette, grid).run();
    if (reading.accepted()) return reading;
    if (first.rejection.empty()) first = std::move(reading);
  }
  return first;
}

}  // namespace eyehand::panel
