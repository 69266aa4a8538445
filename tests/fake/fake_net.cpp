// A Net program that misbehaves on request, for tests of the loop. It looks and plays like sgt-net:
// left turns anticlockwise, right clockwise, middle locks; `q` quits, `n` restarts the same board.
// See kUsage.
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <numbers>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/net/text.hpp"
#include "tests/fake/fake_net_board.hpp"
#include "x11/connection.hpp"
#include "x11/interruption.hpp"

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/keysym.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::fake {
namespace {

using std::chrono::milliseconds;
using Clock = Deadline::Clock;

constexpr const char* kUsage =
    "usage: fake_net GAME_ID [--tile PX] [--title T] [--x PX] [--y PX]\n"
    "  --lose-every N     every Nth click is lost (0: none)\n"
    "  --delay-ms N       a click takes effect this late\n"
    "  --animation-ms N   how long a turn is drawn; a new click finishes the previous one at once\n"
    "  --clock-ms N       how often something below the board changes (0: never)\n"
    "  --no-ping 1        do not answer _NET_WM_PING\n"
    "  --reopen 1         `n` opens another window in place of this one\n"
    "  --report FILE      at the end, write: clicks received, lost, outside the board; the board; "
    "whether\n"
    "                     it is solved\n";

struct Options {
  std::string game, title = "Net", report;
  int tile_px = 32, lose_every = 0, x = 50, y = 50;
  milliseconds delay{0}, animation{0}, clock{0};
  bool no_ping = false, reopen = false;
};

int number(const std::string& text) {
  int value = 0;
  const auto end = text.data() + text.size();
  if (std::from_chars(text.data(), end, value).ptr != end || text.empty() || value < 0)
    throw Error("'" + text + "' is not a valid number.\n" + kUsage);
  return value;
}

Options parse(int argc, char** argv) {
  std::map<std::string, std::string> given;
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("--") && i + 1 < argc)
      given[word] = argv[++i];
    else if (options.game.empty() && !word.starts_with("--"))
      options.game = word;
    else
      throw Error(kUsage);
  }
  if (options.game.empty()) throw Error(kUsage);
  const auto take_text = [&](const char* key, std::string& to) {
    if (const auto entry = given.extract(key)) to = entry.mapped();
  };
  const auto take = [&](const char* key, int otherwise) {
    const auto entry = given.extract(key);
    return entry ? number(entry.mapped()) : otherwise;
  };
  take_text("--title", options.title);
  take_text("--report", options.report);
  options.tile_px = std::max(8, take("--tile", options.tile_px));
  options.x = take("--x", options.x);
  options.y = take("--y", options.y);
  options.lose_every = take("--lose-every", 0);
  options.delay = milliseconds(take("--delay-ms", 0));
  options.animation = milliseconds(take("--animation-ms", 0));
  options.clock = milliseconds(take("--clock-ms", 0));
  options.no_ping = take("--no-ping", 0) != 0;
  options.reopen = take("--reopen", 0) != 0;
  if (!given.empty()) throw Error("'" + given.begin()->first + "' is unknown.\n" + kUsage);
  return options;
}

