#include "tests/support/event_recorder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/record.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::test {

struct EventRecorder::Parts {
  explicit Parts(const std::string& display) : control(display), data(display) {}

  x11::Connection control;  // XRecord wants one connection to control and one to receive
  x11::Connection data;
  XRecordContext context = 0;
  std::vector<RecordedEvent> events;

  void take(const XRecordInterceptData& record) {
    if (record.category != XRecordFromServer || record.data_len * 4 < sizeof(xEvent)) return;
    xEvent event;
    std::memcpy(&event, record.data, sizeof event);
    using Kind = RecordedEvent::Kind;
    constexpr std::array kinds = {Kind::key_press, Kind::key_release, Kind::button_press,
                                  Kind::button_release};
    const int type = event.u.u.type & 0x7F;
    if (type < KeyPress || type > ButtonRelease) return;
    const auto& at = event.u.keyButtonPointer;
    events.push_back({kinds[static_cast<std::size_t>(type - KeyPress)],
                      event.u.u.detail,
                      {at.rootX, at.rootY},
                      at.time});
  }
};

EventRecorder::EventRecorder(const std::string& display)
    : parts_(std::make_unique<Parts>(display)) {
  XRecordRange* range = XRecordAllocRange();
  range->device_events.first = KeyPress;
  range->device_events.last = ButtonRelease;
  XRecordClientSpec all = XRecordAllClients;
  parts_->context = XRecordCreateContext(parts_->control.xlib(), 0, &all, 1, &range, 1);
  XFree(range);
  parts_->control.sync();
  const auto on_record = [](XPointer self, XRecordInterceptData* record) {
    reinterpret_cast<Parts*>(self)->take(*record);
    XRecordFreeData(record);
  };
  if (!XRecordEnableContextAsync(parts_->data.xlib(), parts_->context, on_record,
                                 reinterpret_cast<XPointer>(parts_.get())))
    throw std::runtime_error("the X server does not record");
  XFlush(parts_->data.xlib());
  events();
}

EventRecorder::~EventRecorder() {
  XRecordDisableContext(parts_->control.xlib(), parts_->context);
  XSync(parts_->control.xlib(), 0);
  if (!parts_->control.lost()) XRecordProcessReplies(parts_->data.xlib());
  XRecordFreeContext(parts_->control.xlib(), parts_->context);
}

const std::vector<RecordedEvent>& EventRecorder::events() {
  // The server sends all clients what it has for them in rounds; when the second reply is here, the
  // round of the first, and with it every record before it, is over.
  parts_->control.sync();
  parts_->control.sync();
  XRecordProcessReplies(parts_->data.xlib());
  return parts_->events;
}

std::vector<RecordedEvent> EventRecorder::presses() {
  std::vector<RecordedEvent> found = events();
  std::erase_if(found, [](const RecordedEvent& event) {
    return event.kind != RecordedEvent::Kind::button_press;
  });
  return found;
}

void EventRecorder::clear() {
  events();
  parts_->events.clear();
}

void move_pointer(x11::Connection& connection, x11::Point to) {
  XTestFakeMotionEvent(connection.xlib(), -1, to.x, to.y, CurrentTime);
  connection.sync();
}

bool is_anything_held(x11::Connection& connection) {
  std::array<char, 32> keys{};
  XQueryKeymap(connection.xlib(), keys.data());
  return x11::pointer(connection).buttons != 0 ||
         std::any_of(keys.begin(), keys.end(), [](char bits) { return bits != 0; });
}

}  // namespace eyehand::test
