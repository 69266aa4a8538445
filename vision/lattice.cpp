#include "vision/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/frame.hpp"
#include "vision/lattice_strokes.hpp"

namespace eyehand {
namespace {

/// The colours that fill most of the picture, the most frequent first.
std::vector<cv::Vec3b> frequent_colours(const cv::Mat& bgr, std::size_t most) {
  constexpr int kBits = 4;  // a channel; colours that differ less count as one
  std::vector<int> count(std::size_t{1} << (3 * kBits), 0);
  std::vector<cv::Vec3i> sum(count.size());
  for (int y = 0; y < bgr.rows; y += 2) {  // every fourth pixel is enough
    const auto* row = bgr.ptr<cv::Vec3b>(y);
    for (int x = 0; x < bgr.cols; x += 2) {
      const auto& p = row[x];
      const auto bin =
          static_cast<std::size_t>(((p[0] >> (8 - kBits)) << (2 * kBits)) |
                                   ((p[1] >> (8 - kBits)) << kBits) | (p[2] >> (8 - kBits)));
      ++count[bin];
      sum[bin] += cv::Vec3i(p[0], p[1], p[2]);
    }
  }
  std::vector<std::size_t> bins(count.size());
  std::iota(bins.begin(), bins.end(), std::size_t{0});
  most = std::min(most, bins.size());
  std::partial_sort(bins.begin(), bins.begin() + static_cast<std::ptrdiff_t>(most), bins.end(),
                    [&](std::size_t a, std::size_t b) { return count[a] > count[b]; });
  std::vector<cv::Vec3b> colours;
  for (std::size_t i = 0; i < most && count[bins[i]] > 0; ++i) {
    const auto& s = sum[bins[i]];
    const int n = count[bins[i]];
    colours.emplace_back(static_cast<uchar>(s[0] / n), static_cast<uchar>(s[1] / n),
                         static_cast<uchar>(s[2] / n));
  }
  return colours;
}

/// The longest run of set pixels in a column (or row) of a mask.
struct Run {
  int begin = 0;
  int end = 0;  ///< one past the last
  int length() const { return end - begin; }
};

void longest_runs(const cv::Mat& mask, std::vector<Run>& of_columns, std::vector<Run>& of_rows) {
  of_columns.assign(at(mask.cols), {});
  of_rows.assign(at(mask.rows), {});
  const auto width = at(mask.cols);
  const std::vector<uchar> unset(width, 0);
  std::vector<int> since(width, -1);
  const auto change = [&](std::size_t column, bool set, int y) {
    if (set) {
      since[column] = y;
    } else {
      if (y - since[column] > of_columns[column].length()) of_columns[column] = {since[column], y};
      since[column] = -1;
    }
  };
  // Rows are much like those above them: only what differs is examined.
  for (int y = 0; y <= mask.rows; ++y) {
    const uchar* above = y > 0 ? mask.ptr(y - 1) : unset.data();
    const uchar* row = y < mask.rows ? mask.ptr(y) : unset.data();
    constexpr std::size_t kBlock = 16;
    bool is_same = true;
    for (std::size_t x = 0; x < width; x += kBlock) {
      const std::size_t end = std::min(x + kBlock, width);
      if (std::memcmp(row + x, above + x, end - x) == 0) continue;
      is_same = false;
      for (std::size_t c = x; c < end; ++c)
        if (row[c] != above[c]) change(c, row[c] != 0, y);
    }
    if (y == mask.rows) break;
    Run& best = of_rows[at(y)];
    if (is_same && y > 0) {
      best = of_rows[at(y - 1)];
      continue;
    }
    int start = -1;
    for (int x = 0; x <= mask.cols; ++x) {
      const bool set = x < mask.cols && row[x];
      if (set && start < 0) start = x;
      if (set || start < 0) continue;
      if (x - start > best.length()) best = {start, x};
      start = -1;
    }
  }
}

/// Middles of the clusters of neighbouring positions whose run reaches from `begin` to `end`, give
/// or take `slack` at either. With `framed`, if the first and the last are thick, the places in
/// them that are as far from the next as the others are from each other: their inner edges where
/// there are few others.
std::vector<Peak> peaks_spanning(const std::vector<Run>& runs, double begin, double end,
                                 double slack, bool framed) {
  std::vector<Run> clusters;
  for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
    const Run& run = runs[at(i)];
    if (run.begin > begin + slack || run.end < end - slack) continue;
    if (clusters.empty() || clusters.back().end != i) clusters.push_back({i, i});
    clusters.back().end = i + 1;
  }
  std::vector<Peak> peaks;
  for (const Run& cluster : clusters) peaks.push_back({(cluster.begin + cluster.end - 1) / 2.0, 1});
  constexpr int kFrame = 4;
  if (!framed || peaks.size() < 2 ||
      std::min(clusters.front().length(), clusters.back().length()) < kFrame)
    return peaks;
  std::vector<double> gaps;
  for (std::size_t i = 1; i + 2 < peaks.size(); ++i) gaps.push_back(peaks[i + 1].at - peaks[i].at);
  std::ranges::nth_element(gaps, gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2));
  const double gap = gaps.empty() ? 0 : gaps[gaps.size() / 2];
  const auto within = [](double place, const Run& cluster) {
    return std::clamp<double>(place, cluster.begin, cluster.end - 1);
  };
  peaks.front().at = within(peaks[1].at - gap, clusters.front());
  peaks.back().at = within(peaks[peaks.size() - 2].at + gap, clusters.back());
  return peaks;
}

