// Panels drawn by OpenCV, in looks that no program here has.
#pragma once

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "puzzle/panel/text.hpp"

namespace eyehand::test {

struct PanelStyle {
  int pitch = 52;  ///< pixels
  double gap = 0.1;
  double symbol = 0.9;
  double rim = 0.07, blur = 0;  ///< of hollow tiles, pitches; its sigma, pixels
  bool hollow = false, outlines = false;
  enum class Lock { bolts, frame, hatch, rim } lock = Lock::bolts;  ///< rim: a line along it
  cv::Point origin{40, 30};
  cv::Scalar background{205, 200, 200}, unlit{40, 80, 30}, lit{220, 170, 70};
};

/// Drawn four times as large, then made smaller.
class PanelDrawing {
 public:
  PanelDrawing(const panel::Board& board, const PanelStyle& look)
      : look_(look),
        large_(kScale * (2 * look.origin.y + board.height * look.pitch),
               kScale * (2 * look.origin.x + board.width * look.pitch), CV_8UC3, look.background) {
    for (int i = 0; i < static_cast<int>(board.size()); ++i) {
      const panel::Tile& tile = board.tiles[static_cast<std::size_t>(i)];
      middle_ = {look.origin.x + (i % board.width + 0.5) * look.pitch,
                 look.origin.y + (i / board.width + 0.5) * look.pitch};
      if (!tile.exists) continue;
      draw_tile(tile);
      draw_symbol(tile);
      const cv::Scalar grey(130, 130, 130);
      const double half = std::max(look.gap, 0.12) / 2;
      if (tile.linked_left) box({-0.5, 0}, half, 0.06, grey);
      if (tile.linked_up) box({0, -0.5}, 0.06, half, grey);
    }
  }

  cv::Mat picture() const {
    cv::Mat small;
    cv::resize(large_, small, {}, 1.0 / kScale, 1.0 / kScale, cv::INTER_AREA);
    if (look_.blur > 0) cv::GaussianBlur(small, small, {}, look_.blur);
    return small;
  }

 private:
  static constexpr int kScale = 4;

  /// Of the tile; lengths in pitches.
  cv::Point place(cv::Point2d p) const {
    const cv::Point2d at = kScale * (middle_ + look_.pitch * p);
    return {cvRound(at.x), cvRound(at.y)};
  }
  int length(double l) const { return std::max(1, cvRound(kScale * look_.pitch * l)); }
  void box(cv::Point2d middle, double across, double down, const cv::Scalar& colour,
           int thickness = cv::FILLED) {
    const cv::Point2d half(across, down);
    cv::rectangle(large_, place(middle - half), place(middle + half), colour, thickness);
  }
  void disc(cv::Point2d middle, double radius, const cv::Scalar& colour) {
    cv::circle(large_, place(middle), length(radius), colour, cv::FILLED);
  }
  void polygon(const std::vector<cv::Point2d>& corners, const cv::Scalar& colour) {
    std::vector<cv::Point> points;
    for (const cv::Point2d p : corners) points.push_back(place(look_.symbol * p));
    cv::fillConvexPoly(large_, points, colour);
    if (look_.outlines) cv::polylines(large_, points, true, cv::Scalar(20, 20, 20), length(0.02));
  }

  void draw_tile(const panel::Tile& tile) {
    const cv::Scalar colour = tile.lit ? look_.lit : look_.unlit;
    const double half = (1 - look_.gap) / 2;
    box({}, half, half, colour);
    if (look_.hollow) box({}, half - look_.rim, half - look_.rim, look_.background);
    if (!tile.locked) return;
    const cv::Scalar dark =
        tile.lit || look_.hollow ? cv::Scalar(20, 20, 20) : cv::Scalar(240, 240, 240);
    if (look_.lock == PanelStyle::Lock::bolts)
      for (const double x : {-0.38, 0.38})
        for (const double y : {-0.38, 0.38}) disc({x, y}, 0.045, dark);
    if (look_.lock == PanelStyle::Lock::frame) box({}, half - 0.1, half - 0.1, dark, length(0.035));
    if (look_.lock == PanelStyle::Lock::rim)
      box({}, half - 0.065, half - 0.065, cv::Scalar(150, 120, 140), length(0.03));
    if (look_.lock == PanelStyle::Lock::hatch) {
      cv::Mat inked = large_.clone();
      for (double x = -2; x < 2; x += 0.14)
        cv::line(inked, place({x - half, -half}), place({x + half, half}), dark, length(0.04));
      const cv::Rect area(place({-half, -half}), place({half, half}));
      cv::addWeighted(inked(area), 0.3, large_(area), 0.7, 0, large_(area));
    }
  }

