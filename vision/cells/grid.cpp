#include "vision/cells/grid.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/reading.hpp"

namespace eyehand::cells {
namespace {

/// The samples compared with every place of a picture, at the usual size and at each other size.
/// The search takes time in proportion to them.
constexpr int kTemplates = 10, kFewTemplates = 4;

}  // namespace

GridReader::GridReader(const GridAppearance& appearance, Layout layout)
    : GridReader(NamedAtlas(appearance, "[cells]"),
                 {{appearance.origin_x_px, appearance.origin_y_px},
                  appearance.pitch_px,
                  appearance.columns,
                  appearance.rows},
                 std::move(layout)) {}

GridReader::GridReader(Atlas atlas, std::vector<std::string> labels, Lattice usual, Layout layout)
    : GridReader(NamedAtlas(std::move(atlas), std::move(labels)), usual, std::move(layout)) {}

GridReader::GridReader(NamedAtlas named, const Lattice& usual, Layout layout)
    : named_(std::move(named)),
      usual_(usual),
      layout_(std::move(layout)),
      blank_(named_.number_of(layout_.blank)) {}

GridAppearance GridReader::appearance() const {
  return {named_.pictures(), usual_.origin.x, usual_.origin.y,
          usual_.pitch,      usual_.columns,  usual_.rows};
}

Prediction GridReader::match(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                             const Layout::Part& part) const {
  return atlas().classify(
      cut(bgr, middle + pitch * part.offset, pitch * layout_.side, atlas().side(), part.quarters));
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

std::optional<Lattice> GridReader::locate(const cv::Mat& bgr, double pitch, int templates) const {
  // By the parts that are not turned.
  const auto part = std::find_if(layout_.parts.begin(), layout_.parts.end(),
                                 [](const Layout::Part& each) { return each.quarters == 0; });
  const double scale = atlas().side() / (pitch * layout_.side);
  cv::Mat small, wide;
  cv::resize(bgr, small, {}, scale, scale, cv::INTER_AREA);
  if (std::min(small.cols, small.rows) < 2 * pitch * scale) return std::nullopt;
  small.convertTo(wide, CV_32F);
  return cells::locate(
      {atlas().similarity(wide, templates, blank_), scale,
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
  const auto has_cell = [&](const Lattice& lattice, int column, int row) {
    return is_cell(bgr, lattice, column, row);
  };
  GridReading usual = read_at(bgr, usual_);
  if (2 * count_certain(usual, false) > usual_.columns * usual_.rows) {
    const Lattice whole = grown(usual_, has_cell);
    return whole.columns == usual_.columns && whole.rows == usual_.rows ? usual
                                                                        : read_at(bgr, whole);
  }
  std::optional<GridReading> best;
  try_scales(search, [&](double scale) {
    const bool is_usual = scale == 1;
    const auto lattice = locate(bgr, usual_.pitch * scale, is_usual ? kTemplates : kFewTemplates);
    if (!lattice) return false;
    GridReading reading = read_at(bgr, grown(*lattice, has_cell));
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
