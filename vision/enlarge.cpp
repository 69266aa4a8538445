#include "vision/enlarge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// A horizontal line that covers parts of a row and of the next.
struct ThinLine {
  int row = 0;
  double middle = 0;       ///< in rows
  int begin = 0, end = 0;  ///< columns
  cv::Vec3d colour;        ///< what it had if it was as wide as supposed; may not be possible
  int clear = 0;           ///< of its columns: in how many it shows more than a row beside it
};

/// Which shares of a row a line covers and leaves.
struct Shares {
  double above, line, below;
};

class LineFinder {
 public:
  /// `width`: that of lines, in rows of the picture, at most 2.
  LineFinder(const cv::Mat& bgr, double width) : bgr_(bgr), width_(width) {}

  /// Whatever may be a line; some exclude one another.
  std::vector<ThinLine> find() const {
    std::vector<ThinLine> found;
    if (bgr_.rows < 4) return found;
    const cv::Mat seeds = evidence();
    // Pixels of the picture. Strokes of letters are shorter.
    constexpr int kLeastSeed = 8, kLeastLength = 24;
    for (int row = 1; row + 2 < bgr_.rows; ++row) {
      const auto* before = seeds.ptr<short>(row - 1);
      const auto* here = seeds.ptr<short>(row);
      const auto* after = seeds.ptr<short>(row + 1);
      const auto is_seed = [&](int x) {
        return here[x] > 0 && here[x] >= before[x] && here[x] >= after[x];
      };
      int known = 0;  // up to here, the row's lines are known
      for (int x = 0; x < bgr_.cols; ++x) {
        const int begin = x;
        while (x < bgr_.cols && is_seed(x)) ++x;
        if (begin < known || x - begin < kLeastSeed) continue;
        ThinLine line = extended(fitted(row, begin, x));
        if (line.end - line.begin < kLeastLength || !is_possible(line.colour)) continue;
        known = line.end;
        for (int at = line.begin; at < line.end; ++at) line.clear += is_seed(at);
        found.push_back(line);
      }
    }
    return found;
  }

  /// Whether a line of this colour shows at most of these columns, or at many, and is only missing
  /// where a cell that ends there may lie over it.
  bool shows(double middle, int begin, int end, const cv::Vec3d& colour) const {
    constexpr double kMost = 0.6, kMany = 0.3, kFew = 0.1, kAlike = 30;
    const ThinLine line{static_cast<int>(middle), middle, begin, end, colour};
    if (line.row < 1 || line.row + 2 >= bgr_.rows) return false;
    int shown = 0, missing = 0;
    for (int x = begin; x < end; ++x)
      if (shows(line, x))
        ++shown;
      else if (cv::norm(at(line.row - 1, x) - at(line.row + 2, x), cv::NORM_INF) < kAlike)
        ++missing;
    const int all = end - begin;
    return shown > kMost * all || (shown > kMany * all && missing < kFew * all);
  }

 private:
  cv::Vec3d at(int row, int column) const { return bgr_.at<cv::Vec3b>(row, column); }

  Shares shares(double middle, int row) const {
    const double top = row - 0.5, first = middle - width_ / 2, last = middle + width_ / 2;
    const double above = std::clamp(first - top, 0.0, 1.0);
    const double line = std::max(0.0, std::min(last, top + 1) - std::max(first, top));
    return {above, line, 1 - above - line};
  }

  /// By how much (CV_16SC1) each pixel and the one below are darker, or brighter, than the next on
  /// both sides. 0 if they are not clearly, or both in one channel.
  cv::Mat evidence() const {
    // Of 255; a step from one side to the other that is larger may itself look like a line.
    constexpr int kLeast = 14, kSlack = 4, kMostStep = 3;
    cv::Mat evidence(bgr_.size(), CV_16SC1, cv::Scalar(0));
    for (int row = 1; row + 2 < bgr_.rows; ++row)
      for (int x = 0; x < bgr_.cols; ++x) {
        const auto& above = bgr_.at<cv::Vec3b>(row - 1, x);
        const auto& first = bgr_.at<cv::Vec3b>(row, x);
        const auto& second = bgr_.at<cv::Vec3b>(row + 1, x);
        const auto& below = bgr_.at<cv::Vec3b>(row + 2, x);
        if (above == first && first == second) continue;
        int most = 0, step = 0;
        bool is_clear = false;
        for (int c = 0; c < 3; ++c) {
          const int low = std::min(above[c], below[c]), high = std::max(above[c], below[c]);
          const int darker = std::max(0, low - first[c]) + std::max(0, low - second[c]);
          const int brighter = std::max(0, first[c] - high) + std::max(0, second[c] - high);
          if (std::max(darker, brighter) > most) {
            most = std::max(darker, brighter);
            is_clear = std::min(darker, brighter) <= kSlack;
          }
          step = std::max(step, high - low);
        }
        if (most >= kLeast && is_clear && step <= kMostStep * most)
          evidence.at<short>(row, x) = static_cast<short>(most);
      }
    return evidence;
  }

