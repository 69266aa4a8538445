// Method::dots, see read_methods.hpp: a square lattice of dots on an even background, with only
// lines, crosses and digits between them. Dots stay visible on top of lines, so they locate
// everything.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/digits.hpp"
#include "vision/foreground.hpp"
#include "vision/lattice.hpp"
#include "vision/slitherlink/read_methods.hpp"
#include "vision/slitherlink/stroke_graph.hpp"
#include "vision/slitherlink/unseen_digits.hpp"

namespace eyehand::slitherlink {
namespace {

/// The smallest pitch, in pixels: in smaller cells a dot is a single pixel.
constexpr double kCellMin = 14;
/// Pixels that differ by at least this from the background, 0 to 255, are foreground.
constexpr int kForeground = 60;
/// How far pixels of dots and of lines may be from their colour. Dots are so small that most of
/// their pixels are blended with the background.
constexpr int kDotLikeness = 110, kLineLikeness = 60;
/// Dots of a pixel or two may lie between pixels, and all of theirs be paler than a line.
constexpr int kPaleDotLikeness = 175;
/// Where along an edge, as the distance from its middle, a line is examined beside the dots, and a
/// cross in the middle; and the share of the pitch around a face's centre where its digit is.
constexpr double kEndFrom = 0.25, kEndTo = 0.38, kMiddleTo = 0.06, kDigitReach = 0.34;
/// Spots whose places differ by less, in pixels, are in line: rounding moves each by up to one.
constexpr double kInLine = 1.5;

struct Dots {
  double left = 0, top = 0, pitch = 0;
  int across = 0, down = 0;
  cv::Point2d at(int x, int y) const { return {left + x * pitch, top + y * pitch}; }
};

/// The centres of the round spots in the dots' colour that have the commonest size.
std::vector<cv::Point2d> spots(const cv::Mat& distances, int likeness) {
  std::map<int, std::vector<cv::Point2d>> sizes;
  for (const auto& [box, pixels, sum, middle] :
       components(distances < likeness, Corners::connect)) {
    const int size = std::max(box.width, box.height);
    if (std::abs(box.width - box.height) <= 1 + size / 5 && 2 * pixels >= box.area())
      sizes[size].push_back(middle);
  }
  std::vector<cv::Point2d> found;
  if (sizes.empty()) return found;
  const int usual = std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
                      return a.second.size() < b.second.size();
                    })->first;
  for (const auto& [size, middles] : sizes)
    if (std::abs(size - usual) <= 1 + usual / 4)
      found.insert(found.end(), middles.begin(), middles.end());
  return found;
}

/// Where at least two spots are in line.
std::vector<Peak> peaks(std::vector<double> places) {
  std::vector<Peak> all = cluster_means(std::move(places), kInLine);
  std::erase_if(all, [](const Peak& peak) { return peak.weight < 2; });
  return all;
}

std::optional<Dots> lattice_of(const std::vector<cv::Point2d>& found) {
  std::vector<double> xs, ys;
  for (const auto& p : found) {
    xs.push_back(p.x);
    ys.push_back(p.y);
  }
  const auto x = fit_full_period(peaks(xs), kCellMin), y = fit_full_period(peaks(ys), kCellMin);
  if (!x || !y || std::abs(x->pitch - y->pitch) > 0.02 * x->pitch) return std::nullopt;
  return Dots{x->first, y->first, (x->pitch + y->pitch) / 2, x->count, y->count};
}

/// The number of points of the lattice without a spot plus that of spots that contradict it: beside
/// its points, or where it would go on. Others that far away have nothing to do with the board.
int misfits(const Dots& dots, const std::vector<cv::Point2d>& found) {
  std::vector<int> hits(at(dots.across * dots.down));
  int wrong = 0;
  for (const auto& p : found) {
    const double x = (p.x - dots.left) / dots.pitch, y = (p.y - dots.top) / dots.pitch;
    const int i = static_cast<int>(std::lround(x)), j = static_cast<int>(std::lround(y));
    const bool is_beside = std::hypot(x - i, y - j) * dots.pitch > 1.5 + 0.03 * dots.pitch;
    const bool is_near = i >= -1 && j >= -1 && i <= dots.across && j <= dots.down;
    if (is_beside && !is_near) continue;
    if (is_beside || i < 0 || j < 0 || i >= dots.across || j >= dots.down)
      ++wrong;
    else
      ++hits[at(j * dots.across + i)];
  }
  return wrong + static_cast<int>(std::count(hits.begin(), hits.end(), 0));
}

class Reader {
 public:
  Reader(const cv::Mat& bgr, const Appearance& appearance)
      : bgr_(bgr),
        appearance_(appearance),
        digits_(appearance.digits),
        unseen_(appearance.digits),
        background_(commonest_colour(bgr)) {}

  Reading read() {
    Reading reading;
    const auto dots = find_dots(reading.rejection);
    if (!dots) return reading;
    const int columns = dots->across - 1, rows = dots->down - 1;
    reading.board = Board::of(Grid::squares(columns, rows));
    for (int y = 0; y <= rows; ++y)
      for (int x = 0; x <= columns; ++x)
        reading.where.push_back({dots->at(x, y).x, dots->at(x, y).y});
    const cv::Point2d last = dots->at(columns, rows);
    reading.area =
        covering({dots->left, dots->top}, last + cv::Point2d(1, 1)) & cv::Rect({}, bgr_.size());
    read_edges(reading, dots->pitch);
    read_clues(reading, *dots);
    return reading;
  }

