#include "player/bundle.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <system_error>

#include "player/files.hpp"
#include "player/page.hpp"
#include "puzzle/error.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// Nobody reads more gestures than this on the page; the file has them all.
constexpr std::size_t kGesturesOnPage = 200;

std::string at(ScreenPoint point) {
  return fmt::format("{},{}", point.x, point.y);
}

std::string gestures_text(const std::vector<Sent>& gestures) {
  std::string text;
  for (const Sent& sent : gestures)
    text += fmt::format(
        "{:9.4f} s  {}{}\n", sent.at, to_text(sent.gesture),
        sent.outcome == GestureStatus::ok ? "" : fmt::format("  NOT DONE: {}", name(sent.outcome)));
  return text;
}

/// The least confident come first, since they are the likely reason.
std::string scores_text(std::vector<ObservedPart> parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const ObservedPart& a, const ObservedPart& b) {
    return a.confidence < b.confidence;
  });
  std::string text;
  for (const ObservedPart& seen : parts)
    text += fmt::format("{:.3f}  {} {} at {},{} ({}x{})\n", seen.confidence, seen.part.kind,
                        seen.part.label, seen.place.x, seen.place.y, seen.place.width,
                        seen.place.height);
  return text;
}

}  // namespace

std::string to_text(const Gesture& gesture) {
  if (const auto* click = std::get_if<Click>(&gesture))
    return fmt::format("click {} at {}", click->button, at(click->at));
  if (const auto* key = std::get_if<Key>(&gesture)) return "key " + key->name;
  if (const auto* move = std::get_if<Move>(&gesture))
    return fmt::format("move to {}", at(move->at));
  if (const auto* pause = std::get_if<Pause>(&gesture))
    return fmt::format("pause {} ms", pause->span.count());
  const auto& drag = std::get<Drag>(gesture);
  std::string text = fmt::format("drag {} from {}", drag.button, at(drag.from));
  for (const ScreenPoint& point : drag.via) text += " over " + at(point);
  return text + " to " + at(drag.to);
}

void write_bundle(const fs::path& folder, std::string_view title, const GameReport& report,
                  const std::string& log) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": cannot be created: " + error.message() + '.');

  std::string body =
      html::paragraph(report.why.empty() ? std::string(name(report.end))
                                         : fmt::format("{}: {}", name(report.end), report.why));
  body += html::paragraph(
      fmt::format("{} gestures sent of {} planned, {} captures, {} further plans.", report.clicks,
                  report.clicks_planned, report.captures, report.replays));
  std::vector<std::string> pictures;
  const auto add_picture = [&](const char* file, const cv::Mat& image, std::string_view caption) {
    if (image.empty()) return;
    save_png(folder / file, image);
    pictures.push_back(html::picture(image, caption, 560));
  };
  add_picture("before.png", report.before, "The window at the start");
  add_picture("overlay.png", report.overlay, "What was read and planned");
  add_picture("after.png", report.after, "The window at the end");
  if (!pictures.empty()) body += html::heading("The window") + html::side_by_side(pictures);

  const auto add_text = [&](const char* file, const std::string& text, std::string_view caption,
                            std::size_t max_lines) {
    if (text.empty()) return;
    write_file(folder / file, text);
    std::size_t end = 0, lines = 0;
    while (end < text.size() && lines < max_lines) {
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
      ++lines;
    }
    body += html::heading(caption) + html::verbatim(std::string_view(text).substr(0, end));
    if (end < text.size()) body += html::paragraph(fmt::format("The rest is in {}.", file));
  };
  constexpr std::size_t kAll = std::string::npos;
  add_text("log.txt", log, "Log", kAll);
  add_text("board.txt", report.first.text.empty() ? "" : report.first.text + '\n',
           "The board at the start", kAll);
  add_text("scores.txt", scores_text(report.parts),
           "The confidence of each part in the last reading, lowest first", 40);
  add_text("gestures.txt", gestures_text(report.gestures), "Gestures", kGesturesOnPage);
  write_file(folder / "index.html", html::document(title, body));
}

}  // namespace eyehand