  /// The line that explains these pixels of a row and the next best.
  ThinLine fitted(int row, int begin, int end) const {
    ThinLine best{row, 0, begin, end, {}};
    double least = std::numeric_limits<double>::max();
    const int step = std::max(1, (end - begin) / 16);
    for (int part = 0; part <= 20; ++part) {
      const double middle = row + part / 20.0;
      const Shares first = shares(middle, row), second = shares(middle, row + 1);
      std::vector<cv::Vec3d> colours;
      for (int x = begin; x < end; x += step)
        colours.push_back((at(row, x) + at(row + 1, x) -
                           (first.above + second.above) * at(row - 1, x) -
                           (first.below + second.below) * at(row + 2, x)) /
                          (first.line + second.line));
      const cv::Vec3d colour = median(colours);
      double left = 0;
      for (int x = begin; x < end; x += step) {
        const cv::Vec3d above = at(row - 1, x), below = at(row + 2, x);
        left += cv::norm(mixed(first, above, colour, below) - at(row, x), cv::NORM_L1) +
                cv::norm(mixed(second, above, colour, below) - at(row + 1, x), cv::NORM_L1);
      }
      constexpr double kBetter = 0.01;
      if (left < least - kBetter) {
        least = left;
        best.middle = middle;
        best.colour = colour;
      }
    }
    return best;
  }

  static cv::Vec3d mixed(const Shares& shares, const cv::Vec3d& above, const cv::Vec3d& line,
                         const cv::Vec3d& below) {
    return shares.above * above + shares.line * line + shares.below * below;
  }

  /// Whether a column looks as it would with the line, and not without.
  bool shows(const ThinLine& line, int column) const {
    constexpr double kLeastShare = 0.08, kTolerance = 30;
    const int row = line.row;
    const Shares first = shares(line.middle, row), second = shares(line.middle, row + 1);
    const bool is_in_first = first.line >= kLeastShare, is_in_second = second.line >= kLeastShare;
    const cv::Vec3d above = at(is_in_first ? row - 1 : row, column);
    const cv::Vec3d below = at(is_in_second ? row + 2 : row + 1, column);
    const auto differs = [&](const Shares& of, int at_row) {
      return cv::norm(mixed(of, above, line.colour, below) - at(at_row, column), cv::NORM_INF) >
             kTolerance;
    };
    if ((is_in_first && differs(first, row)) || (is_in_second && differs(second, row + 1)))
      return false;
    const double seen =
        cv::norm(above + below - at(row, column) - at(row + 1, column), cv::NORM_INF);
    const double expected = width_ * cv::norm(line.colour - (above + below) / 2, cv::NORM_INF);
    return 3 * seen >= expected;
  }

  /// The line as far as it goes on, but for gaps in which something else lies over it.
  ThinLine extended(ThinLine line) const {
    constexpr int kMostHidden = 6;
    const auto last_shown = [&](int from, int step) {
      int last = from;
      for (int x = from, hidden = 0; x >= 0 && x < bgr_.cols && hidden <= kMostHidden; x += step) {
        hidden = shows(line, x) ? 0 : hidden + 1;
        if (hidden == 0) last = x;
      }
      return last;
    };
    const int begin = last_shown(line.begin, -1);
    line.end = last_shown(line.end - 1, 1) + 1;
    line.begin = begin;
    return line;
  }

  /// A line that is thicker than supposed seems to be darker than black.
  static bool is_possible(const cv::Vec3d& colour) {
    constexpr double kSlack = 60;
    return std::ranges::all_of(std::array{0, 1, 2}, [&](int c) {
      return colour[c] >= -kSlack && colour[c] <= 255 + kSlack;
    });
  }

  const cv::Mat& bgr_;
  double width_;
};

