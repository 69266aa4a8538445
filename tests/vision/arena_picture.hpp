// The content of a practice window, as a picture for the readers.
#pragma once

#include <QImage>
#include <QPointF>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "tests/support/qt.hpp"

namespace eyehand::test {

/// The picture, and where in it.
struct ArenaPicture {
  cv::Mat image;
  double pitch = 0;
  std::vector<cv::Point2d> where;  ///< pixel centres
};

/// `Layout` is one of the arena's: it has a pitch, and middles.
template <class Layout>
ArenaPicture arena_picture(const QImage& shown, const Layout& layout) {
  ArenaPicture picture;
  cv::cvtColor(
      cv::Mat(shown.height(), shown.width(), CV_8UC4, const_cast<uchar*>(shown.constBits()),
              static_cast<std::size_t>(shown.bytesPerLine())),
      picture.image, cv::COLOR_BGRA2BGR);
  picture.pitch = layout.pitch;
  for (const QPointF& p : layout.middles) picture.where.emplace_back(p.x() - 0.5, p.y() - 0.5);
  return picture;
}

/// `factor` times as large, as a screen that scales its windows shows it.
template <class Picture>
Picture scaled(Picture picture, double factor) {
  const cv::Mat before = std::exchange(picture.image, {});
  cv::resize(before, picture.image, {}, factor, factor,
             factor < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  const double x = static_cast<double>(picture.image.cols) / before.cols;
  const double y = static_cast<double>(picture.image.rows) / before.rows;
  picture.pitch *= x;
  for (auto& p : picture.where) p = {(p.x + 0.5) * x - 0.5, (p.y + 0.5) * y - 0.5};
  return picture;
}

}  // namespace eyehand::test
