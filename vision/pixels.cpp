#include "vision/pixels.hpp"

#include <bit>
#include <opencv2/imgproc.hpp>
#include <string>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

/// One colour of a pixel, widened or narrowed to 8 bits.
class Channel {
 public:
  explicit Channel(std::uint32_t mask) : shift_(std::countr_zero(mask)), max_(mask >> shift_) {}
  std::uint8_t of(std::uint32_t pixel) const {
    return static_cast<std::uint8_t>(((pixel >> shift_ & max_) * 255ULL + max_ / 2) / max_);
  }

 private:
  int shift_;
  std::uint32_t max_;
};

template <typename Pixel>
cv::Mat convert(const cv::Mat& raw, const PixelLayout& layout) {
  const Channel red(layout.red_mask), green(layout.green_mask), blue(layout.blue_mask);
  cv::Mat image(raw.size(), CV_8UC3);
  for (int y = 0; y < raw.rows; ++y) {
    const auto* from = raw.ptr<Pixel>(y);
    auto* to = image.ptr<cv::Vec3b>(y);
    for (int x = 0; x < raw.cols; ++x)
      to[x] = {blue.of(from[x]), green.of(from[x]), red.of(from[x])};
  }
  return image;
}

}  // namespace

cv::Mat to_bgr(const void* data, cv::Size size, std::size_t bytes_per_line,
               const PixelLayout& layout) {
  if (!layout.red_mask || !layout.green_mask || !layout.blue_mask)
    throw Error(
        "this window's visual is not TrueColor; use a screen of 16, 24 or 32 bits of colour.");
  void* const pixels = const_cast<void*>(data);  // cv::Mat has no view of constant data
  const bool is_usual = layout.red_mask == 0xFF0000 && layout.green_mask == 0x00FF00 &&
                        layout.blue_mask == 0x0000FF && std::endian::native == std::endian::little;
  if (layout.bits_per_pixel == 32 && is_usual) {
    cv::Mat image;
    cv::cvtColor(cv::Mat(size, CV_8UC4, pixels, bytes_per_line), image, cv::COLOR_BGRA2BGR);
    return image;
  }
  // OpenCV has no unsigned 32-bit type; the bits are the same.
  if (layout.bits_per_pixel == 32)
    return convert<std::uint32_t>(cv::Mat(size, CV_32SC1, pixels, bytes_per_line), layout);
  if (layout.bits_per_pixel == 16)
    return convert<std::uint16_t>(cv::Mat(size, CV_16UC1, pixels, bytes_per_line), layout);
  throw Error("cannot read a screen of " + std::to_string(layout.bits_per_pixel) +
              " bits per pixel; use one of 16, 24 or 32 bits of colour.");
}

}  // namespace eyehand
