#include "x11/device_events.hpp"

#include <array>
#include <cstring>
#include <utility>

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <X11/extensions/record.h>
#include "x11/xlib.hpp"
// clang-format on

#ifdef EYEHAND_SANITIZED
// libXtst frees what it keeps for a recording when the recording ends, which it never does when the
// server goes away first.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:XRecordEnableContextAsync";
}
#endif

namespace eyehand::x11 {

struct DeviceEvents::Parts {
  explicit Parts(const std::string& name) : control(name), data(name) {}

  void take(const XRecordInterceptData& record) {
    ended = ended || record.category == XRecordEndOfData;
    if (record.category != XRecordFromServer || record.data_len * 4 < sizeof(xEvent)) return;
    xEvent event;
    std::memcpy(&event, record.data, sizeof event);
    using Kind = DeviceEvent::Kind;
    constexpr std::array kinds = {Kind::key_press, Kind::key_release, Kind::button_press,
                                  Kind::button_release, Kind::motion};
    const int type = event.u.u.type & 0x7F;
    if (type < KeyPress || type > MotionNotify) return;
    const auto& at = event.u.keyButtonPointer;
    events.push_back({kinds[static_cast<std::size_t>(type - KeyPress)],
                      event.u.u.detail,
                      {at.rootX, at.rootY},
                      at.time});
  }

  Connection control;  // XRecord needs one connection to control and one to receive
  Connection data;
  XRecordContext context = 0;
  std::vector<DeviceEvent> events;
  bool ended = false;  // the server will send nothing more
};

DeviceEvents::DeviceEvents(const std::string& display_name, Devices devices)
    : parts_(std::make_unique<Parts>(display_name)) {
  int major = 0, minor = 0;
  if (!XRecordQueryVersion(parts_->control.xlib(), &major, &minor))
    throw Error("the X server of display '" + parts_->control.name() +
                "' has no RECORD extension; enable it in the server.");
  const XPtr<XRecordRange> range(XRecordAllocRange());
  range->device_events.first = devices == Devices::mouse ? ButtonPress : KeyPress;
  range->device_events.last = MotionNotify;
  XRecordRange* ranges = range.get();
  XRecordClientSpec all = XRecordAllClients;
  parts_->context = XRecordCreateContext(parts_->control.xlib(), 0, &all, 1, &ranges, 1);
  parts_->control.sync();
  const auto on_record = [](XPointer self, XRecordInterceptData* record) {
    reinterpret_cast<Parts*>(self)->take(*record);
    XRecordFreeData(record);
  };
  XRecordEnableContextAsync(parts_->data.xlib(), parts_->context, on_record,
                            reinterpret_cast<XPointer>(parts_.get()));
  XFlush(parts_->data.xlib());
  sync();
}

DeviceEvents::~DeviceEvents() {
  XRecordDisableContext(parts_->control.xlib(), parts_->context);
  XSync(parts_->control.xlib(), 0);
  // Whatever is still on its way, the end of the recording last, must be read before the receiving
  // side closes: libXtst would handle it with memory that closing has freed.
  const Deadline soon = Deadline::after(std::chrono::seconds(1));
  while (!parts_->ended && !parts_->control.lost() && !parts_->data.lost() && !soon.passed()) {
    XRecordProcessReplies(parts_->data.xlib());
    if (!parts_->ended) parts_->data.wait_for_events(soon.at_most(std::chrono::milliseconds(10)));
  }
  XRecordFreeContext(parts_->control.xlib(), parts_->context);
}

std::vector<DeviceEvent> DeviceEvents::take() {
  XRecordProcessReplies(parts_->data.xlib());
  return std::exchange(parts_->events, {});
}

void DeviceEvents::sync() {
  // The server writes to its clients in rounds, to each as much as its socket takes: when the
  // second reply has arrived, the round of the first is over; if that brought nothing more, nothing
  // is missing.
  std::size_t before = 0;
  do {
    before = parts_->events.size();
    parts_->control.sync();
    parts_->control.sync();
    XRecordProcessReplies(parts_->data.xlib());
  } while (parts_->events.size() > before);
}

}  // namespace eyehand::x11
