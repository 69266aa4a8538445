#include "app/on_screen.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <span>

#include "app/exit_code.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// How often the window is looked at: where it is, and what it shows.
constexpr milliseconds kFollow{30}, kLook{200};
constexpr int kThickness = 3;
/// Of the box with the sentence: the width that is enough, a line's height, and the margin, pixels.
constexpr int kWidth = 420, kLine = 22, kMargin = 10;
/// Of most sentences, with the box around them.
constexpr int kSentenceRoom = 4 * kLine + 2 * kMargin;
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

x11::Rect to_x11(const cv::Rect& r) {
  return {r.x, r.y, r.width, r.height};
}

cv::Rect on_screen(const Frame& frame, const cv::Rect& in_image) {
  return {frame.to_screen(in_image.tl()), frame.to_screen(in_image.br())};
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

std::vector<Mark> marks_of(const Deduction& step, const std::vector<cv::Rect>& cells) {
  std::vector<Mark> marks;
  const auto add = [&](const std::vector<int>& of, const cv::Scalar& colour) {
    for (const int cell : of)
      if (static_cast<std::size_t>(cell) < cells.size())
        marks.push_back({cells[static_cast<std::size_t>(cell)], colour});
  };
  add(step.reasons, kBlue);
  add(step.decided, kGreen);
  return marks;
}

std::string in_words(const Deduction& step) {
  return step.where + ": " + step.what;
}

cv::Mat with_marks(const BoardReading& board, const std::vector<Mark>& marks) {
  cv::Mat picture = board.session->overlay({});
  for (const Mark& mark : marks) cv::rectangle(picture, mark.place, mark.colour, kThickness);
  return picture;
}

bool can_show(const BoardReading& board) {
  return x11::Overlay::is_supported(board.window->connection) &&
         board.window->source.uses_composite();
}

Annotation::Annotation(x11::Connection& connection, x11::WindowId window)
    : connection_(connection), window_(window), overlay_(connection) {}

x11::Rect Annotation::with_room(const x11::Rect& frame, const x11::Rect& screen) {
  x11::Rect all{frame.x, frame.y, std::max(frame.width, kWidth), frame.height + kSentenceRoom};
  all.x = std::max(screen.x, std::min(all.x, screen.x + screen.width - all.width));
  all.y = std::max(screen.y, std::min(all.y, screen.y + screen.height - all.height));
  return x11::intersection(all, screen);
}

bool Annotation::draw(const Frame& frame, const cv::Rect& board, const std::vector<Mark>& marks,
                      const std::string& sentence, const x11::Rect& within) {
  const auto info = x11::describe(connection_, window_);
  if (!info) return false;
  const cv::Point origin(info->on_root.x, info->on_root.y);
  const cv::Rect on_root = on_screen(frame, board);
  board_ = on_root - origin;

  const x11::Rect window = x11::with_frame(connection_, *info);
  const int width = std::min(std::max(window.width, kWidth), within.width);
  const std::vector<std::string> lines = in_lines(sentence, width - 2 * kMargin);
  const x11::Size size{width, static_cast<int>(lines.size()) * kLine + 2 * kMargin};
  const ScreenPoint at = x11::least_hiding(size, to_x11(on_root), window, within);
  const cv::Rect box(at.x, at.y, size.width, size.height);
  cv::Rect all = box;
  std::vector<cv::Rect> places;
  for (const Mark& mark : marks) {
    places.push_back(on_screen(frame, mark.place));
    all |= places.back() - cv::Point(kThickness, kThickness) +
           cv::Size(2 * kThickness, 2 * kThickness);
  }
  cv::Mat picture(all.size(), CV_8UC4, cv::Scalar::all(0));
  for (std::size_t i = 0; i < marks.size(); ++i)
    cv::rectangle(picture, places[i] - all.tl(), opaque(marks[i].colour), kThickness);
  draw_sentence(picture, box - all.tl(), lines);
  offset_ = all.tl() - origin;
  overlay_.set_picture({picture.cols, picture.rows},
                       {reinterpret_cast<const std::uint32_t*>(picture.data), picture.total()});
  return true;
}

void Annotation::follow(const x11::WindowInfo& window) {
  if (is_in_sight(window))
    overlay_.show_at({window.on_root.x + offset_.x, window.on_root.y + offset_.y});
  else
    overlay_.hide();
}

/// Whether the window can be seen where the board is.
bool Annotation::is_in_sight(const x11::WindowInfo& window) {
  if (!window.viewable) return false;
  const int dx = board_.width / 4, dy = board_.height / 4;
  const cv::Point centre = (board_.tl() + board_.br()) / 2;
  const std::array<cv::Point, 5> points = {centre, centre + cv::Point(-dx, -dy),
                                           centre + cv::Point(dx, -dy), centre + cv::Point(-dx, dy),
                                           centre + cv::Point(dx, dy)};
  return std::ranges::all_of(points, [&](cv::Point p) {
    const ScreenPoint at{window.on_root.x + p.x, window.on_root.y + p.y};
    return !connection_.screen().contains(at) || x11::is_on_top_at(connection_, window.id, at);
  });
}

Closed show(BoardReading& board, const std::vector<Mark>& marks, const std::string& sentence,
            const Deadline& deadline) {
  WatchedWindow& watched = *board.window;
  x11::Connection& connection = watched.connection;
  const auto first = x11::describe(connection, watched.target.window.id);
  Annotation annotation(connection, watched.target.window.id);
  if (!first ||
      !annotation.draw(board.frame, board.seen.area, marks, sentence, connection.screen()))
    return Closed::window_gone;
  const std::string text = board.seen.text;
  x11::KeyGrab escape(connection, "Escape");
  Deadline look = Deadline::after(kLook);
  while (true) {
    if (x11::interruption()) return Closed::interrupted;
    if (escape.was_pressed()) return Closed::by_key;
    if (deadline.passed()) return Closed::timeout;
    const auto now = x11::describe(connection, watched.target.window.id);
    if (!now) return Closed::window_gone;
    annotation.follow(*now);
    if (now->viewable && look.passed()) {
      const bool is_resized = now->on_root.size() != first->on_root.size();
      if (is_resized ||
          watched.screen
              .wait_until_still({.quiet = milliseconds(0), .limit = kFollow, .ask_program = false})
              .changed) {
        annotation.hide();  // while the board is being changed
        if (reads_again(board) && (is_resized || board.seen.text != text)) return Closed::changed;
      }
      look = Deadline::after(kLook);
    }
    connection.wait_for_events(Deadline::after(kFollow));
  }
}

}  // namespace eyehand
