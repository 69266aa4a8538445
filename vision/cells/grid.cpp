#include "vision/cells/grid.hpp"

#include <algorithm>
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

Prediction GridReader::match(const cv::Mat& bgr, cv::Point2d middle, double pitch,
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
    const Prediction here = match(bgr, middle, lattice.pitch, part);
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
  cv::Mat small, wide;
  cv::resize(bgr, small, {}, scale, scale, cv::INTER_AREA);
  if (std::min(small.cols, small.rows) < 2 * pitch * scale) return std::nullopt;
  small.convertTo(wide, CV_32F);
  return cells::locate(
      {atlas_.similarity(wide, templates, blank_), scale,
       (part->offset + cv::Point2d(1 - layout_.side, 1 - layout_.side) / 2) * pitch},
      pitch, usual_,
      [&](const Lattice& lattice, int column, int row) {
        double certain = 0;
        for (const Layout::Part& each : layout_.parts)
          certain += match(bgr, lattice.centre(column, row), lattice.pitch, each).confidence;
        return certain / static_cast<double>(layout_.parts.size());
      },
      [&](const Lattice& lattice, int column, int row) {
        return is_cell(bgr, lattice, column, row);
      },
      // Where parts may be blank.
      layout_.parts.size() > 1);
}

GridReading GridReader::read(const cv::Mat& bgr, Search search) const {
  GridReading usual = read_at(bgr, usual_);
  if (2 * count_certain(usual, false) > usual_.columns * usual_.rows) {
    const Lattice whole = grown(bgr, usual_);
    return whole.columns == usual_.columns && whole.rows == usual_.rows ? usual
                                                                        : read_at(bgr, whole);
  }
  std::optional<GridReading> best;
  try_scales(search, [&](double scale) {
    const bool is_usual = scale == 1;
    const auto lattice = locate(bgr, usual_.pitch * scale, is_usual ? kTemplates : kFewTemplates);
    if (!lattice) return false;
    GridReading reading = read_at(bgr, grown(bgr, *lattice));
    // At another size, every second cell may look like one.
    if (!is_usual &&
        (reading.lattice.columns != usual_.columns || reading.lattice.rows != usual_.rows))
      return false;
    const int count = count_certain(reading, true);
    if (4 * count < 3 * reading.lattice.columns * reading.lattice.rows ||
        2 * count_certain(reading, false) <= count)
      return false;
    if (!best || count > count_certain(*best, true)) best = std::move(reading);
    return true;
  });
  return best ? *best : usual;
}

}  // namespace eyehand::cells
