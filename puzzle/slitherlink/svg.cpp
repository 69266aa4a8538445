#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

/// Lengths in the picture, in pixels.
constexpr double kEdge = 32, kRim = 16;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

/// Maps the grid's coordinates to the picture's, in which the median edge is kEdge long.
class Scale {
 public:
  explicit Scale(const Grid& grid) {
    Point least = grid.point(0), most = least;
    for (int v = 0; v < grid.vertices(); ++v) {
      const Point p = grid.point(v);
      least = {std::min(least.x, p.x), std::min(least.y, p.y)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y)};
    }
    std::vector<double> lengths;
    for (int e = 0; e < grid.edges(); ++e) {
      const Point a = grid.point(grid.edge(e).a), b = grid.point(grid.edge(e).b);
      lengths.push_back(std::hypot(a.x - b.x, a.y - b.y));
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    factor_ = *middle > 0 ? kEdge / *middle : 1;
    origin_ = least;
    size_ = {(most.x - least.x) * factor_ + 2 * kRim, (most.y - least.y) * factor_ + 2 * kRim};
  }
  Point size() const { return size_; }
  Point operator()(Point p) const {
    return {(p.x - origin_.x) * factor_ + kRim, (p.y - origin_.y) * factor_ + kRim};
  }

 private:
  Point origin_, size_;
  double factor_ = 1;
};

/// All edges with this mark as one path.
std::string path(const Board& board, const Scale& scale, Mark mark) {
  std::string text;
  const auto go = [&text](char command, Point p) {
    text += command + number(p.x) + ' ' + number(p.y);
  };
  for (int e = 0; e < board.grid->edges(); ++e) {
    if (board.marks[at(e)] != mark) continue;
    const Point a = scale(board.grid->point(board.grid->edge(e).a));
    const Point b = scale(board.grid->point(board.grid->edge(e).b));
    if (mark != Mark::cross) {
      go('M', a);
      go('L', b);
      continue;
    }
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    constexpr double kArm = kEdge / 10;
    for (const double side : {-1.0, 1.0}) {
      go('M', {middle.x - kArm, middle.y - side * kArm});
      go('L', {middle.x + kArm, middle.y + side * kArm});
    }
  }
  return text;
}

void add_path(std::string& out, const std::string& path, const char* style) {
  if (!path.empty()) out += "<path d=\"" + path + "\" fill=\"none\" " + style + "/>\n";
}

}  // namespace

std::string to_svg(const Board& board) {
  const Grid& grid = *board.grid;
  const Scale scale(grid);
  const auto width = number(scale.size().x), height = number(scale.size().y);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" +
                    height + "\" viewBox=\"0 0 " + width + ' ' + height +
                    "\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
  add_path(out, path(board, scale, Mark::unknown), "stroke=\"#dddddd\" stroke-width=\"1\"");
  add_path(out, path(board, scale, Mark::cross), "stroke=\"#bb4444\" stroke-width=\"1\"");
  add_path(out, path(board, scale, Mark::line),
           "stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"round\"");
  out += "<g fill=\"#555555\">\n";
  for (int v = 0; v < grid.vertices(); ++v) {
    const Point p = scale(grid.point(v));
    out += "<circle cx=\"" + number(p.x) + "\" cy=\"" + number(p.y) + "\" r=\"1.5\"/>\n";
  }
  out +=
      "</g>\n<g fill=\"#000000\" font-family=\"sans-serif\" font-size=\"14\" "
      "text-anchor=\"middle\" dominant-baseline=\"central\">\n";
  for (int f = 0; f < grid.faces(); ++f) {
    const int clue = board.clues[at(f)];
    if (clue == kNoClue) continue;
    const Point p = scale(grid.middle(f));
    out += "<text x=\"" + number(p.x) + "\" y=\"" + number(p.y) + "\">" + std::to_string(clue) +
           "</text>\n";
  }
  return out + "</g>\n</svg>\n";
}

}  // namespace eyehand::slitherlink