/// At which ends lines may run on beyond the board.
struct RunsOn {
  bool before = false, after = false;
};
RunsOn runs_on(const LatticeAppearance& appearance, char before, char after) {
  return {appearance.runs_on.find(before) != std::string::npos,
          appearance.runs_on.find(after) != std::string::npos};
}

/// The extents that columns' longest runs share, the likeliest to be the lattice's first: long, and
/// shared by many.
std::vector<Run> shared_extents(const std::vector<Run>& runs, int length_min, RunsOn may) {
  std::map<std::pair<int, int>, int> votes;
  for (const auto& run : runs)
    if (run.length() >= length_min) ++votes[{run.begin, run.end}];
  std::vector<std::pair<int, Run>> ranked;
  for (const auto& vote : votes) {
    const auto [begin, end] = vote.first;
    int sharing = 0;
    for (const auto& [other, count] : votes)
      if ((other.first == begin || (may.before && other.first < begin)) &&
          (other.second == end || (may.after && other.second > end)))
        sharing += count;
    ranked.push_back({sharing * (end - begin), {begin, end}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Run> extents;
  for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 6); ++i)
    extents.push_back(ranked[i].second);
  return extents;
}

/// Whether more than `most` of the lines at the places of `fit` go on beyond the outermost of those
/// across them, where they may not: then one of these is hidden, and the lattice found is a part of
/// the true one.
bool goes_on(const PeriodicFit& fit, double begin, double end, double slack, RunsOn may,
             const std::vector<Run>& runs, int most) {
  const int last = static_cast<int>(runs.size()) - 1;
  int beyond = 0;
  for (int i = 0; i < fit.count; ++i) {
    const int place = cvRound(fit.first + i * fit.pitch);  // a line may be drawn a pixel aside
    bool does = false;
    for (int near = std::max(place - 1, 0); near <= std::min(place + 1, last); ++near) {
      const Run& run = runs[at(near)];
      const bool is_line = run.begin < begin + slack && run.end > end - slack;
      does |= is_line &&
              ((!may.before && run.begin < begin - slack) || (!may.after && run.end > end + slack));
    }
    beyond += does;
  }
  return beyond > most;
}

/// The lattice whose vertical lines reach over this extent, give or take `slack`.
std::optional<Lattice> lattice_along(const Run& extent, double slack,
                                     const std::vector<Run>& columns, const std::vector<Run>& rows,
                                     const LatticeAppearance& appearance) {
  const bool is_sure = !appearance.line.empty();  // what looks like a line is one
  const RunsOn columns_may = runs_on(appearance, 't', 'b');
  const RunsOn rows_may = runs_on(appearance, 'l', 'r');
  const auto across = fit_full_period(
      peaks_spanning(columns, extent.begin, extent.end, slack, is_sure), appearance.cell_min_px);
  if (!across) return std::nullopt;
  const double right = across->first + across->pitch * (across->count - 1);
  // What is as long but lies elsewhere, such as the window's frame, may be one pitch away.
  std::vector<Peak> lines = peaks_spanning(rows, across->first, right, slack, is_sure);
  std::erase_if(lines, [&](const Peak& peak) {
    return std::max(extent.begin - peak.at, peak.at - (extent.end - 1)) > 0.3 * across->pitch;
  });
  const auto down = fit_full_period(lines, appearance.cell_min_px);
  if (!down) return std::nullopt;
  // Two measurements of the same thing: cells are square, and columns end where the rows lie.
  const double pitch = (across->pitch + down->pitch) / 2;
  const double bottom = down->first + down->pitch * (down->count - 1);
  if (std::abs(across->pitch - down->pitch) > 0.02 * pitch + 0.2) return std::nullopt;
  if (!columns_may.before && down->first - extent.begin > 0.3 * pitch) return std::nullopt;
  if (!columns_may.after && extent.end - 1 - bottom > 0.3 * pitch) return std::nullopt;
  // Where the lines' colour is known, hardly anything else can prolong one.
  if (goes_on(*down, across->first, right, 0.5 * pitch, rows_may, rows,
              is_sure ? 1 : down->count / 2))
    return std::nullopt;
  if (is_sure && goes_on(*across, down->first, bottom, 0.5 * pitch, columns_may, columns, 1))
    return std::nullopt;
  return Lattice{{across->first, down->first}, pitch, across->count - 1, down->count - 1};
}

void keep_larger(const Lattice& found, std::optional<Lattice>& best) {
  if (!best || found.columns * found.rows > best->columns * best->rows) best = found;
}

/// The lattice of the lines in a mask.
std::optional<Lattice> lattice_of(const cv::Mat& mask, const LatticeAppearance& appearance) {
  std::vector<Run> columns, rows;
  const int gap = appearance.line_gap_px;
  cv::Mat closed;
  cv::morphologyEx(mask, closed, cv::MORPH_CLOSE, cv::Mat::ones(gap + 1, gap + 1, CV_8UC1));
  longest_runs(closed, columns, rows);

  std::optional<Lattice> best;
  for (const Run& extent : shared_extents(columns, static_cast<int>(2 * appearance.cell_min_px),
                                          runs_on(appearance, 't', 'b')))
    // What lies on tiles may span a small board nearly as its lines do, and look like lines of
    // cells half as large; it ends a little sooner.
    for (const double slack : {4 + 0.03 * extent.length(), 2.5}) {
      const auto found = lattice_along(extent, slack, columns, rows, appearance);
      if (!found) continue;
      keep_larger(*found, best);
      break;
    }
  return best;
}

/// By how much lines may differ from the colours that are known.
const std::vector<int> kLineTolerances = {16, 45, 100};

/// Adds the mean of each two of the colours.
void add_mixed(std::vector<Colour>& colours) {
  const std::size_t count = colours.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Colour a = colours[i], b = colours[j];
      colours.push_back({(a.r + b.r) / 2, (a.g + b.g) / 2, (a.b + b.b) / 2});
    }
}

