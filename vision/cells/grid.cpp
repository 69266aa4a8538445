#include "vision/cells/grid.hpp"

#include <algorithm>
#include <map>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/reading.hpp"

namespace eyehand::cells {
namespace {

/// The samples compared with every place of a picture, at the usual size and at each other size.
/// The search takes time in proportion to them.
constexpr int kTemplates = 10, kFewTemplates = 4;

/// A cell that lies aside is sought at this many places to each side, then halfway between them.
constexpr int kStepsAside = 3;
/// Another label with this confidence makes it unclear what lies there.
constexpr float kLikelyToo = kMinConfidence / 2;

/// How much of a cell must lie in the picture, in cells from its centre.
constexpr double kInside = 0.4;

/// Whether the size of cells can be seen: no quarter of a cell looks like a cell, as plain squares
/// without any gaps would.
bool is_size_evident(const Atlas& atlas, int blank) {
  const Atlas::Sheet sheet = atlas.sheet();
  const int side = atlas.side();
  for (int i = 0; i < atlas.size(); ++i) {
    if (sheet.labels[at(i)] == blank) continue;
    const cv::Mat sample = sheet.picture(cv::Rect((i + 1) * side, 0, side, side));
    int quarters = 0;
    for (const cv::Point corner : {cv::Point(0, 0), cv::Point(side / 2, 0), cv::Point(0, side / 2),
                                   cv::Point(side / 2, side / 2)}) {
      cv::Mat enlarged;
      cv::resize(sample(cv::Rect(corner, cv::Size(side / 2, side / 2))), enlarged, {side, side});
      enlarged.convertTo(enlarged, CV_32F);
      const Prediction as_cell = atlas.classify(enlarged);
      quarters += as_cell.label != blank && as_cell.confidence >= kMinConfidence;
    }
    if (quarters == 4) return false;
  }
  return true;
}

}  // namespace

std::vector<cv::Point2d> centres_around(const Lattice& board, cv::Size picture) {
  std::vector<cv::Point2d> centres;
  for (int row = -1; row <= board.rows; ++row)
    for (int column = -1; column <= board.columns; ++column) {
      if (row >= 0 && column >= 0 && row < board.rows && column < board.columns) continue;
      const cv::Point2d centre = board.centre(column, row);
      if (cv::Rect2d({}, cv::Size2d(picture)).contains(centre)) centres.push_back(centre);
    }
  return centres;
}

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
      expected_(usual),
      layout_(std::move(layout)),
      blank_(named_.number_of(layout_.blank)) {}

GridAppearance GridReader::appearance() const {
  return {named_.pictures(), usual_.origin.x, usual_.origin.y,
          usual_.pitch,      usual_.columns,  usual_.rows};
}

cv::Mat GridReader::picture_of(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                               const Layout::Part& part) const {
  return cut(bgr, middle + pitch * part.offset, pitch * layout_.side, atlas().side(),
             part.quarters);
}

void GridReader::learn(const cv::Mat& bgr, const Lattice& lattice, int cell,
                       std::span<const std::string_view> labels) {
  const cv::Point2d middle = lattice.centre(cell % lattice.columns, cell / lattice.columns);
  for (std::size_t i = 0; i < labels.size(); ++i)
    named_.add(labels[i], picture_of(bgr, middle, lattice.pitch, layout_.parts[i]));
}

Prediction GridReader::match_aside(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                                   const Layout::Part& part, const Prediction& here) const {
  const double step = layout_.slack * pitch / kStepsAside;
  Prediction best = here;
  cv::Point2d at(0, 0);
  std::map<int, float> most;  // confidence of each label
  const auto try_at = [&](cv::Point2d by) {
    const Prediction there = match(bgr, middle + by, pitch, part);
    if (there.label == blank_) return;
    most[there.label] = std::max(most[there.label], there.confidence);
    if (there.confidence <= best.confidence && best.label != blank_) return;
    best = there;
    at = by;
  };
  for (int down = -kStepsAside; down <= kStepsAside; ++down)
    for (int across = -kStepsAside; across <= kStepsAside; ++across)
      try_at(step * cv::Point2d(across, down));
  const cv::Point2d around = at;
  for (const double down : {-0.5, 0.0, 0.5})
    for (const double across : {-0.5, 0.0, 0.5}) try_at(around + step * cv::Point2d(across, down));
  const bool is_clear = std::ranges::none_of(most, [&](const auto& label) {
    return label.first != best.label && label.second >= kLikelyToo;
  });
  return is_clear && best.confidence >= kMinConfidence ? best : here;
}

GridReading GridReader::read_at(const cv::Mat& bgr, const Lattice& lattice) const {
  return with_slack(bgr, read_in_place(bgr, lattice));
}

GridReading GridReader::with_slack(const cv::Mat& bgr, GridReading reading) const {
  if (layout_.slack == 0) return reading;
  const Lattice& lattice = reading.lattice;
  const cv::Rect2d picture({}, cv::Size2d(bgr.size()));
  const double inside = (kInside + layout_.slack) * lattice.pitch;
  const std::size_t parts = layout_.parts.size();
  for (std::size_t i = 0; i < reading.parts.size(); ++i) {
    Prediction& here = reading.parts[i];
    if (here.confidence >= kMinConfidence) continue;
    const int cell = static_cast<int>(i / parts);
    const cv::Point2d middle = lattice.centre(cell % lattice.columns, cell / lattice.columns),
                      corner(inside, inside);
    if (picture.contains(middle - corner) && picture.contains(middle + corner))
      here = match_aside(bgr, middle, lattice.pitch, layout_.parts[i % parts], here);
  }
  return reading;
}

GridReading GridReader::read_in_place(const cv::Mat& bgr, const Lattice& lattice) const {
  GridReading reading{lattice, {}};
  const cv::Rect2d picture({}, cv::Size2d(bgr.size()));
  const double inside = kInside * lattice.pitch;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column) {
      const cv::Point2d middle = lattice.centre(column, row), corner(inside, inside);
      const bool is_seen = picture.contains(middle - corner) && picture.contains(middle + corner);
      for (const Layout::Part& part : layout_.parts) {
        reading.parts.push_back(match(bgr, middle, lattice.pitch, part));
        // What lies beyond the picture's edge would look like the edge.
        if (!is_seen) reading.parts.back().confidence = 0;
      }
    }
  return reading;
}

