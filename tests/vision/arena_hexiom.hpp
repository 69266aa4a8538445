// Pictures of random Hexiom boards as the practice window draws them.
#pragma once

#include <QGuiApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "arena/hexiom_paint.hpp"
#include "puzzle/hexagon.hpp"
#include "puzzle/hexiom.hpp"

namespace eyehand::test {

/// Qt's fonts want an application; it needs no display. One for the process, which is never
/// deleted: Qt and the end of the process do not go well together.
inline void need_qt() {
  static const QGuiApplication* const application = [] {
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    static int argc = 1;
    static char name[] = "test";
    static char* argv[] = {name, nullptr};
    return new QGuiApplication(argc, argv);
  }();
  (void)application;
}

inline cv::Mat to_mat(const QImage& image) {
  const cv::Mat bgra(image.height(), image.width(), CV_8UC4, const_cast<uchar*>(image.constBits()),
                     static_cast<std::size_t>(image.bytesPerLine()));
  cv::Mat bgr;
  cv::cvtColor(bgra, bgr, cv::COLOR_BGRA2BGR);
  return bgr;
}

/// What the practice window shows, and where in it.
struct ArenaPicture {
  cv::Mat image;
  double pitch = 0;
  std::vector<cv::Point2d> where;  ///< pixel centres
};

struct ArenaSettings {
  std::string theme = "classic";
  double pitch = 40;  ///< about
  cv::Point2d offset{0, 0};
  std::vector<std::string> texts;  ///< above and below the board, as clock and messages are
  arena::HexiomMarks marks;
};

inline ArenaPicture arena_picture(const hexiom::Board& board, const ArenaSettings& settings) {
  need_qt();
  const auto& theme = arena::hexiom_theme(settings.theme);
  const double along = (2 * board.side - 1 + 0.2) * settings.pitch;
  const double across = ((2 * board.side - 2) * std::sqrt(0.75) + 1.4) * settings.pitch;
  const double bar = settings.texts.empty() ? 0 : 30;
  const QRectF area(settings.offset.x, bar + settings.offset.y,
                    theme.is_flat_topped ? across : along, theme.is_flat_topped ? along : across);
  QImage image(static_cast<int>(area.right()) + 8, static_cast<int>(area.bottom() + bar) + 8,
               QImage::Format_RGB32);
  image.fill(theme.style.ground);
  const auto layout = arena::lay_out(board, theme, area);
  {
    QPainter painter(&image);
    arena::paint(painter, board, theme, layout, settings.marks);
    double y = 22;
    for (const std::string& text : settings.texts) {
      QPainterPath path = arena::letters(QString::fromStdString(text), theme.style, 14);
      painter.setPen(Qt::NoPen);
      painter.fillPath(path.translated(8, y), theme.style.ink);
      y = image.height() - 10;
    }
  }
  ArenaPicture picture;
  picture.image = to_mat(image);
  picture.pitch = layout.pitch;
  for (const QPointF& p : layout.middles) picture.where.emplace_back(p.x() - 0.5, p.y() - 0.5);
  return picture;
}

/// `factor` times as large, as a screen that scales its windows shows it.
inline ArenaPicture scaled(const ArenaPicture& picture, double factor) {
  ArenaPicture other;
  cv::resize(picture.image, other.image, {}, factor, factor,
             factor < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  other.pitch = picture.pitch * factor;
  for (const auto& p : picture.where)
    other.where.emplace_back((p.x + 0.5) * factor - 0.5, (p.y + 0.5) * factor - 0.5);
  return other;
}

struct RandomHexiom {
  int side = 5;
  double density = 0.6, locked = 0.1, holes = 0;
};

/// Any board at all; it need not have an answer. Each row at the hexagon's rim keeps a cell, so
/// that its side can be told.
inline hexiom::Board random_board(const RandomHexiom& how, std::mt19937_64& random) {
  hexiom::Board board = hexiom::Board::make(how.side);
  const Hexagon hexagon(how.side);
  std::uniform_real_distribution<double> share(0, 1);
  std::uniform_int_distribution<int> number(0, 6);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (how.side > 1 && share(random) < how.holes) {
      board.cells[i] = hexiom::kHole;
      continue;
    }
    if (share(random) < how.density) board.cells[i] = static_cast<hexiom::Cell>(number(random));
    board.locked[i] = share(random) < how.locked ? 1 : 0;
  }
  const auto keep = [&](auto&& is_in_row) {
    std::vector<std::size_t> row;
    for (int cell = 0; cell < hexagon.size(); ++cell)
      if (is_in_row(hexagon.middle(cell))) row.push_back(static_cast<std::size_t>(cell));
    const bool has_cell = std::any_of(
        row.begin(), row.end(), [&](std::size_t i) { return board.cells[i] != hexiom::kHole; });
    if (!has_cell) board.cells[row[row.size() / 2]] = hexiom::kEmpty;
  };
  const double rim = (how.side - 1) * std::sqrt(0.75) - 0.01;
  for (int k = 0; k < 6; ++k)
    keep([&](Hexagon::Point p) {
      const double angle = CV_PI / 6 + k * CV_PI / 3;
      return p.x * std::cos(angle) + p.y * std::sin(angle) >= rim;
    });
  return board;
}

}  // namespace eyehand::test
