#include "tests/soak/scene.hpp"

#include <X11/X.h>

#include <algorithm>

namespace eyehand::soak {

bool Scene::TopLevel::covers(ScreenPoint at) const {
  return x11::Rect{place.x - border, place.y - border, place.width + 2 * border,
                   place.height + 2 * border}
      .contains(at);
}

Scene::TopLevel* Scene::find(x11::WindowId window) {
  const auto found = std::ranges::find(stack, window, &TopLevel::id);
  return found == stack.end() ? nullptr : &*found;
}

const Scene::TopLevel* Scene::visible_frame() const {
  if (target == 0 || !target_mapped) return nullptr;
  const auto found = std::ranges::find(stack, frame, &TopLevel::id);
  return found == stack.end() || !found->mapped ? nullptr : &*found;
}

void Scene::apply(const ServerEvent& what) {
  using Kind = ServerEvent::Kind;
  switch (what.kind) {
    case Kind::created:
      if (what.parent == root) stack.push_back({what.window, what.place, what.border, false});
      break;
    case Kind::destroyed:
      std::erase_if(stack, [&](const TopLevel& pane) { return pane.id == what.window; });
      if (what.window == target) target = 0;
      break;
    case Kind::mapped:
    case Kind::unmapped:
      if (TopLevel* pane = find(what.window)) pane->mapped = what.kind == Kind::mapped;
      if (what.window == target) target_mapped = what.kind == Kind::mapped;
      break;
    case Kind::configured:
      configure(what);
      break;
    case Kind::reparented:
      reparent(what);
      break;
    case Kind::circulated:
      if (const TopLevel* pane = find(what.window)) {
        const TopLevel moved = *pane;
        std::erase_if(stack, [&](const TopLevel& one) { return one.id == what.window; });
        stack.insert(what.above ? stack.end() : stack.begin(), moved);
      }
      break;
    case Kind::focus_in:
    case Kind::focus_out:
      // Into the target or a window inside it; or out of it, but to a window inside it.
      if (what.window != target || what.detail > NotifyNonlinearVirtual) break;
      has_keyboard = what.kind == Kind::focus_in || what.detail == NotifyInferior;
      break;
    case Kind::pointer_grabbed:
      pointer_grabbed_by = what.client;
      break;
    case Kind::pointer_released:
      if (pointer_grabbed_by == what.client) pointer_grabbed_by = 0;
      break;
    case Kind::keyboard_grabbed:
      keyboard_grabbed_by = what.client;
      break;
    case Kind::keyboard_released:
      if (keyboard_grabbed_by == what.client) keyboard_grabbed_by = 0;
      break;
    default:
      break;
  }
}

void Scene::configure(const ServerEvent& what) {
  if (what.window == target && target != frame) {
    inner = {what.place.x + what.border, what.place.y + what.border, what.place.width,
             what.place.height};
    return;
  }
  const TopLevel* pane = find(what.window);
  if (!pane) return;
  TopLevel changed = *pane;
  changed.place = {what.place.x + what.border, what.place.y + what.border, what.place.width,
                   what.place.height};
  changed.border = what.border;
  if (what.window == target) inner = {0, 0, what.place.width, what.place.height};
  std::erase_if(stack, [&](const TopLevel& one) { return one.id == what.window; });
  const auto below = std::ranges::find(stack, what.above, &TopLevel::id);
  stack.insert(below == stack.end() ? stack.begin() : below + 1, changed);
}

void Scene::reparent(const ServerEvent& what) {
  std::erase_if(stack, [&](const TopLevel& pane) { return pane.id == what.window; });
  if (what.parent == root)
    stack.push_back({what.window,
                     {what.place.x, what.place.y, inner.width, inner.height},
                     0,
                     what.window == target && target_mapped});
  if (what.window != target) return;
  frame = what.parent == root ? target : what.parent;
  inner = {what.parent == root ? 0 : what.place.x, what.parent == root ? 0 : what.place.y,
           inner.width, inner.height};
}

bool Scene::is_in_target(ScreenPoint at) const {
  const TopLevel* pane = visible_frame();
  if (!pane || !pane->covers(at)) return false;
  if (target != frame && !pane->place.contains(at)) return false;
  return x11::Rect{pane->place.x + inner.x, pane->place.y + inner.y, inner.width, inner.height}
      .contains(at);
}

bool Scene::is_on_top_at(ScreenPoint at) const {
  if (!is_in_target(at)) return false;
  const auto top = std::find_if(stack.rbegin(), stack.rend(), [&](const TopLevel& pane) {
    return pane.mapped && pane.covers(at);
  });
  return top != stack.rend() && top->id == frame;
}

bool Scene::is_pointer_grabbed() const {
  return pointer_grabbed_by != 0 && pointer_grabbed_by != client_of(target);
}

bool Scene::takes_keys() const {
  return target != 0 && has_keyboard &&
         (keyboard_grabbed_by == 0 || keyboard_grabbed_by == client_of(target));
}

}  // namespace eyehand::soak
