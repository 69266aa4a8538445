#include "calibration/lattice_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

#include "calibration/colours.hpp"
#include "vision/foreground.hpp"

namespace eyehand::calibration {
namespace {

constexpr double kStrongHue = 0.35;  ///< minimum saturation of a hue

bool alike(const Lattice& a, const Lattice& b) {
  return a.columns == b.columns && a.rows == b.rows &&
         std::abs(a.pitch - b.pitch) < 0.02 * a.pitch + 0.2 &&
         cv::norm(a.origin - b.origin) < 0.1 * a.pitch;
}

/// The appearances that find a lattice, in the order tried.
struct LatticeGroup {
  Lattice lattice;
  std::vector<LatticeAppearance> appearances;
};

void try_appearance(const cv::Mat& bgr, const LatticeAppearance& appearance,
                    std::vector<LatticeGroup>& groups) {
  const auto found = find_lattice(bgr, appearance).lattice;
  if (!found || found->columns < 2 || found->rows < 2) return;
  for (LatticeGroup& group : groups)
    if (alike(group.lattice, *found)) {
      group.appearances.push_back(appearance);
      return;
    }
  groups.push_back({*found, {appearance}});
}

/// The hue of most coloured pixels, in degrees; negative if few pixels are coloured.
double usual_hue(const cv::Mat& bgr) {
  cv::Mat hsv;
  cv::cvtColor(bgr, hsv, cv::COLOR_BGR2HSV);
  constexpr int kBins = 36;  // ten degrees each
  std::array<int, kBins> count{};
  int coloured = 0;
  for (int y = 0; y < hsv.rows; ++y)
    for (int x = 0; x < hsv.cols; ++x) {
      const auto& p = hsv.at<cv::Vec3b>(y, x);
      if (p[1] < kStrongHue * 255 || p[2] < 16) continue;
      ++count[static_cast<std::size_t>(p[0] * 2 / 10) % kBins];
      ++coloured;
    }
  if (coloured < hsv.rows * hsv.cols / 10) return -1;
  // The mean over the fullest bin and its neighbours.
  const auto fullest = std::max_element(count.begin(), count.end()) - count.begin();
  double sum = 0, weight = 0;
  for (std::ptrdiff_t i = -2; i <= 2; ++i) {
    const auto n = count[static_cast<std::size_t>((fullest + i + kBins) % kBins)];
    sum += n * (10.0 * static_cast<double>(fullest + i) + 5);
    weight += n;
  }
  return std::fmod(sum / weight + 360, 360);
}

/// How close a pixel is to be of a line's colour.
constexpr int kOneColour = 16;

/// What lies along the lines of a lattice, and on its cells.
struct AlongLines {
  double covered = 0;          ///< the share of the lines in the given colours
  double cells = 0;            ///< the share of the cells in them
  std::optional<Colour> most;  ///< the most frequent other colour of the lines
  double share_of_most = 0;
};

AlongLines along_lines(const cv::Mat& bgr, const LatticeGuess& guess) {
  cv::Mat mask = cv::Mat::zeros(bgr.size(), CV_8UC1);
  for (const Colour& line : guess.appearance.line) mask |= distances(bgr, line) <= kOneColour;
  const Lattice& lattice = guess.lattice;
  const cv::Rect board = lattice.bounds() & cv::Rect({}, bgr.size());
  ColourCounts others;
  double along = 0, covered = 0, on_cells = 0, set_on_cells = 0;
  const auto add_line = [&](double place, bool is_column) {
    cv::Rect best;
    int most = -1;  // a line may be drawn a pixel aside
    for (const int at : {cvRound(place), cvRound(place) - 1, cvRound(place) + 1}) {
      const cv::Rect line = (is_column ? cv::Rect(at, board.y, 1, board.height)
                                       : cv::Rect(board.x, at, board.width, 1)) &
                            cv::Rect({}, bgr.size());
      const int set = line.empty() ? -1 : cv::countNonZero(mask(line));
      if (set > most) std::tie(most, best) = std::pair(set, line);
    }
    along += best.area();
    covered += std::max(most, 0);
    for (int y = best.y; y < best.br().y; ++y)
      for (int x = best.x; x < best.br().x; ++x)
        if (mask.at<std::uint8_t>(y, x) == 0) count_colour(others, colour_at(bgr, x, y));
  };
  for (int i = 0; i <= lattice.columns; ++i) add_line(lattice.origin.x + i * lattice.pitch, true);
  for (int i = 0; i <= lattice.rows; ++i) add_line(lattice.origin.y + i * lattice.pitch, false);
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column) {
      const cv::Point2d middle = lattice.centre(column, row);
      const int half = cvFloor(0.35 * lattice.pitch);
      const cv::Rect cell =
          cv::Rect(cvRound(middle.x) - half, cvRound(middle.y) - half, 2 * half + 1, 2 * half + 1) &
          board;
      on_cells += cell.area();
      set_on_cells += cv::countNonZero(mask(cell));
    }
  AlongLines result{covered / std::max(along, 1.0), set_on_cells / std::max(on_cells, 1.0),
                    commonest(others), 0};
  if (result.most) result.share_of_most = others[packed(*result.most)] / along;
  return result;
}

}  // namespace

