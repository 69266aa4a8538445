// A cell of a panel as CellsReader sees it: kCellPixels wide and high, whatever its size on the
// screen.
#pragma once

#include <opencv2/core.hpp>

namespace eyehand::panel {

/// How far a pixel may be from the expected colour, in OKLab (black to white 255): textures that
/// programs draw behind tiles reach 25, the faintest symbols begin at 50.
inline constexpr float kTolerance = 26;

struct CellState {
  enum class Kind { tile, missing, unclear } kind = Kind::unclear;
  bool lit = false;
  cv::Vec3f offset;  ///< of its colours from the plain tile's, in OKLab, if the program draws it
                     ///< lighter or darker, as beneath the pointer
  float alike = 0;   ///< the share of the rim that has the expected colours
  float dimmed = 0;  ///< how far its rim's colours are from the plain tile's
  /// Certainly a tile, with nothing all over it.
  bool is_plain() const { return kind == Kind::tile && alike > 0.6F; }
};

struct Cell {
  cv::Mat bgr, lab;
  CellState state;
  cv::Vec3f background;  ///< of this cell, for hollow tiles
  cv::Mat plain;         ///< what it would look like with nothing on it, in OKLab; only for tiles
  cv::Mat tolerance;     ///< how far each pixel may be from that
  float spare = 0;       ///< as in TilePicture
};

inline float distance(const cv::Vec3f& a, const cv::Vec3f& b) {
  return static_cast<float>(cv::norm(a - b));
}

}  // namespace eyehand::panel