/// Masks that may show the lines, and nothing else that is as long.
std::vector<cv::Mat> line_masks(const cv::Mat& bgr, const LatticeAppearance& appearance,
                                const std::vector<int>& tolerances) {
  std::vector<cv::Mat> masks;
  if (appearance.line.empty()) {
    for (const auto& background : frequent_colours(bgr, 3))
      masks.push_back(distances(bgr, to_colour(background)) > appearance.line_contrast);
    return masks;
  }
  // Lines that a scaled or blurred window smooths are paler, and where those of two colours cross,
  // they mix. A mask of most of the picture shows more than lines.
  std::vector<Colour> colours = appearance.line;
  for (const int tolerance : tolerances) {
    cv::Mat mask = cv::Mat::zeros(bgr.size(), CV_8UC1);
    for (const Colour& line : colours) mask |= distances(bgr, line) <= tolerance;
    if (masks.empty()) add_mixed(colours);
    if (!masks.empty() && cv::countNonZero(mask) > bgr.size().area() / 2) break;
    masks.push_back(mask);
  }
  return masks;
}

/// The largest lattice in one of the masks.
std::optional<Lattice> largest_lattice(const std::vector<cv::Mat>& masks,
                                       const LatticeAppearance& appearance) {
  std::optional<Lattice> best;
  for (const cv::Mat& mask : masks) {
    if (const auto found = lattice_of(mask, appearance)) keep_larger(*found, best);
  }
  return best;
}

