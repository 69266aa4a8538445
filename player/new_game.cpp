#include "player/new_game.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// How long a program may take for a new game, from the last key on, and how often it is asked.
constexpr std::chrono::seconds kDealing{3};
constexpr int kTries = 3;

End end_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return End::planned;
    case Outcome::taken:
    case Outcome::user_has_mouse:
      return End::user_has_mouse;
    case Outcome::interrupted:
      return End::interrupted;
    case Outcome::deadline:
      return End::out_of_time;
    default:
      return End::no_window;
  }
}

End send_keys(Hand& hand, const Skin& skin, const Frame& frame, Deadline deadline) {
  const cv::Size size = frame.image.size();
  hand.aim(
      {.window = {frame.origin.x, frame.origin.y, size.width, size.height}, .deadline = deadline});
  for (const auto& key : skin.new_game_keys) {
    auto outcome = hand.perform(Key{key}, skin.pace);
    if (outcome == Outcome::no_keyboard &&
        hand.raise({frame.origin.x + size.width / 2, frame.origin.y + size.height / 2}))
      outcome = hand.perform(Key{key}, skin.pace);
    if (outcome != Outcome::ok) return end_of(outcome);
  }
  return End::planned;
}

End try_once(Eye& eye, Hand& hand, Round& round, const Skin& skin, const PlayWish& wish) {
  Shot shot = eye.look();
  if (shot.sight != Sight::good) return End::no_window;
  const Seen old = round.see(shot.frame);
  const End sent = send_keys(hand, skin, shot.frame, wish.deadline);
  hand.let_go();
  if (sent != End::planned) return sent;

  // Whether it is another puzzle only shows where there was one that had not been solved.
  const bool must_change = !skin.new_game_keys.empty() && old.sure() && !old.solved;
  bool has_changed = false;
  Seen now = old;
  // A new game may begin with an animation; play() waits for the end of that.
  const Deadline limit = wish.deadline.at_most(kDealing);
  while (!limit.passed()) {
    const auto stillness = eye.wait_until_still({.quiet = skin.pace.settle,
                                                 .reaction = skin.pace.reaction,
                                                 .limit = milliseconds(500),
                                                 .area = old.area})
                               .stillness;
    if (stillness == Stillness::interrupted) return End::interrupted;
    shot = eye.look();
    if (shot.sight != Sight::good) return End::no_window;
    now = round.see(shot.frame);
    if (!now.same) has_changed = true;
    if (now.sure() && !now.solved && (has_changed || !must_change)) return End::planned;
  }
  if (wish.deadline.passed()) return End::out_of_time;
  if (!now.sure()) return End::not_sure;
  return has_changed ? End::planned : End::stuck;  // it was dealt solved
}

}  // namespace

NewGame start_new_game(Eye& eye, Hand& hand, Round& round, const Skin& skin, const PlayWish& wish,
                       const ClearWay& clear_way) {
  NewGame begun;
  for (int tries = 0; tries < kTries; ++tries) {
    if (clear_way && !clear_way(wish.deadline))
      return {End::no_window,
              "a dialog of the program is in the way of a new game and does not close"};
    begun.end = try_once(eye, hand, round, skin, wish);
    if (begun.end != End::stuck && begun.end != End::not_sure && begun.end != End::no_window) break;
  }
  return begun;
}

}  // namespace eyehand
