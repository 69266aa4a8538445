#include "player/challenge.hpp"

namespace eyehand {

bool ends_row(End end) {
  return end == End::interrupted || end == End::user_has_mouse || end == End::no_window;
}

RowReport play_row(const Seat& seat, RowWish wish) {
  RowReport row;
  const bool any_number = wish.games == 0;
  const auto time_is_up = [&] {
    if (!wish.all.passed()) return false;
    row.end = any_number ? End::solved : End::out_of_time;
    row.why = "the time for all games is up";
    return true;
  };
  for (int number = 1; any_number || number <= wish.games; ++number) {
    if (number > 1 && time_is_up()) return row;
    if (wish.begin) wish.begin(number);
    wish.play.deadline = wish.each == RowWish::Span::max() ? wish.all : wish.all.at_most(wish.each);
    if (number > 1) {
      const NewGame begun =
          start_new_game(seat.eye, seat.hand, seat.round, seat.skin, wish.play, wish.clear_way);
      if (begun.end == End::out_of_time && time_is_up()) return row;
      // What cannot be read, or took all of the game's time to be dealt, is a game that is not won.
      const bool is_game = begun.end == End::not_sure || begun.end == End::out_of_time;
      if (begun.end != End::planned && !(wish.go_on && is_game)) {
        row.end = begun.end;
        row.why = begun.why.empty() ? std::string(name(begun.end)) : begun.why;
        row.no_next = true;
        return row;
      }
    }
    const GameReport report = play(seat.eye, seat.hand, seat.round, seat.skin.pace, wish.play);
    ++row.played;
    const bool is_won = report.end == End::solved || report.end == End::planned;
    row.won += is_won;
    row.was_cut = report.end == End::out_of_time && wish.all.passed();
    if (wish.done) wish.done(number, report);
    if (is_won) continue;
    if (row.was_cut && time_is_up()) return row;
    if (ends_row(report.end) || !wish.go_on) {
      row.end = report.end;
      row.why = report.why;
      return row;
    }
  }
  return row;
}

}  // namespace eyehand
