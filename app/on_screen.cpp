#include "app/on_screen.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <span>

#include "app/exit_code.hpp"
#include "x11/interruption.hpp"
#include "x11/overlay.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// How often the window is looked at: where it is, and what it shows.
constexpr milliseconds kFollow{30}, kLook{200};
constexpr int kThickness = 3;
/// Of the box with the sentence: the width that is enough, a line's height, and the margin, pixels.
constexpr int kWidth = 420, kLine = 22, kMargin = 10;
constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;
constexpr double kFontScale = 0.5;

std::vector<std::string> in_lines(const std::string& text, int width) {
  std::vector<std::string> lines(1);
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, end - from);
    from = end + 1;
    const std::string longer = lines.back().empty() ? word : lines.back() + ' ' + word;
    int below = 0;
    if (lines.back().empty() ||
        cv::getTextSize(longer, kFont, kFontScale, 1, &below).width <= width)
      lines.back() = longer;
    else
      lines.push_back(word);
  }
  return lines;
}

/// Opaque where something is drawn.
cv::Scalar opaque(const cv::Scalar& colour) {
  return {colour[0], colour[1], colour[2], 255};
}

void draw_sentence(cv::Mat& picture, const cv::Rect& box, const std::vector<std::string>& lines) {
  cv::rectangle(picture, box, opaque({40, 40, 40}), cv::FILLED);
  cv::Point at = box.tl() + cv::Point(kMargin, kMargin + kLine * 2 / 3);
  for (const std::string& line : lines) {
    cv::putText(picture, line, at, kFont, kFontScale, opaque({255, 255, 255}), 1);
    at.y += kLine;
  }
}

/// Of this size, below the window if the screen has room there, else above it, else over its lower
/// end.
cv::Rect box_beside(const cv::Rect& window, const cv::Rect& screen, cv::Size size) {
  const int x = std::clamp(window.x, screen.x, std::max(screen.x, screen.br().x - size.width));
  int y = window.br().y;
  if (y + size.height > screen.br().y) y = window.y - size.height;
  if (y < screen.y) y = std::min(window.br().y, screen.br().y) - size.height;
  return {cv::Point(x, y), size};
}

cv::Rect to_cv(const x11::Rect& r) {
  return {r.x, r.y, r.width, r.height};
}

cv::Rect on_screen(const Frame& frame, const cv::Rect& in_image) {
  return {frame.to_screen(in_image.tl()), frame.to_screen(in_image.br())};
}

/// The overlay's picture, and where it is relative to the window.
struct Drawing {
  cv::Mat picture;
  cv::Point offset;
};

Drawing draw(const BoardReading& board, const std::vector<Mark>& marks, const std::string& sentence,
             const cv::Rect& window, const cv::Rect& screen) {
  const int width = std::min(std::max(window.width, kWidth), screen.width);
  const std::vector<std::string> lines = in_lines(sentence, width - 2 * kMargin);
  const cv::Rect box =
      box_beside(window, screen, {width, static_cast<int>(lines.size()) * kLine + 2 * kMargin});
  cv::Rect all = box;
  std::vector<cv::Rect> places;
  for (const Mark& mark : marks) {
    places.push_back(on_screen(board.frame, mark.place));
    all |= places.back() - cv::Point(kThickness, kThickness) +
           cv::Size(2 * kThickness, 2 * kThickness);
  }
  Drawing drawing{cv::Mat(all.size(), CV_8UC4, cv::Scalar::all(0)), all.tl() - window.tl()};
  for (std::size_t i = 0; i < marks.size(); ++i)
    cv::rectangle(drawing.picture, places[i] - all.tl(), opaque(marks[i].colour), kThickness);
  draw_sentence(drawing.picture, box - all.tl(), lines);
  return drawing;
}

/// Whether the window can be seen where the board is.
bool is_in_sight(x11::Connection& connection, const x11::WindowInfo& window,
                 const cv::Rect& board) {
  if (!window.viewable) return false;
  const int dx = board.width / 4, dy = board.height / 4;
  const cv::Point centre = (board.tl() + board.br()) / 2;
  const std::array<cv::Point, 5> points = {centre, centre + cv::Point(-dx, -dy),
                                           centre + cv::Point(dx, -dy), centre + cv::Point(-dx, dy),
                                           centre + cv::Point(dx, dy)};
  return std::ranges::all_of(points, [&](cv::Point p) {
    const ScreenPoint at{window.on_root.x + p.x, window.on_root.y + p.y};
    return !connection.screen().contains(at) || x11::is_on_top_at(connection, window.id, at);
  });
}

/// False if the board cannot be read now. A window that is gone or minimised is noticed elsewhere.
bool reads_again(BoardReading& board) {
  try {
    read_again(board);
  } catch (const Failure&) {
    return false;
  }
  return board.seen.accepted();
}

}  // namespace

cv::Mat with_marks(const BoardReading& board, const std::vector<Mark>& marks) {
  cv::Mat picture = board.session->overlay({});
  for (const Mark& mark : marks) cv::rectangle(picture, mark.place, mark.colour, kThickness);
  return picture;
}

bool can_show(const BoardReading& board) {
  return x11::Overlay::is_supported(board.window->connection) &&
         board.window->source.uses_composite();
}

Closed show(BoardReading& board, const std::vector<Mark>& marks, const std::string& sentence,
            const Deadline& deadline) {
  WatchedWindow& watched = *board.window;
  x11::Connection& connection = watched.connection;
  const auto first = x11::describe(connection, watched.target.window.id);
  if (!first) return Closed::window_gone;
  const cv::Rect window = to_cv(first->on_root);
  const Drawing drawing = draw(board, marks, sentence, window, to_cv(connection.screen()));
  const cv::Rect area = on_screen(board.frame, board.seen.area) - window.tl();
  const std::string text = board.seen.text;

  x11::Overlay overlay(connection);
  overlay.set_picture(
      {drawing.picture.cols, drawing.picture.rows},
      {reinterpret_cast<const std::uint32_t*>(drawing.picture.data), drawing.picture.total()});
  x11::KeyGrab escape(connection, "Escape");
  Deadline look = Deadline::after(kLook);
  while (true) {
    if (x11::interruption()) return Closed::interrupted;
    if (escape.was_pressed()) return Closed::by_key;
    if (deadline.passed()) return Closed::timeout;
    const auto now = x11::describe(connection, watched.target.window.id);
    if (!now) return Closed::window_gone;
    if (is_in_sight(connection, *now, area))
      overlay.show_at({now->on_root.x + drawing.offset.x, now->on_root.y + drawing.offset.y});
    else
      overlay.hide();
    if (now->viewable && look.passed()) {
      const bool is_resized = now->on_root.size() != first->on_root.size();
      if (is_resized ||
          watched.screen
              .wait_until_still({.quiet = milliseconds(0), .limit = kFollow, .ask_program = false})
              .changed) {
        overlay.hide();  // while the board is being changed
        if (reads_again(board) && (is_resized || board.seen.text != text)) return Closed::changed;
      }
      look = Deadline::after(kLook);
    }
    connection.wait_for_events(Deadline::after(kFollow));
  }
}

}  // namespace eyehand
