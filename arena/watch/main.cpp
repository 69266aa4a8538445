// eyehand-watch: shows how a puzzle is solved, in the format of app/walkthrough.hpp:
// in a window, as a picture, or as the frames of a film. A program of its own, so that eyehand does
// not link Qt.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <QFile>
#include <QGuiApplication>
#include <QScreen>
#include <QSocketNotifier>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/program.hpp"
#include "arena/watch/paint.hpp"
#include "arena/watch/window.hpp"
#include "puzzle/error.hpp"

namespace eyehand::arena::watch {
namespace {

constexpr int kFailed = 1;
constexpr int kMinSize = 160, kMaxSize = 8000;
/// How long a film shows the puzzle and the solution, seconds.
constexpr double kHold = 2;

struct Arguments {
  std::string file, screenshot, size, beside;
  int step = 0;
  double speed = 2;
  bool frames = false;
};

QByteArray contents(const std::string& name) {
  QFile file(QString::fromLocal8Bit(name));
  const bool is_open =
      name == "-" ? file.open(STDIN_FILENO, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
  if (!is_open) throw Error(name + ": cannot be read: " + file.errorString().toStdString() + '.');
  return file.readAll();
}

/// The numbers of a text such as "640x720"; nothing if it has other separators.
std::optional<std::vector<int>> numbers(const std::string& text, std::string_view separators) {
  std::vector<int> all(separators.size() + 1);
  const char *at = text.data(), *const end = at + text.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, all[i]);
    const bool is_last = i == separators.size();
    if (error != std::errc{} || (is_last ? next != end : next == end || *next != separators[i]))
      return std::nullopt;
    at = is_last ? next : next + 1;
  }
  return all;
}

/// Of a window; nothing if it was not given.
std::optional<QSize> size_of(const Arguments& arguments) {
  if (arguments.size.empty()) return std::nullopt;
  const auto size = numbers(arguments.size, "x");
  const auto fits = [](int length) { return length >= kMinSize && length <= kMaxSize; };
  if (!size || !fits(size->front()) || !fits(size->back()))
    throw Error("'" + arguments.size + "' must be WxH, 160 to 8000 pixels each, such as 640x720.");
  return QSize(size->front(), size->back());
}

/// In the coordinates of windows.
QRect part_of_screen(const std::string& text) {
  const auto part = numbers(text, ",,x");
  if (!part) throw Error("'" + text + "' must be X,Y,WxH.");
  const double scale = qGuiApp->devicePixelRatio();
  const auto scaled = [&](int i) {
    return static_cast<int>((*part)[static_cast<std::size_t>(i)] / scale);
  };
  return {scaled(0), scaled(1), scaled(2) + 1, scaled(3) + 1};
}

/// The largest of the places beside `other` on the screen; nothing if none is large enough to read
/// something there.
std::optional<QRect> place_beside(const Walkthrough& walkthrough, const QRect& other) {
  const QRect screen = qGuiApp->primaryScreen()->availableVirtualGeometry();
  constexpr int kGap = 12;  // with what a window manager draws around windows
  constexpr QSize kLeast(240, 300);
  const QRect around = other.adjusted(-kGap, -3 * kGap, kGap, kGap);
  std::optional<QRect> best;
  // Each touches what is around.
  const auto consider = [&](QPoint from, QPoint to, Qt::Alignment alignment) {
    const QRect room = QRect(from, to).intersected(screen);
    QRect place({}, preferred_size(walkthrough, room.size().expandedTo({1, 1})));
    if (place.width() < kLeast.width() || place.height() < kLeast.height()) return;
    if (best && place.width() * place.height() <= best->width() * best->height()) return;
    place.moveTopLeft(room.topLeft());
    if (alignment & Qt::AlignRight) place.moveRight(room.right());
    if (alignment & Qt::AlignBottom) place.moveBottom(room.bottom());
    best = place;
  };
  const int top = std::max(screen.top(), other.top()), left = std::max(screen.left(), other.left());
  consider({around.right() + 1, top}, screen.bottomRight(), Qt::AlignLeft);
  consider({screen.left(), top}, {around.left() - 1, screen.bottom()}, Qt::AlignRight);
  consider({left, around.bottom() + 1}, screen.bottomRight(), Qt::AlignTop);
  consider({left, screen.top()}, {screen.right(), around.top() - 1}, Qt::AlignBottom);
  return best;
}

void write_frames(const Walkthrough& walkthrough, const Playback& playback, QSize size) {
  QFile out;
  if (!out.open(STDOUT_FILENO, QIODevice::WriteOnly)) throw Error("There is no standard output.");
  BoardPicture board(walkthrough);
  const double scale = qGuiApp->devicePixelRatio();
  const int held = std::max(1, static_cast<int>(std::lround(kHold * playback.speed)));
  for (Playback now = playback; now.step <= walkthrough.end(); ++now.step) {
    const QImage image = picture(walkthrough, board, now, size, scale);
    const bool is_held = now.step == 0 || now.step == walkthrough.end();
    for (int i = 0; i < (is_held ? held : 1); ++i)
      if (!image.save(&out, "BMP")) throw Error("The frames cannot be written.");
  }
}

int run(const Arguments& arguments, char* name) {
  const auto wanted = size_of(arguments);
  const bool is_window = !arguments.frames && arguments.screenshot.empty();
  const Walkthrough walkthrough = parse(contents(arguments.file));
  if (!is_window) qputenv("QT_QPA_PLATFORM", "offscreen");
  report_missing_display("use 'eyehand watch --html' or '--mp4'");
  // Qt must not see our arguments.
  int count = 1;
  char* words[] = {name, nullptr};
  QGuiApplication::setApplicationName(QStringLiteral("eyehand-watch"));
  QGuiApplication application(count, words);
  Playback playback{.step = std::clamp(arguments.step, 0, walkthrough.end()),
                    .is_playing = is_window && arguments.step == 0,
                    .speed = arguments.speed,
                    .has_controls = !arguments.frames};
  // A film need not fit on a screen.
  constexpr QSizeF kFilm(720, 800);
  const QSizeF room = is_window ? QSizeF(qGuiApp->primaryScreen()->availableSize()) * 0.9 : kFilm;
  const QSize size = wanted.value_or(preferred_size(walkthrough, room));
  if (arguments.frames) {
    write_frames(walkthrough, playback, size);
    return 0;
  }
  if (!arguments.screenshot.empty()) {
    BoardPicture board(walkthrough);
    if (!picture(walkthrough, board, playback, size, qGuiApp->devicePixelRatio())
             .save(QString::fromLocal8Bit(arguments.screenshot)))
      throw Error("The picture cannot be written to " + arguments.screenshot +
                  ": give a file name that ends in .png, in a folder that exists.");
    return 0;
  }
  Window window(walkthrough, playback);
  window.resize(size);
  std::optional<QSocketNotifier> input;
  if (arguments.beside.empty()) {
    window.show();
  } else {
    if (const auto place = place_beside(walkthrough, part_of_screen(arguments.beside))) {
      window.setGeometry(*place);
      window.show_passive();
    }
    input.emplace(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&*input, &QSocketNotifier::activated, &window, [&] {
      char ignored[64];
      if (read(STDIN_FILENO, ignored, sizeof ignored) > 0) return;
      input->setEnabled(false);
      window.show_usable();
    });
  }
  return QGuiApplication::exec() == 0 ? 0 : kFailed;
}

}  // namespace
}  // namespace eyehand::arena::watch

int main(int argc, char** argv) {
  using namespace eyehand::arena;
  CLI::App app("The window of 'eyehand watch', which starts this program.");
  watch::Arguments arguments;
  app.add_option("file", arguments.file,
                 "what 'eyehand watch --json' printed; - for standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--size", arguments.size, "in pixels")->type_name("WxH");
  app.add_option(
         "--beside", arguments.beside,
         "beside this part of the screen, in pixels; takes no input until standard input ends")
      ->type_name("X,Y,WxH");
  app.add_option("--speed", arguments.speed, "steps per second")
      ->check(CLI::Range(watch::Window::kMinSpeed, watch::Window::kMaxSpeed))
      ->capture_default_str();
  app.add_option("--step", arguments.step, "begin with this one, paused")
      ->check(CLI::NonNegativeNumber);
  auto* screenshot = app.add_option("--screenshot", arguments.screenshot,
                                    "write a picture of the step instead; needs no display");
  screenshot->type_name("FILE.png");
  app.add_flag("--frames", arguments.frames,
               "write all steps as BMP images to standard output instead; needs no display")
      ->excludes(screenshot);
  return run_program("eyehand-watch", app, argc, argv,
                     [&] { return watch::run(arguments, argv[0]); });
}
