#include "vision/lattice_strokes.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "puzzle/index.hpp"
#include "vision/components.hpp"

namespace eyehand {
namespace {

/// Strokes closer than this are not distinguished from outlines and stars.
constexpr double kPitchMin = 10;

/// What lies behind the board: the box around the largest piece of background.
cv::Rect background_box(const cv::Mat& hsv, const LatticeAppearance& appearance) {
  // OpenCV halves the hue to fit it into a byte.
  const double low = (appearance.background_hue_deg - appearance.background_hue_span_deg) / 2;
  const double high = (appearance.background_hue_deg + appearance.background_hue_span_deg) / 2;
  const double saturation = appearance.background_saturation_min * 255;
  cv::Mat background, wrapped;
  cv::inRange(hsv, cv::Scalar(low, saturation, 0), cv::Scalar(high, 255, 255), background);
  if (low < 0 || high > 180) {
    const double shift = low < 0 ? 180 : -180;
    cv::inRange(hsv, cv::Scalar(low + shift, saturation, 0), cv::Scalar(high + shift, 255, 255),
                wrapped);
    background |= wrapped;
  }
  const std::vector<Component> pieces = components(background, Corners::part);
  return pieces.empty() ? cv::Rect() : std::max_element(pieces.begin(), pieces.end())->box;
}

/// For each set pixel the length of the vertical run it is in.
cv::Mat vertical_runs(const cv::Mat& mask) {
  // Downwards how many there are so far, then upwards the last of these.
  cv::Mat length(mask.size(), CV_16U);
  const std::vector<ushort> none(static_cast<std::size_t>(mask.cols), 0);
  for (int y = 0; y < mask.rows; ++y) {
    const uchar* set = mask.ptr(y);
    const ushort* above = y > 0 ? length.ptr<ushort>(y - 1) : none.data();
    ushort* here = length.ptr<ushort>(y);
    for (int x = 0; x < mask.cols; ++x)
      here[x] = set[x] ? static_cast<ushort>(above[x] + 1) : ushort{0};
  }
  for (int y = mask.rows - 2; y >= 0; --y) {
    const ushort* below = length.ptr<ushort>(y + 1);
    ushort* here = length.ptr<ushort>(y);
    for (int x = 0; x < mask.cols; ++x)
      here[x] = here[x] == 0 || below[x] == 0 ? here[x] : below[x];
  }
  return length;
}

/// A set pixel, and how long the runs of set pixels through it are.
struct MaskPixel {
  int x, y;
  int across, down;