/// The largest lattice of lines whose colours are known, or that differ from the background.
std::optional<Lattice> lattice_by_lines(const cv::Mat& bgr, const LatticeAppearance& appearance) {
  auto found = largest_lattice(line_masks(bgr, appearance, kLineTolerances), appearance);
  // Where a viewer makes lines paler, the usual tolerances may take in the background, or no line.
  constexpr int kPaler = 28;
  if (!found && !appearance.line.empty())
    found = largest_lattice(line_masks(bgr, appearance, {kPaler}), appearance);
  return found;
}

/// The brightness of each pixel, in all channels.
cv::Mat greyed(const cv::Mat& bgr) {
  cv::Mat grey, result;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  cv::cvtColor(grey, result, cv::COLOR_GRAY2BGR);
  return result;
}

/// LatticeMethod::lines.
LatticeResult find_by_lines(const cv::Mat& bgr, const LatticeAppearance& appearance,
                            bool may_be_run_over) {
  auto found = lattice_by_lines(bgr, appearance);
  if (!found && may_be_run_over && !appearance.line.empty()) {
    // JPEG halves the resolution of colours: those of cells run over the lines between, which then
    // show by their brightness alone.
    LatticeAppearance grey = appearance;
    for (Colour& line : grey.line)
      line = to_colour(
          greyed(cv::Mat(1, 1, CV_8UC3, cv::Scalar(line.b, line.g, line.r))).at<cv::Vec3b>(0, 0));
    found = lattice_by_lines(greyed(bgr), grey);
  }
  if (!found) return {std::nullopt, "there is no grid of lines between square cells"};
  return {found, ""};
}

/// LatticeMethod::fields: the left and the bottom line give place and size; how many cells there
/// are follows from the most frequent size of the squares that lines enclose.
LatticeResult find_by_fields(const cv::Mat& bgr, const LatticeAppearance& appearance) {
  for (const cv::Mat& mask : line_masks(bgr, appearance, kLineTolerances)) {
    std::vector<Run> columns, rows;
    longest_runs(mask, columns, rows);
    const auto is_shorter = [](const Run& a, const Run& b) { return a.length() < b.length(); };
    const int high = std::ranges::max_element(columns, is_shorter)->length();
    const int wide = std::ranges::max_element(rows, is_shorter)->length();
    constexpr int kSlack = 2;
    if (high < 2 * appearance.cell_min_px || std::abs(high - wide) > kSlack) continue;
    const auto is_side = [&](const Run& run) { return run.length() >= high - kSlack; };
    const int left = static_cast<int>(std::ranges::find_if(columns, is_side) - columns.begin());
    const auto below = std::find_if(rows.rbegin(), rows.rend(), is_side);
    const int top = columns[at(left)].begin;
    const cv::Rect board = cv::Rect(left, top, wide, high) & cv::Rect({}, bgr.size());
    if (std::abs(below->begin - board.x) > kSlack ||
        std::abs(static_cast<int>(rows.rend() - below) - board.br().y) > kSlack)
      continue;
    std::map<int, int> fields;  // how many there are of each side
    for (const Component& field : components(~mask(board), Corners::part))
      if (std::abs(field.box.width - field.box.height) <= 1) ++fields[field.box.width];
    if (fields.empty()) continue;
    const auto [side, found] =
        *std::ranges::max_element(fields, {}, [](const auto& entry) { return entry.second; });
    const double span = (wide + high) / 2.0 - 1;
    const int count = cvRound(span / (side + 1));
    if (side < appearance.cell_min_px - 1 || found < count ||
        std::abs(span - count * (side + 1)) > 0.2 * side)
      continue;
    return {Lattice{{static_cast<double>(board.x), static_cast<double>(board.y)},
                    span / count,
                    count,
                    count},
            ""};
  }
  return {std::nullopt, "there is no square of lines with square cells"};
}