 private:
  std::optional<Dots> find_dots(std::string& rejection) const {
    const cv::Mat off = distances(bgr_, appearance_.dot);
    for (const int likeness : {kDotLikeness, kPaleDotLikeness}) {
      const auto found = spots(off, likeness);
      const auto dots = lattice_of(found);
      const int wrong = dots ? misfits(*dots, found) : 0;
      if (dots && wrong == 0) {
        rejection.clear();
        return dots;
      }
      if (rejection.empty())
        rejection = dots ? std::to_string(wrong) + " dots do not fit the lattice."
                         : "no lattice of dots was found.";
    }
    return std::nullopt;
  }

  bool is_foreground(cv::Point p) const {
    return cv::Rect({}, bgr_.size()).contains(p) &&
           distance(colour_at(bgr_, p.x, p.y), background_) >= kForeground;
  }
  bool is_line(cv::Point p) const {
    const Colour c = colour_at(bgr_, p.x, p.y);
    return std::any_of(appearance_.line.begin(), appearance_.line.end(),
                       [&](Colour line) { return distance(c, line) < kLineLikeness; });
  }

  void read_edges(Reading& reading, double pitch) const {
    const Grid& grid = *reading.board.grid;
    reading.edge_confidence.assign(at(grid.edges()), 1);
    int uncertain = 0;
    for (int e = 0; e < grid.edges(); ++e) {
      const auto a = reading.where[at(grid.edge(e).a)];
      const auto b = reading.where[at(grid.edge(e).b)];
      const bool is_level = std::abs(a.x - b.x) > std::abs(a.y - b.y);
      // Beside the dots and beside where a cross would be; and where that would be.
      int ends = 0, end_foreground = 0, end_line = 0, middle = 0, middle_foreground = 0;
      const int steps = std::max(20, static_cast<int>(pitch));
      for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps, off = std::abs(t - 0.5);
        const bool is_end = off > kEndFrom && off < kEndTo, is_middle = off < kMiddleTo;
        if (!is_end && !is_middle) continue;
        bool foreground = false, line = false;
        for (int d = -1; d <= 1; ++d) {
          const cv::Point p(cvRound(a.x + t * (b.x - a.x)) + (is_level ? 0 : d),
                            cvRound(a.y + t * (b.y - a.y)) + (is_level ? d : 0));
          foreground = foreground || is_foreground(p);
          line = line || (is_foreground(p) && is_line(p));
        }
        (is_end ? ends : middle) += 1;
        (is_end ? end_foreground : middle_foreground) += foreground;
        end_line += is_end && line;
      }
      auto& mark = reading.board.marks[at(e)];
      if (end_line == ends && middle_foreground == middle) {
        mark = Mark::line;
      } else if (end_foreground == 0 && middle_foreground > 0) {
        mark = Mark::cross;
      } else if (end_foreground > 0) {
        reading.edge_confidence[at(e)] = 0;
        ++uncertain;
      }
    }
    if (uncertain) reading.rejection = unclear(uncertain, "edge") + ".";
  }

  void read_clues(Reading& reading, const Dots& dots) const {
    const int columns = dots.across - 1;
    int uncertain = 0;
    reading.clue_confidence.assign(reading.board.clues.size(), 1);
    for (std::size_t f = 0; f < reading.board.clues.size(); ++f) {
      const int x = static_cast<int>(f) % columns, y = static_cast<int>(f) / columns;
      const cv::Point2d middle = dots.at(x, y) + cv::Point2d(dots.pitch, dots.pitch) / 2;
      const int half = cvFloor(kDigitReach * dots.pitch);
      const cv::Rect box(cvRound(middle.x) - half, cvRound(middle.y) - half, 2 * half + 1,
                         2 * half + 1);
      const cv::Mat face = bgr_(box & cv::Rect({}, bgr_.size()));
      // Faces may be tinted, for example when their number is satisfied.
      const cv::Mat foreground = foreground_of(face, median_colour(face));
      if (cv::countNonZero(foreground > kForeground) == 0) continue;
      DigitGuess guess = digits_.read(foreground);
      if (guess.confidence < kMinDigitConfidence) guess = unseen_.read(foreground, guess);
      reading.clue_confidence[f] = guess.confidence;
      if (guess.digit >= 0 && guess.digit <= 4 && guess.confidence >= kMinDigitConfidence)
        reading.board.clues[f] = static_cast<std::int8_t>(guess.digit);
      else {
        reading.clue_confidence[f] = 0;
        ++uncertain;
      }
    }
    if (uncertain) reading.rejection = unclear(uncertain, "digit") + ".";
  }

  const cv::Mat& bgr_;
  const Appearance& appearance_;
  DigitReader digits_;
  UnseenDigits unseen_;
  Colour background_;
};

}  // namespace

Reading read_dots(const Frame& frame, const Appearance& appearance) {
  return Reader(frame.image, appearance).read();
}

}  // namespace eyehand::slitherlink