  int length() const { return std::max(across, down); }
  int width() const { return std::min(across, down); }
};

std::vector<MaskPixel> mask_pixels(const cv::Mat& mask) {
  const cv::Mat down = vertical_runs(mask);
  std::vector<MaskPixel> pixels;
  for (int y = 0; y < mask.rows; ++y) {
    const uchar *row = mask.ptr(y), *end = row + mask.cols;
    for (const uchar* first = row; (first = std::find(first, end, 255)) != end;) {
      const uchar* last = std::find(first, end, 0);
      for (const uchar* at = first; at < last; ++at) {
        const int x = static_cast<int>(at - row);
        pixels.push_back({x, y, static_cast<int>(last - first), down.at<ushort>(y, x)});
      }
      first = last;
    }
  }
  return pixels;
}

/// Whether a pixel is part of a stroke, by the lengths of the runs along and across it.
bool in_stroke(int along, int across) {
  return along >= 8 && 2 * along >= 5 * across;
}

/// The width that most of the strokes' pixels lie in. Wires are all of one width; outlines and
/// stars are thinner, and fewer.
int usual_width(const std::vector<MaskPixel>& strokes, int widest) {
  std::vector<int> pixels(at(widest) + 1, 0);
  for (const MaskPixel& p : strokes)
    if (in_stroke(p.length(), p.width())) ++pixels[at(p.width())];
  return static_cast<int>(std::max_element(pixels.begin(), pixels.end()) - pixels.begin());
}

/// Middles of the strokes that run along the columns, or the rows: positions in x, or y, weighted
/// by their pixels. `size`: how many columns or rows there are.
std::vector<Peak> stroke_middles(const std::vector<MaskPixel>& strokes, bool are_columns, int size,
                                 int width) {
  std::vector<double> profile(at(size), 0);
  for (const MaskPixel& p : strokes) {
    const int along = are_columns ? p.down : p.across, across = are_columns ? p.across : p.down;
    if (in_stroke(along, across) && 5 * across >= 3 * width && 5 * across <= 8 * width)
      profile[at(are_columns ? p.x : p.y)] += 1;
  }
  const double most = *std::max_element(profile.begin(), profile.end());
  const double noise = std::max(4.0, 0.04 * most);
  std::vector<Peak> peaks;
  double sum = 0, moment = 0, last = -1;
  const auto close = [&] {
    if (sum > 2 * noise) peaks.push_back({moment / sum, sum});
    sum = moment = 0;
  };
  for (int x = 0; x < size; ++x) {
    const double weight = profile[at(x)];
    if (weight < noise) continue;
    // Strokes closer than this are the two edges of a wire whose core shines in another colour.
    if (last >= 0 && x - last > 1 + width) close();
    sum += weight;
    moment += weight * x;
    last = x;
  }
  close();
  return peaks;
}

struct Span {
  double first = 0;  ///< middle of the first cell
  int count = 0;
};

/// The cells from the one that holds the stroke end `low` to the one that holds `high`, pixels.
Span cells_between(const PeriodicFit& fit, double low, double high) {
  const double before = std::ceil((fit.first - fit.pitch / 2 - low) / fit.pitch - 0.1);
  const double first = fit.first - before * fit.pitch;
  const double count = std::ceil((high - (first - fit.pitch / 2)) / fit.pitch - 0.1);
  return {first, static_cast<int>(count)};
}

/// Grows the span on both sides so that its middle lies at `middle`.
Span centred(Span span, double pitch, double middle) {
  const double now = span.first + (span.count - 1) * pitch / 2;
  const int lacking = static_cast<int>(std::round(2 * (middle - now) / pitch));
  if (lacking < 0) span.first += lacking * pitch;
  span.count += std::abs(lacking);
  return span;
}

}  // namespace

LatticeResult find_by_strokes(const cv::Mat& bgr, const LatticeAppearance& appearance) {
  cv::Mat hsv;
  cv::cvtColor(bgr, hsv, cv::COLOR_BGR2HSV);
  const cv::Rect box = background_box(hsv, appearance);
  if (box.width < 2 * kPitchMin || box.height < 2 * kPitchMin)
    return {std::nullopt, "the background of the board is not in the picture"};

  cv::Mat strokes;
  cv::inRange(hsv(box), cv::Scalar(0, 0, 255 * appearance.stroke_brightness_min),
              cv::Scalar(180, 255 * appearance.stroke_saturation_max, 255), strokes);
  const std::vector<MaskPixel> pixels = mask_pixels(strokes);
  const int width = usual_width(pixels, std::max(strokes.cols, strokes.rows));
  const auto fits =
      fit_sparse_periods(stroke_middles(pixels, true, strokes.cols, width),
                         stroke_middles(pixels, false, strokes.rows, width), kPitchMin);
  if (!fits) return {std::nullopt, "the strokes in the picture do not lie on an even lattice"};
  const auto& [x, y] = *fits;
  const double pitch = (x.pitch + y.pitch) / 2;
  if (pitch < appearance.cell_min_px)
    return {std::nullopt, "the board is drawn too small to be read, with cells of " +
                              std::to_string(static_cast<int>(pitch)) + " px; enlarge the window"};

  // Strokes reach the sides of their cells, so their ends bound the board.
  int left = strokes.cols, right = -1, top = strokes.rows, bottom = -1;
  for (const MaskPixel& p : pixels) {
    if (p.length() < 0.4 * pitch || p.width() > 0.25 * pitch) continue;
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  Span sx = cells_between(x, left, right), sy = cells_between(y, top, bottom);
  if (appearance.centred) {
    sx = centred(sx, pitch, (strokes.cols - 1) / 2.0);
    sy = centred(sy, pitch, (strokes.rows - 1) / 2.0);
  }
  if (appearance.square && sx.count != sy.count) {
    Span& fewer = sx.count < sy.count ? sx : sy;
    const int lacking = std::abs(sx.count - sy.count);
    if (lacking % 2)
      return {std::nullopt, "the board in the picture is not square: " + std::to_string(sx.count) +
                                " by " + std::to_string(sy.count) + " cells"};
    fewer.first -= lacking / 2 * pitch;
    fewer.count += lacking;
  }
  Lattice lattice{
      {box.x + sx.first - pitch / 2, box.y + sy.first - pitch / 2}, pitch, sx.count, sy.count};
  return {lattice, ""};
}

}  // namespace eyehand