/// Those that at least two others are like: side by side, and of the same colour. Cells may cover
/// parts of lines. Where lines are nearer to one another than those of a grid, the one like most
/// others, or the clearest.
std::vector<ThinLine> of_grids(const std::vector<ThinLine>& lines) {
  constexpr double kAlongside = 0.8, kSameColour = 24, kSameRow = 0.3, kApart = 2.5;
  const auto are_alike = [](const ThinLine& a, const ThinLine& b) {
    return cv::norm(a.colour - b.colour, cv::NORM_INF) < kSameColour;
  };
  const auto are_near = [](const ThinLine& a, const ThinLine& b) {
    return std::abs(a.middle - b.middle) < kApart;
  };
  const auto length = [](const ThinLine& line) { return line.end - line.begin; };
  struct Row {
    ThinLine whole;
    std::vector<ThinLine> parts;
    std::ptrdiff_t alike = 0;  ///< others
    int clear = 0;             ///< of its parts
  };
  std::vector<Row> rows;
  for (const ThinLine& line : lines) {
    auto row = std::ranges::find_if(rows, [&](const Row& other) {
      return std::abs(other.whole.middle - line.middle) < kSameRow && are_alike(other.whole, line);
    });
    if (row == rows.end()) row = rows.insert(row, {line, {}});
    row->whole.begin = std::min(row->whole.begin, line.begin);
    row->whole.end = std::max(row->whole.end, line.end);
    row->clear += line.clear;
    row->parts.push_back(line);
  }
  for (Row& row : rows)
    row.alike = std::ranges::count_if(rows, [&](const Row& other) {
      const ThinLine &a = row.whole, &b = other.whole;
      const int common = std::min(a.end, b.end) - std::max(a.begin, b.begin);
      return !are_near(a, b) && common >= kAlongside * std::max(length(a), length(b)) &&
             are_alike(a, b);
    });
  std::erase_if(rows, [](const Row& row) { return row.alike < 2; });
  std::ranges::stable_sort(rows, std::greater(),
                           [](const Row& row) { return std::pair(row.alike, row.clear); });
  std::vector<ThinLine> kept;
  for (Row& row : rows) {
    std::ranges::stable_sort(row.parts, std::greater(), length);
    for (const ThinLine& line : row.parts)
      if (std::ranges::none_of(kept, [&](const ThinLine& other) {
            return are_near(line, other) &&
                   std::min(line.end, other.end) > std::max(line.begin, other.begin);
          }))
        kept.push_back(line);
  }
  return kept;
}

/// How far apart neighbouring lines, which are sorted, usually are; 0 if there are none.
double usual_gap(const std::vector<ThinLine>& lines) {
  constexpr double kSamePlace = 0.5;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (const double gap = lines[i].middle - lines[i - 1].middle; gap > kSamePlace)
      gaps.push_back(gap);
  return gaps.empty() ? 0 : median_in_place(gaps);
}

/// Between dark cells and light ones, a line does not show by itself: adds those that show if it is
/// known from the others where they must be, also the outermost.
void add_missing(const LineFinder& finder, std::vector<ThinLine>& lines) {
  constexpr double kSamePlace = 0.5;
  constexpr int kMostSteps = 3;
  const double pitch = usual_gap(lines);
  if (pitch == 0) return;
  for (std::size_t i = lines.size() - 1; i > 0; --i) {
    const ThinLine before = lines[i - 1], after = lines[i];
    const double gap = after.middle - before.middle;
    const int steps = cvRound(gap / pitch);
    if (steps < 2 || steps > kMostSteps || std::abs(gap - steps * pitch) > kSamePlace) continue;
    const int begin = std::min(before.begin, after.begin), end = std::max(before.end, after.end);
    for (int step = 1; step < steps; ++step)
      if (const double middle = before.middle + gap * step / steps;
          finder.shows(middle, begin, end, before.colour))
        lines.push_back({static_cast<int>(middle), middle, begin, end, before.colour});
  }
  const ThinLine first = *std::ranges::min_element(lines, {}, &ThinLine::middle);
  const ThinLine last = *std::ranges::max_element(lines, {}, &ThinLine::middle);
  const double gap =
      (last.middle - first.middle) / std::round((last.middle - first.middle) / pitch);
  const auto add_beyond = [&](ThinLine line, double step) {
    for (int steps = 0; steps < kMostSteps; ++steps) {
      line.middle += step;
      line.row = static_cast<int>(line.middle);
      if (!finder.shows(line.middle, line.begin, line.end, line.colour)) return;
      lines.push_back(line);
    }
  };
  add_beyond(first, -gap);
  add_beyond(last, gap);
}

/// Lengthens lines that end before most others do: by up to a cell, since something may lie there,
/// such as the frame of the cell that is chosen, and by more if they show if it is known where.
void complete(const LineFinder& finder, std::vector<ThinLine>& lines) {
  constexpr double kMost = 0.3;
  if (lines.empty()) return;
  std::vector<int> begins, ends;
  for (const ThinLine& line : lines) {
    begins.push_back(line.begin);
    ends.push_back(line.end);
  }
  const int begin = median_in_place(begins), end = median_in_place(ends);
  const double pitch = usual_gap(lines);
  const auto goes_on = [&](const ThinLine& line, int from, int to) {
    return from < to && (to - from <= pitch || finder.shows(line.middle, from, to, line.colour));
  };
  for (ThinLine& line : lines) {
    if (line.end - line.begin < kMost * (end - begin)) continue;  // the outline of something else
    if (goes_on(line, begin, line.begin)) line.begin = begin;
    if (goes_on(line, line.end, end)) line.end = end;
  }
}

