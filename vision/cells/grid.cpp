#include "vision/cells/grid.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/cells/picture_text.hpp"
#include "vision/reading.hpp"

namespace eyehand::cells {
namespace {

/// Samples that are compared with every place of a picture: at the usual size, and at others.
constexpr int kTemplates = 10, kFewTemplates = 4;
/// How much more places count that are more similar to a cell.
constexpr double kSharpness = 8;
/// Fewer cells are no board.
constexpr std::size_t kFewestCells = 6;
/// Sizes that are tried, from half to twice the usual.
constexpr double kScaleStep = 1.06;
constexpr int kScaleSteps = 12;

/// The number of a label; -1 if it does not occur.
int number_of(const std::vector<std::string>& labels, const std::string& label) {
  const auto found = std::find(labels.begin(), labels.end(), label);
  return found == labels.end() ? -1 : static_cast<int>(found - labels.begin());
}

}  // namespace

GridReader::GridReader(const GridAppearance& appearance, Layout layout)
    : usual_{{appearance.origin_x_px, appearance.origin_y_px},
             appearance.pitch_px,
             appearance.columns,
             appearance.rows},
      layout_(std::move(layout)) {
  Atlas::Sheet sheet{
      picture_from(appearance.pictures, "the pictures of [cells]"), {}, appearance.reach};
  for (const std::string& label : appearance.labels) {
    const auto known = std::find(labels_.begin(), labels_.end(), label);
    sheet.labels.push_back(static_cast<int>(known - labels_.begin()));
    if (known == labels_.end()) labels_.push_back(label);
  }
  atlas_ = Atlas(sheet);
  blank_ = number_of(labels_, layout_.blank);
}

GridReader::GridReader(Atlas atlas, std::vector<std::string> labels, Lattice usual, Layout layout)
    : atlas_(std::move(atlas)),
      labels_(std::move(labels)),
      usual_(usual),
      layout_(std::move(layout)),
      blank_(number_of(labels_, layout_.blank)) {}

bool GridReader::has_label(std::string_view label) const {
  return number_of(labels_, std::string(label)) >= 0;
}

GridAppearance GridReader::appearance() const {
  const Atlas::Sheet sheet = atlas_.sheet();
  GridAppearance grid{.pictures = picture_text(sheet.picture),
                      .labels = {},
                      .reach = sheet.reach,
                      .origin_x_px = usual_.origin.x,
                      .origin_y_px = usual_.origin.y,
                      .pitch_px = usual_.pitch,
                      .columns = usual_.columns,
                      .rows = usual_.rows};
  for (const int each : sheet.labels) grid.labels.push_back(label(each));
  return grid;
}

Match GridReader::match(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                        const Layout::Part& part) const {
  return atlas_.classify(
      cut(bgr, middle + pitch * part.offset, pitch * layout_.side, atlas_.side(), part.quarters));
}

GridReading GridReader::read_at(const cv::Mat& bgr, const Lattice& lattice) const {
  GridReading reading{lattice, {}};
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      for (const Layout::Part& part : layout_.parts)
        reading.parts.push_back(match(bgr, lattice.centre(column, row), lattice.pitch, part));
  return reading;
}

bool GridReader::is_cell(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const {
  const cv::Point2d middle = lattice.centre(column, row);
  if (!cv::Rect2d(0, 0, bgr.cols, bgr.rows).contains(middle)) return false;
  bool is_blank = true;
  for (const Layout::Part& part : layout_.parts) {
    const Match here = match(bgr, middle, lattice.pitch, part);
    if (here.confidence < kMinConfidence) return false;
    is_blank = is_blank && here.label == blank_;
  }
  return !is_blank;
}

int GridReader::count_certain(const GridReading& reading, bool blank) const {
  int count = 0;
  for (std::size_t first = 0; first < reading.parts.size(); first += layout_.parts.size()) {
    bool is_certain = true, is_blank = true;
    for (std::size_t i = first; i < first + layout_.parts.size(); ++i) {
      is_certain = is_certain && reading.parts[i].confidence >= kMinConfidence;
      is_blank = is_blank && reading.parts[i].label == blank_;
    }
    count += is_certain && (blank || !is_blank);
  }
  return count;
}

/// Adds columns and rows at the sides as long as most of their cells are like those known.
Lattice GridReader::grown(const cv::Mat& bgr, Lattice lattice) const {
  const auto grow = [&](int dx, int dy) {
    const int length = dx != 0 ? lattice.rows : lattice.columns;
    int cells = 0;
    for (int i = 0; i < length; ++i) {
      const int column = dx < 0 ? -1 : dx > 0 ? lattice.columns : i;
      const int row = dy < 0 ? -1 : dy > 0 ? lattice.rows : i;
      cells += is_cell(bgr, lattice, column, row);
    }
    if (2 * cells <= length) return false;
    lattice.origin -= lattice.pitch * cv::Point2d(dx < 0, dy < 0);
    lattice.columns += dx != 0;
    lattice.rows += dy != 0;
    return true;
  };
  for (const auto& [dx, dy] :
       {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)})
    while (grow(dx, dy)) continue;
  return lattice;
}

std::optional<Lattice> GridReader::locate(const cv::Mat& bgr, double pitch, int templates) const {
  // By the parts that are not turned.
  const auto part = std::find_if(layout_.parts.begin(), layout_.parts.end(),
                                 [](const Layout::Part& each) { return each.quarters == 0; });
  const double scale = atlas_.side() / (pitch * layout_.side);
  // From one cell to the next, and from a cell's corner to the part's, in the smaller picture.
  const int side = std::max(1, cvRound(pitch * scale));
  const cv::Point2d corner =
      (part->offset + cv::Point2d(1 - layout_.side, 1 - layout_.side) / 2) * pitch;
  cv::Mat small, wide;
  cv::resize(bgr, small, {}, scale, scale, cv::INTER_AREA);
  if (small.cols < 2 * side || small.rows < 2 * side) return std::nullopt;
  small.convertTo(wide, CV_32F);
  const cv::Mat like = atlas_.similarity(wide, templates, blank_);
  // Cells vote for the lattice's origin, the more the likelier they are ones.
  std::vector<double> votes(at(side * side), 0);
  double likeliest = 0;
  cv::minMaxLoc(like, nullptr, &likeliest);
  for (int y = 0; y < like.rows; ++y)
    for (int x = 0; x < like.cols; ++x)
      votes[at(y % side * side + x % side)] +=
          std::pow(like.at<float>(y, x) / likeliest, kSharpness);
  const auto most = std::max_element(votes.begin(), votes.end()) - votes.begin();
  const int u = static_cast<int>(most) % side, v = static_cast<int>(most) / side;
  Lattice lattice{cv::Point2d(u / scale - 0.5, v / scale - 0.5) - corner, pitch,
                  (like.cols - u + side - 1) / side, (like.rows - v + side - 1) / side};
  // To a pixel of the window, by the likeliest cells.
  std::vector<std::pair<float, cv::Point>> likely;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      likely.emplace_back(like.at<float>(v + row * side, u + column * side),
                          cv::Point(column, row));
  if (likely.size() < kFewestCells) return std::nullopt;
  std::partial_sort(likely.begin(), likely.begin() + kFewestCells, likely.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  const cv::Point2d rough = lattice.origin;
  double most_certain = -1;
  cv::Point2d origin = rough;
  const int reach = std::max(1, cvRound(0.6 / scale));
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx) {
      lattice.origin = rough + cv::Point2d(dx, dy);
      double certain = 0;
      for (std::size_t i = 0; i < kFewestCells; ++i)
        for (const Layout::Part& each : layout_.parts)
          certain += match(bgr, lattice.centre(likely[i].second.x, likely[i].second.y), pitch, each)
                         .confidence;
      if (certain <= most_certain) continue;
      most_certain = certain;
      origin = lattice.origin;
    }
  lattice.origin = origin;
  // The largest group of cells beside one another; where parts may be blank, across one that is.
  cv::Mat cells(lattice.rows, lattice.columns, CV_8U), labels, stats, middles;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      cells.at<std::uint8_t>(row, column) = is_cell(bgr, lattice, column, row);
  if (layout_.parts.size() > 1)
    cv::morphologyEx(cells, cells, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  const int groups = cv::connectedComponentsWithStats(cells, labels, stats, middles, 4);
  int best = 0;
  for (int i = 1; i < groups; ++i)
    if (best == 0 || stats.at<int>(i, cv::CC_STAT_AREA) > stats.at<int>(best, cv::CC_STAT_AREA))
      best = i;
  if (best == 0 || stats.at<int>(best, cv::CC_STAT_AREA) < static_cast<int>(kFewestCells))
    return std::nullopt;
  lattice.origin += pitch * cv::Point2d(stats.at<int>(best, cv::CC_STAT_LEFT),
                                        stats.at<int>(best, cv::CC_STAT_TOP));
  lattice.columns = stats.at<int>(best, cv::CC_STAT_WIDTH);
  lattice.rows = stats.at<int>(best, cv::CC_STAT_HEIGHT);
  return pitch == usual_.pitch ? lattice : resized(bgr, lattice);
}

/// With the pitch, within half a step of those that are tried, by which cells are the most certain.
Lattice GridReader::resized(const cv::Mat& bgr, const Lattice& lattice) const {
  constexpr int kFineSteps = 8;
  const cv::Point2d middle =
      lattice.origin + cv::Point2d(lattice.columns, lattice.rows) * (lattice.pitch / 2);
  Lattice best = lattice;
  float most = -1;
  for (int i = -kFineSteps; i <= kFineSteps; ++i) {
    Lattice other = lattice;
    other.pitch *= std::pow(kScaleStep, i / (2.0 * kFineSteps));
    other.origin = middle - cv::Point2d(other.columns, other.rows) * (other.pitch / 2);
    float certain = 0;
    for (const Match& part : read_at(bgr, other).parts) certain += part.confidence;
    if (certain <= most) continue;
    most = certain;
    best = other;
  }
  return best;
}

GridReading GridReader::read(const cv::Mat& bgr, Search search) const {
  GridReading usual = read_at(bgr, usual_);
  if (2 * count_certain(usual, false) > usual_.columns * usual_.rows) {
    const Lattice whole = grown(bgr, usual_);
    return whole.columns == usual_.columns && whole.rows == usual_.rows ? usual
                                                                        : read_at(bgr, whole);
  }
  if (search == Search::nowhere) return usual;
  std::optional<GridReading> best;
  const int steps = search == Search::any_size ? kScaleSteps : 0;
  for (int step = 0; step <= steps && !best; ++step)
    for (const int sign : {1, -1}) {
      if (step == 0 && sign < 0) continue;
      const auto lattice = locate(bgr, usual_.pitch * std::pow(kScaleStep, sign * step),
                                  step == 0 ? kTemplates : kFewTemplates);
      if (!lattice) continue;
      GridReading reading = read_at(bgr, grown(bgr, *lattice));
      // At another size, every second cell may look like one.
      if (step > 0 &&
          (reading.lattice.columns != usual_.columns || reading.lattice.rows != usual_.rows))
        continue;
      const int count = count_certain(reading, true);
      if (4 * count >= 3 * reading.lattice.columns * reading.lattice.rows &&
          2 * count_certain(reading, false) > count &&
          (!best || count > count_certain(*best, true)))
        best = std::move(reading);
    }
  return best ? *best : usual;
}

}  // namespace eyehand::cells