std::optional<LatticeGuess> guess_coloured_lines(const cv::Mat& bgr) {
  constexpr std::size_t kMostColours = 12;
  std::vector<Colour> colours;
  for (const Colour& colour : common_colours(bgr)) {
    const auto is_like = [&](const Colour& other) { return distance(colour, other) <= kOneColour; };
    if (std::ranges::none_of(colours, is_like)) colours.push_back(colour);
    if (colours.size() == kMostColours) break;
  }
  std::optional<LatticeGuess> best;
  std::pair<int, double> best_rank;
  const auto try_lines = [&](const std::vector<Colour>& line) {
    LatticeGuess guess;
    guess.appearance.line = line;
    const auto found = find_lattice(bgr, guess.appearance).lattice;
    if (!found || found->columns < 2 || found->rows < 2) return;
    guess.lattice = *found;
    const AlongLines along = along_lines(bgr, guess);
    // Another colour must be worth it.
    const double score = along.covered - along.cells - 0.01 * static_cast<double>(line.size());
    // Lines of blocks may be darker than those of the cells in them.
    const bool is_all = along.covered > 0.97;
    const std::pair rank(is_all ? found->columns * found->rows : 0, score);
    if (score > 0.5 && rank > best_rank) std::tie(best_rank, best) = std::pair(rank, guess);
  };
  for (const Colour& colour : colours) try_lines({colour});
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = i + 1; j < colours.size(); ++j) try_lines({colours[i], colours[j]});
  while (best && best->appearance.line.size() < 5) {
    const AlongLines along = along_lines(bgr, *best);
    LatticeGuess more = *best;
    if (!along.most || along.share_of_most < 0.005) break;
    more.appearance.line.push_back(*along.most);
    const auto found = find_lattice(bgr, more.appearance).lattice;
    if (!found || !alike(*found, best->lattice)) break;
    more.lattice = *found;
    best = more;
  }
  return best;
}

std::vector<LatticeGuess> guess_lattices(const cv::Mat& bgr) {
  std::vector<LatticeGroup> lines, strokes;
  LatticeAppearance appearance;
  for (const double contrast : {20, 30, 45, 60, 80, 110}) {
    appearance.line_contrast = contrast;
    try_appearance(bgr, appearance, lines);
  }
  if (const double hue = usual_hue(bgr); hue >= 0) {
    appearance = {};
    appearance.method = LatticeMethod::strokes;
    appearance.background_hue_deg = std::round(hue);
    for (const bool centred : {true, false})
      for (const double span : {20.0, 30.0})
        for (const double saturation : {0.35, 0.2})
          for (const double stroke_saturation : {0.15, 0.25, 0.35})
            for (const double brightness : {0.4, 0.5, 0.6}) {
              appearance.centred = centred;
              appearance.background_hue_span_deg = span;
              appearance.background_saturation_min = saturation;
              appearance.stroke_saturation_max = stroke_saturation;
              appearance.stroke_brightness_min = brightness;
              try_appearance(bgr, appearance, strokes);
            }
  }
  std::vector<LatticeGuess> guesses;
  for (auto* groups : {&lines, &strokes}) {
    std::stable_sort(groups->begin(), groups->end(),
                     [](const LatticeGroup& a, const LatticeGroup& b) {
                       return a.appearances.size() > b.appearances.size();
                     });
    for (LatticeGroup& group : *groups) {
      const auto votes = static_cast<int>(group.appearances.size());
      // A board is not centred by coincidence: drop the appearances that disagree with the first
      // about it.
      const auto other = [&](const LatticeAppearance& l) {
        return l.centred != group.appearances[0].centred;
      };
      group.appearances.erase(
          std::remove_if(group.appearances.begin() + 1, group.appearances.end(), other),
          group.appearances.end());
      guesses.push_back({group.lattice, group.appearances[group.appearances.size() / 2], votes});
    }
  }
  return guesses;
}

}  // namespace eyehand::calibration
