#include "vision/foreground.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/slitherlink/stroke_graph.hpp"

namespace eyehand {
namespace {

/// Pixels first to before end of a row that are of one colour.
struct Run {
  int first, end;
  cv::Vec3b bgr;

  Colour colour() const { return to_colour(bgr); }
};
using Row = std::shared_ptr<const std::vector<Run>>;

/// The runs of each row. What programs draw has many equal rows, one below the other: these share
/// theirs.
std::vector<Row> rows_of(const cv::Mat& bgr) {
  std::vector<Row> rows;
  for (int y = 0; y < bgr.rows; ++y) {
    if (y > 0 && std::memcmp(bgr.ptr(y), bgr.ptr(y - 1), at(bgr.cols) * 3) == 0) {
      rows.push_back(rows.back());
      continue;
    }
    std::vector<Run> runs;
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int end, const cv::Vec3b& p) {
      runs.push_back({first, end, p});
    });
    rows.push_back(std::make_shared<const std::vector<Run>>(std::move(runs)));
  }
  return rows;
}

/// The commonest of coarse colours, and in it the commonest fine one.
Colour commonest_of(const std::vector<Row>& rows) {
  const auto each_run = [&](auto&& visit) {
    for (const Row& row : rows)
      for (const Run& run : *row) visit(run);
  };
  std::vector<int> coarse(1 << 15, 0);
  const auto bin = [](const cv::Vec3b& p) {
    return at((p[2] >> 3) << 10 | (p[1] >> 3) << 5 | p[0] >> 3);
  };
  each_run([&](const Run& run) { coarse[bin(run.bgr)] += run.end - run.first; });
  const auto usual =
      static_cast<std::size_t>(std::max_element(coarse.begin(), coarse.end()) - coarse.begin());
  std::array<int, 512> fine{};
  each_run([&](const Run& run) {
    const cv::Vec3b& p = run.bgr;
    if (bin(p) == usual)
      fine[at((p[2] & 7) << 6 | (p[1] & 7) << 3 | (p[0] & 7))] += run.end - run.first;
  });
  const int best = static_cast<int>(std::max_element(fine.begin(), fine.end()) - fine.begin());
  const int high = static_cast<int>(usual);
  return {(high >> 10) << 3 | best >> 6, (high >> 5 & 31) << 3 | (best >> 3 & 7),
          (high & 31) << 3 | (best & 7)};
}

}  // namespace

Colour commonest_colour(const cv::Mat& bgr) {
  return commonest_of(rows_of(bgr));
}

ForegroundPicture ForegroundPicture::of(const cv::Mat& bgr, Colour dot, int foreground_min) {
  ForegroundPicture picture;
  picture.bgr = bgr;
  picture.dot = dot;
  picture.foreground_min = foreground_min;
  const std::vector<Row> rows = rows_of(bgr);
  picture.background = commonest_of(rows);
  picture.foreground.create(bgr.size(), CV_8UC1);
  picture.dark.create(bgr.size(), CV_8UC1);
  const int full = std::max(1, distance(picture.background, dot));
  for (int y = 0; y < bgr.rows; ++y) {
    auto* foreground = picture.foreground.ptr<std::uint8_t>(y);
    auto* dark = picture.dark.ptr<std::uint8_t>(y);
    if (y > 0 && rows[at(y)] == rows[at(y - 1)]) {
      picture.foreground.row(y - 1).copyTo(picture.foreground.row(y));
      picture.dark.row(y - 1).copyTo(picture.dark.row(y));
    } else {
      for (const Run& run : *rows[at(y)]) {
        const int off = distance(run.colour(), picture.background);
        const int shade = std::max(0, 255 - distance(run.colour(), dot) * 255 / full);
        std::fill(foreground + run.first, foreground + run.end, static_cast<std::uint8_t>(off));
        std::fill(dark + run.first, dark + run.end, static_cast<std::uint8_t>(shade));
        picture.foreground_most = std::max(picture.foreground_most, off);
      }
    }
    const auto is_drawn = [&](const Run& run) { return run.colour() != picture.background; };
    const auto first = std::find_if(rows[at(y)]->begin(), rows[at(y)]->end(), is_drawn);
    if (first == rows[at(y)]->end()) continue;
    const int end = std::find_if(rows[at(y)]->rbegin(), rows[at(y)]->rend(), is_drawn)->end;
    picture.drawn |= cv::Rect(first->first, y, end - first->first, 1);
  }
  return picture;
}

}  // namespace eyehand
