#include "player/region.hpp"

#include <array>
#include <charconv>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

constexpr int kMaxSide = 16384;

}  // namespace

cv::Rect parse_region(std::string_view text) {
  if (text.empty()) return {};
  std::array<int, 4> numbers{};
  const auto words = split(text, ',');
  bool is_valid = words.size() == numbers.size();
  for (std::size_t i = 0; is_valid && i < numbers.size(); ++i) {
    const char* end = words[i].data() + words[i].size();
    const auto [stop, error] = std::from_chars(words[i].data(), end, numbers[i]);
    is_valid = error == std::errc{} && stop == end && numbers[i] >= (i < 2 ? 0 : 1) &&
               numbers[i] <= kMaxSide;
  }
  if (!is_valid)
    throw Error("'" + std::string(text) +
                "' is not a region; write it as X,Y,WIDTH,HEIGHT in pixels, such as 0,80,400,400");
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

Capture RegionSource::capture() {
  Capture capture = window_.capture();
  Frame& frame = capture.frame;
  last_window_ = {frame.origin, frame.image.size()};
  if (region_.empty() || capture.status != CaptureStatus::good) return capture;
  const cv::Rect part = region_ & cv::Rect({}, frame.image.size());
  if (part.empty())
    throw Error("the board's region is outside the window, which is " +
                std::to_string(frame.image.cols) + "x" + std::to_string(frame.image.rows) + ".");
  frame.image = frame.image(part).clone();
  frame.origin += part.tl();
  frame.on_screen = (frame.on_screen & part) - part.tl();
  return capture;
}

StillnessReport RegionSource::wait_until_still(const StillnessOptions& options) {
  StillnessOptions in_window = options;
  if (!region_.empty())
    in_window.area = options.area.empty() ? region_ : (options.area + region_.tl()) & region_;
  return window_.wait_until_still(in_window);
}

void RegionInput::aim(const Aim& aim) {
  const cv::Rect& window = source_.last_window();
  window_.aim(
      {.window = {window.x, window.y, window.width, window.height}, .deadline = aim.deadline});
}

}  // namespace eyehand
