#include "player/view.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

constexpr int kMaxSide = 16384;

/// Which lines along an outline are compared: so many beyond it, and so many within, where a board
/// may have its own border. Further within, gestures change the picture.
constexpr int kBeyond = 3, kWithin = 2;
/// A pixel has another colour if a channel differs by more; compression adds less noise.
constexpr int kOther = 40;
/// The least share of a line whose colour must differ. Cells that were clicked touch a few lines in
/// part; a pointer covers a few pixels.
constexpr double kMoved = 0.5;

/// Whether most pixels of a line along one of the rectangle's sides differ.
bool differs_along(const cv::Mat& then, const cv::Mat& now, const cv::Rect& rectangle) {
  const cv::Rect whole({}, then.size());
  const auto differs = [&](const cv::Rect& line) {
    if ((line & whole) != line || line.empty()) return false;
    cv::Mat difference, is_same;
    cv::absdiff(then(line), now(line), difference);
    cv::inRange(difference, cv::Scalar::all(0), cv::Scalar::all(kOther), is_same);
    return line.area() - cv::countNonZero(is_same) > kMoved * line.area();
  };
  const auto& [x, y, width, height] = rectangle;
  for (int in = -kBeyond; in < kWithin; ++in)
    if (differs({x + in, y, 1, height}) || differs({x + width - 1 - in, y, 1, height}) ||
        differs({x, y + in, width, 1}) || differs({x, y + height - 1 - in, width, 1}))
      return true;
  return false;
}

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
    window = part_of(window, part);
    window.image = window.image.clone();
  }
  return stretched(std::move(window), view.stretch);
}

Capture ViewSource::capture() {
  Capture capture = window_.capture();
  last_window_ = {capture.frame.origin, capture.frame.image.size()};
  if (capture.status != CaptureStatus::good) return capture;
  if (is_narrowed() && last_window_.size() != narrowed_in_) widen();
  if (board_may_move_) last_picture_ = capture.frame.image;
  capture.frame = enlarged(seen_through(view_, std::move(capture.frame)), enlargement_);
  scale_ = capture.frame.scale;
  return capture;
}

StillnessReport ViewSource::wait_until_still(const StillnessOptions& options) {
  StillnessOptions in_window = options;
  if (!options.area.empty()) in_window.area = to_window(options.area);
  if (!view_.region.empty())
    in_window.area = in_window.area.empty() ? view_.region : in_window.area & view_.region;
  return window_.wait_until_still(in_window);
}

void ViewSource::narrow(const cv::Rect& in_frame, const Enlargement& by) {
  view_.region = to_window(in_frame) & cv::Rect({}, last_window_.size());
  narrowed_in_ = last_window_.size();
  enlargement_ = by;
}

void ViewSource::widen() {
  view_.region = stated_;
  enlargement_ = {};
}

bool ViewSource::has_moved(const x11::Rect& board) {
  std::vector<cv::Rect> outlines;
  if (is_narrowed()) outlines.push_back(view_.region);
  if (!board.empty())
    outlines.push_back(cv::Rect(board.x, board.y, board.width, board.height) - last_window_.tl());
  if (last_picture_.empty() || outlines.empty()) return false;
  cv::Rect area;
  for (const cv::Rect& outline : outlines) area |= outline;
  area = cv::Rect(area.tl() - cv::Point(kBeyond, kBeyond), area.br() + cv::Point(kBeyond, kBeyond));
  area &= cv::Rect({}, last_picture_.size());
  const cv::Mat now = window_.sample(area);
  if (now.empty()) return false;  // for the guard to see
  const cv::Mat then = last_picture_(area);
  return std::ranges::any_of(outlines, [&](const cv::Rect& outline) {
    return differs_along(then, now, outline - area.tl());
  });
}

cv::Rect ViewSource::to_window(const cv::Rect& in_frame) const {
  return scaled(in_frame, {1 / scale_.x, 1 / scale_.y}) + view_.region.tl();
}

void ViewInput::aim(const Aim& aim) {
  const cv::Rect& window = source_.last_window();
  window_.aim(
      {.window = {window.x, window.y, window.width, window.height}, .deadline = aim.deadline});
  board_ = aim.board;
}

GestureStatus ViewInput::perform(const Gesture& gesture, const Pace& pace) {
  if (source_.has_moved(board_)) return GestureStatus::moved;
  return window_.perform(gesture, pace);
}

}  // namespace eyehand