bool GridReader::is_cell(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const {
  const cv::Point2d middle = lattice.centre(column, row);
  if (!cv::Rect2d(0, 0, bgr.cols, bgr.rows).contains(middle)) return false;
  std::set<int> labels;
  for (const Layout::Part& part : layout_.parts) {
    const Prediction here = match(bgr, middle, lattice.pitch, part);
    if (here.confidence < kMinConfidence) return false;
    labels.insert(here.label);
  }
  return layout_.parts.size() > 1 ? labels.size() > 1 : !labels.contains(blank_);
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

bool GridReader::is_whole(const cv::Mat& bgr, const GridReading& reading) const {
  const Lattice& lattice = reading.lattice;
  if (layout_.parts.size() > 1 || blank_ < 0) return false;
  const int cells = lattice.columns * lattice.rows;
  // A few may look like cells by chance.
  if (2 * cells < usual_.columns * usual_.rows || count_certain(reading, false) < cells)
    return false;
  for (const cv::Point2d middle : centres_around(lattice, bgr.size())) {
    const Prediction beside = match(bgr, middle, lattice.pitch, layout_.parts[0]);
    if (beside.label != blank_ || beside.confidence < kMinConfidence) return false;
  }
  return is_size_evident(atlas(), blank_);
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
  const auto read_around = [&](const Lattice& place) -> std::optional<GridReading> {
    GridReading there = read_in_place(bgr, place);
    if (2 * count_certain(there, false) <= place.columns * place.rows) return std::nullopt;
    const Lattice whole = grown(place, has_cell);
    const bool is_same = whole.columns == place.columns && whole.rows == place.rows;
    return is_same ? with_slack(bgr, std::move(there)) : read_at(bgr, whole);
  };
  for (const Lattice& place : {expected_, usual_})
    if (auto reading = read_around(place)) return *std::move(reading);
  // Those that lie aside may be missing at the edges of what a search finds.
  GridReading there = read_at(bgr, expected_);
  const int certain = count_certain(there, false), cells = expected_.columns * expected_.rows;
  if (certain == cells) return there;
  std::optional<GridReading> best;
  try_scales(search, [&](double scale) {
    const bool is_usual = scale == 1;
    const auto lattice = locate(bgr, usual_.pitch * scale, is_usual ? kTemplates : kFewTemplates);
    if (!lattice) return false;
    GridReading reading = read_in_place(bgr, grown(*lattice, has_cell));
    // At another size, every second cell may look like one.
    const bool has_usual_cells =
        reading.lattice.columns == usual_.columns && reading.lattice.rows == usual_.rows;
    if (!is_usual && !has_usual_cells && !is_whole(bgr, reading)) return false;
    const int count = count_certain(reading, true);
    if (4 * count < 3 * reading.lattice.columns * reading.lattice.rows ||
        2 * count_certain(reading, false) <= count)
      return false;
    if (!best || count > count_certain(*best, true)) best = std::move(reading);
    return true;
  });
  if (2 * certain > cells && (!best || count_certain(*best, false) < certain)) return there;
  return read_at(bgr, best ? best->lattice : usual_);
}

}  // namespace eyehand::cells
