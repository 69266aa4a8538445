#include "tests/soak/auditor.hpp"

#include <algorithm>

namespace eyehand::soak {
namespace {

using Kind = ServerEvent::Kind;

constexpr std::size_t kMaxStraysReported = 5;

std::string describe(const ServerEvent& what) {
  const std::string at = " at " + std::to_string(what.at.x) + "," + std::to_string(what.at.y);
  const std::string detail = std::to_string(what.detail);
  switch (what.kind) {
    case Kind::key_press:
      return "key " + detail + " pressed";
    case Kind::key_release:
      return "key " + detail + " released";
    case Kind::button_press:
      return "button " + detail + " pressed" + at;
    case Kind::button_release:
      return "button " + detail + " released" + at;
    default:
      return "a motion to" + at.substr(3);
  }
}

}  // namespace

void Auditor::begin(Scene scene) {
  scene_ = std::move(scene);
  players_.clear();
  verdict_ = {};
  has_moved_ = false;
  touched_at_.reset();
}

void Auditor::observe(const ServerEvent& what) {
  const bool is_users = what.client == 0 || users_.contains(what.client);
  if (what.is_input()) {
    if (!is_users) {
      judge(what, players_[what.client]);
    } else if (has_moved_ && !touched_at_ &&
               (what.kind == Kind::motion || what.kind == Kind::button_press)) {
      touched_at_ = what.time_ms;
      verdict_.reaction_ms = 0;
    }
    return;
  }
  if (!is_users) {
    Player& player = players_[what.client];
    if (what.kind == Kind::queried_position) player.position_query = {scene_, what.time_ms};
    if (what.kind == Kind::requested_pointer) player.pointer_query = {scene_, what.time_ms};
    if (what.kind == Kind::requested_keyboard) player.keyboard_query = {scene_, what.time_ms};
  }
  scene_.apply(what);
}

template <typename IsRight>
Auditor::Ruling Auditor::rule(const std::optional<Query>& query, unsigned now, IsRight is_right) {
  if (is_right(scene_)) return Ruling::right;
  if (!query || !is_right(query->scene)) return Ruling::stray;
  verdict_.longest_overtaken_ms = std::max(verdict_.longest_overtaken_ms, now - query->time_ms);
  return Ruling::overtaken;
}

Auditor::Ruling Auditor::rule_on_pointer(const ServerEvent& what, const Player& player) {
  const Ruling on_place = rule(player.position_query, what.time_ms,
                               [&](const Scene& scene) { return scene.is_on_top_at(what.at); });
  const Ruling on_pointer = rule(player.pointer_query, what.time_ms,
                                 [](const Scene& scene) { return !scene.is_pointer_grabbed(); });
  return std::max(on_place, on_pointer);
}

void Auditor::judge(const ServerEvent& what, Player& player) {
  ++verdict_.events;
  if (touched_at_) verdict_.reaction_ms = what.time_ms - *touched_at_;
  Ruling ruling = Ruling::right;
  switch (what.kind) {
    case Kind::motion:
      has_moved_ = true;
      ruling = player.buttons.empty()
                   ? rule_on_pointer(what, player)
                   : rule(player.position_query, what.time_ms,
                          [&](const Scene& scene) { return scene.is_in_target(what.at); });
      break;
    case Kind::button_press:
      ++verdict_.presses;
      player.buttons.insert(what.detail);
      ruling = rule_on_pointer(what, player);
      break;
    case Kind::key_press:
      ++verdict_.presses;
      player.keys.insert(what.detail);
      ruling = rule(player.keyboard_query, what.time_ms,
                    [](const Scene& scene) { return scene.takes_keys(); });
      break;
    case Kind::button_release:
      if (player.buttons.erase(what.detail) == 0) ruling = Ruling::stray;
      break;
    case Kind::key_release:
      if (player.keys.erase(what.detail) == 0) ruling = Ruling::stray;
      break;
    default:
      break;
  }
  verdict_.overtaken += ruling == Ruling::overtaken;
  verdict_.stray += ruling == Ruling::stray;
  if (ruling == Ruling::stray && verdict_.strays.size() < kMaxStraysReported) record_stray(what);
}

void Auditor::record_stray(const ServerEvent& what) {
  std::string scene = scene_.target == 0              ? "closed"
                      : !scene_.target_mapped         ? "hidden"
                      : !scene_.is_in_target(what.at) ? "elsewhere"
                      : !scene_.is_on_top_at(what.at) ? "covered"
                                                      : "on top";
  if (scene_.is_pointer_grabbed()) scene += ", another program had grabbed the pointer";
  if (!scene_.takes_keys()) scene += ", it did not have the keyboard";
  verdict_.strays.push_back(describe(what) + " while the window was " + scene);
}

}  // namespace eyehand::soak