std::vector<ThinLine> grid_lines(const cv::Mat& bgr, double width) {
  const LineFinder finder(bgr, width);
  std::vector<ThinLine> lines = of_grids(finder.find());
  std::ranges::sort(lines, {}, &ThinLine::middle);
  complete(finder, lines);
  add_missing(finder, lines);
  return lines;
}

void remove(const std::vector<ThinLine>& lines, cv::Mat& bgr) {
  for (const ThinLine& line : lines) {
    const auto of_row = [&](int row) { return bgr.row(row).colRange(line.begin, line.end); };
    of_row(line.row - 1).copyTo(of_row(line.row));
    of_row(line.row + 2).copyTo(of_row(line.row + 1));
  }
}

/// What lies on either side of a line ends sharply there. Where something covers the line, the two
/// meet.
void draw(const std::vector<ThinLine>& lines, double times, cv::Mat& bgr) {
  for (const bool is_beside : {true, false})
    for (const ThinLine& line : lines) {
      const int row = std::clamp(cvRound((line.middle + 0.5) * times - 0.5), 2, bgr.rows - 3);
      const auto of_row = [&](int at) {
        return bgr.row(at).colRange(std::max(cvRound(line.begin * times) - 1, 0),
                                    std::min(cvRound(line.end * times) + 1, bgr.cols));
      };
      if (is_beside) {
        of_row(row - 2).copyTo(of_row(row - 1));
        of_row(row + 2).copyTo(of_row(row + 1));
      } else {
        of_row(row).setTo(cv::Scalar(line.colour));
      }
    }
}

/// Without noise up to this; edges stay sharp.
cv::Mat smoothed(const cv::Mat& bgr, double noise) {
  constexpr int kDiameter = 5;
  constexpr double kReach = 2;
  cv::Mat smooth;
  cv::bilateralFilter(bgr, smooth, kDiameter, noise, kReach);
  return smooth;
}

cv::Mat enlarged(const cv::Mat& bgr, const Enlargement& by, cv::Size size) {
  const auto across = grid_lines(bgr, by.line_width);
  const cv::Mat turned = bgr.t();
  const auto down = grid_lines(turned, by.line_width);
  cv::Mat picture = bgr.clone(), enlarged;
  remove(across, picture);
  picture = picture.t();
  remove(down, picture);
  cv::resize(picture.t(), enlarged, size, 0, 0, cv::INTER_LINEAR);
  draw(across, by.times, enlarged);
  enlarged = enlarged.t();
  draw(down, by.times, enlarged);
  return enlarged.t();
}

/// Whether what lies beside a row of this picture, or beside the row before or after, ends sharply
/// there, as draw() leaves it.
bool is_sharp(const cv::Mat& bgr, int row) {
  constexpr double kLeastShare = 0.6;
  for (const int line : {row - 1, row, row + 1}) {
    if (line < 2 || line + 2 >= bgr.rows) continue;
    int sharp = 0, drawn = 0;
    for (int x = 0; x < bgr.cols; ++x) {
      const auto at = [&](int by) { return bgr.at<cv::Vec3b>(line + by, x); };
      if (at(0) == at(-1) && at(0) == at(1)) continue;
      ++drawn;
      sharp += at(-1) == at(-2) && at(1) == at(2);
    }
    if (drawn > 0 && sharp >= kLeastShare * drawn) return true;
  }
  return false;
}

}  // namespace

Frame enlarged(Frame frame, const Enlargement& by) {
  if (by.noise > 0 && !frame.image.empty()) frame.image = smoothed(frame.image, by.noise);
  frame.noise = by.noise;
  const cv::Size to(cvRound(frame.image.cols * by.times), cvRound(frame.image.rows * by.times));
  if (to == frame.image.size() || frame.image.empty()) return frame;
  cv::Mat image = enlarged(frame.image, by, to);
  return with_image(std::move(frame), std::move(image));
}

bool has_lines_drawn_again(const cv::Mat& bgr, const Lattice& lattice) {
  const cv::Rect board = lattice.bounds() & cv::Rect({}, bgr.size());
  const cv::Mat within = bgr(board), turned = within.t();
  const auto is_most = [](const cv::Mat& picture, double first, double pitch, int cells) {
    int sharp = 0;
    for (int line = 1; line < cells; ++line)
      sharp += is_sharp(picture, cvRound(first + line * pitch));
    return 2 * sharp >= cells - 1;
  };
  return is_most(within, lattice.origin.y - board.y, lattice.pitch, lattice.rows) &&
         is_most(turned, lattice.origin.x - board.x, lattice.pitch, lattice.columns);
}

}  // namespace eyehand