class Program {
 public:
  explicit Program(const Options& options);
  ~Program() { XFreeGC(connection_.xlib(), gc_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  void run();
  void report() const;

 private:
  struct LateClick {
    Clock::time_point due;
    int tile, button;
  };
  static constexpr int kClockHeight = 20;

  void open_window();
  void handle(const XEvent& event);
  void click(int tile, int button);
  void take_effect(int tile, int button);
  void draw();
  void fill(const x11::Rect& area, unsigned long colour);
  Clock::time_point next_change(Clock::time_point now) const;

  const Options options_;
  const net::Board start_;
  net::Board board_;
  x11::Connection connection_;
  Window window_ = 0;
  Pixmap canvas_;
  GC gc_;
  x11::Size size_;
  std::deque<LateClick> late_;
  int turning_ = -1,
      quarter_ = 0;  ///< the tile being turned, and which way (1 anticlockwise)
  Clock::time_point turn_began_, next_tick_;
  unsigned long ticks_ = 0;
  int clicks_ = 0, lost_ = 0, outside_ = 0;
  bool quit_ = false;
};

Program::Program(const Options& options)
    : options_(options), start_(net::from_game_id(options.game)), board_(start_) {
  size_ = drawing_size(board_, options.tile_px);
  size_.height += kClockHeight;
  ::Display* x = connection_.xlib();
  canvas_ = XCreatePixmap(x, connection_.root(), static_cast<unsigned>(size_.width),
                          static_cast<unsigned>(size_.height),
                          static_cast<unsigned>(DefaultDepth(x, DefaultScreen(x))));
  gc_ = XCreateGC(x, canvas_, 0, nullptr);
  open_window();
  next_tick_ = Clock::now() + options.clock;
}

/// In place of the one before, if there is one.
void Program::open_window() {
  ::Display* x = connection_.xlib();
  if (window_ != 0) XDestroyWindow(x, window_);
  window_ = XCreateSimpleWindow(x, connection_.root(), options_.x, options_.y,
                                static_cast<unsigned>(size_.width),
                                static_cast<unsigned>(size_.height), 0, 0, 0);
  XSetWindowBackgroundPixmap(x, window_, 0);
  XStoreName(x, window_, options_.title.c_str());
  std::string instance = "sgt-net", class_name = "Sgt-net";
  XClassHint hint{instance.data(), class_name.data()};
  XSetClassHint(x, window_, &hint);
  XSizeHints place{};
  place.flags = USPosition;
  XSetWMNormalHints(x, window_, &place);
  std::array<Atom, 2> protocols = {connection_.atom("WM_DELETE_WINDOW"),
                                   connection_.atom("_NET_WM_PING")};
  XSetWMProtocols(x, window_, protocols.data(), options_.no_ping ? 1 : 2);
  XSelectInput(x, window_, ExposureMask | ButtonPressMask | KeyPressMask);
  draw();
  XMapWindow(x, window_);
}

void Program::run() {
  const x11::InterruptionWatch watch;
  while (!quit_ && !x11::interruption()) {
    while (XPending(connection_.xlib()) > 0) {
      XEvent event;
      XNextEvent(connection_.xlib(), &event);
      handle(event);
    }
    connection_.check();
    const auto now = Clock::now();
    bool changed = turning_ >= 0;
    for (; !late_.empty() && late_.front().due <= now; late_.pop_front(), changed = true)
      take_effect(late_.front().tile, late_.front().button);
    if (turning_ >= 0 && now - turn_began_ >= options_.animation) turning_ = -1;
    if (options_.clock.count() > 0 && now >= next_tick_) {
      ++ticks_;
      next_tick_ = now + options_.clock;
      changed = true;
    }
    if (changed) draw();
    connection_.wait_for_events(Deadline(next_change(now)));
  }
}

Clock::time_point Program::next_change(Clock::time_point now) const {
  auto next = Clock::time_point::max();
  if (!late_.empty()) next = std::min(next, late_.front().due);
  if (turning_ >= 0) next = std::min(next, now + milliseconds(15));
  if (options_.clock.count() > 0) next = std::min(next, next_tick_);
  return next;
}

void Program::handle(const XEvent& event) {
  ::Display* x = connection_.xlib();
  if (event.type == Expose) {
    const XExposeEvent& e = event.xexpose;
    XCopyArea(x, canvas_, window_, gc_, e.x, e.y, static_cast<unsigned>(e.width),
              static_cast<unsigned>(e.height), e.x, e.y);
  } else if (event.type == ButtonPress) {
    click(tile_at(board_, options_.tile_px, {event.xbutton.x, event.xbutton.y}),
          static_cast<int>(event.xbutton.button));
  } else if (event.type == KeyPress) {
    XKeyEvent key = event.xkey;
    const KeySym keysym = XLookupKeysym(&key, 0);
    if (keysym == XK_q) quit_ = true;
    if (keysym == XK_n) {
      board_ = start_;
      late_.clear();
      turning_ = -1;
      if (options_.reopen)
        open_window();
      else
        draw();
    }
  } else if (event.type == ClientMessage) {
    const auto asked = static_cast<Atom>(event.xclient.data.l[0]);
    if (asked == connection_.atom("WM_DELETE_WINDOW")) quit_ = true;
    if (asked == connection_.atom("_NET_WM_PING") && !options_.no_ping) {
      XEvent answer = event;
      answer.xclient.window = connection_.root();
      XSendEvent(x, connection_.root(), 0, SubstructureNotifyMask | SubstructureRedirectMask,
                 &answer);
    }
  }
}

void Program::click(int tile, int button) {
  ++clicks_;
  if (tile < 0) {
    ++outside_;
  } else if (options_.lose_every > 0 && clicks_ % options_.lose_every == 0) {
    ++lost_;
  } else {
    late_.push_back({Clock::now() + options_.delay, tile, button});
  }
}

void Program::take_effect(int tile, int button) {
  const auto i = static_cast<std::size_t>(tile);
  if (button == 2) {
    board_.locked[i] = !board_.locked[i];
  } else if ((button == 1 || button == 3) && !board_.locked[i]) {
    quarter_ = button == 1 ? 1 : -1;
    board_.wires[i] = net::turned(board_.wires[i], quarter_);
    turning_ = options_.animation.count() > 0 ? tile : -1;
    turn_began_ = Clock::now();
  }
}

void Program::fill(const x11::Rect& area, unsigned long colour) {
  XSetForeground(connection_.xlib(), gc_, colour);
  XFillRectangle(connection_.xlib(), canvas_, gc_, area.x, area.y,
                 static_cast<unsigned>(area.width), static_cast<unsigned>(area.height));
}

void Program::draw() {
  ::Display* x = connection_.xlib();
  for (const FilledRect& rect : drawing(board_, options_.tile_px, turning_))
    fill(rect.area, rect.colour);
  if (turning_ >= 0) {
    const double done = std::chrono::duration<double>(Clock::now() - turn_began_) /
                        std::chrono::duration<double>(options_.animation);
    const double left = (std::min(done, 1.0) - 1) * quarter_ * std::numbers::pi / 2;
    XSetForeground(x, gc_, 0);
    for (const Quad& quad : turned_wires(board_, options_.tile_px, turning_, left)) {
      std::array<XPoint, 4> corners{};
      for (std::size_t i = 0; i < 4; ++i)
        corners[i] = {static_cast<short>(quad[i].x), static_cast<short>(quad[i].y)};
      XFillPolygon(x, canvas_, gc_, corners.data(), 4, Convex, CoordModeOrigin);
    }
  }
  const int top = size_.height - kClockHeight;
  fill({0, top, size_.width, kClockHeight}, 0xE6E6E6);
  if (options_.clock.count() > 0)
    fill({4, top + 4, static_cast<int>(ticks_ % 50 + 1), kClockHeight - 8}, 0x404040);
  XCopyArea(x, canvas_, window_, gc_, 0, 0, static_cast<unsigned>(size_.width),
            static_cast<unsigned>(size_.height), 0, 0);
}

void Program::report() const {
  if (options_.report.empty()) return;
  std::ofstream(options_.report) << "clicks " << clicks_ << "\nlost " << lost_ << "\noutside "
                                 << outside_ << "\nboard " << net::to_game_id(board_) << "\nsolved "
                                 << (net::is_solved(board_) ? "yes" : "no") << "\n";
}

}  // namespace
}  // namespace eyehand::fake

int main(int argc, char** argv) {
  try {
    eyehand::fake::Program program(eyehand::fake::parse(argc, argv));
    program.run();
    program.report();
    return 0;
  } catch (const eyehand::Error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
