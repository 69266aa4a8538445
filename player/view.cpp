#include "player/view.hpp"

#include <array>
#include <charconv>
#include <utility>

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

Frame seen_through(const View& view, Frame window) {
  if (!view.region.empty()) {
    const cv::Rect part = view.region & cv::Rect({}, window.image.size());
    if (part.empty())
      throw Error("the board's region is outside the window, which is " +
                  std::to_string(window.image.cols) + "x" + std::to_string(window.image.rows) +
                  ".");
    window.image = window.image(part).clone();
    window.origin += part.tl();
    window.on_screen = (window.on_screen & part) - part.tl();
  }
  return stretched(std::move(window), view.stretch);
}

Capture ViewSource::capture() {
  Capture capture = window_.capture();
  last_window_ = {capture.frame.origin, capture.frame.image.size()};
  if (capture.status != CaptureStatus::good) return capture;
  capture.frame = seen_through(view_, std::move(capture.frame));
  scale_ = capture.frame.scale;
  return capture;
}

StillnessReport ViewSource::wait_until_still(const StillnessOptions& options) {
  StillnessOptions in_window = options;
  if (!options.area.empty())
    in_window.area = scaled(options.area, {1 / scale_.x, 1 / scale_.y}) + view_.region.tl();
  if (!view_.region.empty())
    in_window.area = in_window.area.empty() ? view_.region : in_window.area & view_.region;
  return window_.wait_until_still(in_window);
}

void ViewInput::aim(const Aim& aim) {
  const cv::Rect& window = source_.last_window();
  window_.aim(
      {.window = {window.x, window.y, window.width, window.height}, .deadline = aim.deadline});
}

}  // namespace eyehand