  static cv::Scalar colour_of(panel::Hue hue) {
    const cv::Scalar colours[] = {{150, 150, 150}, {30, 30, 220},   {20, 130, 250},
                                  {20, 220, 250},  {40, 160, 40},   {230, 110, 20},
                                  {200, 50, 170},  {255, 255, 255}, {0, 0, 0}};
    return colours[static_cast<std::size_t>(hue)];
  }

  void draw_symbol(const panel::Tile& tile) {
    const cv::Scalar colour = colour_of(tile.hue);
    const double turn = tile.symbol == panel::Symbol::slash ? CV_PI / 4 : 0;
    switch (tile.symbol) {
      case panel::Symbol::none:
        return;
      case panel::Symbol::dot:
        draw_dots(tile.value, colour, tile.lit ? look_.lit : look_.unlit);
        return;
      case panel::Symbol::diamond:
        polygon({{0, -0.26}, {0.26, 0}, {0, 0.26}, {-0.26, 0}}, colour);
        return;
      case panel::Symbol::bar:
      case panel::Symbol::slash: {
        std::vector<cv::Point2d> corners = {
            {-0.28, -0.08}, {0.28, -0.08}, {0.28, 0.08}, {-0.28, 0.08}};
        for (cv::Point2d& p : corners)
          p = {p.x * std::cos(turn) + p.y * std::sin(turn),
               p.y * std::cos(turn) - p.x * std::sin(turn)};
        polygon(corners, colour);
        return;
      }
      case panel::Symbol::flower:
        for (int i = 0; i < 4; ++i) {
          const double x = i == 1   ? 0.18
                           : i == 3 ? -0.18
                                    : 0,
                       y = i == 0   ? -0.18
                           : i == 2 ? 0.18
                                    : 0;
          std::vector<cv::Point2d> petal;
          for (int k = 0; k < 40; ++k)
            petal.emplace_back(x + (i % 2 ? 0.14 : 0.105) * std::cos(CV_PI * k / 20),
                               y + (i % 2 ? 0.105 : 0.14) * std::sin(CV_PI * k / 20));
          polygon(petal, colour_of(i < tile.value ? panel::Hue::yellow : panel::Hue::purple));
        }
    }
  }

  void draw_dots(int value, const cv::Scalar& colour, const cv::Scalar& beneath) {
    const int count = std::abs(value);
    const int columns = count < 3   ? count
                        : count < 5 ? 2
                                    : 3,
              rows = (count + columns - 1) / columns;
    const double radius = count == 1 ? 0.14 : 0.09;
    for (int i = 0; i < count; ++i) {
      const cv::Point2d at(0.24 * (i % columns - (columns - 1) / 2.0),
                           0.24 * (i / columns - (rows - 1) / 2.0));
      disc(look_.symbol * at, look_.symbol * radius, colour);
      if (value < 0)
        disc(look_.symbol * at, 0.5 * look_.symbol * radius,
             look_.hollow ? look_.background : beneath);
    }
  }

  PanelStyle look_;
  cv::Mat large_;
  cv::Point2d middle_;
};

inline cv::Mat draw_panel(const panel::Board& board, const PanelStyle& look) {
  return PanelDrawing(board, look).picture();
}

}  // namespace eyehand::test
