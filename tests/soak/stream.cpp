#include "tests/soak/stream.hpp"

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/Xlib.h>
#include <X11/Xlibint.h>
#include <X11/Xproto.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/record.h>
#include <X11/extensions/xtestproto.h>
#undef min
#undef max
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::soak {
namespace {

using Kind = ServerEvent::Kind;
using x11::XPtr;

/// The requests recorded, and what they mean.
constexpr std::array<std::pair<int, Kind>, 9> kRequests = {{
    {X_QueryPointer, Kind::queried_position},
    {X_GetGeometry, Kind::queried_position},
    {X_TranslateCoords, Kind::queried_position},
    {X_GrabPointer, Kind::requested_pointer},
    {X_UngrabPointer, Kind::pointer_released},
    {X_GetInputFocus, Kind::requested_keyboard},
    {X_GrabKeyboard, Kind::requested_keyboard},
    {X_UngrabKeyboard, Kind::keyboard_released},
    {X_WarpPointer, Kind::warped},
}};

constexpr std::chrono::seconds kStreamLimit{10};

template <typename T>
T as(const XRecordInterceptData& record) {
  T value{};
  std::memcpy(&value, record.data,
              std::min(sizeof value, static_cast<std::size_t>(record.data_len) * 4));
  return value;
}

Kind input_kind(int type) {
  constexpr std::array kinds = {Kind::key_press, Kind::key_release, Kind::button_press,
                                Kind::button_release, Kind::motion};
  return kinds[static_cast<std::size_t>(type - KeyPress)];
}

void add_requests(std::vector<XPtr<XRecordRange>>& ranges, int first, int last) {
  XPtr<XRecordRange> range(XRecordAllocRange());
  range->core_requests.first = static_cast<unsigned char>(first);
  range->core_requests.last = static_cast<unsigned char>(last);
  ranges.push_back(std::move(range));
}

}  // namespace

struct Stream::Parts {
  Parts(const std::string& name, const x11::Connection& of)
      : control(name), data(name), control_client(client_of(control)), observer(client_of(of)) {}

  void take(const XRecordInterceptData& record) {
    ended = ended || record.category == XRecordEndOfData;
    if (record.data_len == 0) return;
    const ClientId client = record.id_base;
    if (record.category == XRecordFromClient) return take_request(record, client);
    if (record.category != XRecordFromServer) return;
    const auto event = as<xEvent>(record);
    const int type = event.u.u.type & 0x7F;
    if (type < KeyPress || type > MotionNotify) settle();
    if (type == X_Reply) return take_reply(event, client);
    if (type >= KeyPress && type <= MotionNotify) return take_input(event, type);
    // Window managers report positions to programs by events that they send themselves.
    if (client == observer && type == event.u.u.type) take_structure(event, record.server_time);
  }

  void take_request(const XRecordInterceptData& record, ClientId client) {
    const auto request = as<xReq>(record);
    if (client == control_client) {
      settle();
      own_queries += request.reqType == X_GetInputFocus;
      return;
    }
    last_request[client] = request.reqType;
    settle();
    if (request.reqType == xtest_code) return take_fake_input(record, client);
    ServerEvent what{.client = client, .time_ms = static_cast<unsigned>(record.server_time)};
    if (client == observer && request.reqType == X_QueryPointer) {
      what.kind = Kind::marked;
      events.push_back(what);
      return;
    }
    for (const auto& [code, kind] : kRequests) {
      if (code != request.reqType) continue;
      what.kind = kind;
      events.push_back(what);
    }
  }

  /// The server replies to these requests before it processes another.
  void take_reply(const xEvent& reply, ClientId client) {
    const int status = reply.u.u.detail, request = last_request[client];
    if (status != GrabSuccess) return;
    if (request == X_GrabPointer)
      events.push_back({.kind = Kind::pointer_grabbed, .client = client});
    if (request == X_GrabKeyboard)
      events.push_back({.kind = Kind::keyboard_grabbed, .client = client});
  }

  void take_fake_input(const XRecordInterceptData& record, ClientId client) {
    const auto request = as<xXTestFakeInputReq>(record);
    if (request.type < KeyPress || request.type > MotionNotify) return;
    if (request.type == MotionNotify) last_at = {request.rootX, request.rootY};
    requested_input = ServerEvent{.kind = input_kind(request.type),
                                  .client = client,
                                  .time_ms = static_cast<unsigned>(record.server_time),
                                  .detail = request.detail,
                                  .at = last_at};
  }

  void take_input(const xEvent& event, int type) {
    const auto& of = event.u.keyButtonPointer;
    last_at = {of.rootX, of.rootY};
    if (requested_input && requested_input->kind != input_kind(type)) settle();
    events.push_back({.kind = input_kind(type),
                      .client = requested_input ? requested_input->client : 0,
                      .time_ms = of.time,
                      .detail = event.u.u.detail,
                      .at = last_at});
    requested_input.reset();
  }

  /// Requested input happens before anything else does. The server drops its event, but not the
  /// request, from a recording that is not read for about 10 ms.
  void settle() {
    if (!requested_input) return;
    events.push_back(*requested_input);
    requested_input.reset();
  }

  void take_structure(const xEvent& event, Time time) {
    ServerEvent what{.time_ms = static_cast<unsigned>(time)};
    const auto& u = event.u;
    switch (u.u.type) {
      case CreateNotify:
        what.kind = Kind::created;
        what.window = u.createNotify.window;
        what.parent = u.createNotify.parent;
        what.place = {u.createNotify.x, u.createNotify.y, u.createNotify.width,
                      u.createNotify.height};
        what.border = u.createNotify.borderWidth;
        break;
      case DestroyNotify:
        what.kind = Kind::destroyed;
        what.window = u.destroyNotify.window;
        break;
      case MapNotify:
        what.kind = Kind::mapped;
        what.window = u.mapNotify.window;
        break;
      case UnmapNotify:
        what.kind = Kind::unmapped;
        what.window = u.unmapNotify.window;
        break;
      case ConfigureNotify:
        what.kind = Kind::configured;
        what.window = u.configureNotify.window;
        what.above = u.configureNotify.aboveSibling;
        what.place = {u.configureNotify.x, u.configureNotify.y, u.configureNotify.width,
                      u.configureNotify.height};
        what.border = u.configureNotify.borderWidth;
        break;
      case ReparentNotify:
        what.kind = Kind::reparented;
        what.window = u.reparent.window;
        what.parent = u.reparent.parent;
        what.place = {u.reparent.x, u.reparent.y, 0, 0};
        break;
      case CirculateNotify:
        what.kind = Kind::circulated;
        what.window = u.circulate.window;
        what.above = u.circulate.place == PlaceOnTop ? 1 : 0;
        break;
      case FocusIn:
      case FocusOut:
        what.kind = u.u.type == FocusIn ? Kind::focus_in : Kind::focus_out;
        what.window = u.focus.window;
        what.detail = u.u.detail;
        if (u.focus.mode != NotifyNormal && u.focus.mode != NotifyWhileGrabbed) return;
        break;
      default:
        return;
    }
    events.push_back(what);
  }

  x11::Connection control;  // XRecord needs one connection to control and one to receive
  x11::Connection data;
  ClientId control_client, observer;
  int own_queries = 0;  ///< seen in the recording
  int xtest_code = 0;
  XRecordContext context = 0;
  std::vector<ServerEvent> events;
  std::map<ClientId, int> last_request;
  std::optional<ServerEvent> requested_input;  ///< by XTest, of which the event has not come yet
  ScreenPoint last_at;                         ///< the pointer
  bool ended = false;
};

Stream::Stream(const std::string& display, const x11::Connection& observer)
    : parts_(std::make_unique<Parts>(display, observer)) {
  ::Display* control = parts_->control.xlib();
  int major = 0, minor = 0, event = 0, error = 0;
  if (!XRecordQueryVersion(control, &major, &minor) ||
      !XQueryExtension(control, XTestExtensionName, &parts_->xtest_code, &event, &error))
    throw Error("the X server of display '" + display + "' lacks RECORD or XTEST.");

  std::vector<XPtr<XRecordRange>> ranges;
  for (const auto& request : kRequests) add_requests(ranges, request.first, request.first);
  XPtr<XRecordRange> range(XRecordAllocRange());
  range->device_events.first = KeyPress;
  range->device_events.last = MotionNotify;
  range->delivered_events.first = FocusIn;
  range->delivered_events.last = CirculateNotify;
  range->ext_requests.ext_major.first = range->ext_requests.ext_major.last =
      static_cast<unsigned char>(parts_->xtest_code);
  range->ext_requests.ext_minor.first = range->ext_requests.ext_minor.last = X_XTestFakeInput;
  range->core_replies.first = X_GrabPointer;
  range->core_replies.last = X_GrabKeyboard;
  ranges.push_back(std::move(range));

  std::vector<XRecordRange*> list;
  for (const auto& one : ranges) list.push_back(one.get());
  XRecordClientSpec all = XRecordAllClients;
  parts_->context = XRecordCreateContext(control, XRecordFromServerTime | XRecordFromClientTime,
                                         &all, 1, list.data(), static_cast<int>(list.size()));
  parts_->control.sync();
  const auto on_record = [](XPointer self, XRecordInterceptData* record) {
    reinterpret_cast<Parts*>(self)->take(*record);
    XRecordFreeData(record);
  };
  XRecordEnableContextAsync(parts_->data.xlib(), parts_->context, on_record,
                            reinterpret_cast<XPointer>(parts_.get()));
  XFlush(parts_->data.xlib());
  take(true);
}

Stream::~Stream() {
  XRecordDisableContext(parts_->control.xlib(), parts_->context);
  XSync(parts_->control.xlib(), 0);
  const Deadline soon = Deadline::after(std::chrono::seconds(1));
  while (!parts_->ended && !lost() && !soon.passed()) {
    XRecordProcessReplies(parts_->data.xlib());
    if (!parts_->ended) parts_->data.wait_for_events(soon.at_most(std::chrono::milliseconds(10)));
  }
  XRecordFreeContext(parts_->control.xlib(), parts_->context);
}

std::vector<ServerEvent> Stream::take(bool all) {
  XRecordProcessReplies(parts_->data.xlib());
  if (all) {
    // This round trip is itself recorded, after everything that the server did before.
    const int wanted = parts_->own_queries + 1;
    parts_->control.sync();
    const Deadline limit = Deadline::after(kStreamLimit);
    while (parts_->own_queries < wanted) {
      if (limit.passed()) throw Error("the recording of the X server has stopped.");
      parts_->data.wait_for_events(limit.at_most(std::chrono::milliseconds(1)));
      parts_->data.check();
      XRecordProcessReplies(parts_->data.xlib());
    }
  }
  return std::exchange(parts_->events, {});
}

bool Stream::lost() const {
  return parts_->control.lost() || parts_->data.lost();
}

ClientId client_of(const x11::Connection& connection) {
  return connection.xlib()->resource_base;
}

}  // namespace eyehand::soak