/// Middles of the clusters of neighbouring places that have most of what the fullest one has.
std::vector<Peak> fullest(const cv::Mat& counts) {
  constexpr double kMost = 0.7;  // a line may be hidden in part
  double full = 0;
  cv::minMaxLoc(counts, nullptr, &full);
  std::vector<Peak> peaks;
  int begin = -1;
  const int places = static_cast<int>(counts.total());
  for (int i = 0; i <= places; ++i) {
    const bool is_full = i < places && counts.at<int>(i) > kMost * full;
    if (is_full && begin < 0) begin = i;
    if (!is_full && begin >= 0) peaks.push_back({(begin + i - 1) / 2.0, 1});
    if (!is_full) begin = -1;
  }
  return peaks;
}

/// Whether most of the rows of a mask that are at the lines of `down` go on beyond the lines of
/// `across`, by most of their distance: one of those is missing.
bool goes_on(const cv::Mat& mask, const PeriodicFit& across, const PeriodicFit& down) {
  constexpr double kMost = 0.7;
  const double last = across.first + across.pitch * (across.count - 1);
  for (const double from : {across.first - across.pitch, last}) {
    const cv::Rect beyond = cv::Rect(cvRound(from) + 2, 0, cvRound(across.pitch) - 4, mask.rows) &
                            cv::Rect({}, mask.size());
    if (beyond.width < kMost * across.pitch) continue;
    int lines = 0;
    for (int i = 0; i < down.count; ++i) {
      const int row = cvRound(down.first + i * down.pitch);
      const cv::Range near(std::max(row - 1, 0), std::min(row + 2, mask.rows));
      cv::Mat shown;
      cv::reduce(mask(beyond).rowRange(near), shown, 0, cv::REDUCE_MAX);
      lines += cv::countNonZero(shown) > kMost * beyond.width;
    }
    if (2 * lines > down.count) return true;
  }
  return false;
}

/// LatticeMethod::blocks.
LatticeResult find_by_blocks(const cv::Mat& bgr, const LatticeAppearance& appearance) {
  const int side = appearance.block_side;
  for (const cv::Mat& mask : line_masks(bgr, appearance, kLineTolerances)) {
    cv::Mat of_columns, of_rows;
    cv::reduce(mask / 255, of_columns, 0, cv::REDUCE_SUM, CV_32S);
    cv::reduce(mask / 255, of_rows, 1, cv::REDUCE_SUM, CV_32S);
    const auto across = fit_full_period(fullest(of_columns), side * appearance.cell_min_px);
    const auto down = fit_full_period(fullest(of_rows), side * appearance.cell_min_px);
    if (!across || !down) continue;
    const double pitch = (across->pitch + down->pitch) / 2 / side;
    if (std::abs(across->pitch - down->pitch) > 0.02 * side * pitch + 0.2) continue;
    if (goes_on(mask, *across, *down) || goes_on(mask.t(), *down, *across)) continue;
    return {Lattice{{across->first, down->first},
                    pitch,
                    side * (across->count - 1),
                    side * (down->count - 1)},
            ""};
  }
  return {std::nullopt, "there are no lines around square blocks of cells"};
}

}  // namespace

cv::Rect Lattice::bounds() const {
  return covering(origin, origin + cv::Point2d(columns * pitch, rows * pitch) + cv::Point2d(1, 1));
}

LatticeResult find_lattice(const cv::Mat& bgr, const LatticeAppearance& appearance,
                           bool may_be_run_over) {
  constexpr int kMaxPixelsPerSide = 16384;
  if (bgr.empty() || bgr.type() != CV_8UC3 || std::max(bgr.cols, bgr.rows) > kMaxPixelsPerSide)
    throw Error("The picture is empty, not in colour, or has a side of more than 16384 pixels.");
  switch (appearance.method) {
    case LatticeMethod::lines:
      return find_by_lines(bgr, appearance, may_be_run_over);
    case LatticeMethod::fields:
      return find_by_fields(bgr, appearance);
    case LatticeMethod::blocks:
      return find_by_blocks(bgr, appearance);
    case LatticeMethod::strokes:
      return find_by_strokes(bgr, appearance);
  }
  return {};
}

}  // namespace eyehand
